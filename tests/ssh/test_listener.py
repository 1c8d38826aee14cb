"""The gate and its workers when something fails."""

from __future__ import annotations

import asyncio
import errno
import socket
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from ircpoker.ssh import listener, login
from ircpoker.ssh.listener import NEWS, NUMBER, SshListener
from ircpoker.ssh.login import KeyLogin
from ircpoker.ssh.settings import Address, SshSettings
from ircpoker.ssh.worker import SshWorker
from tests.waiting import PATIENCE

_SETTINGS = SshSettings(Address("127.0.0.1", 0), Path("key"), 2, True, None, 3, 10, 50, 60)
_WORKER = ("-c", "import socket, sys; socket.socket(fileno=int(sys.argv[1])).recv(1)")
"""A worker that waits for the end of the gate."""


def test_a_worker_that_cannot_be_started_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[bool] = []
    start = asyncio.create_subprocess_exec

    async def hardly_start(*command: Any, **options: Any) -> asyncio.subprocess.Process:
        tries.append(True)
        if len(tries) == 1:
            raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
        return await start(*command, **options)

    async def run() -> None:
        opened, stopping = SshListener(_SETTINGS, _WORKER), asyncio.Event()
        async with asyncio.timeout(PATIENCE):
            await opened.serve(stopping.set, stopping)

    monkeypatch.setattr(listener, "_PAUSE", 0.0)
    monkeypatch.setattr(asyncio, "create_subprocess_exec", hardly_start)
    asyncio.run(run())
    assert len(tries) == 3


def test_a_worker_that_is_gone_gets_no_connection() -> None:
    async def run() -> None:
        opened = SshListener(_SETTINGS, _WORKER)
        gone, there = (listener._WorkerProcess(_WORKER, opened._hear) for _ in range(2))
        opened._workers = [gone, there]
        there._link, other_end = socket.socketpair()
        there.connections.add(0)
        with other_end, there._link, socket.socket() as connection:
            opened._take(connection, "192.0.2.2")
        assert there.connections == {0, 1}
        opened._hear(1, has_logged_in=False)
        opened._listener.close()

    asyncio.run(run())


def test_a_worker_that_does_not_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        stopping = asyncio.Event()
        async with asyncio.timeout(PATIENCE):
            await SshListener(_SETTINGS, ("-c", "import time; time.sleep(3600)")).serve(stopping.set, stopping)

    monkeypatch.setattr(listener, "_GOODBYE_SECONDS", 0.05)
    asyncio.run(run())


def _fill(link: socket.socket) -> None:
    link.setblocking(False)
    with suppress(BlockingIOError):
        while True:
            link.send(NEWS.pack(0, False))


def test_the_gate_hears_of_every_end_though_its_link_was_full() -> None:
    async def run(ours: socket.socket, link: socket.socket) -> None:
        loop, host_key = asyncio.get_running_loop(), asyncssh.generate_private_key("ssh-ed25519")
        serving = asyncio.create_task(SshWorker(_SETTINGS, host_key, link, Any).run())
        for number in (1, 2, 3):
            visitor, connection = socket.socketpair()
            visitor.setblocking(False)
            with visitor, connection:
                socket.send_fds(ours, [NUMBER.pack(number)], [connection.fileno()])
                connection.close()
                assert await loop.sock_recv(visitor, 1) == b""
        heard = b""
        while not {(1, False), (2, False), (3, False)} <= set(
            NEWS.iter_unpack(heard[: len(heard) // NEWS.size * NEWS.size])
        ):
            heard += await loop.sock_recv(ours, 1 << 12)
        ours.close()
        await serving

    ours, link = socket.socketpair()
    ours.setblocking(False)
    with ours, link:
        _fill(link)
        asyncio.run(asyncio.wait_for(run(ours, link), PATIENCE))


def test_a_connection_without_a_session_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_session(_visitor: object) -> Any:
        raise AssertionError

    async def run() -> None:
        keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(2)]
        server = await asyncssh.listen(
            "127.0.0.1", 0, server_factory=partial(KeyLogin, None, no_session), server_host_keys=keys[:1]
        )
        async with asyncio.timeout(PATIENCE):
            client = await asyncssh.connect(
                "127.0.0.1", server.get_port(), known_hosts=None, client_keys=keys[1:], username="ann", config=None
            )
            await client.wait_closed()
        server.close()

    monkeypatch.setattr(login, "UNUSED_SECONDS", 0.05)
    asyncio.run(run())
