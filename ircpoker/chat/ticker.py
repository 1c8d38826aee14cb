"""What has to happen later although nobody says anything: clocks, reminders, robots' turns, pauses between deals.

Games register here; whoever owns the loop asks how long it may sleep and then lets them act. Nothing here waits.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from ircpoker.clock import Clock

FAILED_PAUSE = 1.0
"""Seconds that something which failed is left alone: it must not take the time of all others."""
_MOST_AT_ONCE = 1000

_logger = logging.getLogger(__name__)


class Timed(Protocol):
    """Something with deadlines of its own, in seconds of the services' clock (`Clock.monotonic`)."""

    def next_deadline(self) -> float | None:
        """Return when there is something to do, None if nothing is planned."""

    def tick(self) -> None:
        """Do what is due, for a few milliseconds at most: what is left stays due and has its turn at once."""

    def closing(self) -> None:
        """The process is about to end: say what people should know, keep what must be kept."""


@dataclass(slots=True)
class _Entry:
    timed: Timed
    not_before: float = float("-inf")


class Ticker:
    """Lets everything that has registered act when its time has come; one that fails does not stop the others.

    Examples:
        >>> class Egg:
        ...     done = False
        ...     def next_deadline(self): return None if self.done else 240.0
        ...     def tick(self): self.done = True
        ...     def closing(self): pass
        >>> ticker = Ticker()
        >>> ticker.add(Egg())
        >>> ticker.wait(now=60.0)
        180.0
        >>> ticker.tick(now=240.0)
        >>> ticker.wait(now=240.0) is None
        True
    """

    def __init__(self) -> None:
        self._entries: list[_Entry] = []
        self._on_wake: Callable[[], None] | None = None

    def add(self, timed: Timed) -> None:
        """Let `timed` act from now on."""
        self._entries.append(_Entry(timed))
        self.wake()

    def on_wake(self, action: Callable[[], None] | None) -> None:
        """Set what is called when a deadline may have changed: whoever sleeps has to ask again."""
        self._on_wake = action

    def wake(self) -> None:
        """Say that something has happened, and deadlines may be others now."""
        if self._on_wake is not None:
            self._on_wake()

    def wait(self, now: float) -> float | None:
        """Return the seconds until something is due, 0 if it is already, None if nothing is planned."""
        deadlines = [self._deadline(entry, now) for entry in self._entries]
        planned = [deadline for deadline in deadlines if deadline is not None]
        return max(0.0, min(planned) - now) if planned else None

    def tick(self, now: float) -> None:
        """Let each one that is due act once."""
        for entry in self._entries:
            deadline = self._deadline(entry, now)
            if deadline is None or deadline > now:
                continue
            try:
                entry.timed.tick()
            except Exception:
                self._leave_alone(entry, now)

    def tick_all(self, clock: Clock) -> None:
        """Let those that are due act until none is: for a console, which answers a line completely or not at all.

        Args:
            clock: what leads to something at once is due by then, too.
        """
        for _ in range(_MOST_AT_ONCE):
            now = clock.monotonic()
            if self.wait(now) != 0:
                return
            self.tick(now)
        _logger.error("something is due without end")

    def closing(self) -> None:
        """Tell all that the process is about to end."""
        for entry in self._entries:
            try:
                entry.timed.closing()
            except Exception:
                _logger.exception("%s failed at the end", type(entry.timed).__name__)

    def _deadline(self, entry: _Entry, now: float) -> float | None:
        if now < entry.not_before:
            return entry.not_before
        try:
            return entry.timed.next_deadline()
        except Exception:
            self._leave_alone(entry, now)
            return entry.not_before

    @staticmethod
    def _leave_alone(entry: _Entry, now: float) -> None:
        _logger.exception("%s failed at its time", type(entry.timed).__name__)
        entry.not_before = now + FAILED_PAUSE
