"""The sockets of the feed: each carries the sessions of one endpoint, in JSON lines.

The socket decides who speaks, never the message. It is for the bot's own user, and for the group that the configuration
names. Where there are no Unix sockets, a port of 127.0.0.1 stands in for one, and a private file has its token.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import secrets
import shutil
import socket
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Self

from ircpoker.errors import TransportError, UsageError
from ircpoker.feed.lines import LONGEST_LINE, decode, encode
from ircpoker.feed.server.endpoints import FeedEndpoint
from ircpoker.feed.server.session import FeedSession
from ircpoker.runtime.private import FILE_MODE, is_open_to_others, make_private_folder, open_private
from ircpoker.runtime.shares import SHARES, is_full

GROUP_MODE = 0o660
GROUP_FOLDER_MODE = 0o711
HAS_SOCKETS = hasattr(socket, "AF_UNIX")
MOST_UNREAD_BYTES = 1 << 20
"""Bytes that may wait for a connection that does not read; with more it is ended."""

_logger = logging.getLogger(__name__)


class EndpointPlace(NamedTuple):
    """Where an endpoint is, and for whom.

    Attributes:
        path: the path of the socket; with ports that of the file with the port and its token, but for its suffix.
        group: the group that may use it, too; empty for none.
        has_groups: whether any endpoint in the folder has a group, which must then be able to enter the folder.
        is_socket: whether it is a Unix socket, and not a port.
    """

    path: Path
    group: str = ""
    has_groups: bool = False
    is_socket: bool = HAS_SOCKETS


class SocketEndpoint:
    """A socket, from `start` to `stop`; also a context manager."""

    def __init__(self, place: EndpointPlace, endpoint: FeedEndpoint) -> None:
        """Prepare the socket.

        Args:
            place: where it is.
            endpoint: answers those who come.
        """
        self._place = place
        self._endpoint = endpoint
        self._token = ""
        self._server: asyncio.Server | None = None
        self._connections: dict[_DoorConnection, asyncio.Task[None]] = {}

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def start(self) -> None:
        """Listen.

        Raises:
            TransportError: another bot listens there, or the socket cannot be made.
        """
        path = self._place.path
        try:
            prepare_folder(self._place)
            if self._place.is_socket:
                _remove_stale(path)
                # Nobody can connect before it listens, and by then it is private.
                own = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
                try:
                    own.bind(bytes(path))
                    _restrict(path, self._place.group)
                    self._server = await asyncio.start_unix_server(
                        self._serve, sock=own, limit=LONGEST_LINE, backlog=SHARES["feed"].total
                    )
                except BaseException:
                    own.close()
                    raise
            else:
                self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=LONGEST_LINE)
                self._write_token(self._server.sockets[0].getsockname()[1])
        except OSError as error:
            raise TransportError(f"[feed] folder: {path} cannot be opened ({error.strerror or error})") from error
        self._endpoint.open()

    def _write_token(self, port: int) -> None:
        """Write the port and its token where only the bot's user can read them."""
        self._token, path = secrets.token_hex(32), self._place.path.with_suffix(".port")
        path.unlink(missing_ok=True)
        with open_private(path, "w", encoding="ascii") as file:
            file.write(f"{port} {self._token}\n")

    async def stop(self) -> None:
        """Close all connections, and remove the socket."""
        if self._server is None:
            return
        server, self._server = self._server, None
        server.close()
        self._endpoint.close()
        for connection, task in self._connections.items():
            connection.end()
            task.cancel()
        await asyncio.gather(*self._connections.values(), return_exceptions=True)
        await server.wait_closed()
        with suppress(OSError):
            (self._place.path if self._place.is_socket else self._place.path.with_suffix(".port")).unlink()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection, in a task of its own."""
        task = asyncio.current_task()
        if task is None or self._server is None or is_full("feed", len(self._connections)):
            writer.transport.abort()
            return
        connection = _DoorConnection(self._endpoint, writer, self._token)
        self._connections[connection] = task
        try:
            await connection.talk(reader)
        except OSError as error:
            _logger.debug("%s: %r", self._place.path, error)
        except asyncio.CancelledError:
            pass  # The bot ends.
        except Exception:
            _logger.exception("%s: a connection is lost", self._place.path)
        finally:
            del self._connections[connection]
            connection.close()


class _DoorConnection:
    """One connection: its session, and the task that writes what the session has for it."""

    def __init__(self, endpoint: FeedEndpoint, writer: asyncio.StreamWriter, token: str) -> None:
        self._writer = writer
        self._token = token
        self._has_more = asyncio.Event()
        self._is_written = asyncio.Event()
        self.session: FeedSession = endpoint.connect(self._has_more.set)

    def end(self) -> None:
        """End the connection, without what its reader has not taken yet."""
        if self._writer.transport.get_write_buffer_size():
            self._writer.transport.abort()

    def close(self) -> None:
        """Close it, with its session."""
        self.session.close()
        self._writer.close()

    async def talk(self, reader: asyncio.StreamReader) -> None:
        """Answer lines until the connection ends, a line is too long, or nothing can be written any more."""
        tasks = [asyncio.create_task(self._write()), asyncio.create_task(self._read(reader))]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _has_token(self, reader: asyncio.StreamReader) -> bool:
        """Return whether the first line is the token of a port."""
        with suppress(ValueError):
            return hmac.compare_digest((await reader.readline()).strip(), self._token.encode())
        return False

    async def _read(self, reader: asyncio.StreamReader) -> None:
        if self._token and not await self._has_token(reader):
            return
        while True:
            try:
                line = await reader.readline()
            except ValueError:
                self.session.refuse(UsageError(f"a line has at most {LONGEST_LINE} bytes"))
                await self._written()
                return
            if not line or self.session.is_overrun:
                return
            try:
                message = decode(line)
            except UsageError as error:
                self.session.refuse(error)
            else:
                self.session.receive(message)
            # Who does not read is not heard either.
            await self._written()
            if self.session.is_over:
                return

    async def _written(self) -> None:
        """Wait until all that the session has is on its way."""
        while self.session.has_waiting:
            self._is_written.clear()
            await self._is_written.wait()

    async def _write(self) -> None:
        """Write what the session has, at the pace of its reader; nobody else waits for that."""
        while True:
            await self._has_more.wait()
            self._has_more.clear()
            while self.session.has_waiting:
                self._writer.writelines([encode(message) for message in self.session.take()])
                await self._writer.drain()
            self._is_written.set()
            if self.session.is_overrun:
                self._writer.transport.abort()
                return


def prepare_folder(place: EndpointPlace) -> None:
    """Make the folder of a socket private before anything is there; a group of a socket may enter it.

    Raises:
        TransportError: others can write there.
        OSError: it cannot be made.
    """
    folder = place.path.parent
    is_new = not folder.exists()
    make_private_folder(folder)
    if is_open_to_others(folder):
        raise TransportError(f"[feed] folder: {folder} belongs to somebody else, or others can write there")
    if place.has_groups and is_new:
        folder.chmod(GROUP_FOLDER_MODE)


def _restrict(path: Path, group: str) -> None:
    """Let the bot's user and a group use a socket, and nobody else.

    Raises:
        TransportError: there is no such group, or the bot is not in it.
        OSError: the mode cannot be set.
    """
    path.chmod(FILE_MODE)
    if not group:
        return
    try:
        shutil.chown(path, group=group)
    except (LookupError, PermissionError) as error:
        path.unlink()
        why = "there is no such group" if isinstance(error, LookupError) else "the bot's user is not in that group"
        raise TransportError(f"[feed] group.{path.stem} = {group}: {why}") from error
    path.chmod(GROUP_MODE)


def _remove_stale(path: Path) -> None:
    """Remove the socket of a bot that is gone.

    Raises:
        TransportError: a bot listens there, or it is no socket.
        OSError: it cannot be removed.
    """
    if not path.is_socket():
        if path.exists() or path.is_symlink():
            raise TransportError(f"[feed] folder: {path} is not a socket: remove it, or choose another folder")
        return
    with socket.socket(socket.AF_UNIX) as probe:
        probe.settimeout(1.0)
        try:
            probe.connect(bytes(path))
        except ConnectionRefusedError:
            path.unlink()
        else:
            raise TransportError(f"[feed] folder: a bot listens on {path} already: stop it, or choose another folder")
