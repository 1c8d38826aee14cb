"""Server-sent events: frames to browsers, until they leave or do not read.

The same bytes are written to all browsers in one loop. Frames wait only for a browser that has not taken all bytes
before them; one that falls behind gets the whole in place of those it missed, so what waits for one browser is bounded.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from abc import ABC, abstractmethod
from collections import deque
from contextlib import suppress

from starlette.types import Receive, Scope, Send

BEAT_SECONDS = 15.0
"""The time between two signs of life; a browser that takes nothing for that long is given up."""
MOST_FRAMES = 32
"""The frames that may wait for a browser."""
EVENT_STREAM = "text/event-stream"
"""The type of an answer that is a stream, which browsers ask for."""
WIRE = "ircpoker.wire"
"""The extension of ASGI by which the page's server hands over the transport below an answer."""
_AT_ONCE = struct.pack("ii", 1, 0)
_BEAT = b": \n\n"
_HEADERS = [
    (b"content-type", f"{EVENT_STREAM}; charset=utf-8".encode()),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # for a proxy that would collect the frames
]


class Browser:
    """A browser that looks at something.

    Attributes:
        is_behind: whether it needs the whole before any more frames.
        is_busy: whether bytes are on their way to it by its stream, so that no others may overtake them.
        is_stuck: whether the same bytes were on their way at the last sign of life.
        is_closed: whether its stream ends.
    """

    def __init__(self, transport: asyncio.Transport) -> None:
        """Let a browser watch by a connection."""
        self._transport = transport
        self._frames: deque[bytes] = deque()
        self._ready = asyncio.Event()
        self.is_behind = True
        self.is_busy = self.is_stuck = self.is_closed = False

    def put(self, frame: bytes, chunk: bytes) -> None:
        """Send a frame at once, let it wait, or note that the browser needs the whole.

        Args:
            frame: the frame.
            chunk: the frame as a chunk of an answer by HTTP: the same bytes for all browsers.
        """
        transport = self._transport
        waits = self._frames or self.is_behind or self.is_busy or self.is_closed
        if not (waits or transport.get_write_buffer_size() or transport.is_closing()):
            transport.write(chunk)
            return
        if len(self._frames) >= MOST_FRAMES:
            self._frames.clear()
            self.is_behind = True
        if not self.is_behind:
            self._frames.append(frame)
        self._ready.set()

    def wake(self) -> None:
        """Let the browser look at once."""
        self._ready.set()

    def close(self) -> None:
        """End the browser's stream."""
        self.is_closed = True
        self._ready.set()

    async def wait(self) -> None:
        """Wait until there is something to send."""
        await self._ready.wait()
        self._ready.clear()

    def cut(self) -> None:
        """End the connection, whatever waits to be sent."""
        # Otherwise the kernel would go on to offer what it has.
        self._transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
        self._transport.abort()

    def take(self) -> bytes:
        """Return the frames that wait."""
        taken = b"".join(self._frames)
        self._frames.clear()
        return taken


class StreamSource(ABC):
    """What browsers are kept up to date of: a table, or parts of a page.

    Attributes:
        browsers: those that look at it.
        is_closed: whether nothing more comes of it.
    """

    _next_beat: asyncio.TimerHandle | None = None

    def __init__(self) -> None:
        """Begin without browsers."""
        self.browsers: set[Browser] = set()
        self.is_closed = False

    @abstractmethod
    def whole(self) -> bytes:
        """Return the frame of everything."""

    def take(self, browser: Browser) -> bytes:
        """Return what a browser gets next: frames, or everything."""
        frames = browser.take()
        if browser.is_behind:
            frames = self.whole()
            browser.is_behind = False
        return frames

    def send_all(self, frame: bytes) -> None:
        """Send the browsers a frame, or let it wait."""
        chunk = b"%x\r\n%b\r\n" % (len(frame), frame)
        for browser in self.browsers:
            browser.put(frame, chunk)

    def end_streams(self) -> None:
        """End the streams of all browsers."""
        for browser in self.browsers:
            browser.close()

    def keep_alive(self) -> None:
        """Send signs of life once in a while, as long as there are browsers."""
        if self._next_beat is None:
            self._next_beat = asyncio.get_running_loop().call_later(BEAT_SECONDS, self._beat)

    def _beat(self) -> None:
        for browser in self.browsers:
            if browser.is_stuck:
                browser.cut()
            browser.is_stuck = browser.is_busy
        self.send_all(_BEAT)
        self._next_beat = None
        if self.browsers:
            self.keep_alive()


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

    async def _stream(self, transport: asyncio.Transport, receive: Receive, send: Send) -> None:
        watched, browser = self._watched, Browser(transport)
        watched.browsers.add(browser)
        watched.keep_alive()
        browser.is_closed = watched.is_closed
        left = asyncio.ensure_future(_has_left(receive, browser))
        left.add_done_callback(lambda _: browser.close())
        try:
            while not left.done():
                if frames := watched.take(browser):
                    browser.is_busy = True
                    await send({"type": "http.response.body", "body": frames, "more_body": True})
                    browser.is_stuck = browser.is_busy = False
                if browser.is_closed:
                    break
                await browser.wait()
        finally:
            left.cancel()
            watched.browsers.discard(browser)


async def _has_left(receive: Receive, browser: Browser) -> None:
    """Wait until the browser leaves; one that sends something is cut off, as it has nothing to say here."""
    with suppress(asyncio.CancelledError):
        while (message := await receive())["type"] != "http.disconnect":
            if message.get("body"):
                browser.cut()
