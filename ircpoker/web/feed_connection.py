"""A connection to the feed, and the tables that browsers watch by it.

Spectators share one connection. Somebody who has signed in has one of their own, with their cards.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from ircpoker.errors import TransportError
from ircpoker.web.live_table import LiveTable

if TYPE_CHECKING:
    from collections.abc import Callable

    from ircpoker.feed import FeedClient
    from ircpoker.web.rendering import Renderer

MOST_WATCHED = 500
"""The tables that one connection watches."""
_logger = logging.getLogger(__name__)


class FeedConnection:
    """A connection, until `close`.

    Attributes:
        client: the connection.
        on_line: is called with each line for the person.
        is_over: whether the person's session has ended.
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
        self.on_line: Callable[[str], None] = lambda _: None
        self._live: dict[str, LiveTable] = {}
        self._opening = WeakValueDictionary[str, asyncio.Lock]()
        self._changed: set[LiveTable] = set()
        self._reading = asyncio.ensure_future(self._read())
        client.on_lost = self._end_streams

    @property
    def has_browsers(self) -> bool:
        """Whether any browser watches a table."""
        return any(table.browsers for table in self._live.values())

    async def close(self) -> None:
        """End the connection and all streams."""
        self._reading.cancel()
        await self.client.close()
        self._end()

    def _end(self) -> None:
        self.is_over = True
        for name in tuple(self._live):
            self._close(name)

    def _end_streams(self) -> None:
        """End all streams; a browser comes again by itself, and is told whether the bot is there."""
        for table in self._live.values():
            table.end_streams()

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
        if len(self._live) >= MOST_WATCHED:
            for other in tuple(self._live):
                await self._forget_unread(other)
        # A table may be asked for by its place.
        table = str((await self.client.watch(name))["table"])
        if table not in self.client.tables:
            raise TransportError("the table has just been closed")
        if table not in self._live:
            self._live[table] = LiveTable(self.client.tables[table], self._renderer)
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
                _logger.exception("a message of the feed was not understood: %s", message.get("is"))

    def _take(self, message: dict[str, Any]) -> None:
        kind = message.get("is")
        if kind == "reply":
            self.on_line(str(message.get("text", "")))
        elif kind == "logged_out":
            self._end()
        live = self._live.get(str(message.get("table", "")))
        if live is None:
            return
        name = str(message["table"])
        if kind == "event":
            live.update(str(message.get("words", "")))
            self._flush_soon(live)
            if message.get("event") == "closed":
                live.flush()
                self._close(name)
        elif kind == "snapshot":
            live.restart(self.client.tables[name])

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
            except Exception:
                _logger.exception("a table of the feed was not understood: %s", live.state.get("table"))
