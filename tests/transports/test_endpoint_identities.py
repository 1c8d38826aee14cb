"""A real socket, raw JSON: codes of `!web`, sessions after a reconnect, and data that anybody may ask for."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from ircpoker.chat.message import Message
from ircpoker.chat.router import Router
from ircpoker.config.web import WebSettings
from ircpoker.feed.server.endpoints import FeedEndpoint
from ircpoker.feed.server.sockets import EndpointPlace, SocketEndpoint
from ircpoker.people import Person
from ircpoker.runtime.clock import SystemClock
from ircpoker.transports.loop import run_scheduler
from tests.chat.routers import make_router

ANN = Person("net", "ann", "ann", address="ann@home")
PLUGINS = ("holdem", "bank", "slots", "videopoker", "help")
Visit = Callable[[Path, Router], Awaitable[None]]


def at_the_page(folder: Path, visit: Visit) -> None:
    """Open the page's endpoint and visit it."""

    async def run() -> None:
        path = folder / "feed" / "web.sock"
        router = make_router(PLUGINS, clock=SystemClock())
        services = router.services
        others = {**services.settings.others, "web": WebSettings("https://poker.example.org")}
        services.settings = replace(services.settings, others=others)
        keeping_time = asyncio.create_task(run_scheduler(services.scheduler))
        async with SocketEndpoint(EndpointPlace(path), FeedEndpoint("web", "web", router)):
            await visit(path, router)
        keeping_time.cancel()
        services.close()

    asyncio.run(run())


async def send(path: Path, *messages: dict[str, Any]) -> list[dict[str, Any]]:
    """Send messages by a connection of their own, and return all answers."""
    reader, writer = await asyncio.open_unix_connection(path)
    for message in messages:
        writer.write(json.dumps(message).encode() + b"\n")
    writer.write_eof()
    answers = [json.loads(line) for line in (await reader.read()).splitlines()]
    writer.close()
    return answers


def code_of(router: Router) -> str:
    [reply] = router.handle(Message(ANN, "web", None, "dealer"))
    return reply.text.split("/sit/")[1].split()[0]


def test_a_code_and_the_session_that_it_begins(tmp_path: Path) -> None:
    async def visit(path: Path, router: Router) -> None:
        code = code_of(router)
        welcome, *answers = await send(
            path, {"do": "redeem", "id": 1, "code": code}, {"do": "say", "text": "bank", "id": 2}
        )
        assert (welcome["is"], welcome["person"]["nick"], welcome["person"]["network"]) == ("welcome", "ann", "net")
        assert answers[0]["text"] == "you have 1000 chips"
        [used] = await send(path, {"do": "redeem", "id": 1, "code": code})
        assert (used["is"], used["id"]) == ("error", 1)
        again, _ = await send(path, {"do": "hello", "session": welcome["session"]}, {"do": "tables"})
        assert again["person"] == welcome["person"]
        router.handle(Message(ANN, "web logout", None, "dealer"))
        [ended] = await send(path, {"do": "hello", "session": welcome["session"]})
        assert ended["is"] == "error"

    at_the_page(tmp_path, visit)


def test_data_for_anybody(tmp_path: Path) -> None:
    async def visit(path: Path, router: Router) -> None:
        names = ("robots", "pays", "standings", "stats", "deal")
        fields = {"stats": {"who": "caller"}, "deal": {"deal": 1}}
        router.handle(Message(ANN, "bank", None, "dealer"))
        answers = await send(path, *[{"do": name, "id": name, **fields.get(name, {})} for name in names])
        assert [(each["is"], each["id"]) for each in answers[:4]] == [(name, name) for name in names[:4]]
        assert answers[4] == {"is": "error", "id": "deal", "text": answers[4]["text"]}

    at_the_page(tmp_path, visit)
