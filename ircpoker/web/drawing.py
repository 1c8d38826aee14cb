"""Pictures of finished deals for previews of links, as PNG: chat programs show no SVG."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections import OrderedDict
from contextlib import suppress

from starlette.exceptions import HTTPException

SIZE = (1200, 630)
MOST_KEPT = 64
"""The pictures that are kept, of some 50 KB each."""
_SECONDS = 20.0
"""How long a preview is waited for; how many wait is limited with all requests of an address."""
_DRAW = """
import sys, resvg_py
sys.stdout.buffer.write(resvg_py.svg_to_bytes(svg_string=sys.stdin.buffer.read().decode()))
"""


class DrawnPictures:
    """Draws one picture at a time, in another process: it takes a third of a second, in which no other thread runs."""

    def __init__(self) -> None:
        self._kept = OrderedDict[str, bytes]()
        self._turn = asyncio.Semaphore(1)

    async def png(self, svg: str) -> bytes:
        """Return a picture as PNG.

        Raises:
            HTTPException: it takes too long, or cannot be drawn.
        """
        if svg not in self._kept:
            with suppress(TimeoutError):
                async with asyncio.timeout(_SECONDS), self._turn:
                    if svg not in self._kept:
                        self._kept[svg] = await _draw(svg.encode())
        picture = self._kept.pop(svg, b"")
        if not picture:
            raise HTTPException(503)
        self._kept[svg] = picture
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return picture


async def _draw(svg: bytes) -> bytes:
    """Return a picture as PNG; nothing if it cannot be drawn."""
    try:
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-I", "-c", _DRAW, stdin=PIPE, stdout=PIPE, stderr=DEVNULL
        )
    except OSError:  # There is no room for another process.
        return b""
    try:
        picture, _ = await child.communicate(svg)
    finally:
        with suppress(ProcessLookupError):
            child.kill()
    return picture
