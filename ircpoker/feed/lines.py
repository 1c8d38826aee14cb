"""A line of the protocol: one JSON object in UTF-8, which is a message of `messages`, `requests` or `data`.

What carries the messages of a client: a socket, or within the bot's own process a session.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec import Struct, ValidationError

from ircpoker.errors import FeedError, UsageError
from ircpoker.feed import data, messages, requests
from ircpoker.feed.messages import Answer, Event
from ircpoker.feed.requests import Request

LONGEST_LINE = 1 << 16
"""Of a request, in bytes with the line end."""
LONGEST_ANSWER = 1 << 22
"""Of what the bot sends: full tables of long names, or a long deal, take more than a request may."""

RequestFields = dict[str, object]
"""A request as it came: nothing is known of it but that it is an object of JSON."""
S = TypeVar("S", bound=Struct)

_logger = logging.getLogger(__name__)


class UnfitError(UsageError):
    """A message that is not as it should be."""


class _Head(Struct):
    """What says of which type a message is."""

    kind: str = msgspec.field(name="is")


_ENCODER = msgspec.json.Encoder()
_HEAD = msgspec.json.Decoder(_Head)


@cache  # To make them takes longer than the rest of this module, and a client in the same process needs none.
def _decoder(kind: str) -> msgspec.json.Decoder[Any]:
    if kind == "event":
        return msgspec.json.Decoder(messages.AnyEvent)
    return msgspec.json.Decoder(messages.TableSnapshot | requests.AnyAnswer | data.AnyData)


def encode(message: Struct) -> bytes:
    """Return a message as a line."""
    return _ENCODER.encode(message) + b"\n"


def decode_answer(line: bytes) -> Answer | Event:
    """Return what the bot has said.

    Raises:
        UnfitError: it is no message of this protocol.
    """
    try:
        kind = "event" if _HEAD.decode(line).kind == "event" else "answer"
        found: Answer | Event = _decoder(kind).decode(line)
    except msgspec.DecodeError as error:
        raise UnfitError(str(error)) from error
    return found


def fitted(fields: Mapping[str, object], kind: type[S]) -> S:
    """Return fields as a type.

    Raises:
        UnfitError: they do not fit; the error names the first that does not, and what was expected.
    """
    try:
        return msgspec.convert(fields, kind, str_keys=True)
    except ValidationError as error:
        problem, _, place = str(error).replace("`", "").partition(" - at $.")
        raise UnfitError(f"{place or 'the message'}: {problem[0].lower()}{problem[1:]}") from error


def name_of(kind: type[Struct]) -> str:
    """Return the name of a type of messages, as `is`, `event` or `do` has it."""
    return str(kind.__struct_config__.tag)


def decode(line: bytes) -> RequestFields:
    """Return the request of a line.

    Args:
        line: with or without its end.

    Returns:
        The fields.

    Raises:
        UsageError: the line is too long, or no JSON object in UTF-8, or has a field twice.
    """
    if len(line) > LONGEST_LINE:
        raise UsageError(f"a line has at most {LONGEST_LINE} bytes")
    try:
        message = json.loads(line, object_pairs_hook=_without_repeats)
        if b"\\u" in line:
            json.dumps(message, ensure_ascii=False).encode()  # noqa: TID251  # half of a surrogate pair is no character
    except (ValueError, RecursionError):
        raise UsageError("expected a JSON object on one line, in UTF-8, no field twice") from None
    if not isinstance(message, dict):
        raise UsageError("expected a JSON object on one line")
    return message


def _without_repeats(pairs: list[tuple[str, object]]) -> RequestFields:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError
    return fields


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
            raise FeedError("no bot runs with this configuration or folder") from error
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
