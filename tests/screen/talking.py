"""A conversation in lines with a bot in this process, and somebody who types what a test says."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import TextIO

from ircpoker.app import open_feed
from ircpoker.chat.router import Router
from ircpoker.config.networks import CONSOLE_NETWORK
from ircpoker.errors import UsageError
from ircpoker.feed.connection import RefusedError
from ircpoker.screen.lines import LineTable
from ircpoker.screen.look import Look
from ircpoker.screen.marks import ASCII, UNICODE
from ircpoker.screen.preferences import Options
from ircpoker.screen.terminal import play_on_terminal

PLAIN = Look(ASCII, has_suits=False, has_colour=False)
"""Lines for a program."""


def run_console(
    router: Router,
    *,
    nick: str,
    first: str = "",
    input: TextIO | None = None,  # noqa: A002 - beside `output`
    output: TextIO | None = None,
) -> int:
    """Answer lines until the end, as `ircpoker console` does."""
    if sys.stdin is None or sys.stdout is None:
        return 0
    streams = (input or sys.stdin, output or sys.stdout)
    on_terminal = all(stream.isatty() for stream in streams)

    async def run() -> None:
        async with open_feed(router, CONSOLE_NETWORK, nick, keeps_time=on_terminal) as client:
            await play_on_terminal(client, Options(nick, first), is_plain=True, streams=streams)

    try:
        asyncio.run(run())
    except RefusedError as error:
        raise UsageError(str(error)) from None
    return 0


class Typed:
    """Somebody who types lines, as a program does, and keeps what is shown."""

    columns = 0

    def __init__(self, *lines: str) -> None:
        self._typed = list(lines)
        self.shown: list[str] = []

    async def read(self) -> str | None:
        return self._typed.pop(0) if self._typed else None

    def write(self, line: str) -> None:
        self.shown.append(line)

    def ring(self) -> None:
        self.shown.append("\a")


class Conversation:
    """Somebody at a terminal of 60 columns, who waits after each line until the bot has answered.

    Attributes:
        table: the conversation.
        columns: the columns of the terminal; 0 for a pipe.
    """

    def __init__(self, router: Router, *, columns: int = 60, people: Callable[[], int] = lambda: 0) -> None:
        self.router = router
        self.columns = columns
        self._people = people
        self._lines: list[str] = []
        self._typed: asyncio.Queue[str | None] = asyncio.Queue()
        self._is_waiting = asyncio.Event()
        self._loop = asyncio.new_event_loop()
        self._talking = self._loop.create_task(self._talk())
        self._loop.run_until_complete(self._wait())

    async def _talk(self) -> None:
        async with open_feed(self.router, CONSOLE_NETWORK, "alice", keeps_time=False) as client:
            look = Look(UNICODE, has_suits=False, has_colour=False)
            self.table = LineTable(client, self, look, people=self._people)
            await self.table.run()

    async def _wait(self) -> None:
        waiting = asyncio.create_task(self._is_waiting.wait())
        await asyncio.wait({waiting, self._talking}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()

    def hear(self, line: str) -> list[str]:
        """Type a line, and return what is shown after it."""
        self._lines.clear()
        self._is_waiting.clear()
        self._typed.put_nowait(line)
        self._loop.run_until_complete(self._wait())
        return list(self._lines)

    @property
    def is_over(self) -> bool:
        return self._talking.done()

    def close(self) -> None:
        self._typed.put_nowait(None)
        self._loop.run_until_complete(self._talking)
        self._loop.close()

    async def read(self) -> str | None:
        self._is_waiting.set()
        return await self._typed.get()

    def write(self, line: str) -> None:
        self._lines.append(line)

    def ring(self) -> None:
        self._lines.append("\a")
