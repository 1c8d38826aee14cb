"""/metrics and /health on a port of this machine, over the least HTTP that Prometheus and probes need.

Anybody on this machine can connect, so sizes, times and the number of connections are bounded. A page of the web that
somebody has open here must not read anything either: a request has to name this machine as its host (DNS rebinding).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import NamedTuple

from ircpoker.admin.monitoring.settings import ADDRESS
from ircpoker.errors import TransportError
from ircpoker.runtime.recent import OnceAMinute
from ircpoker.runtime.shares import is_full

LONGEST_HEAD = 8192
"""The most bytes of a request."""
PATIENCE = 5.0
"""Seconds for a request and its answer."""
_OWN_HOSTS = frozenset({ADDRESS, "localhost"})
PLAIN = "text/plain; charset=utf-8"

_logger = logging.getLogger(__name__)


class Page(NamedTuple):
    """An answer.

    Attributes:
        content: its content.
        kind: its content type.
        status: its status.
    """

    content: bytes
    kind: str = PLAIN
    status: HTTPStatus = HTTPStatus.OK


class Endpoint:
    """A server for a few pages; use it as an asynchronous context manager."""

    def __init__(self, port: int, pages: Mapping[str, Callable[[str], Page]], patience: float = PATIENCE) -> None:
        """Prepare; nothing is open yet.

        Args:
            port: the port on 127.0.0.1; 0 for any that is free.
            pages: makes the page of a path, given the header `Accept`. It is called on the loop and must not wait.
            patience: seconds for a request and its answer.
        """
        self._port = port
        self._pages = pages
        self._patience = patience
        self._server: asyncio.Server | None = None
        self._open: dict[asyncio.StreamWriter, asyncio.Task[object] | None] = {}
        self._troubles: OnceAMinute | None = None

    @property
    def port(self) -> int:
        """The port, once the server is open."""
        return int(self._server.sockets[0].getsockname()[1]) if self._server is not None else self._port

    async def __aenter__(self) -> Endpoint:
        """Open the port.

        Raises:
            TransportError: it is taken, or not allowed.
        """
        self._troubles = OnceAMinute(asyncio.get_running_loop().time)
        try:
            self._server = await asyncio.start_server(self._serve, ADDRESS, self._port, limit=LONGEST_HEAD)
        except OSError as error:
            problem = error.strerror or "it cannot be opened"
            raise TransportError(f"[metrics] port = {self._port}: {problem}") from error
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close the port and all connections."""
        if self._server is not None:
            self._server.close()
        tasks = [task for task in self._open.values() if task is not None]
        for writer in self._open:
            writer.transport.abort()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request."""
        if is_full("metrics", len(self._open)):
            # Whoever has not asked for longest gives way: half a request keeps nobody from an answer.
            oldest = next(iter(self._open))
            del self._open[oldest]
            oldest.transport.abort()
        self._open[writer] = asyncio.current_task()
        try:
            async with asyncio.timeout(self._patience):
                head = await reader.readuntil(b"\r\n\r\n")
                writer.write(_as_http(self._page(head), with_content=not head.startswith(b"HEAD ")))
                writer.close()
                await writer.wait_closed()
        except (TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, OSError):
            writer.transport.abort()
        finally:
            self._open.pop(writer, None)

    def _page(self, head: bytes) -> Page:
        """Return the answer to a request."""
        first, *rest = head.decode("latin-1").split("\r\n")
        words = first.split(" ")
        headers = [(name.strip().lower(), value.strip()) for name, _, value in (line.partition(":") for line in rest)]
        hosts = [value for name, value in headers if name == "host"]
        if len(words) != len(("GET", "/metrics", "HTTP/1.1")) or not words[2].startswith("HTTP/1."):
            return _refusal(HTTPStatus.BAD_REQUEST)
        if len(hosts) > 1 or not all(host.rpartition(":")[0] in _OWN_HOSTS or host in _OWN_HOSTS for host in hosts):
            return _refusal(HTTPStatus.FORBIDDEN)
        if words[0] not in {"GET", "HEAD"}:
            return _refusal(HTTPStatus.METHOD_NOT_ALLOWED)
        make = self._pages.get(words[1].partition("?")[0])
        if make is None:
            return _refusal(HTTPStatus.NOT_FOUND)
        try:
            return make(next((value for name, value in headers if name == "accept"), ""))
        except Exception:
            if self._troubles is not None and self._troubles.is_due(words[1]):
                _logger.exception("the page %a could not be made", words[1])
            return _refusal(HTTPStatus.INTERNAL_SERVER_ERROR)


def _refusal(status: HTTPStatus) -> Page:
    return Page(f"{status.phrase}\n".encode(), status=status)


def _as_http(page: Page, *, with_content: bool) -> bytes:
    lines = (
        f"HTTP/1.1 {page.status.value} {page.status.phrase}",
        f"Content-Type: {page.kind}",
        f"Content-Length: {len(page.content)}",
        "Cache-Control: no-store",
        "X-Content-Type-Options: nosniff",
        "Connection: close",
    )
    head = "".join(f"{line}\r\n" for line in lines).encode("latin-1") + b"\r\n"
    return head + page.content if with_content else head
