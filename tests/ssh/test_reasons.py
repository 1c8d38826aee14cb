"""Why a session ends is read below the screen, and before the connection is closed."""

from __future__ import annotations

import asyncio
from typing import cast

import asyncssh
import pytest

from ircpoker.ssh.channel import KeyOwner, OpenChannel, SshRequest
from ircpoker.ssh.clients import SshClient
from ircpoker.ssh.login import KeyLogin
from ircpoker.ssh.session import SshSession

END = "\x1b[?1049l"
"""A screen gives the terminal back."""


class Screen:
    """A full screen of somebody without a seat, that fails or waits."""

    is_seated = False

    def __init__(self, terminal: OpenChannel, *, fails: bool) -> None:
        self._terminal = terminal
        self._fails = fails

    async def run(self) -> int:
        try:
            if self._fails:
                raise ValueError("a fault")
            await asyncio.Event().wait()
        finally:
            self._terminal.write(END)
        return 0

    def receive(self, text: str) -> None:
        pass

    def end_input(self) -> None:
        pass

    def resize(self, columns: int, rows: int) -> None:
        pass

    def pause(self) -> None:
        pass

    def resume(self) -> None:
        pass


@pytest.mark.parametrize(("fails", "reason"), [(False, "Nothing was typed for long"), (True, "Something has failed")])
def test_the_reason_comes_below_the_screen(fails: bool, reason: str) -> None:
    async def read() -> str:
        def make_client(_: SshRequest, terminal: OpenChannel) -> SshClient:
            return cast("SshClient", Screen(terminal, fails=fails))

        def login() -> KeyLogin:
            def session(owner: KeyOwner) -> SshSession:
                return SshSession(owner, make_client, 3600.0 if fails else 0.05)

            return KeyLogin(None, session)

        host, own = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))
        async with (
            await asyncssh.create_server(login, "127.0.0.1", 0, server_host_keys=[host]) as server,
            asyncssh.connect(
                "127.0.0.1", server.get_port(), client_keys=[own], known_hosts=None, config=None
            ) as client,
        ):
            process = await client.create_process(term_type="xterm", term_size=(100, 30))
            text = await process.stdout.read()
            await process.wait()
            return str(text)

    text = asyncio.run(read())
    assert reason in text.partition(END)[2], repr(text)
