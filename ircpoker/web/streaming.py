"""Server-sent events: frames to one browser, until it leaves or does not read."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Protocol

from starlette.types import Receive, Scope, Send

from ircpoker.web.live_table import Browser

BEAT_SECONDS = 15.0
"""The time between two signs of life; a browser that takes nothing for that long is given up."""
WIRE = "ircpoker.wire"
"""The extension of ASGI by which the page's server hands over a `Wire`."""
_BEAT = b": \n\n"
_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # for a proxy that would collect the frames
]


class StreamSource(Protocol):
    """What browsers are kept up to date of: a table, or parts of a page.

    Attributes:
        browsers: those that look at it.
        is_closed: whether nothing more comes of it.
    """

    browsers: set[Browser]
    is_closed: bool

    def take(self, browser: Browser) -> bytes:
        """Return what a browser gets next: frames, or everything."""


class Wire(Protocol):
    """The connection below an answer."""

    def write_at_once(self, data: bytes) -> bool:
        """Write bytes if none wait before them; return whether they were written."""

    def cut(self) -> None:
        """End the connection, whatever waits to be sent."""


class Stream:
    """The answer to a request for frames."""

    def __init__(self, watched: StreamSource) -> None:
        self._watched = watched

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send frames until the browser leaves."""
        await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
        if scope["method"] != "HEAD":
            await self._stream(scope["extensions"][WIRE], receive, send)
        await send({"type": "http.response.body", "body": b""})

    async def _stream(self, wire: Wire, receive: Receive, send: Send) -> None:
        watched, browser = self._watched, Browser(wire.write_at_once)
        watched.browsers.add(browser)
        browser.is_closed = watched.is_closed
        left = asyncio.ensure_future(_has_left(receive, wire))
        left.add_done_callback(lambda _: browser.close())
        beat = _Beat(browser, wire)
        try:
            while not browser.is_closed:
                frames = watched.take(browser)
                if beat.is_due:
                    frames = frames or _BEAT
                if frames:
                    beat.is_due, browser.is_busy = False, True
                    await send({"type": "http.response.body", "body": frames, "more_body": True})
                    beat.is_stuck = browser.is_busy = False
                await browser.wait()
        finally:
            beat.stop()
            left.cancel()
            watched.browsers.discard(browser)


class _Beat:
    """Wakes a stream once in a while, and cuts the wire of a browser that takes nothing."""

    def __init__(self, browser: Browser, wire: Wire) -> None:
        self._browser = browser
        self._wire = wire
        self.is_due = False
        self.is_stuck = False
        self._loop = asyncio.get_running_loop()
        self._timer = self._loop.call_later(BEAT_SECONDS, self._tick)

    def stop(self) -> None:
        """Stop watching."""
        self._timer.cancel()

    def _tick(self) -> None:
        if self.is_stuck:
            self._wire.cut()
            return
        self.is_stuck = self._browser.is_busy
        self.is_due = True
        self._browser.wake()
        self._timer = self._loop.call_later(BEAT_SECONDS, self._tick)


async def _has_left(receive: Receive, wire: Wire) -> None:
    """Wait until the browser leaves; one that sends something is cut off, as it has nothing to say here."""
    with suppress(asyncio.CancelledError):
        while (message := await receive())["type"] != "http.disconnect":
            if message.get("body"):
                wire.cut()
