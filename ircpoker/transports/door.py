"""`local.sock`: the socket by which terminals of this machine talk with the running bot, in JSON lines.

The socket decides who speaks, never the message: only the bot's own user may open it, and is the operator.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from contextlib import suppress
from dataclasses import asdict
from typing import TYPE_CHECKING, Self

from ircpoker.chat.message import Message, TransportLimits
from ircpoker.delivery import Delivery
from ircpoker.errors import PokerError, TransportError, UsageError
from ircpoker.feed.lines import LONGEST_LINE, PROTOCOL, FeedMessage, decode, encode
from ircpoker.people import Person
from ircpoker.private import FILE_MODE, is_open_to_others, make_private_folder
from ircpoker.transports.conversation import is_nick
from ircpoker.transports.paced import PacedLines

if TYPE_CHECKING:
    from pathlib import Path

    from ircpoker.chat.message import Reply
    from ircpoker.chat.outgoing import Outgoing
    from ircpoker.chat.router import Router

MOST_CONNECTIONS = 50
MOST_UNREAD_BYTES = 1 << 20
"""Bytes that may wait for a connection that does not read; with more it is ended."""
_LIMITS = TransportLimits(line_bytes=400)

_logger = logging.getLogger(__name__)


class Door:
    """The socket, from `start` to `stop`; also a context manager."""

    def __init__(self, path: Path, router: Router, network: str) -> None:
        """Prepare the socket.

        Args:
            path: its path.
            router: answers the lines.
            network: the network of the people who come by it.
        """
        self._path = path
        self._router = router
        self._network = network
        self._server: asyncio.Server | None = None
        self._connections: dict[_FrontEnd, asyncio.Task[None]] = {}
        self._paced = PacedLines(router.services.scheduler, f"lines to {path.name}", self._show)

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
        try:
            make_private_folder(self._path.parent)
            if is_open_to_others(self._path.parent):
                raise TransportError(
                    f"[feed] folder: {self._path.parent} belongs to somebody else, or others can write there"
                )
            _remove_stale(self._path)
            # Nobody can connect before it listens, and by then it is private.
            own = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            own.bind(bytes(self._path))
            self._path.chmod(FILE_MODE)
            self._server = await asyncio.start_unix_server(self._serve, sock=own, limit=LONGEST_LINE)
            self._router.services.outbox.open(self._network, self._paced.take)
            self._router.services.presence.connected(self._network)
        except OSError as error:
            raise TransportError(f"[feed] folder: {self._path} cannot be opened ({error.strerror or error})") from error

    async def stop(self) -> None:
        """Close all connections, and remove the socket."""
        if self._server is None:
            return
        server, self._server = self._server, None
        server.close()
        self._paced.hurry()
        self._router.services.presence.disconnected(self._network)
        self._router.services.outbox.close(self._network)
        for connection, task in self._connections.items():
            connection.end()
            task.cancel()
        await asyncio.gather(*self._connections.values(), return_exceptions=True)
        await server.wait_closed()
        with suppress(OSError):
            self._path.unlink()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection, in a task of its own."""
        task = asyncio.current_task()
        if task is None or self._server is None or len(self._connections) >= MOST_CONNECTIONS:
            writer.transport.abort()
            return
        connection = _FrontEnd(self._router, self._network, writer)
        self._connections[connection] = task
        try:
            await connection.talk(reader)
        except OSError as error:
            _logger.debug("%s: %r", self._path, error)
        except asyncio.CancelledError:
            pass  # The bot ends.
        except Exception:
            _logger.exception("%s: a connection is lost", self._path)
        finally:
            del self._connections[connection]
            writer.close()
            if connection.person is not None and not self._connections_of(connection.person.nick_key):
                self._router.services.presence.quit(connection.person)

    def _connections_of(self, nick_key: str) -> list[_FrontEnd]:
        return [each for each in self._connections if each.person is not None and each.person.nick_key == nick_key]

    def _show(self, line: Outgoing) -> Delivery:
        """Show a line of a game to all connections of its reader."""
        connections = self._connections_of(line.reader.target.casefold())
        if line.is_outdated:
            return Delivery.UNKNOWN
        took = [connection.take(line.reply) for connection in connections]
        return Delivery.SENT if any(took) else Delivery.REFUSED


