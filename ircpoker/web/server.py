"""The page's server: uvicorn, with limits for connections that it does not have itself.

A connection that sends no whole head of a request in time, or a head that is too long, is closed, and so is one too
many of an address, or in all: slow and idle clients take no place from others. A request has to pass, too:

* The name in `Host` is one of the page's own, so no other site can point its name here.
* If it changes something, it comes from a page of this very site (`Origin`), which no other site can forge.
* One address has a bounded number of requests at a time, and of requests in a while.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import uvicorn
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ircpoker.config.web import WebSettings
from ircpoker.runtime.shares import SHARES, Full, Holder, SharedPlaces
from ircpoker.web.streaming import WIRE
from ircpoker.words.plain_text import host_of

HEAD_SECONDS = 10.0
"""The time for the head of a request, from the connection or the end of the last request on."""
HEAD_BYTES = 16 * 1024
KEEP_SECONDS = 20
BACKLOG = 512
BURST = 120
"""The requests that an address may send at once; a page takes some five."""
PER_SECOND = 20.0
"""The requests a second that it may send for ever."""
MOST_ADDRESSES = 10_000
"""The addresses whose requests are counted; those that asked longest ago are forgotten."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    # With `no-referrer` a form of the page itself would not say where it comes from.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
_SAFE = frozenset({"GET", "HEAD"})


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
        host = self.client[0] if self.client else "unknown"
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


@dataclass
class _AddressUse:
    """The requests of an address."""

    tokens: float = BURST
    seen: float = 0.0


@dataclass
class Guard:
    """An ASGI application around the page's.

    Attributes:
        app: the page.
        settings: `[web]`.
        hosts: the names by which a browser may ask.
        now: a clock that never goes back, in seconds.
    """

    app: ASGIApp
    settings: WebSettings
    hosts: frozenset[str]
    now: Callable[[], float] = time.monotonic
    _visitors: OrderedDict[str, _AddressUse] = field(default_factory=OrderedDict)
    _open: SharedPlaces[object] = field(init=False)

    def __post_init__(self) -> None:
        """Share the requests that are open."""
        self._open = SharedPlaces(
            SHARES["requests"], total=self.settings.most_connections, least=self.settings.per_address
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        address = client_address(scope, headers, self.settings.proxies)
        scope["client"] = (address, 0)
        # A proxy may cut the path of `url` off, or not: Starlette does it where it is left.
        scope["root_path"] = root = self.settings.root
        if scope["path"] == root:
            scope["path"] += "/"
        scope["scheme"] = "https" if self.settings.is_secure else "http"
        request, host = object(), host_of(address)
        refusal = self._refusal(scope["method"], headers, self._visitor(host), self._open.full_for(Holder(host)))
        if refusal is not None:
            await refusal(scope, receive, _with_headers(send))
            return
        self._open.take(request, Holder(host))
        try:
            await self.app(scope, receive, _with_headers(send))
        finally:
            self._open.give_back(request)

    def _refusal(
        self, method: str, headers: Headers, visitor: _AddressUse, full: Full | None
    ) -> PlainTextResponse | None:
        host = headers.get("host", "").lower()
        if host not in self.hosts:
            return PlainTextResponse("This server does not have that name.\n", 421)
        if full is not None:
            where = " from your address" if full == "host" else ""
            return PlainTextResponse(f"Too many connections{where}.\n", 429, {"retry-after": "10"})
        if visitor.tokens < 1:
            return PlainTextResponse("Too many requests: wait a few seconds.\n", 429, {"retry-after": "5"})
        visitor.tokens -= 1
        if method not in _SAFE:
            origin = urlsplit(headers.get("origin", ""))
            if origin.netloc.lower() not in self.hosts or origin.scheme != (
                "https" if self.settings.is_secure else "http"
            ):
                return PlainTextResponse("This does not come from the page itself.\n", 403)
        return None

    def _visitor(self, key: str) -> _AddressUse:
        now = self.now()
        while key not in self._visitors and len(self._visitors) >= MOST_ADDRESSES:
            self._visitors.popitem(last=False)  # Those that asked longest ago are forgotten.
        visitor = self._visitors.setdefault(key, _AddressUse(seen=now))
        self._visitors.move_to_end(key)
        visitor.tokens = min(BURST, visitor.tokens + (now - visitor.seen) * PER_SECOND)
        visitor.seen = now
        return visitor


def client_address(scope: Scope, headers: Headers, proxies: tuple[str, ...]) -> str:
    """Return the address of the visitor: the peer's, or what a named proxy says of it."""
    client = scope.get("client")
    address = str(client[0]) if client else "unknown"
    forwarded = [part.strip() for value in headers.getlist("x-forwarded-for") for part in value.split(",")]
    while address in proxies and forwarded:
        address = forwarded.pop()
    return address


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("cache-control", "no-store")
        await send(message)

    return send_with_headers
