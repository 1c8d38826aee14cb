"""Maps the people who talk to the bot to the players in the ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.errors import UnknownPlayerError
from ircpoker.ledger import PlayerId

if TYPE_CHECKING:
    from ircpoker.chat.message import Message, Person
    from ircpoker.ledger import AccountInfo, Ledger


def player_of(person: Person) -> PlayerId:
    """Return the player that a person is: the services account, or else a guest under this nick.

    Args:
        person: somebody on a network.

    Returns:
        The same player for the same person at any time.

    Raises:
        UsageError: the nick or the account has characters that cannot be stored.

    Examples:
        >>> from ircpoker.chat.message import Person
        >>> str(player_of(Person("libera", "Al^", "al^")))
        'guest:libera/al^'
        >>> str(player_of(Person("libera", "Al^", "al^", account="Alice")))
        'account:libera/alice'
    """
    return PlayerId.of(person.network, nick_key=person.nick_key, account=person.account)


def open_account(ledger: Ledger, person: Person) -> AccountInfo:
    """Return a person's account; a new person gets the first chips.

    Args:
        ledger: the ledger.
        person: the person.

    Returns:
        The account.
    """
    return ledger.open_player(player_of(person), nick=person.nick, nick_key=person.nick_key)


def account_called(ledger: Ledger, nick: str, message: Message) -> AccountInfo:
    """Return the account of the player who has a nick, or had it last, on the network of a message.

    Args:
        ledger: the ledger.
        nick: the nick as typed.
        message: has the network, and the way in which nicks are compared there.

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
