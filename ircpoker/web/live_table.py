"""A table as it is now, and the frames that keep browsers up to date.

A frame is computed once for all who watch the table by one connection to the feed, and the same bytes are written to
each of them in one loop. Frames wait only for a browser that has not taken all bytes before them; one that falls behind
gets the whole table in place of those it missed, so what waits for one browser is bounded.
"""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ircpoker.records.pictures.page import mark_cards
from ircpoker.records.pictures.picture import changes, slots
from ircpoker.runtime.json_text import to_json
from ircpoker.web.rendering import hole_cards, live_picture, seat_order

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ircpoker.web.rendering import Renderer, TableSnapshot

MOST_FRAMES = 32
"""The frames that may wait for a browser."""
MOST_LINES = 50
"""The lines of a table's log that are kept."""


@dataclass(frozen=True, slots=True)
class PageState:
    """What a page shows of a table.

    Attributes:
        layout: the seats in the order of the drawing, and the cards of each; a change needs another drawing.
        texts: the texts of the drawing's places.
        html: the other parts of the page, by the ids of their elements.
        clock: the seconds that are left for the turn, and all its seconds; None without a turn.
    """

    layout: tuple[tuple[int, ...], int]
    texts: Mapping[str, str]
    html: Mapping[str, str]
    clock: tuple[float, float] | None


class Browser:
    """A browser that watches a table.

    Attributes:
        is_behind: whether it needs the whole table before any more frames.
        is_busy: whether bytes are on their way to it by its stream, so that no others may overtake them.
        is_closed: whether its stream ends.
    """

    def __init__(self, write: Callable[[bytes], bool] = lambda _: False) -> None:
        """Let a browser watch.

        Args:
            write: sends a chunk of the answer if nothing waits before it, and returns whether it did.
        """
        self._write = write
        self._frames: deque[bytes] = deque()
        self._ready = asyncio.Event()
        self.is_behind = True
        self.is_busy = False
        self.is_closed = False

    def put(self, frame: bytes, chunk: bytes) -> None:
        """Send a frame at once, let it wait, or note that the browser needs the whole table.

        Args:
            frame: the frame.
            chunk: the frame as a chunk of an answer by HTTP: the same bytes for all browsers.
        """
        if not (self._frames or self.is_behind or self.is_busy or self.is_closed) and self._write(chunk):
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

    def take(self) -> bytes:
        """Return the frames that wait."""
        taken = b"".join(self._frames)
        self._frames.clear()
        return taken


class LiveTable:
    """A table that is watched by one connection to the feed.

    Attributes:
        state: the table as the feed has it.
        view: what its pages show, as of the last `flush`.
        log: its last lines, as HTML.
        browsers: the browsers that watch it.
        is_closed: whether nothing more comes of it.
    """

    def __init__(self, state: TableSnapshot, renderer: Renderer) -> None:
        """Show a table.

        Args:
            state: the table; the feed's client changes it, and `update` is called then, and `flush` a little later.
            renderer: makes the parts of its page.
        """
        self._renderer = renderer
        self._whole = b""
        self._new_lines: list[str] = []
        self._has_changed = False
        self.browsers: set[Browser] = set()
        self.is_closed = False
        self.restart(state)

    def restart(self, state: TableSnapshot) -> None:
        """Go on from another state; all browsers get the whole table."""
        self.state = state
        self.log = deque([mark_cards(str(line)) for line in state.get("log", ())], MOST_LINES)
        self.view, self._whole = self._view(), b""
        self._new_lines, self._has_changed = [], False
        for browser in self.browsers:
            browser.is_behind = True
            browser.wake()

    def update(self, words: str) -> None:
        """Note that the state has changed, with the line that says why; `flush` tells the browsers."""
        self._has_changed, self._whole = True, b""
        if words:
            self.log.append(mark_cards(words))
            if self.browsers:
                self._new_lines.append(self.log[-1])

    def flush(self) -> None:
        """Send all changes since the last time as one frame to the browsers."""
        if not self._has_changed:
            return
        lines, self._new_lines, self._has_changed = self._new_lines, [], False
        before, self.view = self.view, self._view()
        if self.browsers:
            frame = self._frame(before, lines)
            chunk = b"%x\r\n%b\r\n" % (len(frame), frame)
            for browser in self.browsers:
                browser.put(frame, chunk)

    def end_streams(self) -> None:
        """End the streams of all browsers."""
        for browser in self.browsers:
            browser.close()

    def close(self) -> None:
        """End all streams, those that begin from now on, too: the table is not watched any more."""
        self.is_closed = True
        self.end_streams()

    def take(self, browser: Browser) -> bytes:
        """Return what a browser gets next: frames, or the whole table."""
        waiting = browser.take()
        if not browser.is_behind:
            return waiting
        self.flush()
        browser.is_behind = False
        self._whole = self._whole or self._frame(None, list(self.log))
        return self._whole

    def drawing(self) -> str:
        """Return the drawing of the table."""
        return self._renderer.drawing(self.state)

    def _view(self) -> PageState:
        count = hole_cards(self.state)
        texts = slots(live_picture(self.state), count)
        turn = self.state.get("turn")
        # A robot has no clock.
        clock = (float(turn["seconds"]), float(turn["of"])) if turn and turn["seconds"] and turn["of"] else None
        return PageState((seat_order(self.state), count), texts, self._renderer.parts(self.state), clock)

    def _frame(self, before: PageState | None, lines: list[str]) -> bytes:
        """Return the changes since a view as a server-sent event; since None, all."""
        now = self.view
        html = changes(before.html if before else {}, now.html)
        frame: dict[str, object] = {"seq": self.state["seq"], "clock": now.clock, "log": lines}
        if before is None or before.layout != now.layout:
            html["drawing"] = self.drawing()
        else:
            frame["texts"] = changes(before.texts, now.texts)
        frame |= {"html": html, "all": before is None}
        return f"data: {to_json(frame, ascii_only=False, compact=True)}\n\n".encode()
