"""A connection to the feed, and the tables that browsers watch by it.

Spectators share one connection. Somebody who has signed in has one of their own, with their cards.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Hashable
from contextlib import suppress
from weakref import WeakValueDictionary

from ircpoker.errors import TransportError
from ircpoker.feed import FeedClient
from ircpoker.feed.messages import Answer, Closed, Event, TableSnapshot
from ircpoker.feed.requests import LoggedOut, Reply
from ircpoker.runtime.shares import is_full
from ircpoker.web.live_table import LivePage, LiveTable
from ircpoker.web.rendering import Renderer

_logger = logging.getLogger(__name__)


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
        self._changed: set[LiveTable] = set()
        self._reading = asyncio.ensure_future(self._read())
        client.on_lost = self._end_streams

    @property
    def _watched(self) -> tuple[LiveTable | LivePage, ...]:
        return (*self._live.values(), *self.pages.values())

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
            self._live[table] = LiveTable(self.client.tables[table], self._renderer, asyncio.get_running_loop().time)
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
            case Event() if (live := self._live.get(message.table)) is not None:
                if live.update(message):
                    self._flush_soon(live)
                if isinstance(message, Closed):
                    live.flush()
                    self._close(message.table)

    def _flush_soon(self, live: LiveTable) -> None:
        """Tell browsers as soon as all messages are read that have come: one command makes several."""
        if not self._changed:
            asyncio.get_running_loop().call_soon(self._flush)
        self._changed.add(live)

    def _flush(self) -> None:
        changed, self._changed = self._changed, set()
        for live in changed:
            try:
                if live.browsers:  # Who comes later gets the whole table.
                    live.flush()
                    if live.due is not None:
                        asyncio.get_running_loop().call_at(live.due, self._flush_soon, live)
            except Exception:
                _logger.exception("a table of the feed was not understood: %s", live.state.table)
