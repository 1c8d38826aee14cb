"""Time as an argument: code that needs the time takes a `Clock`, so that tests and replays can choose the time."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Protocol


class Clock(Protocol):
    """A source of time."""

    def now(self) -> datetime:
        """Return the date and time in UTC, with its time zone, for dates in records."""

    def monotonic(self) -> float:
        """Return seconds that never run backwards, from an unknown start, for waiting and for limits."""


class SystemClock:
    """The clock of this machine."""

    now = staticmethod(partial(datetime.now, UTC))
    monotonic = staticmethod(time.monotonic)


class ManualClock:
    """A clock that moves only by calls of `advance`.

    Examples:
        >>> clock = ManualClock(datetime(2026, 7, 1, 12, tzinfo=UTC))
        >>> clock.advance(timedelta(minutes=1))
        >>> clock.now().isoformat(), clock.monotonic()
        ('2026-07-01T12:01:00+00:00', 60.0)
    """

    def __init__(self, start: datetime = datetime(2026, 1, 1, tzinfo=UTC)) -> None:
        self._now = start.astimezone(UTC)
        self._seconds = 0.0

    def now(self) -> datetime:
        """Return the date and time in UTC."""
        return self._now

    def monotonic(self) -> float:
        """Return the seconds that `advance` has added so far."""
        return self._seconds

    def advance(self, by: timedelta) -> None:
        """Move on by `by`, which is not negative."""
        self._now += by
        self._seconds += by.total_seconds()

    def put(self, now: datetime) -> None:
        """Set the date, as an operator or a time server does; `monotonic` is not affected."""
        self._now = now.astimezone(UTC)
