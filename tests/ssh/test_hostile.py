"""Sessions that are not what they seem: pasted megabytes, impossible sizes, nobody who reads, escape sequences."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import asyncssh
import pytest

from tests import tiers
from tests.ssh.house import SshHouse
from tests.ssh.test_refused import connect
from tests.waiting import PATIENCE, wait_until

pytestmark = [pytest.mark.servers, pytest.mark.slow]

_MEGABYTE = 1 << 20


def _memory(house: SshHouse) -> int:
    """Return the megabytes of the worker."""
    (worker,) = [int(each) for each in Path(f"/proc/{house.pid}/task/{house.pid}/children").read_text().split()]
    pages = int(Path(f"/proc/{worker}/statm").read_text().split()[1])
    return pages * 4096 // _MEGABYTE


def _alive(house: SshHouse) -> bool:
    return "1000" in house.ask("kim", typed="bank\nquit\n").stdout


def _memory_before(house: SshHouse) -> int:
    """Return the megabytes of the worker when it has served somebody: it may have just been started."""
    assert _alive(house)
    return _memory(house)


def test_a_paste_of_ten_megabytes_on_the_screen(house: SshHouse) -> None:
    size = tiers.count(10, 1) * _MEGABYTE

    async def paste() -> None:
        async with connect(house, "lea") as client:
            process = await client.create_process(None, term_type="xterm-256color", term_size=(100, 30), encoding=None)
            await _shows(process, b"Play against hard")
            process.stdin.write(b"\x1b\x1b[200~" + b"x" * size + b"\x1b[201~")
            await process.stdin.drain()
            # The screen still takes keys.
            process.stdin.write(b"?")
            await _shows(process, b"Keys")

    before = _memory_before(house)
    asyncio.run(asyncio.wait_for(paste(), PATIENCE))
    assert _memory(house) - before < 60
    assert _alive(house)


def test_megabytes_of_lines_and_of_one_line(house: SshHouse) -> None:
    async def paste(text: bytes) -> bytes:
        async with connect(house, "mia") as client:
            process = await client.create_process(None, encoding=None)
            process.stdin.write(text + b"\nquit\n")
            process.stdin.write_eof()
            return await process.stdout.read()

    before = _memory_before(house)
    assert asyncio.run(asyncio.wait_for(paste(b"x" * tiers.count(10, 1) * _MEGABYTE), PATIENCE))
    assert asyncio.run(asyncio.wait_for(paste(b"\n" * _MEGABYTE), PATIENCE)) is not None
    assert _memory(house) - before < 60
    assert _alive(house)


def test_sizes_that_no_terminal_has(house: SshHouse) -> None:
    async def resize() -> None:
        async with connect(house, "nat") as client:
            process = await client.create_process(None, term_type="xterm", term_size=(4_000_000_000, 30), encoding=None)
            await _shows(process, b"Play against hard")
            for size in [(1, 1), (0, 0), (100_000, 100_000), (80, 24)]:
                process.change_terminal_size(*size)
            # A report of the size in what is typed counts for nothing.
            process.stdin.write(
                b"\x1b[48;999999999;999999999;1;1t" + b"\x1b[99999999999999999999u" * 10 + b"\x1b[<0;99999999;9M"
            )
            await asyncio.sleep(0)

    before = _memory_before(house)
    asyncio.run(asyncio.wait_for(resize(), PATIENCE))
    assert _alive(house)
    assert _memory(house) - before < 60


def test_who_does_not_read_holds_up_nobody(house: SshHouse) -> None:
    async def stop_reading() -> None:
        async with connect(house, "oda") as client:
            process = await client.create_process(
                None, term_type="xterm-256color", term_size=(500, 200), encoding=None, window=1 << 14
            )
            process.channel.pause_reading()
            for _ in range(tiers.count(2000)):
                # The lobby opens and closes: each time the whole screen changes.
                process.stdin.write(b"l\x1b ")
            await process.stdin.drain()
            assert await asyncio.to_thread(_alive, house)
            process.channel.resume_reading()
            # It is drawn anew from the beginning.
            await _shows(process, b"obby")

    before = _memory_before(house)
    asyncio.run(asyncio.wait_for(stop_reading(), PATIENCE))
    assert _memory(house) - before < 60


def test_thousands_of_requests_for_the_environment(house: SshHouse) -> None:
    async def ask() -> None:
        async with connect(house, "pia") as client:
            channel, _ = await client.create_session(asyncssh.SSHClientSession, None)
            string = asyncssh.packet.String
            for number in range(tiers.count(20_000)):
                channel._send_request(b"env", string(f"A{number}"), string("x" * 1000))

    before = _memory_before(house)
    asyncio.run(asyncio.wait_for(ask(), PATIENCE))
    wait_until(lambda: _alive(house))
    assert _memory(house) - before < 60


@pytest.mark.parametrize(
    "name", ["\x1b[31mred", "a\nb", "a b", "x" * 200, "…", "\u202eann", "'; drop table", "#poker", "a\u200bb"]
)
def test_names_of_all_kinds_reach_nobody_as_they_are(house: SshHouse, name: str) -> None:
    async def come() -> bytes:
        async with connect(house, "quo", username=name) as client:
            process = await client.create_process(None, encoding=None)
            process.stdin.write(b"bank\n")
            process.stdin.write_eof()
            return await process.stdout.read()

    try:
        shown = asyncio.run(asyncio.wait_for(come(), PATIENCE))
    except (asyncssh.Error, ValueError):  # The library refuses it before anybody sees it.
        return
    assert b"chips" in shown
    assert b"\x1b" not in shown
    assert "\u202e".encode() not in shown


def test_a_worker_that_is_killed_is_started_again(house: SshHouse) -> None:
    (worker,) = Path(f"/proc/{house.pid}/task/{house.pid}/children").read_text().split()
    os.kill(int(worker), signal.SIGKILL)
    wait_until(lambda: _alive(house), lambda: house.log)


async def _shows(process: asyncssh.SSHClientProcess[bytes], text: bytes) -> None:
    """Read what is drawn until a text is among it."""
    shown = b""
    while text not in shown:
        data = await process.stdout.read(1 << 16)
        assert data, shown[-300:]
        shown = shown[-1000:] + data
