"""The lines of the log that name what has happened: connections, logins, channels, tables, robots."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest

from ircpoker.config import Secret
from ircpoker.errors import RobotError
from ircpoker.lobby.robots import TableRobots
from ircpoker.robots.program.process import LateProgramError, ProgramError
from ircpoker.runtime.activity import Activity
from ircpoker.runtime.event_log import LoggedEvent
from ircpoker.transports.irc import UnaskedLines
from tests.lobby.hall import CHANNEL, NET, Hall
from tests.transports.irc.stays import Stay
from tests.transports.irc.test_client import Server, make_client, run_for, welcome
from tests.transports.virtual import VirtualLoop, run_virtually


@pytest.fixture(autouse=True)
def level_of_services(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)


def events_in(caplog: pytest.LogCaptureFixture) -> list[LoggedEvent]:
    found = [getattr(record, "ircpoker_event", None) for record in caplog.records]
    return [event for event in found if event is not None]


def stay_of(loop: VirtualLoop, **network: Any) -> Stay:
    return Stay(loop, **network)


def test_connections_that_end(caplog: pytest.LogCaptureFixture) -> None:
    activity = Activity()

    async def main() -> int:
        async def refuse_at_first(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            if len(server.visits) > 2:
                await welcome(reader, writer)
            if len(server.visits) == 4:
                writer.write(b":s PING :x\r\n")
                await reader.read(-1)

        server = Server(refuse_at_first)
        client = make_client(server.port, UnaskedLines(activity=activity))
        assert not client.is_connected
        task = asyncio.create_task(run_for(client, 60))
        await asyncio.sleep(30)
        assert client.is_connected
        assert client.lines_waiting == 0
        await task
        assert not client.is_connected
        return server.port

    port = run_virtually(main())
    assert activity.reconnects == {"net": 3}
    at = {"network": "net", "host": "127.0.0.1", "port": port}
    retry = ("retry", {"network": "net"})
    assert events_in(caplog) == [
        *[("connect", at), ("missing", {"network": "net"}), retry],
        *[("connect", at), retry],
        *[("connect", at), ("disconnect", {"network": "net"}), retry],
        ("connect", at),
    ]
    assert activity.lines_sent["net"] == 0, "CAP, NICK and USER do not wait for their turn"


def test_a_login_and_a_channel(caplog: pytest.LogCaptureFixture) -> None:
    loop = VirtualLoop()
    try:
        stay = stay_of(loop, sasl="nickserv", account="croupier", password=Secret("pa55"))
        stay.receive(":s 001 dealer :Welcome", ":s 376 dealer :End", ":s 900 dealer d!d@h croupier :Hello croupier")
        stay.receive(f":dealer!~dealer@host JOIN {CHANNEL}")
        sent = stay.games.activity.lines_sent["net"]
    finally:
        loop.close()
    assert events_in(caplog) == [
        ("login", {"network": "net"}),
        ("join", {"network": "net", "channel": CHANNEL}),
    ]
    assert sent >= 3
    assert "pa55" not in caplog.text


@pytest.mark.parametrize(
    ("lines", "event"),
    [
        ((":s CAP * LS :chghost",), "login_refused"),
        ((":s CAP * LS :sts=port=6697",), "tls_wanted"),
    ],
)
def test_a_refused_login_is_one_line(caplog: pytest.LogCaptureFixture, lines: tuple[str, ...], event: str) -> None:
    loop = VirtualLoop()
    try:
        stay_of(loop, sasl="plain", account="croupier", password=Secret("pa55")).receive(*lines)
    finally:
        loop.close()
    assert events_in(caplog) == [(event, {"network": "net"})]
    assert len(caplog.records) == 1


def test_refused_logins_are_counted() -> None:
    activity = Activity()

    async def main() -> None:
        async def lack_sasl(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readline()
            writer.write(b":s CAP * LS :chghost\r\n")
            await reader.read(-1)

        server = Server(lack_sasl)
        login = {"sasl": "plain", "account": "croupier", "password": Secret("pa55")}
        await run_for(make_client(server.port, UnaskedLines(activity=activity), **login), 100)
        assert activity.refused_logins["net"] == len(server.visits) > 1

    run_virtually(main())


def test_tables(caplog: pytest.LogCaptureFixture) -> None:
    """Of a private one the log does not say whose it is."""
    hall = Hall()
    hall.seat("alice", "bob")
    hall.tell("carol", "!play caller")
    public, private = hall.table().id, hall.table("carol").id
    hall.tell("carol", "!leave")
    hall.wait(30)
    with hall.restarted() as again:
        for nick in ("alice", "bob"):
            again.say(nick, "!leave")
        again.wait(60)
    facts = {
        public: {"table": public, "game": "holdem", "network": NET, "channel": CHANNEL},
        private: {"table": private, "game": "holdem", "network": NET, "channel": ""},
    }
    assert events_in(caplog) == [
        ("table_opened", facts[public]),
        ("table_opened", facts[private]),
        ("table_closed", facts[private]),
        ("table_restored", facts[public]),
        ("table_closed", facts[public]),
    ]
    assert "carol" not in caplog.text


@pytest.mark.parametrize(
    ("cause", "event"),
    [(LateProgramError("no answer within 5 s"), "robot_timeout"), (ProgramError("it has ended"), "robot_failure")],
)
def test_robots_that_fail_and_robots_that_are_late(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, cause: ProgramError, event: str
) -> None:
    with Hall() as hall:
        hall.tell("alice", "!play caller")
        hall.wait(5)

        def fail(*_: object) -> None:
            raise RobotError("caller", "nothing") from cause

        caplog.clear()
        monkeypatch.setattr(TableRobots, "get", fail)
        hall.tell("alice", "!call")
        activity, table = hall.services.activity, hall.table("alice").id
    found = [each for each in events_in(caplog) if each.name == event]
    assert found == [(event, {"table": table, "robot": "caller"})] * activity.robot_failures["caller"]
    assert activity.robot_timeouts["caller"] == (len(found) if event == "robot_timeout" else 0)
    assert ("Traceback" in caplog.text) is (event == "robot_failure")
