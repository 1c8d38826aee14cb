"""A small IRC server inside the bot, so that it works with nothing else installed and any client can join.

Built on `irc.server`, which has the socket and the loop that accepts. What clients say is read by
`embedded_client`: the library's own commands end a real client's connection on its first odd line.
Listens on loopback only: it knows no passwords, operators or limits.
"""

from __future__ import annotations

import contextlib
import ipaddress
import logging
import selectors
import socket
import threading
from collections import deque
from typing import Self

from irc.server import IRCClient, IRCServer

from ircpoker.errors import TransportError
from ircpoker.transports.embedded_client import Client, ServerState
from ircpoker.transports.irc.wire import LineBuffer, encode_line, parse_line

MOST_CLIENTS = 200
MOST_UNREAD_LINES = 2000

_POLL_SECONDS = 0.1
_SEND_WITHIN = 5.0
_STOP_WITHIN = 2.0

_logger = logging.getLogger(__name__)


class EmbeddedServer:
    """The server, from `start` to `stop`; also a context manager.

    Examples:
        >>> with EmbeddedServer(port=0) as server:
        ...     server.port > 0
        True
    """

    def __init__(self, host: str = "127.0.0.1", port: int = 6667, motd: str = "Join the bot and say !help") -> None:
        """Make a server that does not listen yet.

        Args:
            host: an address of this machine that only this machine reaches.
            port: where to listen; 0 takes any free one.
            motd: the message of the day, one line.

        Raises:
            TransportError: the address is not a loopback address.
        """
        if not _is_loopback(host):
            raise TransportError(f"the embedded server listens on 127.0.0.1 only, not on {host!a}")
        self._address = (host, port)
        self._motd = motd
        self._server: _Server | None = None
        self._thread: threading.Thread | None = None

    @property
    def port(self) -> int:
        """The port it listens on, or shall listen on."""
        if self._server is None:
            return self._address[1]
        port: int = self._server.server_address[1]
        return port

    def start(self) -> None:
        """Listen.

        Raises:
            TransportError: the port is taken, or may not be used.
        """
        if self._server is not None:
            return
        host, port = self._address
        try:
            self._server = _Server(self._address, self._motd)
        except (OSError, OverflowError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            message = f"the embedded server cannot listen on {host}:{port} ({reason}): choose another port"
            raise TransportError(message) from error
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(_POLL_SECONDS,), name="embedded IRC server", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """Say goodbye to all clients and close everything; no thread and no socket is left."""
        if self._server is None or self._thread is None:
            return
        self._server.shutdown()
        self._thread.join()
        self._server.end_sessions()
        self._server.server_close()
        self._server = self._thread = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


class _Server(IRCServer):  # type: ignore[misc] # the library has no types
    """Accepts clients, each of which gets a thread, and holds what they share.

    Attributes:
        state: what the clients share.
        stopping: set when all sessions are to end.
    """

    request_queue_size = 32

    def __init__(self, address: tuple[str, int], motd: str) -> None:
        self.state = ServerState(motd)
        self.stopping = threading.Event()
        self._outboxes: set[_Outbox] = set()
        self._client_threads: list[threading.Thread] = []
        super().__init__(address, _Session)

    def process_request(self, request: socket.socket, client_address: tuple[str, int]) -> None:
        """Give a client its thread, one that `end_sessions` can wait for."""
        self._client_threads = [thread for thread in self._client_threads if thread.is_alive()]
        if len(self._client_threads) >= MOST_CLIENTS:
            self.shutdown_request(request)
            return
        thread = threading.Thread(
            target=self.process_request_thread, args=(request, client_address), name="embedded IRC client", daemon=True
        )
        self._client_threads.append(thread)
        thread.start()

    def handle_error(self, request: socket.socket, client_address: tuple[str, int]) -> None:  # noqa: ARG002 - the base's
        """Log a fault instead of printing it over the console."""
        _logger.exception("a client of the embedded server was lost: %s", client_address)

    def add_outbox(self, outbox: _Outbox) -> None:
        """Remember whom to wake."""
        with self.state.lock:
            self._outboxes.add(outbox)

    def remove_outbox(self, outbox: _Outbox) -> None:
        """Forget a session that has ended."""
        with self.state.lock:
            self._outboxes.discard(outbox)

    def end_sessions(self) -> None:
        """Let every session end and wait for its thread; nothing is accepted any more."""
        self.stopping.set()
        with self.state.lock:
            for outbox in self._outboxes:
                outbox.append("ERROR :Server going down")
        for thread in self._client_threads:
            thread.join(_STOP_WITHIN)


class _Outbox:
    """Lines for one client, put in by any thread; wakes the client's own."""

    def __init__(self) -> None:
        self.wakened, self._waker = socket.socketpair()
        self._waker.setblocking(False)
        self._lines: deque[bytes] = deque()

    def append(self, line: str) -> None:
        """Add a line."""
        self._lines.append(encode_line(line))
        # If the pipe is full the thread is awake anyway; if it is closed there is nobody to wake.
        with contextlib.suppress(OSError):
            self._waker.send(b"\0")

    def take(self) -> bytes:
        """Return what is to be sent, at once."""
        lines = []
        with contextlib.suppress(IndexError):
            while True:
                lines.append(self._lines.popleft())
        return b"".join(lines)

    def __len__(self) -> int:
        return len(self._lines)

    def close(self) -> None:
        self.wakened.close()
        self._waker.close()


class _Session(IRCClient):  # type: ignore[misc] # the library has no types
    """The connection of one client: reads its lines, sends what its outbox holds."""

    server: _Server
    request: socket.socket

    def setup(self) -> None:
        self.outbox = _Outbox()
        self.buffer = LineBuffer()
        self.client = Client(self.server.state, self.outbox.append)
        self.request.settimeout(_SEND_WITHIN)
        # The client may be gone again already.
        with contextlib.suppress(OSError):
            self.request.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.server.add_outbox(self.outbox)

    def handle(self) -> None:
        try:
            with selectors.DefaultSelector() as selector:
                selector.register(self.request, selectors.EVENT_READ)
                selector.register(self.outbox.wakened, selectors.EVENT_READ)
                while not self.server.stopping.is_set() and not self.client.has_quit:
                    ready = [key.fileobj for key, _ in selector.select()]
                    if self.outbox.wakened in ready:
                        self.outbox.wakened.recv(4096)
                    if self.request in ready:
                        self._handle_incoming()
                    self._flush()
            self._flush()
        except (self.Disconnect, OSError) as end:
            _logger.debug("%a left: %r", self.client.nick, end)

    def finish(self) -> None:
        with self.server.state.lock:
            self.client.end()
        self.server.remove_outbox(self.outbox)
        self.outbox.close()

    def _handle_incoming(self) -> None:
        data = self.request.recv(16384)
        if not data:
            raise self.Disconnect
        self.buffer.feed(data)
        for text in self.buffer:
            line = parse_line(text)
            if line is None:
                continue
            with self.server.state.lock:
                self.client.on_line(line)
            self._flush()  # What sends much at once is answered while it is read.
            if self.client.has_quit:
                return

    def _flush(self) -> None:
        if len(self.outbox) > MOST_UNREAD_LINES:
            raise self.Disconnect
        data = self.outbox.take()
        if data:
            self.request.sendall(data)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.IPv4Address(host).is_loopback
    except ValueError:
        return host == "localhost"
