"""Calls functions when they are due: turn clocks, reminders, robots' turns, pauses between deals.

A `Scheduler` has a clock and one heap of calls. Each table and each plugin has its own `Calls` there, which can be
paused together. Nothing here waits: the owner of the loop sleeps for `wait()` seconds and then calls `run_due`.
"""

from __future__ import annotations

import heapq
import logging
from collections import deque
from collections.abc import Callable, Hashable, Mapping
from functools import partial
from itertools import count
from math import inf
from typing import TypeVar

from msgspec import Struct

from ircpoker.runtime.clock import Clock
from ircpoker.runtime.foreign import is_interrupt

CallKey = TypeVar("CallKey", bound="Hashable")

LONGEST_PASS = 0.01
"""Seconds after which `run_due` leaves the other calls for the next pass, so that the bot keeps answering."""
_MOST_AT_ONCE = 10_000
_FEWEST_SWEPT = 64

_logger = logging.getLogger(__name__)


class PlannedCall(Struct, eq=False):
    """One planned call.

    Attributes:
        calls: its owner.
        key: cancels it.
        when: the time, in monotonic seconds of the clock.
        callback: the function.
        number: its number in the scheduler's heap; 0 before it is queued.
    """

    calls: Calls
    key: Hashable
    when: float
    callback: Callable[[], None]
    number: int = 0


class Scheduler:
    """All planned calls, the earliest first; calls for the same time are made in the order of planning.

    Attributes:
        now: returns the clock's monotonic seconds.
        on_earlier: is called when a call is due before the time that `wait` named last.
        on_handed: wakes the loop; it is called by other threads.

    Examples:
        >>> from datetime import timedelta
        >>> from ircpoker.runtime.clock import ManualClock
        >>> clock = ManualClock()
        >>> scheduler = Scheduler(clock)
        >>> egg = scheduler.calls("egg")
        >>> egg.call_at(240.0, "ring", lambda: print("ring"))
        >>> scheduler.wait()
        240.0
        >>> clock.advance(timedelta(minutes=4))
        >>> scheduler.run_due()
        ring
        >>> scheduler.wait() is None
        True
    """

    def __init__(self, clock: Clock) -> None:
        self.now: Callable[[], float] = clock.monotonic
        self._heap: list[tuple[float, int]] = []
        self._queued: dict[int, PlannedCall] = {}
        self._numbers = count(1)
        self._handed: deque[Callable[[], None]] = deque()
        self._asked_until = inf
        self.on_earlier: Callable[[], None] | None = None
        self.on_handed: Callable[[], object] | None = None
        self._on_standstill: list[Callable[[float], None]] = []

    def __len__(self) -> int:
        """Return the length of the heap: planned calls, and gaps that are not swept yet."""
        return len(self._heap)

    def calls(self, name: str) -> Calls:
        """Return a new group of calls; the log shows its name when one of them fails."""
        return Calls(self, name)

    @property
    def has_loop(self) -> bool:
        """Whether a loop waits for functions that other threads hand over."""
        return self.on_handed is not None

    def hand_over(self, callback: Callable[[], None]) -> None:
        """Have a function called on the loop soon. Any thread may call this method, unlike the others."""
        self._handed.append(callback)
        wake = self.on_handed
        if wake is not None:
            wake()

    def on_standstill(self, action: Callable[[float], None]) -> None:
        """Add a function that is called with the seconds of each standstill, to put the players' clocks forward."""
        self._on_standstill.append(action)

    def stood_still(self, seconds: float) -> None:
        """Report that the process was just stopped for this many seconds, in which nobody could act."""
        for action in self._on_standstill:
            failure = "clocks could not be put forward after a standstill of %.0f s"
            attempt(partial(action, seconds), _logger, failure, seconds)

    def wait(self) -> float | None:
        """Return the seconds until the next call, 0 if one is due, None if nothing is planned."""
        if self._handed:
            return 0.0
        call = self._first()
        self._asked_until = inf if call is None else call.when
        return None if call is None else max(0.0, call.when - self.now())

    def run_due(self) -> float | None:
        """Make the calls that are due, for `LONGEST_PASS` seconds at most; then return `wait`. Never raises."""
        stop_at = self.now() + LONGEST_PASS
        while self._run_one() and self.now() <= stop_at:
            pass
        return self.wait()

    def run_all_due(self) -> None:
        """Make calls until none is due, so that a console answers each line completely. Never raises."""
        for _ in range(_MOST_AT_ONCE):
            if not self._run_one():
                return
        _logger.error("calls keep becoming due: stopped after %d of them", _MOST_AT_ONCE)

    def _run_one(self) -> bool:
        if self._handed:
            attempt(self._handed.popleft(), _logger, "what a thread handed over failed")
            return True
        call = self._first()
        if call is None or call.when > self.now():
            return False
        self.drop(call)
        call.calls.run(call)
        return True

    def _first(self) -> PlannedCall | None:
        while self._heap and self._heap[0][1] not in self._queued:
            heapq.heappop(self._heap)
        return self._queued[self._heap[0][1]] if self._heap else None

    def add(self, call: PlannedCall) -> None:
        """Queue a call; for `Calls` only."""
        call.number = next(self._numbers)
        self._queued[call.number] = call
        heapq.heappush(self._heap, (call.when, call.number))
        if self.on_earlier is not None and call.when < self._asked_until:
            self._asked_until = call.when
            self.on_earlier()

    def drop(self, call: PlannedCall) -> None:
        """Turn a queued call into a gap, and sweep the heap when half of it are gaps; for `Calls` only."""
        self._queued.pop(call.number, None)
        if len(self._heap) > max(_FEWEST_SWEPT, 2 * len(self._queued)):
            self._heap = [entry for entry in self._heap if entry[1] in self._queued]
            heapq.heapify(self._heap)


