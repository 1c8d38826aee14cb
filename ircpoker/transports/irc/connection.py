"""One connection of the `irc` library, hardened: no input ends it, and nothing unsafe is sent.

It handles bytes and notes when the server was last heard from. The session knows what lines mean; the sender decides
when they are sent.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from irc.client_aio import AioConnection, AioReactor, IrcProtocol

from ircpoker.transports.irc.wire import IrcLine, LineBuffer, encode_line, parse_line
from ircpoker.words.plain_text import hide_codes

_MOST_UNREAD = 1 << 18
"""Bytes that the server may leave unread: one that keeps asking and never reads would fill the memory."""

_logger = logging.getLogger(__name__)


class _Protocol(IrcProtocol):  # type: ignore[misc] # the library has no types
    """Hands the connection its transport before any data arrives, and reports its end exactly once."""

    def connection_made(self, transport: asyncio.Transport) -> None:
        self.connection.made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.connection.lost(exc)


class Connection(AioConnection):  # type: ignore[misc] # the library has no types
    """A connection that is used once.

    Attributes:
        loop: that of its reactor.
        closed: done when the connection has ended.
        last_received: the loop's time of the last byte.
    """

    buffer_class = LineBuffer
    protocol_class = _Protocol
    loop: asyncio.AbstractEventLoop
    closed: asyncio.Future[None]
    last_received: float

    def __init__(self, reactor: AioReactor) -> None:
        super().__init__(reactor)
        self.loop = reactor.loop
        self._on_line: Callable[[IrcLine], None] | None = None
        self._on_open: Callable[[], None] | None = None
        self.transport: asyncio.Transport | None = None
        self.closed = self.loop.create_future()
        self.last_received = self.loop.time()

    def attach(self, on_line: Callable[[IrcLine], None], on_open: Callable[[], None]) -> None:
        """Set, before connecting, the handler of lines except PING, and a function that may send lines before NICK."""
        self._on_line = on_line
        self._on_open = on_open

    def made(self, transport: asyncio.Transport) -> None:
        """Note the transport: over TLS the first lines come before `connect` returns."""
        self.transport = transport
        self.last_received = self.loop.time()
        if self._on_open is not None:
            self._on_open()

    def lost(self, error: Exception | None) -> None:
        """Note that the connection has ended."""
        _logger.debug("connection to %s ended: %r", self.server, error)
        self.connected = False
        if not self.closed.done():
            self.closed.set_result(None)

    @property
    def is_open(self) -> bool:
        """Whether anything can be sent."""
        return self.transport is not None and not self.transport.is_closing()

    def abort(self) -> None:
        """Close the connection without waiting for anything to be sent."""
        if self.transport is not None:
            self.transport.abort()

    def process_data(self, new_data: bytes) -> None:
        """Handle received bytes."""
        self.last_received = self.loop.time()
        super().process_data(new_data)

    def pong(self, target: str, target2: str = "") -> None:
        """Answer a PING at once; unlike the library, keep its text in one piece."""
        self.send_raw(f"PONG :{target}{target2 and ' ' + target2}")

    def send_raw(self, string: str) -> None:
        """Send a line at once; the library's own methods use this, too."""
        if self.transport is None or self.transport.is_closing():
            return
        if self.transport.get_write_buffer_size() > _MOST_UNREAD:
            _logger.warning("%s reads nothing of what it is sent: connection dropped", self.server)
            self.transport.abort()
            return
        # Not logged, even for debugging: passwords and players' cards are sent here.
        self.transport.write(encode_line(string))

    def _process_line(self, line: str) -> None:
        """Handle one line; if that fails, only this line is lost."""
        parsed = parse_line(line)
        if parsed is None or not self.is_open:
            return
        if parsed.command == "PING":
            self.pong(parsed.param(0))
            return
        try:
            if self._on_line is not None:
                self._on_line(parsed)
        except Exception:
            # Our error must not end everybody's game: asyncio would close the connection.
            _logger.exception("a line of %s could not be handled: %a", self.server, parsed.command)
            # The line may have a password, or what a person has typed.
            _logger.debug("the line of %s was %a", self.server, hide_codes(str(line)))


class Reactor(AioReactor):  # type: ignore[misc] # the library has no types
    """Makes hardened connections on a loop."""

    connection_class = Connection
