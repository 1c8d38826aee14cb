"""What carries the messages of a client: a socket, or within the bot's own process a session."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from ircpoker.errors import FeedError
from ircpoker.feed.lines import LONGEST_ANSWER, RequestFields, UnfitError, decode, decode_answer, encode
from ircpoker.feed.messages import Answer, Event
from ircpoker.feed.requests import Request

_logger = logging.getLogger(__name__)


class Link(Protocol):
    """A connection to a bot."""

    def send(self, request: Request) -> None:
        """Send a request.

        Raises:
            FeedError: the bot is gone.
        """

    async def receive(self) -> Answer | Event | None:
        """Return the next message; None when the bot is gone."""

    def close(self) -> None:
        """End the connection."""


class SocketLink:
    """A connection by a socket of the bot."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def open(cls, path: Path) -> SocketLink:
        """Connect to a socket; where there are none, to the port that stands in for it.

        Args:
            path: the path of the socket: `feed/local.sock`.

        Returns:
            The connection.

        Raises:
            FeedError: no bot listens there.
        """
        try:
            port = path.with_suffix(".port")
            if not path.exists() and port.exists():
                number, token = port.read_text(encoding="ascii").split()
                reader, writer = await asyncio.open_connection("127.0.0.1", int(number), limit=LONGEST_ANSWER)
                writer.write(f"{token}\n".encode())
            else:
                reader, writer = await asyncio.open_unix_connection(path, limit=LONGEST_ANSWER)
        except (FileNotFoundError, ConnectionRefusedError) as error:
            raise FeedError("no bot listens there: none runs with this configuration or folder") from error
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) and error.strerror else error
            raise FeedError(f"{path}: no bot listens there ({why})") from error
        return cls(reader, writer)

    def send(self, request: Request) -> None:
        """Send a request.

        Raises:
            FeedError: the bot is gone.
        """
        if self._writer.is_closing():
            raise FeedError("the bot is gone")
        self._writer.write(encode(request))

    async def receive(self) -> Answer | Event | None:
        """Return the next message; None when the bot is gone."""
        while True:
            try:
                line = await self._reader.readline()
                return decode_answer(line) if line.endswith(b"\n") else None
            except UnfitError as error:
                # One message that is not as it should be must not end all others.
                _logger.error("a message of the bot was not understood: %s", error)  # noqa: TRY400 - the error says all
            except (OSError, ValueError):
                return None

    def close(self) -> None:
        """End the connection."""
        self._writer.close()


class LinkedSession(Protocol):
    """The bot's side of a connection, as `ircpoker.feed.server` has it."""

    @property
    def has_waiting(self) -> bool:
        """Whether there is something to take."""

    def receive(self, fields: RequestFields) -> None:
        """Answer a message."""

    @property
    def is_over(self) -> bool:
        """Whether it ends when all is taken."""

    def take(self) -> list[Answer | Event]:
        """Return what is to be sent now."""

    def close(self) -> None:
        """End it."""


class InProcessLink:
    """A connection to a bot in the same process and loop, without a socket."""

    def __init__(self, connect: Callable[[Callable[[], None]], LinkedSession]) -> None:
        """Connect.

        Args:
            connect: makes a session, as `FeedEndpoint.connect`; takes a function that is called when there is more.
        """
        self._has_more = asyncio.Event()
        self._session = connect(self._has_more.set)
        self._taken: list[Answer | Event] = []
        self._is_closed = False

    def send(self, request: Request) -> None:
        """Send a request, as by a socket.

        Raises:
            FeedError: it was closed.
        """
        if self._is_closed:
            raise FeedError("the bot is gone")
        self._session.receive(decode(encode(request)))

    async def receive(self) -> Answer | Event | None:
        """Return the next message; None when it was closed."""
        while not self._taken:
            self._has_more.clear()
            if self._session.has_waiting and not self._is_closed:
                self._taken = self._session.take()[::-1]
            elif self._is_closed or self._session.is_over:
                return None
            else:
                await self._has_more.wait()
        return self._taken.pop()

    def close(self) -> None:
        """End the connection."""
        if not self._is_closed:
            self._is_closed = True
            self._session.close()
            self._has_more.set()
