"""A table as it is now, and the frames that keep browsers up to date; and the parts of other pages that change.

A frame is computed once for all who watch the table by one connection to the feed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from time import monotonic

from msgspec import Struct
from starlette.exceptions import HTTPException

from ircpoker.feed.messages import Event, TableSnapshot
from ircpoker.feed.moments import TableMoments
from ircpoker.records.pictures.picture import changes, slots
from ircpoker.records.pictures.snapshots import hole_cards, seat_order
from ircpoker.runtime.json_text import to_json
from ircpoker.web.rendering import Renderer, TablePart
from ircpoker.web.streaming import StreamSource

MOST_LINES = 50
"""The lines of a table's log that are kept."""


class PageState(Struct, frozen=True):
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


class LiveTable(StreamSource):
    """A table that is watched by one connection to the feed.

    Attributes:
        view: what its pages show, as of the last `flush`.
    """

    def __init__(self, state: TableSnapshot, renderer: Renderer, now: Callable[[], float] = monotonic) -> None:
        """Show a table.

        Args:
            state: the table; `update` is called with each event, and `flush` a little later.
            renderer: makes the parts of its page.
            now: returns monotonic seconds.
        """
        super().__init__()
        self._renderer = renderer
        self._now = now
        self.restart(state)

    @property
    def state(self) -> TableSnapshot:
        """The table as the feed has it, of which pages may still show an earlier moment."""
        return self._moments.table

    @property
    def shown(self) -> TableSnapshot:
        """The table as pages show it."""
        return self._shown.table

    @property
    def log(self) -> list[str]:
        """The last lines of the moment that is shown, as HTML."""
        return list(map(self._renderer.line, self._shown.log[-MOST_LINES:]))

    @property
    def due(self) -> float | None:
        """When the next moment is shown that waits; None if none does."""
        return self._moments.due

    def restart(self, state: TableSnapshot) -> None:
        """Go on from another state; all browsers get the whole table."""
        self._moments = TableMoments(state, self._now)
        self._parts: dict[str, TablePart] = {}
        self._shown = self._moments.latest
        self.view, self._whole = self._view(), b""
        for browser in self.browsers:
            browser.is_behind = True
            browser.wake()

    def update(self, event: Event) -> bool:
        """Follow an event, and return whether `flush` shall tell the browsers."""
        return self._moments.take(event)

    def flush(self) -> None:
        """Send the browsers the moment that is to be seen now, as one frame, if it is another one than before.

        The end of a deal is not held before somebody whose turn has come.
        """
        you = self.state.you
        moment = self._moments.shown(holds=you is None or not you.turn)
        if moment is self._shown:
            return
        lines = (
            moment.log[-min(moment.logged - self._shown.logged, MOST_LINES) :]
            if moment.logged > self._shown.logged
            else ()
        )
        self._shown, self._whole = moment, b""
        before, self.view = self.view, self._view()
        if self.browsers:
            self.send_all(self._frame(before, list(map(self._renderer.line, lines))))

    def close(self) -> None:
        """End all streams, those that begin from now on, too: the table is not watched any more."""
        self.is_closed = True
        self.end_streams()

    def whole(self) -> bytes:
        """Return the frame of the whole table."""
        self.flush()
        self._whole = self._whole or self._frame(None, self.log)
        return self._whole

    def drawing(self) -> str:
        """Return the drawing of the table."""
        return self._renderer.drawing(self._shown.table)

    def _view(self) -> PageState:
        table, seconds = self._shown.table, self._shown.seconds("turn", self._now())
        count = hole_cards(table)
        texts = slots(self._renderer.picture(table), count)
        # A robot has no clock.
        clock = (seconds, table.turn.of) if table.turn is not None and table.turn.of and seconds else None
        return PageState((seat_order(table), count), texts, self._renderer.parts(table, self._parts), clock)

    def _frame(self, before: PageState | None, lines: list[str]) -> bytes:
        """Return the changes since a view as a server-sent event; since None, all."""
        now = self.view
        html = changes(before.html if before else {}, now.html)
        frame: dict[str, object] = {"seq": self._shown.table.seq, "clock": now.clock, "log": lines}
        if before is None or before.layout != now.layout:
            html["drawing"] = self.drawing()
        else:
            frame["texts"] = changes(before.texts, now.texts)
        frame |= {"html": html, "all": before is None}
        return f"data: {to_json(frame, ascii_only=False, compact=True)}\n\n".encode()


_logger = logging.getLogger(__name__)

LIST_SECONDS = 2.0
"""The time between two looks at the bot."""


class LivePage(StreamSource):
    """The parts of a page, from the first browser to the last."""

    def __init__(self, read: Callable[[], Awaitable[Mapping[str, str]]], html: Mapping[str, str]) -> None:
        """Begin to ask the bot.

        Args:
            read: returns the parts as they are now, by the ids of their elements.
            html: the parts as they were just now.
        """
        super().__init__()
        self._read, self._html = read, html
        self._reading = asyncio.create_task(self._follow())

    def whole(self) -> bytes:
        """Return the frame of all parts."""
        return _frame(self._html)

    def show(self, html: Mapping[str, str]) -> None:
        """Send the browsers what has changed, now that the parts are these."""
        changed = {part: text for part, text in html.items() if self._html.get(part) != text}
        self._html = html
        if changed:
            self.send_all(_frame(changed))

    def end_streams(self) -> None:
        """End the streams of all browsers, and ask no more."""
        self.is_closed = True
        self._reading.cancel()
        super().end_streams()

    async def _follow(self) -> None:
        try:
            await asyncio.sleep(LIST_SECONDS)
            while self.browsers:
                self.show(await self._read())
                await asyncio.sleep(LIST_SECONDS)
        except HTTPException:  # the bot is away, or there is no such thing any more
            pass
        except Exception:
            _logger.exception("a page could not be kept up to date")
        finally:
            self.end_streams()


def _frame(html: Mapping[str, str]) -> bytes:
    return f"data: {to_json(dict(html), ascii_only=False, compact=True)}\n\n".encode()
