"""The bot's own nick: another one where it is taken, and the way back to it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ircpoker.transports.irc.identity import nicks_after, plain_nicks
from ircpoker.transports.irc.login import to_nickserv
from ircpoker.transports.irc.upkeep import WantedState, names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ircpoker.transports.irc.connection import Connection
    from ircpoker.transports.irc.context import ClientContext
    from ircpoker.transports.irc.features import ServerFeatures
    from ircpoker.transports.irc.people import UserTracker
    from ircpoker.transports.irc.wire import IrcLine

_MOST_NICKS = 20
"""Nicks to try on one connection; after a server has refused them all, the bot waits for a while."""
_ERRONEOUS = "432"


class OwnNick:
    """Finds a nick that the server accepts, and takes the wanted one when it can be had."""

    def __init__(
        self, setup: ClientContext, connection: Connection, features: ServerFeatures, people: UserTracker
    ) -> None:
        """Begin with the wanted nick.

        Args:
            setup: the client's configuration, with that nick.
            connection: takes commands.
            features: how the server folds nicks.
            people: knows the nick that the bot has.
        """
        self._setup = setup
        self._connection = connection
        self._features = features
        self._people = people
        self._nicks: Iterator[str] = nicks_after(setup.nick, setup.rng)
        self._refused = 0
        self._tries_plain_nicks = False

    def state(self) -> WantedState:
        """Return the wish to have the own nick."""
        nick = self._setup.nick
        return WantedState(
            f"the nick {nick!a} cannot be had",
            self._setup.attempts.nick,
            is_so=self._is_had,
            attempt=self._regain,
            concerns=partial(names, self._features, nick),
        )

    def _is_had(self) -> bool:
        """Return whether the bot has its nick, as long as the server lets it be: it may have cut it at the welcome."""
        fold = self._features.fold
        return fold(self._setup.nick).startswith(fold(self._people.me.nick))

    def _regain(self) -> None:
        if self._setup.network.sasl:
            # Somebody else has it, perhaps the bot's own old connection: services can take it back.
            self._connection.send_raw(to_nickserv(f"GHOST {self._setup.nick}"))
        self._connection.nick(self._setup.nick)

    def try_another(self, line: IrcLine) -> None:
        """Take another nick before the welcome, after the server has refused one."""
        if line.command == _ERRONEOUS and not self._tries_plain_nicks:
            self._tries_plain_nicks = True
            self._nicks = plain_nicks(self._setup.nick, self._setup.rng)
        self._refused += 1
        if self._refused > _MOST_NICKS:
            self._setup.attempts.connection.hear(f"no nick is accepted: {line.param(-1)}")
            self._connection.abort()
            return
        self._people.me = self._people.me._replace(nick=next(self._nicks))
        self._connection.nick(self._people.me.nick)

    def note_free(self, nick: str, now: float, tend: Callable[[], None]) -> None:
        """Take the wanted nick if this is the one that has become free."""
        if self._features.fold(nick) == self._features.fold(self._setup.nick):
            self._setup.attempts.nick.hurry(now)
            tend()
