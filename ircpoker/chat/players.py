"""Maps the people who talk to the bot to the players in the ledger."""

from __future__ import annotations

import logging
from functools import lru_cache
from typing import TYPE_CHECKING

from ircpoker.chat.message import Reply
from ircpoker.chat.news import Notice
from ircpoker.config.settings import CONSOLE_NETWORK
from ircpoker.errors import LedgerError, NotAllowedError, UnknownPlayerError
from ircpoker.ledger import PlayerId, fold_account
from ircpoker.lobby import Player
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from ircpoker.chat.message import Message, Person
    from ircpoker.chat.services import Services
    from ircpoker.config import Settings
    from ircpoker.ledger import AccountInfo, Ledger

_logger = logging.getLogger(__name__)


def player_of(person: Person) -> PlayerId:
    """Return a person's player: a services account, or a guest, who is a nick at an address.

    Args:
        person: somebody on a network.

    Returns:
        The same player for the same person at any time.

    Raises:
        UsageError: the nick, the account or the address has characters that cannot be stored.

    Examples:
        >>> from ircpoker.chat.message import Person
        >>> str(player_of(Person("libera", "Al^", "al^", address="al@example.org")))
        'guest:libera/al^!al@example.org'
        >>> str(player_of(Person("libera", "Al^", "al^", account="Alice")))
        'account:libera/alice'
    """
    return _player(person.network, person.nick_key, person.account, "" if person.is_known_by_nick else person.address)


@lru_cache(1024)
def _player(network: str, nick_key: str, account: str | None, address: str) -> PlayerId:
    """Return the player with these data; cached, because each line looks it up several times."""
    return PlayerId.of(network, nick_key=nick_key, account=account, address=address)


def is_same_account(account: str, other: str) -> bool:
    """Return whether two services accounts of a network are one player."""
    return fold_account(account) == fold_account(other)


def lobby_player(person: Person) -> Player:
    """Return a person's player in the form of the lobby."""
    return Player(player_of(person), person.nick, person.nick_key, person.address)


def has_services(settings: Settings, network: str) -> bool:
    """Return whether people on a network can have services accounts."""
    return any(each.name == network and each.services and not each.is_embedded for each in settings.networks)


def open_account(services: Services, person: Person) -> AccountInfo:
    """Return a person's account; a new person gets the first chips.

    Args:
        services: the services.
        person: the person.

    Returns:
        The account.

    Raises:
        NotAllowedError: too many guests have begun from that host within an hour.
    """
    return open_player(services, lobby_player(person))


def open_player(services: Services, player: Player) -> AccountInfo:
    """Return a player's chips, as `open_account` does.

    A guest whose nick belonged to another guest reads once, with the first chips, how to get the earlier chips.
    """
    account = services.ledger.open_player(player.id, nick=player.nick, nick_key=player.nick_key)
    if account.has_namesake and player.id.address:
        key = "log_in" if has_services(services.settings, player.id.network) else "claim"
        advice = Phrase("bank.namesake", ways=Phrase(f"bank.namesake_{key}"))
        reply = Reply((advice,), private=True).worded(services.words)
        services.outbox.post(Notice(player.id.network, player.nick, reply, address=player.address))
    return account


def check_gift(services: Services, giver: PlayerId, receiver: PlayerId) -> None:
    """Raise NotAllowedError if a guest would give or get chips on a network with services."""
    if (giver.is_guest or receiver.is_guest) and has_services(services.settings, giver.network):
        raise NotAllowedError(Phrase("errors.gift_accounts"))


def is_local(network: str) -> bool:
    """Return whether only the owner of the machine plays there: on the console."""
    return network == CONSOLE_NETWORK


def follow(services: Services, old: Person, person: Person) -> None:
    """Move a guest's account to a new nick or address, or into a services account.

    If the player sits at a table, the table moves it in the transaction that stores its seats.
    """
    was, now = lobby_player(old), lobby_player(person)
    for player in (was.id, now.id):
        services.chosen.pop(player, None)
    if was.id == now.id or not was.id.is_guest:
        return
    late = services.late.pop(was.id, None)
    if late is not None and late.id != now.id:
        services.note_late(late, now)
    elif services.tables is None or not services.tables.is_open:
        _take_over(services, was, now)


def catch_up(services: Services, person: Person) -> None:
    """Move the account of somebody who came by their nick or login while the ledger failed."""
    if not services.late:
        return
    player = lobby_player(person)
    guest = services.late.pop(player.id, None)
    if guest is None:
        return
    if services.tables is not None and services.tables.is_open:
        services.tables.lobby.catch_up(guest, player)
    else:
        _take_over(services, guest, player)


def _take_over(services: Services, guest: Player, player: Player) -> None:
    """Make the account of a guest the player's; if the ledger fails, later."""
    if "ledger" in services.__dict__:
        try:
            services.ledger.rebind(guest.id, player.id, nick=player.nick, nick_key=player.nick_key)
        except LedgerError as error:
            _logger.error("%s, who was %s, does not go by the new name yet: %s", player.id, guest.id, error)  # noqa: TRY400 - the database has said why
            services.note_late(guest, player)


def claim_account(services: Services, code: str, person: Person) -> AccountInfo:
    """Give a guest the account that a code opens, with its seats, and return it.

    Args:
        services: the bot's services.
        code: the code as typed.
        person: the guest.

    Returns:
        The account.

    Raises:
        NotAllowedError: the code is not valid, or the guest sits at a table.
    """
    player = lobby_player(person)
    open_player(services, player)
    if services.tables is not None and services.tables.is_open:
        services.tables.lobby.claim(code, player)
    else:
        services.ledger.claim_account(code, player.id, nick=player.nick, nick_key=player.nick_key)
    services.chosen.pop(player.id, None)
    return services.ledger.account_info(player.id)


def account_called(ledger: Ledger, nick: str, message: Message) -> AccountInfo:
    """Return the account of the player who has a nick, or had it last, on the network of a message.

    Args:
        ledger: the ledger.
        nick: the nick as typed.
        message: names the network, and folds nicks for comparison.

    Returns:
        The account.

    Raises:
        UnknownPlayerError: nobody of that name has chips.
    """
    # Unprintable text is nobody's nick, and some databases refuse it.
    player = ledger.find_player(message.sender.network, message.fold(nick)) if nick.isprintable() else None
    if player is None:
        raise UnknownPlayerError(nick)
    return ledger.account_info(player)
