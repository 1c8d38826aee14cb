"""How many commands one person and one host may give: a bucket each, one warning when it is empty, then silence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Hashable

    from ircpoker.chat.message import Person
    from ircpoker.config import LimitSettings

Verdict = Literal["allow", "warn", "ignore"]

_SWEEP_AT = 1024
"""With so many people known, those whose buckets are full again are forgotten."""


class _Bucket:
    __slots__ = ("tokens", "updated", "warned")

    def __init__(self, tokens: float, updated: float) -> None:
        self.tokens = tokens
        self.updated = updated
        self.warned = False


class CommandLimiter:
    """Limits commands per person; whose commands they are and what time it is are arguments.

    A refused command costs nothing, and there is no second warning before the bucket was full again, so
    somebody who goes on at full speed gets an answer per `interval` and nothing besides.

    Examples:
        >>> limiter = CommandLimiter(burst=2, interval=2.0)
        >>> [limiter.check("bob", now) for now in (0.0, 0.1, 0.2, 0.3, 2.5)]
        ['allow', 'allow', 'warn', 'ignore', 'allow']
    """

    def __init__(self, burst: int, interval: float) -> None:
        """Set the limits.

        Args:
            burst: how many commands at once, at least one.
            interval: seconds until one more is allowed.
        """
        self._burst = burst
        self._interval = interval
        self._buckets: dict[Hashable, _Bucket] = {}
        self._sweep_at = _SWEEP_AT

    def check(self, person_key: Hashable, now: float) -> Verdict:
        """Count a command, if it is allowed.

        Args:
            person_key: who gave it.
            now: monotonic seconds.

        Returns:
            `allow`; or `warn` for the first command over the limit, which should be answered with a
            warning; or `ignore`.
        """
        bucket = self._bucket(person_key, now)
        if bucket.tokens >= 1:
            bucket.tokens -= 1
            return "allow"
        if bucket.warned:
            return "ignore"
        bucket.warned = True
        return "warn"

    def has_room(self, person_key: Hashable, now: float) -> bool:
        """Return whether a command would be allowed now."""
        return self._bucket(person_key, now).tokens >= 1

    @property
    def people(self) -> int:
        """How many people are remembered."""
        return len(self._buckets)

    def _bucket(self, person_key: Hashable, now: float) -> _Bucket:
        """Return somebody's bucket as it is now."""
        bucket = self._buckets.get(person_key)
        if bucket is None:
            if len(self._buckets) >= self._sweep_at:
                self._sweep(now)
            bucket = self._buckets[person_key] = _Bucket(self._burst, now)
        self._refill(bucket, now)
        return bucket

    def _refill(self, bucket: _Bucket, now: float) -> None:
        gained = (now - bucket.updated) / self._interval if self._interval > 0 else self._burst
        bucket.updated = now
        bucket.tokens = min(self._burst, bucket.tokens + gained)
        if bucket.tokens == self._burst:
            bucket.warned = False

    def _sweep(self, now: float) -> None:
        """Forget everybody who would start afresh, so that people who come and go cost no memory."""
        full_after = self._burst * self._interval
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if now - bucket.updated < full_after}
        # If most are still counted, the next sweep waits until there are twice as many: each costs what it frees.
        self._sweep_at = max(_SWEEP_AT, 2 * len(self._buckets))


class PersonLimiter:
    """Limits the commands of each person, and those of all people of one host together.

    A person is a services account, else `user@host`, and never a nick: whoever takes another one or somebody's nick
    has the same bucket as before.
    """

    def __init__(self, limits: LimitSettings) -> None:
        """Set the limits.

        Args:
            limits: those of one person; a host has `host_factor` times as much.
        """
        burst, interval, factor = limits.command_burst, limits.command_interval, limits.host_factor
        self._people = CommandLimiter(burst, interval)
        self._hosts = CommandLimiter(burst * factor, interval / factor) if factor else None

    def check(self, person: Person, now: float) -> Verdict:
        """Count a command, if it is allowed.

        Args:
            person: who gave it.
            now: monotonic seconds.

        Returns:
            As `CommandLimiter.check`; a host over its limit is warned once for all its people.
        """
        account, address = person.account, person.address
        who = ("account", account.casefold()) if account else ("address", address or person.nick_key)
        host = (person.network, address.rpartition("@")[2])
        if self._hosts is None or not address:
            return self._people.check((person.network, *who), now)
        if not self._hosts.has_room(host, now):
            return self._hosts.check(host, now)
        verdict = self._people.check((person.network, *who), now)
        if verdict == "allow":
            self._hosts.check(host, now)
        return verdict
