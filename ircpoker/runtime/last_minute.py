"""Counts what happened within the last minute."""

from __future__ import annotations

from collections import Counter, deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable

SECONDS = 60.0


class LastMinute:
    """Counts events by key, and forgets each after a minute.

    Attributes:
        counts: the number for each key with an event; right after `forget` with the time.

    Examples:
        >>> minute = LastMinute()
        >>> minute.add("alice", now=0.0)
        >>> minute.add("alice", now=30.0, count=2)
        >>> minute.forget(now=60.0)
        >>> minute.counts["alice"]
        2
    """

    def __init__(self) -> None:
        """Begin without any event."""
        self.counts: Counter[Hashable] = Counter()
        self._events: deque[tuple[float, Hashable, int]] = deque()

    def add(self, key: Hashable, now: float, count: int = 1) -> None:
        """Count events; `now` is in monotonic seconds."""
        self._events.append((now, key, count))
        self.counts[key] += count

    def forget(self, now: float) -> None:
        """Forget the events that are a minute old."""
        while self._events and self._events[0][0] <= now - SECONDS:
            _, key, count = self._events.popleft()
            self.counts[key] -= count
            if not self.counts[key]:
                del self.counts[key]
