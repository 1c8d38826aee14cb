"""Calls functions when they are due: turn clocks, reminders, robots' turns, pauses between deals.

A `Scheduler` has a clock and one heap of calls. Each table and each plugin has its own `Calls` there, which can be
paused together. Nothing here waits: the owner of the loop sleeps for `wait()` seconds and then calls `run_due`.
"""

from __future__ import annotations

import heapq
import logging
from collections import deque
from itertools import count
from typing import TYPE_CHECKING

from ircpoker.foreign import is_interrupt

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from ircpoker.clock import Clock

PlannedCalls = dict["Hashable", "tuple[float, Callable[[], None]]"]
"""The time and the function of each call, by its key."""
LONGEST_PASS = 0.01
"""Seconds after which `run_due` leaves the other calls for the next pass, so that the bot keeps answering."""
_MOST_AT_ONCE = 10_000
_FEWEST_SWEPT = 64

_logger = logging.getLogger(__name__)


class _ScheduledCall:
    """One planned call; a cancelled one has no `callback` and is only a gap in the heap."""

    __slots__ = ("callback", "calls", "key", "number", "when")

    def __init__(self, when: float, number: int, calls: Calls, key: Hashable, callback: Callable[[], None]) -> None:
        self.when = when
        self.number = number
        self.calls = calls
        self.key = key
        self.callback: Callable[[], None] | None = callback

    def __lt__(self, other: _ScheduledCall) -> bool:
        return (self.when, self.number) < (other.when, other.number)


