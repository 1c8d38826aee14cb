"""A scheduler that is a little late and takes what is due in any order."""

from __future__ import annotations

from random import Random

from ircpoker.runtime.clock import Clock
from ircpoker.runtime.scheduler import PlannedCall, Scheduler

LATE = 0.05
"""Seconds by which a busy loop may be late: what falls due within them is due together."""


class AnyOrder(Scheduler):
    """Makes the calls that are due in an order drawn by chance.

    Attributes:
        crowded: how often more than one call was due.
    """

    def __init__(self, clock: Clock, rng: Random) -> None:
        super().__init__(clock)
        self._rng = rng
        self.crowded = 0

    def wait(self) -> float | None:
        seconds = super().wait()
        return seconds if seconds is None or self._handed else seconds + LATE

    def _first(self) -> PlannedCall | None:
        now = self.now()
        due = [call for call in self._queued.values() if call.when <= now]
        if not due:
            return super()._first()
        self.crowded += len(due) > 1
        return self._rng.choice(due)
