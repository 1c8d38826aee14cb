"""The page's server: uvicorn, with limits for connections that it does not have itself.

A connection that sends no whole head of a request in time, or a head that is too long, is closed, and so is one too
many of an address, or in all: slow and idle clients take no place from others.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ircpoker.config.web import WebSettings
from ircpoker.runtime.shares import SHARES, Holder, SharedPlaces
from ircpoker.web.streaming import WIRE
from ircpoker.words.plain_text import host_of

HEAD_SECONDS = 10.0
"""The time for the head of a request, from the connection or the end of the last request on."""
HEAD_BYTES = 16 * 1024
KEEP_SECONDS = 20
BACKLOG = 512


class PageServer(uvicorn.Server):
    """The server; it ends the streams before it waits for all answers to be complete."""

    def __init__(self, config: uvicorn.Config, end_streams: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._end_streams = end_streams

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End all connections."""
        await self._end_streams()
        await super().shutdown(sockets)


def make_server(app: ASGIApp, settings: WebSettings, end_streams: Callable[[], Awaitable[None]]) -> PageServer:
    """Return the server of the page.

    Args:
        app: the page.
        settings: `[web]`.
        end_streams: ends all answers that have no end by themselves.
    """
    # A line for each client that sends nonsense would fill the log.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
    config = uvicorn.Config(
        app,
        http=_limited(settings),
        ws="none",
        loop="asyncio",
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=KEEP_SECONDS,
        timeout_graceful_shutdown=3,
        backlog=BACKLOG,
    )
    return PageServer(config, end_streams)


class LimitedProtocol(HttpToolsProtocol):
    """A connection with limits for the heads of its requests."""

    open_connections: SharedPlaces[LimitedProtocol]
    """Those of the server; set in the class that `_limited` makes."""
    proxies: tuple[str, ...]
    _head_bytes = 0
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn's own
        """Count the connection, or end it; the first head has to come soon."""
        super().connection_made(transport)
        host = self._host
        if self.open_connections.take(self, Holder("" if host in self.proxies else host_of(host))) is not None:
            transport.abort()
            return
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection no more."""
        self._stop_timer()
        self.open_connections.give_back(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read bytes, and end the connection if they are too many for a head."""
        if self.transport.is_closing():
            return
        self._head_bytes += len(data)
        super().data_received(data)
        if self._timer is not None and self._head_bytes > HEAD_BYTES:
            self.transport.abort()

    def on_message_begin(self) -> None:
        """Begin a request, whose answer may write to the connection itself."""
        super().on_message_begin()
        self.scope["extensions"] = {WIRE: self.transport}  # type: ignore[dict-item] # which need not be a dictionary
        if self._timer is None:
            self._expect_head()

    def on_headers_complete(self) -> None:
        """Note that the head is there."""
        self._stop_timer()
        super().on_headers_complete()

    @property
    def _host(self) -> str:
        return self.client[0] if self.client else "unknown"

    def _expect_head(self) -> None:
        self._head_bytes = 0
        self._timer = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _limited(settings: WebSettings) -> type[LimitedProtocol]:
    """Return the class of connections that count together; uvicorn makes them."""
    places: SharedPlaces[LimitedProtocol] = SharedPlaces(
        SHARES["page"], total=settings.most_connections, least=settings.per_address
    )
    return type("LimitedProtocol", (LimitedProtocol,), {"open_connections": places, "proxies": settings.proxies})
