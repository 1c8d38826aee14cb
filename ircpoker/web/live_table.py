"""Tables as they are now, the frames that keep browsers up to date, and the connections by which they are watched.

Spectators share one connection. Somebody who has signed in has one of their own, with their cards. A frame is computed
once for all who watch the table by one connection.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable, Mapping
from contextlib import suppress
from time import monotonic
from weakref import WeakValueDictionary

from msgspec import Struct
from starlette.exceptions import HTTPException

from ircpoker.errors import TransportError
from ircpoker.feed import FeedClient
from ircpoker.feed.messages import Answer, Closed, Event, PlayerMoved, TableSnapshot
from ircpoker.feed.moments import TableMoments
from ircpoker.feed.requests import LoggedOut, Reply
from ircpoker.records.pictures.picture import changes, slots
from ircpoker.records.pictures.snapshots import hole_cards, seat_order
from ircpoker.runtime.json_text import to_json
from ircpoker.runtime.shares import is_full
from ircpoker.web.rendering import Renderer, TablePart
from ircpoker.web.streaming import StreamSource

MOST_LINES = 50
"""The lines of a table's log that are kept."""
ANSWER_SECONDS = 10.0
"""How long the page waits for the bot's answer."""

_logger = logging.getLogger(__name__)


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
        moves: the other tables to which players were moved since the last `lead_to`, if the reader had a seat.
    """

    def __init__(
        self,
        state: TableSnapshot,
        renderer: Renderer,
        now: Callable[[], float] = monotonic,
        flush_at: Callable[[float, LiveTable], object] = lambda *_: None,
    ) -> None:
        """Show a table.

        Args:
            state: the table; `update` is called with each event, and `flush` a little later.
            renderer: makes the parts of its page.
            now: returns monotonic seconds.
            flush_at: sees to it that `flush` is called at a time, too: when the next moment is due.
        """
        super().__init__()
        self._renderer = renderer
        self._now, self._flush_at = now, flush_at
        self.moves: set[str] = set()
        self._has_ended, self._last = False, b""
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
    def is_over(self) -> bool:
        """Whether the table is not watched any more, and nobody waits to see how its last deal ended."""
        is_seen = self._moments.due is None or not self.browsers or bool(self._last)
        return self._has_ended and is_seen and not self.moves

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
        if isinstance(event, PlayerMoved) and self.state.you is not None:
            self.moves.add(event.to)
        self._has_ended = isinstance(event, Closed)
        return self._moments.take(event) or self._has_ended

    def flush(self) -> None:
        """Send the browsers the moment that is to be seen now, as one frame, if it is another one than before.

        The end of a deal is not held before somebody whose turn has come.
        """
        you = self.state.you
        moment = self._moments.shown(holds=you is None or not you.turn)
        if self._moments.due is not None:
            self._flush_at(self._moments.due, self)
        if moment is self._shown:
            return
        new = min(moment.logged - self._shown.logged, MOST_LINES)
        lines = moment.log[-new:] if new > 0 else ()
        self._shown, self._whole = moment, b""
        before, self.view = self.view, self._view()
        if self.browsers:
            self.send_all(self._frame(before, list(map(self._renderer.line, lines))))

    def lead_to(self, table: str) -> None:
        """Let browsers go to the table to which their player was moved; empty if it was not they."""
        self.moves.clear()
        frame = _event({"to": table}) if table else b""
        if self._has_ended:
            self._last = frame
        elif frame:
            self.send_all(frame)

    def close(self) -> None:
        """End all streams, those that begin from now on, too."""
        self.is_closed = True
        if self._has_ended:
            self._last = self._last or OVER
            self.send_all(self._last)
        self.end_streams()

    def whole(self) -> bytes:
        """Return the frame of the whole table, or the last one."""
        if self.is_closed:
            return self._last
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
        return _event(frame)


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
        return _event(self._html)

    def show(self, html: Mapping[str, str]) -> None:
        """Send the browsers what has changed, now that the parts are these."""
        changed = {part: text for part, text in html.items() if self._html.get(part) != text}
        self._html = html
        if changed:
            self.send_all(_event(changed))

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


def _event(fields: Mapping[str, object]) -> bytes:
    """Return fields as a server-sent event."""
    return f"data: {to_json(dict(fields), ascii_only=False, compact=True)}\n\n".encode()


OVER = b"retry: 10000\n" + _event({"is_over": True})
"""The last frame of a table that is watched no more. It may be seen again later: browsers ask after 10 seconds."""


class FeedConnection:
    """A connection, until `close`.

    Attributes:
        client: the connection.
        on_line: is called with each line for the person.
        is_over: whether the person's session has ended.
        pages: the pages that browsers look at by it, besides tables.
    """

    def __init__(self, client: FeedClient, renderer: Renderer) -> None:
        """Read a connection's messages.

        Args:
            client: the connection.
            renderer: makes the parts of pages.
        """
        self.client = client
        self._renderer = renderer
        self.is_over = False
        self.pages: dict[Hashable, LivePage] = {}
        self.on_line: Callable[[str], None] = lambda _: None
        self._live: dict[str, LiveTable] = {}
        self._opening = WeakValueDictionary[str, asyncio.Lock]()
        self._ending: set[LiveTable] = set()
        self._changed: set[LiveTable] = set()
        self._following: dict[LiveTable, asyncio.Task[None]] = {}
        self._reading = asyncio.ensure_future(self._read())
        client.on_lost = self._end_streams

    @property
    def _watched(self) -> tuple[LiveTable | LivePage, ...]:
        return (*self._live.values(), *self._ending, *self.pages.values())

    @property
    def has_browsers(self) -> bool:
        """Whether any browser watches a table, or another page that changes."""
        return any(each.browsers for each in self._watched)

    async def close(self) -> None:
        """End the connection and all streams."""
        self._reading.cancel()
        await self.client.close()
        self._end()

    def _end(self) -> None:
        self.is_over = True
        self._end_streams()
        for name in tuple(self._live):
            self._close(name)
        for live in self._ending:
            live.close()
        self._ending.clear()

    def _end_streams(self) -> None:
        """End all streams; a browser comes again by itself, and is told whether the bot is there."""
        for each in self._watched:
            each.end_streams()

    async def table(self, name: str) -> LiveTable:
        """Return a table as it is now, and watch it from now on.

        Args:
            name: the table's name in the feed.

        Raises:
            TransportError: there is no such table, or the bot is gone.
        """
        async with self._opening.setdefault(name, asyncio.Lock()):
            return self._live.get(name) or await self._open(name)

    async def _open(self, name: str) -> LiveTable:
        if is_full("watched", len(self._live)):
            for other in tuple(self._live):
                await self._forget_unread(other)
        # A table may be asked for by its place.
        table = (await self.client.watch(name)).table
        if table not in self.client.tables:
            raise TransportError("the table has just been closed")
        if table not in self._live:
            now = asyncio.get_running_loop().time
            self._live[table] = LiveTable(self.client.tables[table], self._renderer, now, self._flush_at)
        return self._live[table]

    async def _forget_unread(self, name: str) -> None:
        """Watch a table no more that no browser watches now."""
        table = self._live.get(name)
        if table is not None and not table.browsers:
            self._close(name)
            with suppress(TransportError):
                await self.client.unwatch(name)

    def _close(self, name: str) -> None:
        self._live.pop(name).close()

    async def _read(self) -> None:
        async for message in self.client:
            try:
                self._take(message)
            except Exception:
                # One message that is not as it should be must not end the page.
                _logger.exception("a message of the feed was not understood: %s", type(message).__name__)

    def _take(self, message: Answer | Event) -> None:
        match message:
            case Reply():
                self.on_line(message.text)
            case LoggedOut():
                self._end()
            case TableSnapshot() if (live := self._live.get(message.table)) is not None:
                live.restart(message)
            case Closed() if message.table in self._live:
                # Whoever watches it once more begins anew.
                live = self._live.pop(message.table)
                self._ending.add(live)
                live.update(message)
                self._flush_soon(live)
            case Event() if (live := self._live.get(message.table)) is not None:
                if live.update(message):
                    self._flush_soon(live)

    async def _follow(self, live: LiveTable) -> None:
        """Lead a player to the table to which they were moved."""
        to = ""
        with suppress(TransportError, TimeoutError):
            async with asyncio.timeout(ANSWER_SECONDS):
                to = await self.client.moved_to(live.moves, live.state.table)
        del self._following[live]
        live.lead_to(to)
        self._flush_soon(live)

    def _flush_soon(self, live: LiveTable) -> None:
        """Tell browsers as soon as all messages are read that have come: one command makes several."""
        if not self._changed:
            asyncio.get_running_loop().call_soon(self._flush)
        self._changed.add(live)

    def _flush_at(self, when: float, live: LiveTable) -> None:
        asyncio.get_running_loop().call_at(when, self._flush_soon, live)

    def _flush(self) -> None:
        changed, self._changed = self._changed, set()
        for live in changed:
            is_over = True
            try:
                if live.browsers:  # Who comes later gets the whole table.
                    live.flush()
                is_over = live.is_over
            except Exception:
                _logger.exception("a table of the feed was not understood: %s", live.state.table)
            if live.moves and live not in self._following:
                self._following[live] = asyncio.create_task(self._follow(live))
            if is_over and live in self._ending:
                self._ending.remove(live)
                live.close()
