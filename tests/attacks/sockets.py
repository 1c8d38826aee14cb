"""A bot on virtual time whose endpoints are real sockets, and people who come by them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from ircpoker.feed.server.endpoints import FeedEndpoint
from ircpoker.feed.server.sockets import EndpointPlace, SocketEndpoint
from tests.lobby.hall import Hall
from tests.waiting import PATIENCE

ENDPOINTS = ("local", "ssh", "web", "program")
PLUGINS = ("holdem", "tournaments", "bank", "help", "admin")


class Caller:
    """A connection to a socket of the feed."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.heard: list[dict[str, Any]] = []
        self._reader, self._writer = reader, writer
        self._number = 0

    async def ask(self, do: Any, **fields: Any) -> list[dict[str, Any]]:
        """Send a request, and return its answers."""
        self._number += 1
        self._writer.write(json.dumps({"do": do, "id": self._number, **fields}).encode() + b"\n")
        answers: list[dict[str, Any]] = []
        while not answers or answers[-1]["is"] == "reply":
            line = await self._reader.readline()
            assert line, "the connection has ended"
            message = json.loads(line)
            (answers if message.get("id") == self._number else self.heard).append(message)
        return answers

    async def say(self, text: str, place: str = "") -> list[str]:
        """Say a line in private or at a place, and return the texts of the answers."""
        answers = await self.ask("say", text=text, **({"place": place} if place else {}))
        return [each.get("text") or each.get("error", "") for each in answers if each["is"] != "done"]

    def close(self) -> None:
        """Leave."""
        self._writer.close()


class BotSockets:
    """The sockets of a bot.

    Attributes:
        hall: the bot.
        endpoints: its endpoints, by name.
    """

    def __init__(self, hall: Hall, folder: Path) -> None:
        self.hall = hall
        self.endpoints: dict[str, FeedEndpoint] = {}
        self.callers: list[Caller] = []
        self._folder = folder

    def path(self, name: str) -> Path:
        return self._folder / "feed" / f"{name}.sock"

    async def connect(self, name: str) -> Caller:
        """Return a connection that speaks for nobody yet."""
        self.callers.append(Caller(*await asyncio.open_unix_connection(self.path(name))))
        return self.callers[-1]

    async def come(self, name: str, nick: str, *, account: str = "", address: str = "192.0.2.7") -> Caller:
        """Return a connection that speaks for somebody who comes by an endpoint."""
        caller = await self.connect(name)
        person: dict[str, str] = {"nick": nick}
        if name == "ssh":
            person |= {"account": account or f"SHA256:{nick}"}
        if name in {"ssh", "web"}:
            person |= {"address": address}
        (answer,) = await caller.ask("hello", protocol=2, person=person)
        assert answer["is"] == "welcome", answer
        return caller

    async def gone(self) -> None:
        """Wait until the bot has noted that the connections have ended."""
        async with asyncio.timeout(PATIENCE):
            while any(endpoint.sessions for endpoint in self.endpoints.values()):
                await asyncio.sleep(0)


@asynccontextmanager
async def _opened(hall: Hall, folder: Path) -> AsyncIterator[BotSockets]:
    bot, feeds = BotSockets(hall, folder), None
    async with AsyncExitStack() as stack:
        for name in ENDPOINTS:
            hall.services.beside_irc.append(name)
            endpoint = bot.endpoints[name] = FeedEndpoint(name, name, hall.router, feeds)
            feeds = endpoint.feeds
            await stack.enter_async_context(SocketEndpoint(EndpointPlace(bot.path(name)), endpoint))
        try:
            yield bot
        finally:
            for caller in bot.callers:
                caller.close()
            await bot.gone()


def visit(folder: Path, use: Callable[[BotSockets], Awaitable[None]], **rules: Any) -> None:
    """Open a bot with its sockets, and use them."""

    async def run() -> None:
        with Hall(**{"plugins": PLUGINS} | rules) as hall:
            async with _opened(hall, folder) as bot:
                await use(bot)

    asyncio.run(run())
