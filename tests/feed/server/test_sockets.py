"""`local.sock`: who may open it, what it answers, and hostile lines."""

from __future__ import annotations

import asyncio
import grp
import json
import os
import socket
import stat
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace as replaced

from ircpoker.chat.router import Router
from ircpoker.errors import TransportError
from ircpoker.feed import LONGEST_LINE, FeedClient, InProcessLink, encode
from ircpoker.feed.messages import Answer
from ircpoker.feed.requests import ListedTable, PersonGiven, Reply, Tables
from ircpoker.feed.server import sockets as sockets_module
from ircpoker.feed.server.endpoints import FeedEndpoint
from ircpoker.feed.server.sockets import EndpointPlace, SocketEndpoint
from ircpoker.lobby import TABLE_SECTIONS
from ircpoker.runtime.clock import SystemClock
from ircpoker.runtime.shares import SHARES
from ircpoker.transports.loop import run_scheduler
from tests.chat.routers import make_router
from tests.waiting import PATIENCE

Visit = Callable[[Path, SocketEndpoint], Awaitable[None]]
HELLO = {"do": "hello", "protocol": 2, "person": {"nick": "ann"}}


def hasty_router(*plugins: str) -> Router:
    """Return a router by the real clock, whose tables do not pause before a deal."""
    router = make_router(plugins, clock=SystemClock())
    services = router.services
    hasty = replace(services.settings.section(TABLE_SECTIONS["holdem"]), deal_pause=0.0, robot_pause=0.0)
    services.settings = replace(services.settings, others={**services.settings.others, "holdem": hasty})
    return router


def at_the_door(folder: Path, visit: Visit) -> None:
    """Open an endpoint and visit it."""

    async def run() -> None:
        path = folder / "feed" / "local.sock"
        router = hasty_router("parse", "holdem", "bank", "admin", "help")
        router.services.beside_irc.append("local")
        keeping_time = asyncio.create_task(run_scheduler(router.services.scheduler))
        async with SocketEndpoint(EndpointPlace(path), FeedEndpoint("local", "local", router)) as endpoint:
            await visit(path, endpoint)
        keeping_time.cancel()

    asyncio.run(run())


