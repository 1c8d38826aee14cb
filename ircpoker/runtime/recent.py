"""What happened within the last minute or hour: counted, or a repeated fault that is logged only once."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Hashable
from typing import ClassVar

from ircpoker.runtime.shares import is_full

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


PAUSE_SECONDS = 60.0
_HOUR_SECONDS = 3600.0


class OnceAMinute:
    """Remembers which texts were logged within the last minute.

    Examples:
        >>> from datetime import timedelta
        >>> from ircpoker.runtime.clock import ManualClock
        >>> clock = ManualClock()
        >>> full = OnceAMinute(clock.monotonic)
        >>> full.is_due("disk full"), full.is_due("disk full"), full.is_due("no such file")
        (True, False, True)
        >>> clock.advance(timedelta(minutes=1))
        >>> full.is_due("disk full")
        True
    """

    pause: ClassVar[float] = PAUSE_SECONDS

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._logged: dict[str, float] = {}

    def is_due(self, text: str) -> bool:
        """Return whether a text was not logged within the last pause; from now on it counts as logged."""
        now = self._now()
        self._logged = {text: at for text, at in self._logged.items() if now - at < self.pause}
        if text in self._logged or is_full("log", len(self._logged)):
            return False  # With so many, somebody makes them up.
        self._logged[text] = now
        return True


class OnceAnHour(OnceAMinute):
    """Remembers which texts were logged within the last hour."""

    pause = _HOUR_SECONDS
