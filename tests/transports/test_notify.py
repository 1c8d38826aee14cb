"""The service manager hears how the bot is, by the protocol of sd_notify(3)."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from ircpoker.transports.notify import ServiceManager
from tests.waiting import PATIENCE


@pytest.fixture(params=["file", "abstract"])
def manager_socket(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[socket.socket, str]]:
    """A service manager's socket, and how the environment names it."""
    name = f"{tmp_path}/notify" if request.param == "file" else f"@{tmp_path}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
        receiver.bind(name.replace("@", "\0"))
        receiver.settimeout(PATIENCE)
        yield receiver, name


def test_lines_arrive(manager_socket: tuple[socket.socket, str]) -> None:
    receiver, name = manager_socket
    assert ServiceManager({"NOTIFY_SOCKET": name}).send("READY=1", "STATUS=♥")
    assert receiver.recv(999).decode() == "READY=1\nSTATUS=♥"


@pytest.mark.parametrize("name", ["", "relative", "vsock:2:1234"])
def test_without_a_manager_nothing_is_sent(name: str, caplog: pytest.LogCaptureFixture) -> None:
    assert not ServiceManager({"NOTIFY_SOCKET": name}).is_there
    assert not ServiceManager({"NOTIFY_SOCKET": name}).send("READY=1")
    assert not caplog.records


def test_a_manager_that_is_gone_is_logged_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    manager = ServiceManager({"NOTIFY_SOCKET": f"{tmp_path}/gone"})
    assert [manager.send("WATCHDOG=1") for _ in range(3)] == [False] * 3
    assert [record.levelno for record in caplog.records] == [logging.WARNING]


def test_a_manager_that_reads_nothing_holds_nobody_up(manager_socket: tuple[socket.socket, str]) -> None:
    manager = ServiceManager({"NOTIFY_SOCKET": manager_socket[1]})
    while manager.send("STATUS=" + "x" * 1000):
        pass
    manager_socket[0].recv(9999)
    assert manager.send("WATCHDOG=1")


@pytest.mark.parametrize(
    ("variables", "seconds"),
    [
        ({}, 0.0),
        ({"WATCHDOG_USEC": "30000000"}, 30.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": str(os.getpid())}, 30.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}, 0.0),
        ({"WATCHDOG_USEC": "often"}, 0.0),
    ],
)
def test_the_watchdog_is_for_one_process(variables: dict[str, str], seconds: float) -> None:
    assert ServiceManager(variables).watchdog == seconds


def test_each_change_of_the_networks_is_sent_once(manager_socket: tuple[socket.socket, str]) -> None:
    receiver, name = manager_socket
    networks = {"libera": False, "oftc": False}

    async def connect() -> None:
        informing = asyncio.create_task(
            ServiceManager({"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "20000"}).keep_informed(lambda: networks)
        )
        assert await heard() == "STATUS=not on libera, oftc\nWATCHDOG=1"
        assert await heard() == "WATCHDOG=1"
        networks["libera"] = True
        while (line := await heard()) == "WATCHDOG=1":
            pass
        assert line == "STATUS=on libera; not on oftc\nWATCHDOG=1"
        informing.cancel()

    async def heard() -> str:
        return (await asyncio.to_thread(receiver.recv, 999)).decode()

    asyncio.run(connect())


def test_a_file_is_touched_as_long_as_the_loop_runs(tmp_path: Path) -> None:
    alive = tmp_path / "alive"

    async def run() -> None:
        manager = ServiceManager({"IRCPOKER_ALIVE": str(alive), "WATCHDOG_USEC": "20000"})
        assert manager.is_there
        informing = asyncio.create_task(manager.keep_informed(dict))
        while not alive.exists():
            await asyncio.sleep(0)
        os.utime(alive, (0, 0))
        while not alive.stat().st_mtime:
            await asyncio.sleep(0.01)
        informing.cancel()

    asyncio.run(asyncio.wait_for(run(), PATIENCE))


def test_a_file_that_cannot_be_touched_is_logged_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        manager = ServiceManager({"IRCPOKER_ALIVE": f"{tmp_path}/none/alive", "WATCHDOG_USEC": "2000"})
        with suppress(TimeoutError):
            await asyncio.wait_for(manager.keep_informed(dict), 0.05)

    asyncio.run(run())
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
