"""A screen that has done all that it can do without more news."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.pilot import Pilot

_STEPS = 300
"""More than any news or key takes: the bot of these tests answers in the same loop."""


async def settle(pilot: Pilot[None]) -> None:
    """Let all be done that has come, however slow the machine is."""
    for _ in range(_STEPS):
        await asyncio.sleep(0)
    await pilot.pause()
