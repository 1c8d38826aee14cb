"""Logs a repeated fault only once a minute, or once an hour."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Callable

PAUSE_SECONDS = 60.0
_HOUR_SECONDS = 3600.0
_MOST_TEXTS = 100
"""The most texts that are remembered: further ones are not logged, as somebody makes them up."""


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
        if text in self._logged or len(self._logged) >= _MOST_TEXTS:
            return False
        self._logged[text] = now
        return True


class OnceAnHour(OnceAMinute):
    """Remembers which texts were logged within the last hour."""

    pause = _HOUR_SECONDS
