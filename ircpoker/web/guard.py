"""What every request must pass, and the headers of every answer.

* The name in `Host` is one of the page's own, so no other site can point its name here.
* A request that changes something comes from a page of this very site (`Origin`), which no other site can forge.
* One address has a bounded number of requests at a time, and of requests in a while.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ircpoker.config.web import WebSettings
from ircpoker.runtime.shares import SHARES, Full, Holder, SharedPlaces
from ircpoker.words.plain_text import host_of

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
        if key not in self._visitors:
            self._make_room()
        visitor = self._visitors.setdefault(key, _AddressUse(seen=now))
        self._visitors.move_to_end(key)
        visitor.tokens = min(BURST, visitor.tokens + (now - visitor.seen) * PER_SECOND)
        visitor.seen = now
        return visitor

    def _make_room(self) -> None:
        """Forget the addresses that asked longest ago."""
        while len(self._visitors) >= MOST_ADDRESSES:
            self._visitors.popitem(last=False)


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
