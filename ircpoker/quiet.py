"""Logs a repeated fault only once a minute."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

PAUSE_SECONDS = 60.0


class OnceAMinute:
    """Remembers which texts were logged within the last minute.

    Examples:
        >>> from datetime import timedelta
        >>> from ircpoker.clock import ManualClock
        >>> clock = ManualClock()
        >>> full = OnceAMinute(clock.monotonic)
        >>> full.is_due("disk full"), full.is_due("disk full"), full.is_due("no such file")
        (True, False, True)
        >>> clock.advance(timedelta(minutes=1))
        >>> full.is_due("disk full")
        True
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._logged: dict[str, float] = {}

    def is_due(self, text: str) -> bool:
        """Return whether a text was not logged within the last minute; from now on it counts as logged."""
        now = self._now()
        self._logged = {text: at for text, at in self._logged.items() if now - at < PAUSE_SECONDS}
        if text in self._logged:
            return False
        self._logged[text] = now
        return True
