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
MOST_WAITING = 16
_SECONDS = 20.0
_DRAW = """
import sys, resvg_py
sys.stdout.buffer.write(resvg_py.svg_to_bytes(svg_string=sys.stdin.buffer.read().decode()))
"""


class DrawnPictures:
    """Draws one picture at a time, in another process: it takes a third of a second, in which no other thread runs."""

    def __init__(self) -> None:
        self._kept = OrderedDict[str, bytes]()
        self._turn = asyncio.Semaphore(1)
        self._waiting = 0

    async def png(self, svg: str) -> bytes:
        """Return a picture as PNG.

        Raises:
            HTTPException: too many wait for theirs, or it cannot be drawn.
        """
        if svg not in self._kept:
            if self._waiting >= MOST_WAITING:
                raise HTTPException(503)
            self._waiting += 1
            try:
                async with self._turn:
                    if svg not in self._kept:
                        self._kept[svg] = await _draw(svg.encode())
            finally:
                self._waiting -= 1
        self._kept.move_to_end(svg)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return self._kept[svg]


async def _draw(svg: bytes) -> bytes:
    """Return a picture as PNG.

    Raises:
        HTTPException: it cannot be drawn.
    """
    child = await asyncio.create_subprocess_exec(sys.executable, "-c", _DRAW, stdin=PIPE, stdout=PIPE, stderr=DEVNULL)
    picture = b""
    try:
        with suppress(TimeoutError):
            async with asyncio.timeout(_SECONDS):
                picture, _ = await child.communicate(svg)
    finally:
        with suppress(ProcessLookupError):
            child.kill()
    if not picture:
        raise HTTPException(503)
    return picture
