"""What a table has to do later: each thing once, at a time of the monotonic clock."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class Timer(Enum):
    """What is to be done; of what is due at the same time the first goes first."""

    RESUME = 1
    """Go on after the network or the database was away."""
    CARDS = 2
    """Go on after cards were given, or refused."""
    CARDS_LOST = 3
    """Nobody has said what became of the cards."""
    ROBOT = 4
    """A robot acts."""
    REMIND = 5
    ACT = 6
    """Time is out."""
    DEAL = 7
    """The next deal begins."""
    GRACE = 8
    """Somebody has been gone for too long."""
    ALONE = 9
    """Nobody has come to play."""
    REVEAL = 10
    """A deal is to be proved."""


class Timers:
    """The timers of one table; they can be stopped."""

    def __init__(self, changed: Callable[[], None]) -> None:
        """Begin without a timer.

        Args:
            changed: is called whenever `next_at` may have become earlier.
        """
        self._changed = changed
        self._at: dict[Timer, float] = {}
        self._are_stopped = False

    @property
    def next_at(self) -> float | None:
        """When the next one is due; None if there is none, or all are stopped."""
        return None if self._are_stopped or not self._at else min(self._at.values())

    @property
    def are_stopped(self) -> bool:
        """Whether nothing becomes due."""
        return self._are_stopped

    def at(self, timer: Timer) -> float | None:
        """Return when a timer is due; None if it is not set."""
        return self._at.get(timer)

    def set(self, timer: Timer, at: float) -> None:
        """Let a timer be due at a time, and at no other."""
        self._at[timer] = at
        self._changed()

    def cancel(self, *timers: Timer) -> None:
        """Forget timers."""
        for timer in timers:
            self._at.pop(timer, None)

    def stop(self) -> None:
        """Let nothing become due."""
        self._are_stopped = True

    def go_on(self) -> None:
        """Let timers become due again, those that were set meanwhile too."""
        self._are_stopped = False
        self._changed()

    def take(self, now: float) -> Timer | None:
        """Forget a timer that is due and return it; None if none is."""
        due = self.next_at
        if due is None or due > now:
            return None
        timer = min((timer for timer, at in self._at.items() if at <= now), key=lambda one: (self._at[one], one.value))
        del self._at[timer]
        return timer
