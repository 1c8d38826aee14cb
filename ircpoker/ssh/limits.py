"""How many connections one host may have at a time, and make in a minute."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ircpoker.runtime.last_minute import LastMinute
from ircpoker.words.plain_text import host_of

if TYPE_CHECKING:
    from ircpoker.ssh.settings import SshSettings


class HostLimits:
    """Counts the connections of each host; the host of an IPv6 address is its /64."""

    def __init__(self, settings: SshSettings) -> None:
        self._settings = settings
        self._open: Counter[str] = Counter()
        self._new = LastMinute()

    def refusal(self, address: str, now: float) -> str:
        """Count a new connection, unless it is one too many.

        Args:
            address: the address of IPv4 or IPv6 that it comes from.
            now: monotonic seconds.

        Returns:
            Why it is refused, in words for its user; empty if it is counted.
        """
        host, limits = host_of(address), self._settings
        self._new.forget(now)
        if self._open[host] >= limits.sessions_per_host:
            return f"Only {limits.sessions_per_host} connections at a time from one host."
        if self._new.counts[host] >= limits.logins_per_minute:
            return f"Only {limits.logins_per_minute} new connections a minute from one host: try again later."
        if self._open.total() >= limits.most_sessions:
            return "All seats in the lobby are taken: try again later."
        self._open[host] += 1
        self._new.add(host, now)
        return ""

    def end(self, address: str) -> None:
        """Forget a connection that `refusal` has counted."""
        host = host_of(address)
        self._open[host] -= 1
        if not self._open[host]:
            del self._open[host]