class _FrontEnd:
    """One connection.

    Attributes:
        person: who speaks; None before they have introduced themselves.
    """

    def __init__(self, router: Router, network: str, writer: asyncio.StreamWriter) -> None:
        self.person: Person | None = None
        self._router = router
        self._network = network
        self._writer = writer

    def take(self, reply: Reply) -> bool:
        """Send a line that the person has not asked for; return whether it was sent.

        A connection that does not read is ended.
        """
        transport = self._writer.transport
        if transport.is_closing() or transport.get_write_buffer_size() > MOST_UNREAD_BYTES:
            transport.abort()
            return False
        self._writer.write(encode({"is": "reply", "kind": "private", "text": reply.text}))
        return True

    def end(self) -> None:
        """End the connection, without what its reader has not taken yet."""
        if self._writer.transport.get_write_buffer_size():
            self._writer.transport.abort()

    async def talk(self, reader: asyncio.StreamReader) -> None:
        """Answer lines until the connection ends or a line is too long."""
        while True:
            try:
                line = await reader.readline()
            except ValueError:
                self._writer.write(encode({"is": "error", "text": f"a line has at most {LONGEST_LINE} bytes"}))
                return
            if not line:
                return
            for message in self._answers(line):
                self._writer.write(encode(message))
            # Who does not read is not heard either.
            await self._writer.drain()

    def _answers(self, line: bytes) -> list[FeedMessage]:
        """Return the answers to a line."""
        number: object = None
        try:
            message = decode(line)
            number = _number(message)
            answers = self._do(message)
        except PokerError as error:
            answers = [{"is": "error", "text": str(error)}]
        return [{**answer, "id": number} if number is not None else answer for answer in answers]

    def _do(self, message: FeedMessage) -> list[FeedMessage]:
        """Do what a message asks.

        Raises:
            UsageError: it is not possible.
        """
        match message.get("do"):
            case "hello":
                return [self._hello(message)]
            case "say":
                return self._say(message)
            case "status":
                return [self._status()]
        raise UsageError("expected do: hello, say or status")

    def _status(self) -> FeedMessage:
        running = self._router.services.running
        if running is None:
            raise UsageError("the bot is not on its networks")
        return {"is": "status", **asdict(running.status())}

    def _hello(self, message: FeedMessage) -> FeedMessage:
        protocol, person = message.get("protocol", PROTOCOL), message.get("person")
        if type(protocol) is not int or protocol < PROTOCOL:
            raise UsageError(f"expected protocol {PROTOCOL} or later")
        if not isinstance(person, dict):
            raise UsageError('expected a person: {"nick":"ann"}')
        if "network" in message or "network" in person:
            raise UsageError("network: the socket decides it, not the message")
        nick = person.get("nick")
        if not isinstance(nick, str) or not is_nick(nick):
            raise UsageError("expected a nick without blanks, at most 30 characters")
        self.person = Person(self._network, nick, nick.casefold(), is_known_by_nick=True)
        return {"is": "welcome", "protocol": PROTOCOL, "person": {"network": self._network, "nick": nick}}

    def _say(self, message: FeedMessage) -> list[FeedMessage]:
        text, person = message.get("text"), self.person
        if person is None:
            raise UsageError("expected hello first")
        if "network" in message:
            raise UsageError("network: the socket decides it, not the message")
        if not isinstance(text, str) or "place" in message:
            raise UsageError("expected a text, which is said in private")
        services = self._router.services
        line = Message(person, text, bot_nick=services.settings.bot.nick, limits=_LIMITS, is_operator=True)
        with services.outbox.held():
            replies = self._router.handle(line)
        kinds = ["error" if reply.error is not None else "private" if reply.private else "answer" for reply in replies]
        texts = [{"is": "reply", "kind": kind, "text": reply.text} for kind, reply in zip(kinds, replies, strict=True)]
        services.scheduler.run_all_due()
        return [*texts, {"is": "done"}]


def _number(message: FeedMessage) -> object:
    """Return the number of a message, None if it has none.

    Raises:
        UsageError: it is neither a number nor a short text.
    """
    number = message.get("id")
    if number is None or type(number) is int or (isinstance(number, str) and len(number) <= 64):
        return number
    raise UsageError("expected a whole number or a short text as id")


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
