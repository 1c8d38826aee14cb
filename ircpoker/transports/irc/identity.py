"""The bot's introduction: nicks to try, a user name that every server accepts, the real name, answers to CTCP.

`OwnNick` takes another nick where the wanted one is taken, and finds the way back to it.
"""

from __future__ import annotations

import platform
import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from random import Random

from ircpoker import __version__
from ircpoker.transports.irc.context import StayContext
from ircpoker.transports.irc.login import to_nickserv
from ircpoker.transports.irc.upkeep import WantedState, names
from ircpoker.transports.irc.wire import IrcLine, clean_text

SHORTEST_NICK_LIMIT = 9
"""The length of a nick that every server accepts (RFC 2812, section 1.2.1)."""
LONGEST_REAL_NAME = 50
"""The length of a real name that most servers accept."""
_LONGEST_PING = 64
_FALLBACK = "poker"


def plain_nicks(wanted: str, rng: Random) -> Iterator[str]:
    """Yield endlessly nicks that any server accepts: short, letters and digits only.

    Args:
        wanted: the nick that they resemble.
        rng: chooses the digits, so that two bots with the same name do not try the same nicks in turn.

    Yields:
        The plain form of `wanted`, then the same with digits.

    Examples:
        >>> from random import Random
        >>> next(plain_nicks("{the}-dealer-of-cards", Random(1)))
        'thedealer'
    """
    plain = _plain(wanted)
    yield plain[:SHORTEST_NICK_LIMIT]
    while True:
        digits = f"{rng.randrange(1000):03}"
        yield plain[: SHORTEST_NICK_LIMIT - len(digits)] + digits


def nicks_after(wanted: str, rng: Random) -> Iterator[str]:
    """Yield endlessly the nicks to try after `wanted`."""
    yield from (f"{wanted}_", f"{wanted}__")
    yield from islice(plain_nicks(wanted, rng), 1, None)


def user_name(nick: str) -> str:
    """Return a user name for a nick: servers refuse all but plain ones (`Invalid user name`).

    Examples:
        >>> user_name("{Dealer}")
        'dealer'
        >>> user_name("[]")
        'poker'
    """
    return _plain(nick)[:SHORTEST_NICK_LIMIT].lower()


def real_name(owner: str, prefix: str) -> str:
    """Return the real name: program, owner and how to get help.

    Examples:
        >>> real_name("alice", "!")
        'poker bot of alice, say !help'
    """
    of_owner = f" of {owner}" if owner else ""
    return clean_text(f"poker bot{of_owner}, say {prefix}help")[:LONGEST_REAL_NAME]


def answer_ctcp(request: str, owner: str) -> str | None:
    r"""Return the answer to a CTCP request.

    Args:
        request: a message that begins with \x01.
        owner: who runs the bot.

    Returns:
        The text of the NOTICE without the \x01 at both ends, or None if there is no answer: DCC and all other
        requests are ignored.

    Examples:
        >>> answer_ctcp("\x01PING 12345\x01", "alice")
        'PING 12345'
        >>> answer_ctcp("\x01DCC\x01", "alice") is None
        True
    """
    command, _, argument = request.strip("\x01").partition(" ")
    match command.upper():
        case "VERSION":
            return f"VERSION ircpoker {__version__}, Python {platform.python_version()}"
        case "PING":
            return f"PING {clean_text(argument)[:_LONGEST_PING]}".rstrip()
        case "SOURCE":
            return clean_text(f"SOURCE ircpoker {__version__}, MIT licence{f', run by {owner}' if owner else ''}")
    return None


def _plain(name: str) -> str:
    plain = re.sub(r"[^A-Za-z0-9]", "", name).lstrip("0123456789")
    return plain or _FALLBACK


_MOST_NICKS = 20
"""Nicks to try on one connection; after a server has refused them all, the bot waits for a while."""
_ERRONEOUS = "432"


class OwnNick:
    """Finds a nick that the server accepts, and takes the wanted one when it can be had."""

    def __init__(self, stay: StayContext) -> None:
        """Begin with the wanted nick."""
        self._setup, self._features, self._people = stay.setup, stay.features, stay.people
        self._connection = stay.connection
        self._nicks: Iterator[str] = nicks_after(stay.setup.nick, stay.setup.rng)
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
