"""Work in threads, so that the loop goes on; results are handed over to the loop."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import count
from queue import SimpleQueue
from threading import Lock, Thread

from msgspec import Struct

MOST_REPLACED = 8
"""So many threads whose dropped work goes on are replaced; beyond that, the others have to do."""


class ThreadWork(Struct, eq=False):
    """Something that is done in a thread.

    Attributes:
        do: the work.
        done: called on the loop with the result.
        is_begun: whether a thread has taken it.
        is_over: whether it was done or dropped.
        is_replaced: whether another thread has taken the place of the one that still does it.
    """

    do: Callable[[], object]
    done: Callable[[object], None]
    is_begun: bool = False
    is_over: bool = False
    is_replaced: bool = False


class Threads:
    """A thread for each core but one, and for one at least; each begins with new work.

    They are daemons: work that is under way keeps no process from ending.
    """

    def __init__(self, hand_over: Callable[[Callable[[], None]], None]) -> None:
        """Set them up.

        Args:
            hand_over: has a function called on the loop; it may be called from any thread.
        """
        self._hand_over = hand_over
        self._queue: SimpleQueue[ThreadWork] = SimpleQueue()
        self._numbers = count()
        self._missing = max(1, _cores() - 1)
        self._replaced = 0
        self._waiting = 0
        self._lock = Lock()

    @property
    def waiting(self) -> int:
        """The work that waits for a thread."""
        return self._waiting

    def start(self, do: Callable[[], object], done: Callable[[object], None]) -> ThreadWork:
        """Do work in a thread.

        Args:
            do: the work.
            done: called on the loop with the result of the work, or its exception.

        Returns:
            The work, for `drop`.
        """
        work = ThreadWork(do, done)
        with self._lock:
            self._waiting += 1
        self._queue.put(work)
        if self._missing:
            self._missing -= 1
            self._begin_thread()
        return work

    def drop(self, work: ThreadWork) -> None:
        """Stop waiting for work: its result is dropped, and another thread replaces the busy one."""
        with self._lock:
            if work.is_over:
                return
            work.is_over = True
            self._waiting -= not work.is_begun
            work.is_replaced = work.is_begun and self._replaced < MOST_REPLACED
            self._replaced += work.is_replaced
        if work.is_replaced:
            self._begin_thread()

    def _begin_thread(self) -> None:
        Thread(target=self._go_on, name=f"work {next(self._numbers)}", daemon=True).start()

    def _go_on(self) -> None:
        # In a function of its own, so that a thread that waits keeps nothing of its last work.
        while self._do_next():
            pass

    def _do_next(self) -> bool:
        """Do the next work; return whether its thread goes on."""
        work = self._queue.get()
        with self._lock:
            if work.is_over:
                return True
            work.is_begun = True
            self._waiting -= 1
        outcome = _outcome(work.do)
        with self._lock:
            if work.is_replaced:
                self._replaced -= 1
                return False
            if work.is_over:
                return True
            work.is_over = True
        # A closed loop raises RuntimeError: nobody waits for anything any more, as the process ends.
        with suppress(RuntimeError):
            self._hand_over(partial(work.done, outcome))
        return True


def _cores() -> int:
    """Return the number of cores that this process may use, if the system reports it."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _outcome(do: Callable[[], object]) -> object:
    try:
        return do()
    except BaseException as error:
        return error
