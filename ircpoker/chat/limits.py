"""Limits the commands of each person and each host: a token bucket, one warning when it is empty, then silence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ircpoker.ledger import fold_account

if TYPE_CHECKING:
    from collections.abc import Hashable

    from ircpoker.chat.message import Person
    from ircpoker.config import LimitSettings

Verdict = Literal["allow", "warn", "ignore"]

_SWEEP_AT = 1024
"""With this many buckets, those that are full again are forgotten."""


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
        """Take this many tokens, even more than there are."""
        self.has_room(now)
        self._tokens -= cost

    def has_room(self, now: float) -> bool:
        """Return whether there is a token."""
        self._tokens = min(self._burst, self._tokens + (now - self._updated) / self._interval)
        self._updated = now
        if self._tokens == self._burst:
            self._warned = False
        return self._tokens >= 1

    def is_surely_full(self, now: float) -> bool:
        """Return whether the bucket is full again."""
        return self._tokens + (now - self._updated) / self._interval >= self._burst


class CommandLimiter:
    """Limits the commands of each person, and those of all people of one host together.

    A person is a services account, or else `user@host`, but not a nick: somebody with a new nick keeps their bucket. If
    the transport knows connections, each connection has a bucket.
    """

    def __init__(self, limits: LimitSettings) -> None:
        """Set the limits.

        Args:
            limits: the limits of one person; a host may give `host_factor` times as many commands.
        """
        self._limits = limits
        self._buckets: dict[Hashable, Bucket] = {}
        self._sweep_at = _SWEEP_AT

    def check(self, person: Person, now: float, connection: str = "") -> Verdict:
        """Count a command, if it is allowed.

        Args:
            person: the person who gave it.
            now: monotonic seconds.
            connection: the connection that it came by, if the transport knows it.

        Returns:
            The same as `Bucket.take`; a host over its limit is warned once for all its people.
        """
        own, host = self._buckets_of(person, connection, now)
        if host is None:
            return own.take(now)
        if not host.has_room(now):
            return host.take(now)
        verdict = own.take(now)
        if verdict == "allow":
            host.take(now)
        return verdict

    def charge(self, person: Person, lines: int, now: float, connection: str = "") -> None:
        """Count the further lines of an answer, for the person and their host; no answer costs more than the burst."""
        for bucket in self._buckets_of(person, connection, now):
            if bucket is not None:
                bucket.charge(min(lines, self._limits.command_burst - 1), now)

    @property
    def known(self) -> int:
        """The number of people and hosts that are remembered."""
        return len(self._buckets)

    def _buckets_of(self, person: Person, connection: str, now: float) -> tuple[Bucket, Bucket | None]:
        """Return the bucket of a person, and that of their host if it has one."""
        network, account, address = person.network, person.account, person.address
        who = ("account", fold_account(account)) if account else ("address", address or person.nick_key, connection)
        own = self._bucket((network, *who), 1, now)
        if not self._limits.host_factor or not address:
            return own, None
        return own, self._bucket((network, "host", address.rpartition("@")[2]), self._limits.host_factor, now)

    def _bucket(self, key: Hashable, factor: int, now: float) -> Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= self._sweep_at:
                self._sweep(now)
            burst, interval = self._limits.command_burst, self._limits.command_interval
            bucket = self._buckets[key] = Bucket(burst * factor, interval / factor)
        return bucket

    def _sweep(self, now: float) -> None:
        """Forget everybody with a full bucket, so that people who come and go take no memory."""
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.is_surely_full(now)}
        # If most buckets are kept, the next sweep waits until there are twice as many.
        self._sweep_at = max(_SWEEP_AT, 2 * len(self._buckets))
