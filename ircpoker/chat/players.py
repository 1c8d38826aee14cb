"""Maps the people who talk to the bot to the players in the ledger, and welcomes the new ones."""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import replace

from ircpoker.chat.means import nothing_left
from ircpoker.chat.message import Message, Reply
from ircpoker.chat.outgoing import LineKind, Outgoing, reader_of
from ircpoker.chat.rights import has_services
from ircpoker.chat.segments import private_front
from ircpoker.chat.services import Services
from ircpoker.errors import HostLimitError, LedgerError, NotAllowedError, UnknownPlayerError, UsageError
from ircpoker.ledger import AccountInfo, Ledger, PlayerId, SetPreference
from ircpoker.lobby import Speaker, Table
from ircpoker.lobby.events import DealEnded
from ircpoker.people import Person
from ircpoker.words import Phrase
from ircpoker.words.plain_text import fold_account

WITHOUT_SERVICES = 10
"""Where nobody can have a services account, a host may have so many times as many new guests."""
_logger = logging.getLogger(__name__)


def open_account(services: Services, person: Person) -> AccountInfo:
    """Return a person's account; a new one gets the first chips.

    A guest whose nick belonged to another guest reads once, with the first chips, how to get the earlier chips; one who
    gets fewer first chips than usual reads why, and when there are more.

    Raises:
        HostLimitError: too many guests have begun from that host within an hour; the owner's log names the key.
    """
    network, most = person.id.network, services.settings.limits.accounts_per_hour
    logs_in = has_services(services.settings, network)
    most *= 1 if logs_in else WITHOUT_SERVICES
    naming = {"nick": person.nick, "nick_key": person.nick_key}
    try:
        account = services.ledger.open_player(person.id, **naming, source=person.where, guests_per_hour=most)
    except HostLimitError as error:
        if services.troubles.is_due(f"{network} {person.id.host}"):
            refused = (
                "%d new guests have come from %s on %s within an hour, more are refused: [limits] accounts_per_hour"
            )
            _logger.warning(refused, most, person.id.host, network)
        raise HostLimitError(most, error.retry_after, can_log_in=logs_in) from None
    if account.has_namesake and person.id.address:
        key = "log_in" if logs_in else "claim"
        services.say_aside(person, Phrase("bank.namesake", ways=Phrase(f"bank.namesake_{key}")))
    if account.is_short:
        means = services.ledger.means(person.id, source=person.where)
        most = services.ledger.economy.given_per_host
        services.say_aside(person, Phrase("bank.short", most=most, next=nothing_left(services, means)))
    return account


def follow(services: Services, old: Person, person: Person) -> None:
    """Let the account and the seats of a person follow them to a new nick or address, or into a services account."""
    if services.opened is not None:
        services.identities.follow(old, person)


def guesser(person: Person) -> str:
    """Return for whom wrong codes are counted: an account, else from where somebody comes."""
    if person.account:
        return person.id.text
    return person.where or f"{person.network} {person.nick_key}"


def tell(services: Services, owner: AccountInfo, phrase: Phrase) -> None:
    """Say something in private to the owner of an account, when there is time, and to nobody else with that nick."""
    reply = Reply((phrase,), private=True).worded(services.words)
    services.outbox.post(Outgoing(reader_of(Person.of(owner.player, owner.nick)), reply, LineKind.COURTESY))


def account_called(services: Services, nick: str, message: Message, *, for_gift: bool = False) -> AccountInfo:
    """Return the account of the player whom somebody means by a nick.

    It is the person whom the bot sees under that nick. If it sees nobody, it is the services account of that name, else
    the player who had the nick last: anybody could have taken it for a moment, so chips are not given on that ground.

    Args:
        services: the bot's services.
        nick: the nick as typed.
        message: names the network, and folds nicks for comparison.
        for_gift: whether the player is to get chips.

    Returns:
        The account, with the nick that the player has now. `name_of` shows both.

    Raises:
        UnknownPlayerError: nobody of that name has chips.
        NotAllowedError: it is not certain who is meant.
    """
    ledger, sender, key = services.ledger, message.sender, message.fold(nick)
    if key == sender.nick_key:
        return _account_of(ledger, sender)
    person = services.presence.find(sender.network, key)
    if person is not None:
        if not (person.address or person.account or person.is_known_by_nick):
            raise NotAllowedError(Phrase("errors.nick_unconfirmed", nick=person.nick))
        return _account_of(ledger, person)
    if not nick.isprintable():  # Nobody's nick, and some databases refuse it.
        raise UnknownPlayerError(nick)
    with suppress(UsageError, UnknownPlayerError):
        return ledger.account_info(PlayerId.of(sender.network, nick_key=key, account=nick))
    called = ledger.players_called(sender.network, key, 2)
    if not called:
        raise UnknownPlayerError(nick)
    if for_gift and not (len(called) == 1 and called[0].is_guest):
        raise NotAllowedError(Phrase("errors.gift_absent", nick=nick))
    return ledger.account_info(called[0])


def _account_of(ledger: Ledger, person: Person) -> AccountInfo:
    """Return the account of a person, with the nick that they have now."""
    try:
        return replace(ledger.account_info(person.id), nick=person.nick)
    except UnknownPlayerError:
        raise UnknownPlayerError(person.nick) from None


def name_of(account: AccountInfo) -> Phrase | str:
    """Return a player's nick, with the services account if that has another name."""
    nick, player = account.nick, account.player
    if player.is_guest or fold_account(nick) == fold_account(player.name):
        return nick
    return Phrase("names.of_account", nick=nick, account=player.name)


_WELCOMED = "welcomed"
"""The name under which the ledger notes that a player has read them, beside the choices of `!set`."""


class Welcome:
    """The players who have sat down for the first time, until their first deal is over."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._new: set[PlayerId] = set()
        self._played: set[PlayerId] = set()

    def note(self, speaker: Speaker) -> None:
        """Note a player who has sat down, if they have neither read the lines nor finished a deal."""
        ledger, player = self._services.ledger, speaker.person.id
        # They keep their seat even if the ledger fails.
        with suppress(LedgerError):
            if _WELCOMED not in ledger.preferences(player) and not ledger.last_hands(player, 1):
                self._new.add(player)

    def deal_ended(self, table: Table, ended: DealEnded) -> None:
        """Note the new players who had cards in a deal that was played to its end."""
        if self._new:
            seats = [table.seats.get(result.who.seat) for result in ended.results]
            played = {seat.person.id for seat in seats if seat is not None and seat.person is not None} & self._new
            self._new -= played
            self._played |= played

    def after_deal(self, table: Table, number: int) -> None:
        """Post the lines to the players at a table who have finished their first deal.

        Args:
            table: the table.
            number: its number, if its lines show it; else 0.
        """
        people = [seat.person for seat in table.seats.people if seat.person is not None] if self._played else []
        welcomed = [person for person in people if person.id in self._played]
        if not welcomed:
            return
        self._played.difference_update(person.id for person in welcomed)
        with suppress(LedgerError):
            self._services.ledger.save(*(SetPreference(person.id, _WELCOMED, "yes") for person in welcomed))
        channel = private_front(table.place.channel, number)
        for person in welcomed:
            for line in (Phrase("welcome.short"), Phrase("welcome.seed")):
                reply = Reply(tuple(self._services.words.parts((channel, line))), private=True)
                reader = reader_of(person, table.place.channel)
                # They come after the deal, and the next one does not wait for them.
                self._services.outbox.post(Outgoing(reader, reply, follows=(table.id,), is_kept=True))
