"""Runs the scheduler on an asyncio loop, beside everything else there."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ircpoker.scheduler import Scheduler

_BREATH = 0.001
"""Seconds for everything else between two passes of work that is due."""


async def run_scheduler(scheduler: Scheduler) -> None:
    """Sleep until a call is due, make it, and so on until the task is cancelled."""
    awake = asyncio.Event()
    scheduler.on_earlier(awake.set)
    try:
        while True:
            awake.clear()
            wait = scheduler.wait()
            if wait == 0:
                scheduler.run_due()
                await asyncio.sleep(_BREATH)
                continue
            with suppress(TimeoutError):
                await asyncio.wait_for(awake.wait(), wait)
    finally:
        scheduler.on_earlier(None)
