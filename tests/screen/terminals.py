"""A console in its own process, from a pipe or on a pseudo-terminal with somebody who types."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from tests.cli.forkserver import Forked, ForkServer
from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[2]

PROGRAM = """
import sys
from tests.screen.talking import run_console
from tests.chat.routers import make_router
sys.exit(run_console(make_router(), nick="alice"))
"""
ASYNC_PROGRAM = """
import asyncio
from ircpoker.app import open_feed
from ircpoker.feed.server.table_feeds import TableFeeds
from ircpoker.screen.prompt import talk_beside
from tests.chat.routers import make_router

async def main():
    loop = asyncio.get_running_loop()
    def tick():
        print("tick")
        loop.call_later(0.05, tick)
    loop.call_later(0.05, tick)
    router = make_router()
    async with open_feed(router, "console", "alice", feeds=TableFeeds(router)) as client:
        await talk_beside(client, lambda: 0)

asyncio.run(main())
"""
_SEQUENCE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\x1b\][^\x07]*\x07|[\r\x00]")


def environment(home: Path, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name in {"PATH", "LANG", "LC_ALL"}}
    return kept | {"HOME": str(home), "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"} | more


def run_piped(text: bytes, *, program: str = PROGRAM) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-c", program],
        input=text,
        capture_output=True,
        cwd=ROOT,
        timeout=PATIENCE,
        check=False,
    )


class Terminal:
    """Types keys and reads the screen, of which it keeps only the text."""

    def __init__(self, process: subprocess.Popen[bytes] | Forked, keyboard: int) -> None:
        self.process = process
        self.raw = ""
        self._keyboard = keyboard
        self._seen = 0

    def type(self, keys: str) -> None:
        os.write(self._keyboard, keys.encode())

    def expect(self, text: str) -> str:
        """Wait until `text` appears after the last expected text; return the text in between."""
        deadline = time.monotonic() + PATIENCE
        while (at := self.text.find(text, self._seen)) < 0:
            if not self._read(deadline - time.monotonic()):
                message = f"no {text!r} in {self.text[self._seen :]!r}"
                raise AssertionError(message)
        between = self.text[self._seen : at]
        self._seen = at + len(text)
        return between

    @property
    def text(self) -> str:
        return _SEQUENCE.sub("", self.raw)

    def ends_well(self) -> None:
        """Wait for the end, without a fault."""
        deadline = time.monotonic() + PATIENCE
        while self._read(deadline - time.monotonic()):
            pass
        assert self.process.wait(PATIENCE) == 0
        assert "Traceback" not in self.text

    def _read(self, seconds: float) -> bool:
        if not select.select([self._keyboard], [], [], max(0.0, seconds))[0]:
            return False
        try:
            data = os.read(self._keyboard, 65536)
        except OSError:  # Linux says EIO when the other side is closed
            return False
        self.raw += data.decode(errors="replace")
        return bool(data)


@cache
def _fork_server() -> ForkServer:
    """Return the process that has imported what consoles need; it ends with this one."""
    return ForkServer(modules=("ircpoker.screen.prompt", "tests.chat.routers", "tests.screen.talking"))


@contextmanager
def terminal(env: Mapping[str, str], program: str = PROGRAM) -> Iterator[Terminal]:
    """Run a console on a terminal of 100 columns."""
    keyboard, screen = pty.openpty()
    try:
        termios.tcsetwinsize(screen, (40, 100))
        process = _fork_server().begin(program, screen, ROOT, env)
    finally:
        os.close(screen)
    try:
        yield Terminal(process, keyboard)
    finally:
        process.kill()
        process.wait()
        os.close(keyboard)
