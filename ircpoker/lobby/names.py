"""Names under which nobody may sit down: those of the bot and of robots, and those that look like somebody's there."""

from __future__ import annotations

from collections.abc import Iterable

from ircpoker.config.settings import CONSOLE_NETWORK
from ircpoker.errors import NotAllowedError, quote
from ircpoker.lobby.context import TableContext
from ircpoker.people import Person
from ircpoker.robots import LEVELS, shown_names
from ircpoker.words import Phrase
from ircpoker.words.nearest import skeleton


def check_name(context: TableContext, person: Person, others: Iterable[str]) -> None:
    """Check that somebody may sit down under their nick.

    On IRC the server decides who has a nick, so only names that look like somebody else's are refused there. Who comes
    by a socket chooses a nick freely.

    Args:
        context: the bot's robots and its own nick.
        person: who wants to sit down.
        others: the nicks of those who are there. An equal one, in any case, is told apart by its network.

    Raises:
        NotAllowedError: they may not.
    """
    own = skeleton(person.nick)
    irc = {network.name for network in context.config.networks}
    if person.network not in irc and person.network != CONSOLE_NETWORK:
        reserved = [context.config.bot.nick, *context.robots, *shown_names(context.robots), *LEVELS]
        if any(own == skeleton(name) for name in reserved):
            raise NotAllowedError(Phrase("errors.name_reserved", nick=quote(person.nick)))
    for other in others:
        if own == skeleton(other) and person.nick.casefold() != other.casefold():
            raise NotAllowedError(Phrase("errors.name_alike", nick=quote(person.nick), other=other))
