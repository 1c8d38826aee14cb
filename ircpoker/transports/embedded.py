"""A small IRC server inside the bot: any IRC client can connect, and nothing else need be installed.

It runs on the bot's own loop; `embedded_client` handles what clients send. It listens on loopback only, because it has
no passwords and no operators. From the `irc` library it takes only the names of the numerics: the library's own server
uses a thread for each client and drops a real client at its first unusual line.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import os
import socket
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from typing import Self

from ircpoker.config import NetworkSettings
from ircpoker.errors import TransportError
from ircpoker.runtime.shares import is_full
from ircpoker.transports.embedded_client import Client, ServerState
from ircpoker.transports.irc.wire import LineBuffer, encode_line, parse_line

MOST_UNREAD_BYTES = 1 << 20
"""Bytes that may wait for a client that does not read; with more it is disconnected."""
LONGEST_GOODBYE = 1.0
"""Seconds that a client has to read the last lines sent to it."""

_READ_BYTES = 4096

_logger = logging.getLogger(__name__)


class EmbeddedServer:
    """The server, from `start` to `stop`; also a context manager.

    Examples:
        >>> async def main() -> bool:
        ...     async with EmbeddedServer(port=0) as server:
        ...         return server.port > 0
        >>> asyncio.run(main())
        True
    """

    def __init__(self, host: str = "127.0.0.1", port: int = 6667) -> None:
        """Create the server; it does not listen yet.

        Args:
            host: a loopback address of this machine.
            port: the port to listen on; 0 takes any free one.

        Raises:
            TransportError: the address is not a loopback address.
        """
        if not _is_loopback(host):
            raise TransportError(f"the embedded server listens on 127.0.0.1 only, not on {host!a}")
        self._host = host
        self._port = port
        self._state = ServerState()
        self._server: asyncio.Server | None = None
        self._tasks: dict[asyncio.StreamWriter, asyncio.Task[None]] = {}

    @property
    def port(self) -> int:
        """The port it listens on, or will listen on."""
        if self._server is None:
            return self._port
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def start(self) -> None:
        """Listen.

        Raises:
            TransportError: the port is taken, or may not be used.
        """
        if self._server is not None:
            return
        try:
            self._server = await asyncio.start_server(self._serve, self._host, self._port, family=socket.AF_INET)
        except (OSError, OverflowError) as error:
            # The loop's own words repeat the address.
            reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
            endpoint = f"{self._host}:{self._port}"
            message = f"the embedded server cannot listen on {endpoint} ({reason}): choose another port"
            raise TransportError(message) from error

    async def stop(self) -> None:
        """Say goodbye to all clients and close everything: no task and no socket remains."""
        if self._server is None:
            return
        server, self._server = self._server, None
        server.close()
        for writer in self._tasks:
            _send(writer, "ERROR :Server going down")
            _close(writer)
        await asyncio.gather(*self._tasks.values())
        await server.wait_closed()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one client, in a task of its own."""
        task = asyncio.current_task()
        if task is None or self._server is None or is_full("embedded", len(self._tasks)):
            writer.transport.abort()
            return
        self._tasks[writer] = task
        client = Client(self._state, partial(_send, writer))
        try:
            await _read(client, reader, writer)
        except OSError as error:
            _logger.debug("%a left the embedded server: %r", client.nick, error)
        except Exception:
            _logger.exception("%a was lost by the embedded server", client.nick)
        finally:
            client.end()
            _close(writer)
            with suppress(OSError):
                await writer.wait_closed()
            del self._tasks[writer]


async def _read(client: Client, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Handle the lines of a client until it leaves."""
    buffer = LineBuffer()
    while data := await reader.read(_READ_BYTES):
        buffer.feed(data)
        for text in buffer:
            line = parse_line(text)
            if line is not None:
                client.on_line(line)
            if client.has_quit:
                return
            # After each line the loop is free for others, so a flood does no harm; and the client reads its answers.
            await writer.drain()
            await asyncio.sleep(0)


def _send(writer: asyncio.StreamWriter, line: str) -> None:
    if writer.is_closing():
        return
    writer.write(encode_line(line))
    if writer.transport.get_write_buffer_size() > MOST_UNREAD_BYTES:
        writer.transport.abort()


def _close(writer: asyncio.StreamWriter) -> None:
    """Close a connection when everything is sent, or after a while in any case."""
    writer.close()
    asyncio.get_running_loop().call_later(LONGEST_GOODBYE, writer.transport.abort)


@asynccontextmanager
async def embedded_servers(networks: Iterable[NetworkSettings]) -> AsyncIterator[None]:
    """Run the servers of the embedded networks.

    Raises:
        TransportError: one cannot start.
    """
    async with AsyncExitStack() as running:
        for network in networks:
            if network.is_embedded:
                await running.enter_async_context(EmbeddedServer(network.address, network.port))
        yield


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.IPv4Address(host).is_loopback
    except ValueError:
        return host == "localhost"
