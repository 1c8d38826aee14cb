"""Server-sent events: a table's frames to one browser, until it leaves or does not read."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from ircpoker.web.live_table import Browser, LiveTable

BEAT_SECONDS = 15.0
"""The time between two signs of life; a browser that takes nothing for that long is given up."""
_BEAT = b": \n\n"
_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # for a proxy that would collect the frames
]


class TableStream:
    """The answer to a request for a table's frames."""

    def __init__(self, table: LiveTable, browser: Browser) -> None:
        self._table = table
        self._browser = browser

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send frames until the browser leaves."""
        del scope
        table, browser = self._table, self._browser
        table.browsers.add(browser)
        left = asyncio.ensure_future(_has_left(receive))
        left.add_done_callback(lambda _: browser.close())
        beat = _Beat(browser, asyncio.current_task())
        try:
            await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
            while not browser.is_closed:
                frames = table.take(browser)
                if beat.is_due:
                    frames = frames or _BEAT
                if frames:
                    beat.sends()
                    await send({"type": "http.response.body", "body": frames, "more_body": True})
                    beat.sent()
                await browser.wait()
            await send({"type": "http.response.body", "body": b""})
        except asyncio.CancelledError:
            if not beat.has_given_up:
                raise
        finally:
            beat.stop()
            left.cancel()
            table.browsers.discard(browser)


class _Beat:
    """Wakes a stream that has sent nothing for a while, and ends one whose browser takes nothing."""

    def __init__(self, browser: Browser, task: asyncio.Task[None] | None) -> None:
        self._browser = browser
        self._task = task
        self._is_sending = False
        self.is_due = False
        self.has_given_up = False
        self._loop = asyncio.get_running_loop()
        self._timer = self._loop.call_later(BEAT_SECONDS, self._tick)

    def sends(self) -> None:
        """Note that a frame is on its way."""
        self._is_sending, self.is_due = True, False

    def sent(self) -> None:
        """Note that the browser, or the buffers on the way, took it."""
        self._is_sending = False

    def stop(self) -> None:
        """Stop watching."""
        self._timer.cancel()

    def _tick(self) -> None:
        if self._is_sending and self._task is not None:
            self.has_given_up = True
            self._task.cancel()
            return
        self.is_due = True
        self._browser.wake()
        self._timer = self._loop.call_later(BEAT_SECONDS, self._tick)


async def _has_left(receive: Receive) -> None:
    with suppress(asyncio.CancelledError):
        while (await receive())["type"] != "http.disconnect":
            pass
