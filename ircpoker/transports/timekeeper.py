"""Lets what games have planned happen in time, on the loop, beside everything else."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ircpoker.chat.ticker import Ticker
    from ircpoker.clock import Clock

_BREATH = 0.001
"""Seconds for everything else between two slices of work that is due."""


async def keep_time(ticker: Ticker, clock: Clock) -> None:
    """Sleep until something is due, let it happen, and so on until the task is cancelled.

    Args:
        ticker: knows what is due; it wakes this when that may have changed.
        clock: the deadlines are in its seconds.
    """
    awake = asyncio.Event()
    ticker.on_wake(awake.set)
    try:
        while True:
            awake.clear()
            wait = ticker.wait(clock.monotonic())
            if wait == 0:
                ticker.tick(clock.monotonic())
                await asyncio.sleep(_BREATH)
                continue
            with suppress(TimeoutError):
                await asyncio.wait_for(awake.wait(), wait)
    finally:
        ticker.on_wake(None)