async def send(path: Path, *lines: bytes | dict[str, Any]) -> list[dict[str, Any]]:
    """Send lines, close the writing side, and return all answers."""
    reader, writer = await asyncio.open_unix_connection(path)
    for line in lines:
        writer.write(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n")
    writer.write_eof()
    answers = [json.loads(line) for line in (await reader.read()).splitlines()]
    writer.close()
    return answers


def test_the_socket_is_private_from_the_beginning(tmp_path: Path) -> None:
    async def visit(path: Path, _: SocketEndpoint) -> None:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700

    before = os.umask(0)
    try:
        at_the_door(tmp_path, visit)
    finally:
        os.umask(before)
    assert not (tmp_path / "feed" / "local.sock").exists(), "it is removed at the end"


def test_a_person_speaks_and_is_answered(tmp_path: Path) -> None:
    async def visit(path: Path, _: SocketEndpoint) -> None:
        async with await FeedClient.connect(path, nick="ann") as feed:
            (reply,) = await feed.say("parse Ah Td 4c 3s Js 7h")
            assert reply.kind == "answer"
            assert reply.text.startswith("Ah Js Td 7h 4c | Ace High")
            assert [line.kind for line in await feed.say("admin frobnicate")] == ["error"]
            assert await feed.say("admin ignored") == [Reply("private", "nobody is ignored", id=4)]
            assert (await feed.say("bank"))[0].text == "you have 1000 chips"

    at_the_door(tmp_path, visit)


def test_a_game_speaks_to_its_player_only(tmp_path: Path) -> None:
    async def visit(path: Path, _: SocketEndpoint) -> None:
        async with (
            await FeedClient.connect(path, nick="ann") as ann,
            await FeedClient.connect(path, nick="bob") as bob,
        ):
            answers = [line.text for line in await ann.say("play caller")]
            while not any("your turn:" in line for line in answers):
                answers.append((await ann.next_message()).text)
            (own,) = [line for line in answers if " you hold " in line]
            await ann.say("fold")
            while "caller wins" not in answers[-1]:
                answers.append((await ann.next_message()).text)
            assert await bob.say("bank")
            assert not bob._unread, own

    at_the_door(tmp_path, visit)


def test_a_stale_socket_is_taken_over_and_a_live_one_is_not(tmp_path: Path) -> None:
    path = tmp_path / "feed" / "local.sock"
    path.parent.mkdir()
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(bytes(path))

    async def visit(path: Path, _: SocketEndpoint) -> None:
        with pytest.raises(TransportError, match="a bot listens on"):
            await SocketEndpoint(EndpointPlace(path), FeedEndpoint("local", "local", make_router())).start()
        assert await send(path, HELLO), "the first one goes on"

    at_the_door(tmp_path, visit)
    path.write_text("precious")
    with pytest.raises(TransportError, match="is not a socket"):
        at_the_door(tmp_path, visit)
    assert path.read_text() == "precious"


@pytest.mark.parametrize(
    "line",
    [
        b"\n",
        b"[]\n",
        b"7\n",
        b"{\n",
        b'{"do":"say","text":"bank"}\n',
        b'{"do":"say","do":"hello"}\n',
        b'{"do":"dance"}\n',
        b'{"do":"dance","text":"\\ud800"}\n',
        b'{"do":["hello"]}\n',
        b'{"do":"hello","person":"ann"}\n',
        b'{"do":"hello","person":{"nick":""}}\n',
        b'{"do":"hello","person":{"nick":"an n"}}\n',
        b'{"do":"hello","person":{"nick":"' + b"x" * 31 + b'"}}\n',
        b'{"do":"hello","person":{"nick":"ann","network":"libera"}}\n',
        b'{"do":"hello","network":"libera","person":{"nick":"ann"}}\n',
        b'{"do":"hello","protocol":true,"person":{"nick":"ann"}}\n',
        b'{"do":"hello","id":[1],"person":{"nick":"ann"}}\n',
        b'{"do":"hello","id":' + b"9" * 50_000 + b"}\n",
        b"[" * 60_000 + b"\n",
        b'{"a":' * 10_000 + b"\n",
        b'{"do":"hello","person":{"nick":"\xff\xfe"}}\n',
    ],
)
def test_a_hostile_line_gets_an_error_and_the_door_stays_open(line: bytes, tmp_path: Path) -> None:
    async def visit(path: Path, _: SocketEndpoint) -> None:
        answers = await send(path, line, HELLO, {"do": "say", "text": "bank"})
        assert [answer["is"] for answer in answers] == ["error", "welcome", "reply", "done"]

    at_the_door(tmp_path, visit)


@pytest.mark.parametrize("mode", [0o770, 0o707])
def test_a_folder_where_others_can_write_is_refused(mode: int, tmp_path: Path) -> None:
    folder = tmp_path / "feed"
    folder.mkdir()
    folder.chmod(mode)

    async def visit(_: Path, __: SocketEndpoint) -> None:
        raise AssertionError

    with pytest.raises(TransportError, match="others can write there"):
        at_the_door(tmp_path, visit)


def test_the_end_waits_for_no_reader(tmp_path: Path) -> None:
    async def visit(path: Path, _: SocketEndpoint) -> None:
        reader, writer = await asyncio.open_unix_connection(path, limit=1)
        writer.writelines([json.dumps(HELLO).encode() + b"\n", b'{"do":"say","text":"help"}\n' * 20_000])
        writers.append(writer)
        assert await reader.read(1)

    writers: list[asyncio.StreamWriter] = []

    at_the_door(tmp_path, visit)
    for writer in writers:
        writer.transport.abort()


def test_a_connection_ends_when_nothing_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(message: Answer) -> bytes:
        if isinstance(message, Reply):
            raise OSError
        return encode(message)

    async def visit(path: Path, endpoint: SocketEndpoint) -> None:
        monkeypatch.setattr(sockets_module, "encode", fail)
        async with asyncio.timeout(PATIENCE):
            answers = await send(path, HELLO, *[{"do": "say", "text": "bank"}] * 3)
            while endpoint._connections:
                await asyncio.sleep(0)
        assert [answer["is"] for answer in answers] == ["welcome"]

    at_the_door(tmp_path, visit)


def test_an_answer_may_be_longer_than_a_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = ListedTable("x" * LONGEST_LINE, "#poker", "net", 0, "holdem", "", 10, True, ())

    def lengthen(message: Answer) -> bytes:
        return encode(replaced(message, tables=(table,)) if isinstance(message, Tables) else message)

    async def visit(path: Path, _: SocketEndpoint) -> None:
        monkeypatch.setattr(sockets_module, "encode", lengthen)
        async with await FeedClient.connect(path, nick="ann") as feed:
            assert await feed.list_tables() == [table]

    at_the_door(tmp_path, visit)


def test_whoever_gives_up_waiting_leaves_no_connection(tmp_path: Path) -> None:
    async def run() -> None:
        ended = asyncio.Event()

        async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            asked.set()
            await reader.read()
            writer.close()
            ended.set()

        asked = asyncio.Event()
        async with await asyncio.start_unix_server(listen, tmp_path / "silent.sock"):
            coming = asyncio.create_task(FeedClient.connect(tmp_path / "silent.sock", nick="ann"))
            await asked.wait()
            coming.cancel()
            async with asyncio.timeout(PATIENCE):
                await asyncio.wait({coming})
                await ended.wait()
            assert coming.cancelled()

    asyncio.run(run())


def test_a_line_that_is_too_long_ends_the_connection(tmp_path: Path) -> None:
    async def visit(path: Path, _: SocketEndpoint) -> None:
        (answer,) = await send(path, b"x" * (LONGEST_LINE + 1) + b"\n", HELLO)
        assert answer["is"] == "error"
        assert (await send(path, HELLO))[0]["is"] == "welcome"

    at_the_door(tmp_path, visit)


def test_connections_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SHARES, "feed", SHARES["feed"]._replace(total=20))

    async def visit(path: Path, _: SocketEndpoint) -> None:
        guests = [await FeedClient.connect(path, nick="ann") for _ in range(20)]
        with pytest.raises(TransportError, match="the bot is gone"):
            await FeedClient.connect(path, nick="ann")
        for guest in guests:
            await guest.close()
        for _ in range(1000):  # until the bot has noticed
            await asyncio.sleep(0)
        async with await FeedClient.connect(path, nick="ann") as feed:
            assert await feed.say("bank")

    at_the_door(tmp_path, visit)