class Calls:
    """The calls of one owner, each with a key; a new call with the same key replaces the old one.

    Attributes:
        due: the times of the planned calls, by their keys.
        is_paused: whether the calls wait for `resume`.
    """

    def __init__(self, scheduler: Scheduler, name: str) -> None:
        self.is_paused = False
        self._scheduler = scheduler
        self._name = name
        self.due: dict[Hashable, float] = {}
        self._planned: dict[Hashable, PlannedCall] = {}

    def call_at(self, when: float, key: Hashable, callback: Callable[[], None]) -> None:
        """Call a function at a time, in monotonic seconds of the clock; its exceptions are logged.

        Args:
            when: the time; a past time means at once.
            key: the key that cancels it.
            callback: the function.
        """
        self.cancel(key)
        call = self._planned[key] = PlannedCall(self, key, when, callback)
        self.due[key] = when
        if not self.is_paused:
            self._scheduler.add(call)

    def call_after(self, seconds: float, key: Hashable, callback: Callable[[], None]) -> None:
        """Call a function after this many seconds."""
        self.call_at(self._scheduler.now() + seconds, key, callback)

    def cancel(self, *keys: Hashable) -> None:
        """Cancel calls; keys of calls that are not planned are ignored."""
        for key in keys:
            if key in self._planned:
                del self.due[key]
                self._scheduler.drop(self._planned.pop(key))

    def cancel_all(self) -> None:
        """Cancel all calls."""
        self.cancel(*self._planned)

    def pause(self) -> None:
        """Stop the calls until `resume`; those that become due in between are made then."""
        self.is_paused = True
        for call in self._planned.values():
            self._scheduler.drop(call)

    def resume(self) -> None:
        """Make calls again, the overdue ones at once."""
        self.is_paused = False
        for call in self._planned.values():
            self._scheduler.add(call)

    def replace(self, due: Mapping[CallKey, float], callback: Callable[[CallKey], None]) -> None:
        """Plan exactly these calls; those that are planned for the same time already stay in their order.

        Args:
            due: the times by key.
            callback: is called with the key of a call.
        """
        self.cancel(*(self.due.keys() - due.keys()))
        for key, when in due.items():
            if self.due.get(key) != when:
                self.call_at(when, key, partial(callback, key))

    def run(self, call: PlannedCall) -> None:
        """Make a call that is due; for `Scheduler` only."""
        del self._planned[call.key], self.due[call.key]
        attempt(call.callback, _logger, "%s: %s failed", self._name, call.key)


def attempt(call: Callable[[], object], logger: logging.Logger, failure: str, *values: object) -> bool:
    """Call a function; log an exception of it, unless it is an interrupt.

    Args:
        call: the function.
        logger: the log.
        failure: what is logged.
        values: stand in it.

    Returns:
        Whether there was no exception.
    """
    try:
        call()
    except BaseException as error:
        if is_interrupt(error):
            raise
        logger.exception(failure, *values)
        return False
    return True
