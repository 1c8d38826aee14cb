from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from ircpoker.chat.message import Reply
from ircpoker.chat.outgoing import Outgoing, Reader
from ircpoker.chat.presence import Presence
from ircpoker.config import BotSettings, LimitSettings, NetworkSettings
from ircpoker.people import Listener
from ircpoker.transports.irc import IrcClient, Timing, UnaskedLines
from tests.servers.bots import EchoRouter, is_connected
from tests.transports.virtual import VirtualLoop, Visit, pass_time, run_virtually

TIMING = Timing()
KEYS = NetworkSettings("net")
STEP = 1e-6
"""The rounding error of a sum of seconds."""


class Server:
    """A server that treats each visitor as a test wants, and records the time of each visit."""

    def __init__(self, visit: Visit) -> None:
        self.visits: list[float] = []
        self._visit = visit
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        self.port = loop.serve(self._meet)

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.visits.append(asyncio.get_running_loop().time())
        await self._visit(reader, writer)


def make_client(port: int, games: UnaskedLines | None = None, **network: Any) -> IrcClient:
    settings = replace(NetworkSettings("net", host="127.0.0.1", port=port, nick="dealer"), **network)
    return IrcClient(settings, BotSettings(), LimitSettings(), EchoRouter(), games=games, rng=Random(1))


async def run_for(client: IrcClient, seconds: float) -> None:
    task = asyncio.create_task(client.run())
    await pass_time(seconds)
    client.stop()
    await task


def visits(visit: Visit, seconds: float, **network: Any) -> list[float]:
    """Return the pauses between a client's visits within a time."""

    async def main() -> list[float]:
        server = Server(visit)
        await run_for(make_client(server.port, **network), seconds)
        return server.visits

    times = run_virtually(main())
    return [later - earlier for earlier, later in pairwise(times)]


def check_pauses(pauses: list[float], most: list[float], after: float = 0.0) -> None:
    """Check the number of pauses; each lasts from half to all of its maximum, after `after` seconds."""
    assert len(pauses) == len(most)
    for pause, longest in zip(pauses, most, strict=True):
        assert longest / 2 - STEP <= pause - after <= longest + STEP


