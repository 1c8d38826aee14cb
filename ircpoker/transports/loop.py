"""Runs the scheduler on an asyncio loop, together with everything else there."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ircpoker.scheduler import Scheduler

STANDSTILL = 5.0
"""If the loop has not run for this many seconds, the process was stopped or the machine slept."""
_BEAT = 1.0
"""Seconds after which the clock is read though nothing is due, so that a standstill differs from a long wait."""
_BREATH = 0.001
"""Seconds for everything else between two rounds of due calls."""


async def run_scheduler(scheduler: Scheduler) -> None:
    """Sleep until a call is due, make it, and repeat until the task is cancelled.

    After a standstill, the scheduler is informed before any due call is made.
    """
    awake = asyncio.Event()
    loop = asyncio.get_running_loop()
    scheduler.on_earlier(awake.set)
    scheduler.on_handed(lambda: loop.call_soon_threadsafe(awake.set))
    looked_at: float | None = None
    try:
        while True:
            awake.clear()
            now = scheduler.now()
            if looked_at is not None and now - looked_at > STANDSTILL:
                scheduler.stood_still(now - looked_at)
            wait = scheduler.wait()
            looked_at = None if wait is None else now
            if wait == 0:
                scheduler.run_due()
                await asyncio.sleep(_BREATH)
                continue
            with suppress(TimeoutError):
                # Not `wait_for`: in Python 3.11 it loses a cancellation that arrives as it wakes.
                async with asyncio.timeout(None if wait is None else min(wait, _BEAT)):
                    await awake.wait()
    finally:
        scheduler.on_earlier(None)
        scheduler.on_handed(None)