def test_no_bot_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(TransportError, match="no bot runs with this"):
        asyncio.run(FeedClient.connect(tmp_path / "local.sock", nick="ann"))


def test_a_group_may_use_a_socket(tmp_path: Path) -> None:
    group = grp.getgrgid(os.getgid()).gr_name
    path = tmp_path / "feed" / "web.sock"
    router = make_router()

    async def run() -> None:
        async with SocketEndpoint(EndpointPlace(path, group, has_groups=True), FeedEndpoint("web", "web", router)):
            assert stat.S_IMODE(path.stat().st_mode) == 0o660
            assert stat.S_IMODE(path.parent.stat().st_mode) == 0o711
            assert path.stat().st_gid == os.getgid()

    asyncio.run(run())
    with pytest.raises(TransportError, match=r"\[feed\] group.web = nobody-here: there is no such group"):
        asyncio.run(
            SocketEndpoint(
                EndpointPlace(path, "nobody-here", has_groups=True), FeedEndpoint("web", "web", router)
            ).start()
        )
    assert not path.exists()


def test_a_port_with_a_token_stands_in_for_a_socket(tmp_path: Path) -> None:
    path = tmp_path / "feed" / "local.sock"
    place = EndpointPlace(path, is_socket=False)

    async def run() -> None:
        router = make_router(("bank",), clock=SystemClock())
        async with SocketEndpoint(place, FeedEndpoint("local", "local", router)):
            file = path.with_suffix(".port")
            assert stat.S_IMODE(file.stat().st_mode) == 0o600
            async with await FeedClient.connect(path, nick="ann") as feed:
                assert (await feed.say("bank"))[0].text == "you have 1000 chips"
            port = int(file.read_text().split()[0])
            for first in (b"", b"guess\n", b"x" * 100_000 + b"\n", b"\xff\n"):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(first + json.dumps(HELLO).encode() + b"\n")
                writer.write_eof()
                with suppress(ConnectionError):
                    assert await reader.read() == b""
                writer.close()
        assert not file.exists()

    asyncio.run(run())


