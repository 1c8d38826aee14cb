"""Work in threads, so that the loop goes on meanwhile; what comes of it is handed over to the loop."""

from __future__ import annotations

import os
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class Threads:
    """A thread for each core but one, and for one at least; they begin with the first work.

    They are daemons: work that is under way keeps no process from ending.
    """

    def __init__(self, hand_over: Callable[[Callable[[], None]], None]) -> None:
        """Set them up.

        Args:
            hand_over: has a function called on the loop; it may be called from any thread.
        """
        self._hand_over = hand_over
        self._work: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._begun = False

    def start(self, work: Callable[[], object], done: Callable[[object], None]) -> None:
        """Do work in a thread.

        Args:
            work: what is to be done.
            done: called on the loop with what the work returned, or the exception that it raised.
        """
        self._work.put(lambda: self._do(work, done))
        if not self._begun:
            self._begun = True
            for number in range(max(1, (os.cpu_count() or 1) - 1)):
                Thread(target=self._go_on, name=f"work {number}", daemon=True).start()

    def _go_on(self) -> None:
        while True:
            self._work.get()()

    def _do(self, work: Callable[[], object], done: Callable[[object], None]) -> None:
        try:
            found = work()
        except BaseException as error:
            found = error
        self._hand_over(lambda: done(found))