class Scheduler:
    """All planned calls, the earliest first; calls for the same time are made in the order of planning.

    Examples:
        >>> from datetime import timedelta
        >>> from ircpoker.clock import ManualClock
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
        self._clock = clock
        self._heap: list[_ScheduledCall] = []
        self._gaps = 0
        self._numbers = count()
        self._handed: deque[Callable[[], None]] = deque()
        self._on_earlier: Callable[[], None] | None = None
        self._on_handed: Callable[[], object] | None = None
        self._on_standstill: list[Callable[[float], None]] = []

    def __len__(self) -> int:
        """Return the length of the heap: planned calls, and gaps that are not swept yet."""
        return len(self._heap)

    @property
    def now(self) -> float:
        """The clock's monotonic seconds."""
        return self._clock.monotonic()

    def calls(self, name: str) -> Calls:
        """Return a new group of calls; the log shows its name when one of them fails."""
        return Calls(self, name)

    def on_earlier(self, action: Callable[[], None] | None) -> None:
        """Set the function that is called when the first call changes: the loop must then ask `wait` again."""
        self._on_earlier = action

    @property
    def has_loop(self) -> bool:
        """Whether a loop waits for functions that other threads hand over."""
        return self._on_handed is not None

    def on_handed(self, action: Callable[[], object] | None) -> None:
        """Set the function that wakes the loop; it is called by other threads."""
        self._on_handed = action

    def hand_over(self, callback: Callable[[], None]) -> None:
        """Have a function called on the loop, soon; alone of all methods here, any thread may call this one."""
        self._handed.append(callback)
        wake = self._on_handed
        if wake is not None:
            wake()

    def on_standstill(self, action: Callable[[float], None]) -> None:
        """Add a function that is called with the seconds of each standstill, to put the players' clocks forward."""
        self._on_standstill.append(action)

    def stood_still(self, seconds: float) -> None:
        """Report that the process has just stood still for this many seconds, in which nobody could do anything."""
        for action in self._on_standstill:
            try:
                action(seconds)
            except BaseException as error:
                if is_interrupt(error):
                    raise
                _logger.exception("clocks could not be put forward after a standstill of %.0f s", seconds)

    def wait(self) -> float | None:
        """Return the seconds until the next call, 0 if one is due, None if nothing is planned."""
        if self._handed:
            return 0.0
        call = self._first()
        return None if call is None else max(0.0, call.when - self.now)

    def run_due(self) -> None:
        """Make the calls that are due, for `LONGEST_PASS` seconds at most. Never raises."""
        stop_at = self.now + LONGEST_PASS
        while self._run_one() and self.now <= stop_at:
            pass

    def run_all_due(self) -> None:
        """Make calls until none is due, so that a console answers each line completely. Never raises."""
        for _ in range(_MOST_AT_ONCE):
            if not self._run_one():
                return
        _logger.error("calls keep becoming due: stopped after %d of them", _MOST_AT_ONCE)

    def _run_one(self) -> bool:
        if self._handed:
            run_logged("what a thread handed over", self._handed.popleft())
            return True
        call = self._first()
        if call is None or call.when > self.now:
            return False
        heapq.heappop(self._heap)
        call.calls.run(call)
        return True

    def _first(self) -> _ScheduledCall | None:
        while self._heap and self._heap[0].callback is None:
            heapq.heappop(self._heap)
            self._gaps -= 1
        return self._heap[0] if self._heap else None

    def add(self, when: float, calls: Calls, key: Hashable, callback: Callable[[], None]) -> _ScheduledCall:
        """Plan a call; for `Calls` only."""
        first = self._first()
        call = _ScheduledCall(when, next(self._numbers), calls, key, callback)
        heapq.heappush(self._heap, call)
        if self._on_earlier is not None and (first is None or when < first.when):
            self._on_earlier()
        return call

    def cancel(self, call: _ScheduledCall) -> None:
        """Turn a call into a gap, and sweep the heap when half of it are gaps; for `Calls` only."""
        call.callback = None
        self._gaps += 1
        if self._gaps > max(_FEWEST_SWEPT, len(self._heap) // 2):
            self._heap = [planned for planned in self._heap if planned.callback is not None]
            heapq.heapify(self._heap)
            self._gaps = 0


class Calls:
    """The calls of one owner, each with a key; a new call with the same key replaces the old one.

    Attributes:
        is_paused: whether the calls wait for `resume`.
    """

    def __init__(self, scheduler: Scheduler, name: str) -> None:
        self.is_paused = False
        self._scheduler = scheduler
        self._name = name
        self._planned: dict[Hashable, tuple[float, Callable[[], None]]] = {}
        self._planned_at: dict[Hashable, float] = {}
        self._in_heap: dict[Hashable, _ScheduledCall] = {}

    def call_at(self, when: float, key: Hashable, callback: Callable[[], None]) -> None:
        """Call a function at a time, in monotonic seconds of the clock; its exceptions are logged.

        Args:
            when: the time; a past time means at once.
            key: the key that cancels it.
            callback: the function.
        """
        self._plan(when, self._scheduler.now, key, callback)

    def call_after(self, seconds: float, key: Hashable, callback: Callable[[], None]) -> None:
        """Call a function after this many seconds."""
        now = self._scheduler.now
        self._plan(now + seconds, now, key, callback)

    def _plan(self, when: float, now: float, key: Hashable, callback: Callable[[], None]) -> None:
        self.cancel(key)
        self._planned[key] = (when, callback)
        self._planned_at[key] = now
        if not self.is_paused:
            self._in_heap[key] = self._scheduler.add(when, self, key, callback)

    def when(self, key: Hashable) -> float | None:
        """Return when a call is due, paused or not; None if it is not planned."""
        planned = self._planned.get(key)
        return None if planned is None else planned[0]

    def cancel(self, *keys: Hashable) -> None:
        """Cancel calls; keys of calls that are not planned are ignored."""
        for key in keys:
            self._planned.pop(key, None)
            self._planned_at.pop(key, None)
            call = self._in_heap.pop(key, None)
            if call is not None:
                self._scheduler.cancel(call)

    def cancel_all(self) -> None:
        """Cancel all calls."""
        self.cancel(*self._planned)

    def pause(self) -> None:
        """Stop the calls until `resume`; those that become due meanwhile are made then."""
        self.is_paused = True
        for call in self._in_heap.values():
            self._scheduler.cancel(call)
        self._in_heap.clear()

    def resume(self) -> None:
        """Make calls again, the overdue ones at once."""
        self.is_paused = False
        for key, (when, callback) in self._planned.items():
            if key not in self._in_heap:
                self._in_heap[key] = self._scheduler.add(when, self, key, callback)

    def copy(self) -> PlannedCalls:
        """Return the planned calls, for `restore`."""
        return dict(self._planned)

    def restore(self, planned: PlannedCalls) -> None:
        """Replace all planned calls by those of a copy."""
        self.cancel_all()
        for key, (when, callback) in planned.items():
            self.call_at(when, key, callback)

    def put_forward(self, seconds: float, *keys: Hashable) -> None:
        """Postpone planned calls by the seconds of a standstill.

        A call that was planned during the standstill is not postponed beyond its whole time from now.
        """
        for key in keys:
            if key in self._planned:
                when, callback = self._planned[key]
                whole = self._scheduler.now + when - self._planned_at[key]
                self.call_at(min(when + seconds, max(when, whole)), key, callback)

    def run(self, call: _ScheduledCall) -> None:
        """Make a call that is due; for `Scheduler` only."""
        del self._in_heap[call.key]
        _, callback = self._planned.pop(call.key)
        del self._planned_at[call.key]
        run_logged(f"{self._name}: {call.key}", callback)


def run_logged(name: str, callback: Callable[[], None]) -> None:
    """Call a function; log an exception of it, unless it is an interrupt."""
    try:
        callback()
    except BaseException as error:
        if is_interrupt(error):
            raise
        _logger.exception("%s failed", name)
