from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from ircpoker.chat.message import Reply
from ircpoker.config import BotSettings, LimitSettings, NetworkSettings
from ircpoker.errors import ConfigError
from ircpoker.transports.irc import IrcClient, Timing
from tests.servers.bots import EchoRouter

QUICK = Timing(
    connect=0.3,
    register=0.3,
    ping_after=0.1,
    dead_after=0.2,
    backoff_first=0.02,
    backoff_most=0.16,
    quit=0.3,
    after_kill=0.5,
)
Visit = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


class Server:
    """A server that does with each visitor what it is told to, and keeps the time of each visit."""

    def __init__(self, visit: Visit) -> None:
        self.visits: list[float] = []
        self._visit = visit

    @contextlib.asynccontextmanager
    async def serve(self) -> AsyncIterator[int]:
        server = await asyncio.start_server(self._meet, "127.0.0.1", 0)
        async with server:
            port: int = server.sockets[0].getsockname()[1]
            yield port

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.visits.append(asyncio.get_running_loop().time())
        try:
            await self._visit(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


def make_client(port: int, timing: Timing = QUICK, **network: Any) -> IrcClient:
    settings = replace(NetworkSettings("net", host="127.0.0.1", port=port, nick="dealer"), **network)
    return IrcClient(settings, BotSettings(), LimitSettings(), EchoRouter(), timing=timing, rng=Random(1))


async def run_for(client: IrcClient, seconds: float) -> None:
    task = asyncio.create_task(client.run())
    await asyncio.sleep(seconds)
    client.stop()
    await task


def visits(visit: Visit, seconds: float, timing: Timing = QUICK) -> list[float]:
    """Return the pauses between the visits of a client that runs so long."""
    server = Server(visit)

    async def main() -> None:
        async with server.serve() as port:
            await run_for(make_client(port, timing), seconds)

    asyncio.run(main())
    return [later - earlier for earlier, later in zip(server.visits, server.visits[1:], strict=False)]


async def refuse(_reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> None:
    """Close at once."""


async def welcome(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b":s 001 dealer :Welcome\r\n")
    await writer.drain()


async def stay_silent(reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> None:
    await reader.read(-1)


class TestComingBack:
    def test_waits_twice_as_long_each_time_with_jitter(self) -> None:
        pauses = visits(refuse, 0.9)
        for pause, most in zip(pauses, [0.02, 0.04, 0.08, 0.16, 0.16, 0.16], strict=False):
            assert pause >= most / 2
        assert len(pauses) >= 3

    def test_starts_again_with_the_first_after_a_welcome(self) -> None:
        pauses = visits(welcome, 0.6)
        # One of many is quick even on a busy machine; without the reset none would be.
        assert min(pauses[3:]) < QUICK.backoff_most / 2

    def test_not_so_soon_after_a_kill(self) -> None:
        async def kill(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b":s 001 dealer :Welcome\r\n:oper KILL dealer :out\r\n")

        assert all(pause >= 0.25 for pause in visits(kill, 0.9))

    def test_a_server_that_never_welcomes_is_left(self) -> None:
        pauses = visits(stay_silent, 0.9)
        assert pauses
        assert all(pause >= 0.3 for pause in pauses)

    def test_a_server_that_falls_silent_is_left(self) -> None:
        async def fall_silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b":s 001 dealer :Welcome\r\n")
            await reader.read(-1)

        pauses = visits(fall_silent, 0.9)
        assert pauses
        assert all(pause >= 0.2 for pause in pauses)

    def test_a_server_that_answers_pings_is_not(self) -> None:
        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b":s 001 dealer :Welcome\r\n")
            while line := await reader.readline():
                if line.startswith(b"PING "):
                    writer.write(b"PONG s " + line[5:])
                elif line.startswith(b"QUIT"):
                    return

        assert visits(answer, 0.9) == []

    def test_a_server_that_does_not_speak_tls_is_left_in_time(self) -> None:
        server = Server(stay_silent)

        async def main() -> None:
            async with server.serve() as port:
                await run_for(make_client(port, tls=True), 0.8)

        asyncio.run(main())
        assert len(server.visits) >= 2

    @pytest.mark.parametrize("host", ["no-such-host.invalid", "127.0.0.1", "a..b", "x" * 70])
    def test_no_server_at_all(self, host: str, caplog: pytest.LogCaptureFixture) -> None:
        asyncio.run(run_for(make_client(1, host=host), 0.2))
        assert f"net: {host}:1: " in caplog.text
        assert "Traceback" not in caplog.text


class TestLeaving:
    @pytest.mark.parametrize("how", ["stop", "cancel"])
    def test_says_quit_and_waits_for_the_end(self, how: str) -> None:
        said: list[bytes] = []

        async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b":s 001 dealer :Welcome\r\n")
            while line := await reader.readline():
                said.append(line)
                if line.startswith(b"QUIT"):
                    return

        async def main() -> None:
            async with Server(listen).serve() as port:
                client = make_client(port)
                task = asyncio.create_task(client.run())
                await asyncio.sleep(0.1)
                assert client.is_connected
                if how == "stop":
                    client.stop("see you\r\nJOIN #elsewhere")
                    await task
                else:
                    task.cancel()
                    with contextlib.suppress(asyncio.CancelledError):
                        await task
                assert not client.is_connected

        asyncio.run(main())
        assert said[-1] == (b"QUIT :see you  JOIN #elsewhere\r\n" if how == "stop" else b"QUIT :good game\r\n")

    @pytest.mark.parametrize("visit", [refuse, welcome, stay_silent])
    @pytest.mark.parametrize("after", [0.0, 0.001, 0.01, 0.1])
    def test_in_any_moment(self, visit: Visit, after: float) -> None:
        async def main() -> float:
            async with Server(visit).serve() as port:
                client = make_client(port)
                task = asyncio.create_task(client.run())
                await asyncio.sleep(after)
                client.stop()
                since = asyncio.get_running_loop().time()
                await task
                return asyncio.get_running_loop().time() - since

        assert asyncio.run(main()) < 2


class TestSettings:
    def test_sasl_is_refused_as_long_as_it_is_not_there(self) -> None:
        with pytest.raises(ConfigError, match="sasl = plain") as caught:
            make_client(6667, sasl="plain", account="dealer")
        assert (caught.value.section, caught.value.key) == ("network:net", "sasl")

    def test_nothing_is_said_without_a_connection(self) -> None:
        client = make_client(6667)
        assert not client.say("#poker", Reply(("hello",)))
        assert (client.name, client.nick, client.channels) == ("net", "dealer", {})

    def test_what_registration_says(self) -> None:
        said: list[bytes] = []

        async def listen(reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> None:
            said.extend([await reader.readline(), await reader.readline()])

        async def main() -> None:
            async with Server(listen).serve() as port:
                await run_for(make_client(port, nick="[Dealer]"), 0.1)

        asyncio.run(main())
        assert said[:2] == [b"NICK [Dealer]\r\n", b"USER dealer 0 * :poker bot, say !help\r\n"]
