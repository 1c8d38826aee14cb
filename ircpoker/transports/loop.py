"""Runs the scheduler on an asyncio loop, together with everything else there."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from math import inf

from ircpoker.runtime.scheduler import Scheduler

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
    awake.set()
    loop = asyncio.get_running_loop()
    scheduler.on_earlier = awake.set
    scheduler.on_handed = lambda: loop.call_soon_threadsafe(awake.set)
    looked_at = due = inf
    try:
        while True:
            now = scheduler.now()
            if now - looked_at > STANDSTILL:
                scheduler.stood_still(now - looked_at)
            if awake.is_set() or now >= due:
                awake.clear()
                wait = scheduler.run_due()
                now = scheduler.now()
                due = inf if wait is None else now + wait
            looked_at = inf if due == inf else now
            if due <= now:
                await asyncio.sleep(_BREATH)
                continue
            with suppress(TimeoutError):
                # Not `wait_for`: in Python 3.11 it loses a cancellation that arrives as it wakes.
                async with asyncio.timeout(None if due == inf else min(due - now, _BEAT)):
                    await awake.wait()
    finally:
        scheduler.on_earlier = scheduler.on_handed = None
