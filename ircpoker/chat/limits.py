"""Limits how often somebody may ask: the commands of each person and each host, and wrong codes.

Commands take tokens from a bucket; when one is empty there is a warning, then silence. Codes cannot be guessed anyway,
but nobody should try for long.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Literal, NamedTuple

from ircpoker.config import LimitSettings
from ircpoker.errors import NotAllowedError
from ircpoker.people import Person
from ircpoker.runtime.recent import SECONDS as MINUTE
from ircpoker.runtime.recent import LastMinute
from ircpoker.words import Phrase
from ircpoker.words.plain_text import fold_account

Verdict = Literal["allow", "warn", "ignore"]

_SWEEP_AT = 1024
"""With this many buckets, those that are full again are forgotten."""


class Refusal(NamedTuple):
    """A command that is over a limit.

    Attributes:
        host: the host whose limit it is; empty if it is the person's own.
        seconds: the time until a command is allowed again, if nobody else of the host takes it.
        is_due: whether the person is to read this now; else the answer is silence.
    """

    host: str
    seconds: float
    is_due: bool


class Bucket:
    """A token bucket: `burst` commands at once, then one per interval; the time is an argument.

    A refusal takes no token, and there is no second warning until the bucket has been full again. So somebody who goes
    on at full speed gets one answer per interval and nothing else.

    An answer of several lines takes a token for each.

    Examples:
        >>> bucket = Bucket(burst=2, interval=2.0)
        >>> [bucket.take(now) for now in (0.0, 0.1, 0.2, 0.3, 2.5)]
        ['allow', 'allow', 'warn', 'ignore', 'allow']
    """

    __slots__ = ("_burst", "_interval", "_tokens", "_updated", "_warned")

    def __init__(self, burst: int, interval: float) -> None:
        """Make a full bucket.

        Args:
            burst: the commands allowed at once, at least one.
            interval: the seconds until one more is allowed, more than 0.
        """
        self._burst = burst
        self._interval = interval
        self._tokens: float = burst
        self._updated = 0.0
        self._warned = False

    def take(self, now: float) -> Verdict:
        """Take a token, if there is one.

        Args:
            now: monotonic seconds.

        Returns:
            `allow`; `warn` for the first command over the limit, which should be answered with a warning; or `ignore`.
        """
        if self.has_room(now):
            self._tokens -= 1
            return "allow"
        if self._warned:
            return "ignore"
        self._warned = True
        return "warn"

    def charge(self, cost: int, now: float) -> None:
        """Take this many tokens, even more than there are; a debt is at most the burst."""
        self.has_room(now)
        self._tokens = max(-self._burst, self._tokens - cost)

    def has_room(self, now: float) -> bool:
        """Return whether there is a token."""
        self._tokens = min(self._burst, self._tokens + (now - self._updated) / self._interval)
        self._updated = now
        if self._tokens == self._burst:
            self._warned = False
        return self._tokens >= 1

    def wait(self, now: float) -> float:
        """Return the seconds until there is a token."""
        return 0.0 if self.has_room(now) else (1 - self._tokens) * self._interval

    def is_surely_full(self, now: float) -> bool:
        """Return whether the bucket is full again."""
        return self._tokens + (now - self._updated) / self._interval >= self._burst


class _Host:
    """The guests of one host: a bucket for all, and when it is empty, an equal share of a minute for each."""

    def __init__(self, bucket: Bucket, a_minute: float) -> None:
        self.bucket = bucket
        self._a_minute = a_minute
        self._served = LastMinute()
        self._warned_guests = LastMinute()

    def has_room(self, guest: Hashable, now: float) -> bool:
        """Return whether there is a token, or this guest had fewer in the last minute than an equal share."""
        if self.bucket.has_room(now):
            return True
        self._served.forget(now)
        served = self._served.counts
        return served[guest] + 1 <= self._a_minute / len(served.keys() | {guest})

    def charge(self, guest: Hashable, cost: int, now: float) -> None:
        """Count tokens of a guest."""
        self.bucket.charge(cost, now)
        self._served.add(guest, now, cost)

    def is_warning_due(self, guest: Hashable, now: float) -> bool:
        """Return whether a guest is to be told of a refusal: once a minute."""
        self._warned_guests.forget(now)
        if self._warned_guests.counts[guest]:
            return False
        self._warned_guests.add(guest, now)
        return True

    def is_idle(self, now: float) -> bool:
        """Return whether nothing is left to remember."""
        self._served.forget(now)
        self._warned_guests.forget(now)
        return not self._served.counts and not self._warned_guests.counts and self.bucket.is_surely_full(now)


class CommandLimiter:
    """Limits the commands of each person, and those of all guests of one host together.

    A person is a services account, or else `user@host`, but not a nick: somebody with a new nick keeps their bucket. If
    the transport knows connections, each connection has a bucket. A services account belongs to no host.
    """

    def __init__(self, limits: LimitSettings) -> None:
        """Set the limits.

        Args:
            limits: the limits of one person; the guests of a host may give `host_factor` times as many commands.
        """
        self._limits = limits
        self._buckets: dict[Hashable, Bucket] = {}
        self._hosts: dict[Hashable, _Host] = {}
        self._sweep_at = _SWEEP_AT

    def check(self, person: Person, now: float) -> Refusal | None:
        """Count a command, if it is allowed.

        Args:
            person: the person who gave it.
            now: monotonic seconds.

        Returns:
            None if it is allowed. A person over a limit is told once until their bucket has been full again; each
            guest of a host over its limit once a minute.
        """
        key = self._key(person)
        own = self._bucket(key, now)
        if not own.has_room(now):
            return Refusal("", own.wait(now), own.take(now) == "warn")
        host = self._host(person, now)
        if host is not None:
            if not host.has_room(key, now):
                return Refusal(person.where, host.bucket.wait(now), host.is_warning_due(key, now))
            host.charge(key, 1, now)
        own.take(now)
        return None

    def charge(self, person: Person, tokens: int, now: float) -> None:
        """Count further tokens for the person and their host; with its first one, no command costs more than the burst.

        Args:
            person: the person who gave the command.
            tokens: such as the further lines of its answer.
            now: monotonic seconds.
        """
        cost = min(tokens, self._limits.command_burst - 1)
        key = self._key(person)
        own = self._bucket(key, now)
        own.charge(cost, now)
        host = self._host(person, now)
        if host is not None:
            host.charge(key, cost, now)

    def takes_seat(self, person: Person, now: float) -> bool:
        """Count a change of the person's seat; return whether it costs nothing else: so many as a burst of commands."""
        return self._bucket(("seat", *self._key(person)), now).take(now) == "allow"

    @property
    def known(self) -> int:
        """The number of people and hosts that are remembered."""
        return len(self._buckets) + len(self._hosts)

    def _key(self, person: Person) -> tuple[Hashable, ...]:
        if person.account:
            return person.network, "account", fold_account(person.account)
        return person.network, "address", person.address or person.nick_key, person.connection

    def _bucket(self, key: Hashable, now: float) -> Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            self._sweep(now)
            bucket = self._buckets[key] = Bucket(self._limits.command_burst, self._limits.command_interval)
        return bucket

    def _host(self, person: Person, now: float) -> _Host | None:
        """Return the host of a guest; None for a person who belongs to no host."""
        factor = self._limits.host_factor
        if person.account or not person.where or not factor:
            return None
        key = person.network, person.where
        host = self._hosts.get(key)
        if host is None:
            self._sweep(now)
            burst, interval = self._limits.command_burst * factor, self._limits.command_interval / factor
            host = self._hosts[key] = _Host(Bucket(burst, interval), MINUTE / interval)
        return host

    def _sweep(self, now: float) -> None:
        """With many buckets, forget those that are full, so that people who come and go take no memory."""
        if self.known < self._sweep_at:
            return
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.is_surely_full(now)}
        self._hosts = {key: host for key, host in self._hosts.items() if not host.is_idle(now)}
        # If most are kept, the next sweep waits until there are twice as many.
        self._sweep_at = max(_SWEEP_AT, 2 * self.known)


MOST_WRONG = 5
"""The wrong codes that somebody may give in `MINUTES`."""
MINUTES = 10
_MOST_KNOWN = 10_000


class Guesses:
    """The wrong codes of the last minutes."""

    def __init__(self, now: Callable[[], float]) -> None:
        """Begin without any.

        Args:
            now: returns the time in monotonic seconds.
        """
        self._now = now
        self._wrong: dict[Hashable, list[float]] = {}

    def check(self, who: Hashable) -> None:
        """Raise NotAllowedError if somebody, or their host, has given too many wrong codes."""
        if len(self._recent(who)) >= MOST_WRONG:
            raise NotAllowedError(Phrase("errors.many_guesses", minutes=MINUTES))

    def note_wrong(self, who: Hashable) -> None:
        """Count a wrong code."""
        recent = [*self._recent(who), self._now()]
        self._wrong.pop(who, None)
        self._wrong[who] = recent  # the latest is the last to be forgotten
        if len(self._wrong) > _MOST_KNOWN:
            del self._wrong[next(iter(self._wrong))]

    def _recent(self, who: Hashable) -> list[float]:
        since = self._now() - 60 * MINUTES
        return [at for at in self._wrong.get(who, ()) if at > since]