def test_a_client_in_the_same_process() -> None:
    async def run() -> None:
        router = hasty_router("holdem")
        router.services.beside_irc.append("local")
        keeping_time = asyncio.create_task(run_scheduler(router.services.scheduler))
        endpoint = FeedEndpoint("local", "local", router)
        endpoint.open()

        async def open_link() -> InProcessLink:
            return InProcessLink(endpoint.connect)

        async with await FeedClient.start(open_link, person=PersonGiven("ann")) as feed:
            await feed.say("play caller")
            table = (await feed.watch("private")).table
            while not feed.tables[table].you.turn:
                await feed.next_message()
            await feed.act(table, "fold")
            while feed.tables[table].last is None:
                await feed.next_message()
        assert not endpoint.sessions
        endpoint.close()
        keeping_time.cancel()

    asyncio.run(run())


def test_a_message_that_is_not_understood_ends_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unfit = b'{"is":"event","event":"of no table"}\n{"is":"reply"}\n{"is":"news"}\n[]\n{\n'

    async def visit(path: Path, _: SocketEndpoint) -> None:
        monkeypatch.setattr(sockets_module, "encode", lambda message: unfit + encode(message))
        async with asyncio.timeout(PATIENCE), await FeedClient.connect(path, nick="ann") as feed:
            assert (await feed.refresh()).nick == "ann"
            assert (await feed.say("bank"))[0].text == "you have 1000 chips"

    at_the_door(tmp_path, visit)


def test_a_client_of_the_first_protocol_gets_one_error_and_the_end(tmp_path: Path) -> None:
    async def visit(path: Path, _: SocketEndpoint) -> None:
        reader, writer = await asyncio.open_unix_connection(path)
        writer.write(json.dumps({**HELLO, "protocol": 1}).encode() + b"\n")
        async with asyncio.timeout(PATIENCE):
            (answer,) = map(json.loads, (await reader.read()).splitlines())
        assert answer == {"is": "error", "text": "protocol: expected 2 or later, not 1"}
        writer.close()
        async with await FeedClient.connect(path, nick="ann") as feed:
            assert await feed.say("bank"), "the door stays open"

    at_the_door(tmp_path, visit)


def test_a_client_comes_back_to_a_bot_that_was_gone(tmp_path: Path) -> None:
    path = tmp_path / "feed" / "local.sock"

    async def run() -> None:
        router = hasty_router("holdem")
        router.services.beside_irc.append("local")
        keeping_time = asyncio.create_task(run_scheduler(router.services.scheduler))
        feeds = None
        async with SocketEndpoint(EndpointPlace(path), endpoint := FeedEndpoint("local", "local", router)):
            feeds = endpoint.feeds
            feed = await FeedClient.connect(path, nick="ann", stays=True)
            await feed.say("play caller")
            table = (await feed.watch("private")).table
        while feed.is_connected:
            await asyncio.sleep(0)
        async with SocketEndpoint(EndpointPlace(path), FeedEndpoint("local", "local", router, feeds)):
            while not (feed.is_connected and feed.tables[table].you.turn):
                await feed.next_message()
            await feed.act(table, "fold")
            await feed.close()
        keeping_time.cancel()

    asyncio.run(run())
