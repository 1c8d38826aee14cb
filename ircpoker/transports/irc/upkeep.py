"""The rule by which the bot comes to where it wants to be, and comes back, but never too fast.

There is one rule for the connection, the login, the nick and each channel: a wanted state, a look at the state that is,
and one next attempt with its time. `OwnAttempts.of` is the table of the pauses. What a server says is only for the log
and for administrators: no list of its numerics decides anything, because every network has others.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from msgspec import Struct, field

from ircpoker.config import NetworkSettings
from ircpoker.runtime.event_log import log_event
from ircpoker.runtime.recent import OnceAnHour
from ircpoker.transports.irc.features import ServerFeatures
from ircpoker.transports.irc.wire import IrcLine
from ircpoker.words.plain_text import printable

_BANNED = re.compile(
    r"\bbann?(ed)?\b|\(\+b\)|\b[dgkqxz][- :]?lined?\b|\ba(uto)?[- ]?kill(ed)?\b|\bkilled\b", re.IGNORECASE
)
"""The words of servers for a ban, also of one that is not called so: G-line, K-line, Z-line, AKILL; and for a kill."""
_BANS = frozenset({"465", "474"})
_LEAST_ERROR, _TRY_AGAIN = "400", "263"
"""Numerics from 400 on are errors (RFC 2812, section 5.2), and 263 asks to try again."""
_NO_WORDS = "no answer"
_LOGGED_IN = frozenset({"900", "903"})
_CHANNEL_SIGNS = ("#", "&", "+", "!")
"""What the name of a channel begins with (RFC 2811)."""
_LONGEST_MISSING = 600.0
"""Seconds."""
_LONGEST_WORDS = 300

_logger = logging.getLogger(__name__)


class Pauses(NamedTuple):
    """How long the bot waits between its attempts at one wanted state, in seconds.

    Attributes:
        first: before the second attempt; doubled for each further one.
        most: the most before any attempt.
        first_banned: the first pause after somebody has sent the bot away: by a ban, a kill or a kick.
        most_banned: the most after that.
        lasting: the pause begins anew after the state has lasted for so long; a shorter stay counts as an attempt.
        between: the least between two attempts, whatever has happened since; also the pause after a state is lost that
            has lasted. 0 for none.
    """

    first: float
    most: float
    first_banned: float
    most_banned: float
    lasting: float
    between: float = 0.0


class Attempts(Struct):
    """The attempts at one wanted state; they outlive connections.

    Attributes:
        pauses: how long the bot waits between them.
        since: when the state was reached, or began to be missing; None before the first look.
        words: why it is missing, as the server says; empty while it is reached.
        is_reached: whether it was there at the last look.
        asked_at: when the attempt was made that is not decided yet; None if there is none.
        is_banned: whether it is missing because somebody has sent the bot away.
    """

    pauses: Pauses
    since: float | None = None
    words: str = ""
    is_reached: bool = False
    asked_at: float | None = None
    is_banned: bool = False
    _failures: int = 0
    _next_at: float = 0.0
    _tried_at: float = field(default=float("-inf"))

    @property
    def due_at(self) -> float:
        """The time of the next attempt."""
        return max(self._next_at, self._tried_at + self.pauses.between)

    def hear(self, words: str, *, is_banned: bool = False) -> None:
        """Note what the server says about the state, for the next look."""
        self.words = printable(words)[:_LONGEST_WORDS]
        self.is_banned = is_banned or bool(_BANNED.search(words))

    def begin(self, now: float) -> None:
        """Note that an attempt is made."""
        self.asked_at = self._tried_at = now
        self.words, self.is_banned = "", False
        if self.since is None:
            self.since = now

    def reach(self, now: float) -> None:
        """Note that the state is there."""
        self.asked_at = None
        if not self.is_reached:
            self.since, self.is_reached, self.words, self.is_banned = now, True, "", False

    def interrupt(self, now: float) -> None:
        """Note that the state is not there any more, through no fault of its own: the connection has ended."""
        if self.is_reached and self.since is not None and now - self.since >= self.pauses.lasting:
            self._failures = 0
        if self.is_reached or self.since is None:
            self.since = now
        self.is_reached, self.asked_at = False, None

    def miss(self, now: float, vary: Callable[[float], float] = float) -> float:
        """Note that the state was not reached or has not lasted, and plan the next attempt.

        Args:
            now: the time.
            vary: changes the pause at random, so that a network's bots do not all come back at the same moment.

        Returns:
            The seconds until the next attempt.
        """
        was_reached, pauses = self.is_reached, self.pauses
        self.interrupt(now)
        first, most = (pauses.first_banned, pauses.most_banned) if self.is_banned else (pauses.first, pauses.most)
        if was_reached and pauses.between and not self._failures:
            pause = pauses.between
        else:
            self._failures = max(1, self._failures)
            pause = vary(min(most, first * 2.0 ** (self._failures - 1)))
        # A pause that cannot grow any more need not be counted.
        self._failures += pauses.first * 2.0**self._failures < 2 * pauses.most_banned
        self._next_at = now + pause
        return pause

    def is_overdue(self, now: float) -> bool:
        """Return whether the state has been missing for so long that deals are interrupted for it; they go on later."""
        return not self.is_reached and self.since is not None and now - self.since > _LONGEST_MISSING

    def hurry(self, now: float) -> None:
        """Let the next attempt be made now, or as soon as may be: something has changed for the better."""
        if not self.is_reached:
            self.asked_at, self._next_at = None, now


class OwnAttempts(Struct, frozen=True):
    """The attempts at the wanted states of the bot itself, and the pauses for channels.

    With the shortest pauses that a configuration may have, there are at most seven connections in a minute, and seven
    attempts to join a channel.

    Attributes:
        connection: that the server has welcomed it.
        login: that services have logged it in.
        nick: that it has its own nick.
        channel: the pauses between the attempts to join a channel.
    """

    connection: Attempts
    login: Attempts
    nick: Attempts
    channel: Pauses

    @classmethod
    def of(cls, network: NetworkSettings) -> OwnAttempts:
        """Return the attempts on a network, of which none was made yet."""
        most, retry = network.backoff_most, network.join_retry
        return cls(
            connection=Attempts(Pauses(most / 60, most, most, 30 * most, most)),
            login=Attempts(Pauses(most, 8 * most, most, 8 * most, most, most / 12)),
            nick=Attempts(Pauses(most / 2, 8 * most, most, 30 * most, most, most / 12)),
            channel=Pauses(retry, 8 * retry, retry, 30 * retry, 8 * retry, retry / 6),
        )


class WantedState(Struct, frozen=True):
    """A state that the bot wants on a connection.

    Attributes:
        trouble: what the log says where it is missing, before the server's words.
        attempts: the attempts at it.
        is_so: returns whether it is there now.
        attempt: asks for it.
        concerns: returns whether an error names it.
        advice: returns how the owner helps, after an error; empty for most.
    """

    trouble: str
    attempts: Attempts
    is_so: Callable[[], bool]
    attempt: Callable[[], None]
    concerns: Callable[[IrcLine], bool]
    advice: Callable[[IrcLine], str] = lambda _line: ""


class Upkeep:
    """Looks after all wanted states of one connection."""

    def __init__(
        self,
        network: NetworkSettings,
        wanted: Callable[[], Iterable[WantedState]],
        later: Callable[[float, Callable[[], None]], None],
        now: Callable[[], float],
        troubles: OnceAnHour,
    ) -> None:
        """Prepare; `start` begins.

        Args:
            network: its name, and how long an answer may take.
            wanted: returns the wanted states.
            later: calls a function after so many seconds, unless the connection has ended.
            now: returns the loop's time.
            troubles: says which troubles have not been logged within the last hour.
        """
        self._network = network
        self._wanted = wanted
        self._later = later
        self._now = now
        self._troubles = troubles
        self._is_started = False
        self._wakes_at: float | None = None

    def start(self) -> None:
        """Begin: the bot is on the network now."""
        self._is_started = True
        self.tend()

    def end(self) -> None:
        """Note that the connection has ended."""
        if self._is_started:
            self._is_started = False
            for state in self._wanted():
                state.attempts.interrupt(self._now())

    def tend(self) -> None:
        """Look at all states and do what is due; wake up for the next step."""
        if not self._is_started:
            return
        steps = [step for state in self._wanted() if (step := self._tend_to(state)) is not None]
        at = min(steps, default=None)
        # An earlier wake-up finds out by itself that nothing is due yet.
        if at is not None and (self._wakes_at is None or at < self._wakes_at):
            self._wakes_at = at
            self._later(max(0.0, at - self._now()), lambda: self._wake(at))

    def _wake(self, at: float) -> None:
        if self._wakes_at == at:
            self._wakes_at = None
            self.tend()

    def _tend_to(self, state: WantedState) -> float | None:
        """Look at a state and do what is due; return when to look again, None if only an event can change it."""
        attempts, now, patience = state.attempts, self._now(), self._network.answer
        if state.is_so():
            attempts.reach(now)
            return None
        if attempts.is_reached:
            self._plan(state, now)
        elif attempts.asked_at is not None:
            if now < attempts.asked_at + patience:
                return attempts.asked_at + patience
            self._plan(state, now)
        if now < attempts.due_at:
            return attempts.due_at
        attempts.begin(now)
        state.attempt()
        return now + patience

    def _plan(self, state: WantedState, now: float) -> None:
        """Plan the next attempt, and log why one is needed, once a cause."""
        pause, words = state.attempts.miss(now), state.attempts.words or _NO_WORDS
        state.attempts.words = words
        warn_once(self._troubles, self._network.name, f"{state.trouble}: {words}; trying again in {pause:g} s", words)

    def hear(self, line: IrcLine) -> None:
        """Take an error's words for the state that it names; where it names none, for those just asked for."""
        if not _is_error(line):
            return
        states = [state for state in self._wanted() if not state.attempts.is_reached]
        named = [state for state in states if state.concerns(line)]
        is_of_another = line.param(1).startswith(_CHANNEL_SIGNS)
        if not named and line.command != "NOTICE" and not is_of_another:
            named = [each for each in states if each.attempts.asked_at is not None and not each.attempts.words]
        for state in named:
            state.attempts.hear(line.param(-1) + state.advice(line), is_banned=line.command in _BANS)


def _is_error(line: IrcLine) -> bool:
    """Return whether a line may say why the server refuses something; some servers do so by a NOTICE."""
    if line.command.isdigit():
        return (line.command >= _LEAST_ERROR and line.command not in _LOGGED_IN) or line.command == _TRY_AGAIN
    return line.command == "FAIL" or (line.command == "NOTICE" and not line.source.host)


def warn_once(troubles: OnceAnHour, network: str, message: str, cause: str) -> None:
    """Warn of a trouble unless its cause was logged within the last hour; numbers in it make no other cause."""
    if troubles.is_due(re.sub(r"\d+", "0", f"{message.partition(':')[0]} {cause}")):
        log_event(_logger, "missing", "%s: %s", network, message, facts={"network": network}, level=logging.WARNING)


def names(features: ServerFeatures, name: str, line: IrcLine) -> bool:
    """Return whether a line from the server names a nick or a channel, also within its text."""
    key, (*params, text) = features.fold(name), line.params[1:] or ("",)  # The first one is the bot itself.
    return key in map(features.fold, params) or key in features.fold(text).split(" ")
