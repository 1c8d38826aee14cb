"""A client of the bot's sockets."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Self

from ircpoker.errors import TransportError, UsageError
from ircpoker.feed.lines import LONGEST_LINE, PROTOCOL, FeedMessage, decode, encode

if TYPE_CHECKING:
    from pathlib import Path


class FeedClient:
    """A connection to a running bot.

    Examples:
        Inside a coroutine::

            async with await FeedClient.connect(Path("feed/local.sock"), nick="ann") as feed:
                for line in await feed.say("bank"):
                    print(line["text"])
    """

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._last_id = 0
        self._unasked: deque[FeedMessage] = deque()

    @classmethod
    async def connect(cls, path: Path, *, nick: str) -> Self:
        """Connect and introduce a person.

        Args:
            path: the socket.
            nick: the person's nick.

        Returns:
            The connection.

        Raises:
            TransportError: no bot listens there, or it refuses the person.
        """
        try:
            reader, writer = await asyncio.open_unix_connection(path, limit=LONGEST_LINE)
        except OSError as error:
            raise TransportError(f"{path}: no bot listens there ({error.strerror or error})") from error
        client = cls(reader, writer)
        await client.ask("hello", protocol=PROTOCOL, person={"nick": nick})
        return client

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self._writer.close()

    async def say(self, text: str) -> list[FeedMessage]:
        """Say a line in private, and return the replies.

        Raises:
            TransportError: the bot refused the message, or is gone.
        """
        return await self.ask("say", text=text)

    async def next_line(self) -> FeedMessage:
        """Wait for the next line that is no answer: a game's line to this person.

        Raises:
            TransportError: the bot is gone.
        """
        return self._unasked.popleft() if self._unasked else await self._read()

    async def ask(self, do: str, **fields: object) -> list[FeedMessage]:
        """Send a message, and return all answers to it.

        Args:
            do: what the bot is asked to do.
            fields: the other fields of the message.

        Returns:
            The messages with its number, without the `done` after several.

        Raises:
            TransportError: the bot refused it, or is gone.
        """
        self._last_id += 1
        try:
            self._writer.write(encode({"do": do, "id": self._last_id, **fields}))
            await self._writer.drain()
        except OSError as error:
            raise TransportError("the bot is gone") from error
        answers: list[FeedMessage] = []
        while True:
            message = await self._read()
            if message.get("id") != self._last_id:
                self._unasked.append(message)
                continue
            if message.get("is") == "error":
                raise TransportError(str(message.get("text")))
            if message.get("is") != "done":
                answers.append(message)
            if message.get("is") != "reply":
                return answers

    async def _read(self) -> FeedMessage:
        try:
            line = await self._reader.readline()
        except (OSError, ValueError) as error:
            raise TransportError("the bot is gone") from error
        if not line:
            raise TransportError("the bot is gone")
        try:
            return decode(line)
        except UsageError as error:
            raise TransportError(f"the bot sent a line that cannot be read: {error}") from error