async def refuse(_reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> None:
    """Close at once."""


async def welcome(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    # Closing a connection with unread data discards the data that the other side has not read.
    assert [(await reader.readline())[:5] for _ in range(3)] == [b"CAP L", b"NICK ", b"USER "]
    writer.write(b":s 001 dealer :Welcome\r\n")


async def stay_silent(reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> None:
    await reader.read(-1)


async def answer_pings(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, seconds: float) -> None:
    """Keep a visitor for so long."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while line := await reader.readline():
                if line.startswith(b"PING "):
                    writer.write(b"PONG s " + line[5:])


class TestComingBack:
    def test_waits_twice_as_long_each_time_with_jitter(self) -> None:
        pauses = visits(refuse, 300)
        check_pauses(pauses[:8], [1, 2, 4, 8, 16, 32, 60, 60])

    @pytest.mark.parametrize("stay", [0.0, 4.0, 59.0])
    def test_a_short_stay_is_no_success(self, stay: float) -> None:
        async def close(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await welcome(reader, writer)
            await pass_time(stay)

        pauses = visits(close, 300 + 9 * stay)
        check_pauses(pauses[:8], [1, 2, 4, 8, 16, 32, 60, 60], after=stay)

    def test_a_stay_that_lasted_begins_anew(self) -> None:
        async def close(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await welcome(reader, writer)
            await answer_pings(reader, writer, KEYS.backoff_most)

        check_pauses(visits(close, 245)[:3], [1, 1, 1], after=KEYS.backoff_most)

    @pytest.mark.parametrize(
        "line",
        [
            ":oper KILL dealer :out",
            "ERROR :Closing link: (d@h) [G-lined: spam]",
            ":s 465 dealer :Du darfst nicht",
            "ERROR :You are banned from this server",
        ],
    )
    def test_waits_longer_when_sent_away(self, line: str) -> None:
        async def send_away(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await welcome(reader, writer)
            writer.write(line.encode() + b"\r\n")

        check_pauses(visits(send_away, 7200)[:7], [60, 120, 240, 480, 960, 1800, 1800])

    def test_a_server_that_never_welcomes_is_left(self) -> None:
        check_pauses(visits(stay_silent, 200), [1, 2, 4], after=TIMING.register)

    def test_a_server_that_falls_silent_is_left(self) -> None:
        async def fall_silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b":s 001 dealer :Welcome\r\n")
            await reader.read(-1)

        check_pauses(visits(fall_silent, 200), [1, 1], after=TIMING.dead_after)  # Long stays, after all.

    def test_a_server_that_answers_pings_is_kept(self) -> None:
        pings = 0

        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            nonlocal pings
            writer.write(b":s 001 dealer :Welcome\r\n")
            while line := await reader.readline():
                if line.startswith(b"PING "):
                    pings += 1
                    writer.write(b"PONG s " + line[5:])
                elif line.startswith(b"QUIT"):
                    return

        assert visits(answer, 3600) == []
        assert pings == pytest.approx(3600 / TIMING.ping_after, abs=1)

    def test_a_server_that_does_not_speak_tls_is_left_in_time(self) -> None:
        check_pauses(visits(stay_silent, 70, tls=True), [1, 2, 4], after=TIMING.connect)

    @pytest.mark.parametrize("host", ["no-such-host.invalid", "127.0.0.1", "a..b", "x" * 70])
    def test_no_server_at_all(self, host: str, caplog: pytest.LogCaptureFixture) -> None:
        run_virtually(run_for(make_client(1, host=host), 3))
        assert f"net: not connected: {host}:1: " in caplog.text
        assert "Traceback" not in caplog.text
        assert len([record for record in caplog.records if record.levelno == logging.WARNING]) == 1


class TestLeaving:
    @pytest.mark.parametrize("how", ["stop", "cancel"])
    def test_says_quit_and_waits_for_the_end(self, how: str) -> None:
        sent: list[bytes] = []

        async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b":s 001 dealer :Welcome\r\n")
            while line := await reader.readline():
                sent.append(line)
                if line.startswith(b"QUIT"):
                    return

        async def main() -> None:
            client = make_client(Server(listen).port)
            task = asyncio.create_task(client.run())
            await pass_time(0.1)
            assert is_connected(client)
            if how == "stop":
                client.stop("see you\r\nJOIN #elsewhere")
                await task
            else:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
            assert not is_connected(client)

        run_virtually(main())
        assert sent[-1] == (b"QUIT :see you  JOIN #elsewhere\r\n" if how == "stop" else b"QUIT :good game\r\n")

    @pytest.mark.parametrize("visit", [refuse, welcome, stay_silent])
    @pytest.mark.parametrize("after", [0.0, 0.001, 0.1, 10.0, 70.0])
    def test_at_any_moment(self, visit: Visit, after: float) -> None:
        async def main() -> float:
            client = make_client(Server(visit).port)
            task = asyncio.create_task(client.run())
            await pass_time(after)
            client.stop()
            since = asyncio.get_running_loop().time()
            await task
            return asyncio.get_running_loop().time() - since

        assert run_virtually(main()) <= TIMING.quit + STEP


class TestSettings:
    def test_the_nick_without_a_connection(self) -> None:
        client = make_client(6667)
        assert (client.name, client.nick, client.channels) == ("net", "dealer", {})

    def test_registration_lines(self) -> None:
        sent: list[bytes] = []

        async def listen(reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> None:
            sent.extend([await reader.readline() for _ in range(3)])

        async def main() -> None:
            await run_for(make_client(Server(listen).port, nick="[Dealer]"), 0.1)

        run_virtually(main())
        assert sent[:3] == [b"CAP LS 302\r\n", b"NICK [Dealer]\r\n", b"USER dealer 0 * :poker bot, say !help\r\n"]


def test_lines_that_wait_for_their_time_are_sent_before_the_bot_leaves() -> None:
    games, received = UnaskedLines(), list[str]()

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await welcome(reader, writer)
        while line := await reader.readline():
            received.append(line.decode().rstrip())

    async def main() -> None:
        client = make_client(Server(listen).port, games)
        task = asyncio.create_task(client.run())
        await pass_time(10)
        later = asyncio.get_running_loop().time() + 60
        games.outbox.post(Outgoing(Reader("net", "alice"), Reply(("the river",)), due=later))
        await pass_time(1)
        assert not [line for line in received if line.startswith("NOTICE")]
        client.stop()
        await task

    run_virtually(main())
    assert next(line for line in received if line.startswith(("NOTICE", "QUIT"))) == "NOTICE alice :the river"


class TestStandstill:
    """The process is stopped for 75 s, or the machine sleeps."""

    @staticmethod
    def visits(before: float, after: float, *, lost_until: float = 0, dead: bool = False) -> int:
        """Return how often a client visits a server.

        Args:
            before: seconds on it before the standstill.
            after: seconds after it.
            lost_until: seconds at the beginning in which no answer of the server arrives.
            dead: it never answers.
        """

        async def main() -> int:
            loop = asyncio.get_running_loop()
            assert isinstance(loop, VirtualLoop)
            since = loop.time()

            async def visit(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
                await welcome(reader, writer)
                while line := await reader.readline():
                    if line.startswith(b"PING ") and not dead and loop.time() - since >= lost_until:
                        writer.write(b"PONG s " + line[5:])
                    elif line.startswith(b"QUIT"):
                        return

            server = Server(visit)
            client = make_client(server.port)
            task = asyncio.create_task(client.run())
            await pass_time(before)
            loop.now += 75
            await pass_time(after)
            client.stop()
            await task
            return len(server.visits)

        return run_virtually(main())

    @pytest.mark.parametrize("before", [1, 29, 31, 59])
    def test_a_healthy_connection_is_kept(self, before: float) -> None:
        assert self.visits(before, 100) == 1

    def test_a_lost_answer_is_asked_for_again(self) -> None:
        assert self.visits(32, 100, lost_until=31) == 1

    def test_a_dead_connection_is_closed(self) -> None:
        patience = TIMING.dead_after - TIMING.ping_after
        assert self.visits(1, patience - 1, dead=True) == 1
        assert self.visits(1, patience + 2, dead=True) == 2


def test_a_bug_in_a_session_ends_the_client() -> None:
    class Broken(Random):
        def uniform(self, _least: float, _most: float) -> float:
            raise ZeroDivisionError

    async def main() -> None:
        server = Server(refuse)
        settings = NetworkSettings("net", host="127.0.0.1", port=server.port, nick="dealer")
        client = IrcClient(settings, BotSettings(), LimitSettings(), EchoRouter(), rng=Broken())
        await client.run()

    with pytest.raises(ZeroDivisionError):
        run_virtually(main())


def test_a_channel_that_is_given_up_stands_still_no_more() -> None:
    heard = list[str]()

    class Ears(Listener):
        def heard(self, _network: str, channel: str) -> None:
            heard.append(channel)

    presence = Presence()
    presence.listen(Ears())
    client = make_client(1, UnaskedLines(presence=presence), channels=("#poker",), forwards={"#poker": "##poker"})
    # Its owner may name the one in which the bot is now.
    assert client.part("##poker")
    assert heard == ["#poker", "##poker"]
    assert not client.part("#poker")
