"""The same tables in lines, for screen readers, pipes, small windows and slow connections.

What happens at the table is printed as the bot words it, each line once; what is typed is said to the bot, and with the
prefix of commands in the channel of the table. `watch #poker` shows a table, `screen` switches back to the screen.
"""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import TYPE_CHECKING, Protocol

from ircpoker.errors import TransportError
from ircpoker.feed.client import RefusedError
from ircpoker.screen.player import PREFIX, Player
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from ircpoker.feed import FeedClient
    from ircpoker.screen.marks import Marks

LEAVING = frozenset({"quit", "exit", "/quit", "/exit"})
TO_TABLE = frozenset({"watch", "/watch"})
"""Before the place of a table, such as `#poker`."""
TO_SCREEN = frozenset({"screen", "/screen"})


class Typist(Protocol):
    """Where lines come from and go to."""

    async def read(self) -> str | None:
        """Return the next line; None at the end of the input."""

    def write(self, line: str) -> None:
        """Show a line."""


class LineTable:
    """A person who plays in lines.

    Attributes:
        player: the person, and what they see.
    """

    def __init__(self, client: FeedClient, typist: Typist, marks: Marks, say: Callable[[Phrase], str]) -> None:
        """Begin with an open connection.

        Args:
            client: the connection, on which the person has been introduced.
            typist: where lines come from and go to.
            marks: the signs.
            say: words a phrase.
        """
        self.player = Player(client, monotonic, self._on_change)
        self._typist = typist
        self._marks = marks
        self._say = say
        self._seen: dict[int, int] = {}
        self._doing: set[asyncio.Task[object]] = set()

    async def run(self, begin: str = "") -> bool:
        """Play until the person leaves, the input ends or the bot is gone.

        Args:
            begin: a command of the bot to give first.

        Returns:
            Whether the person wants the screen.

        Raises:
            RefusedError: the bot refuses the first command.
            TransportError: the bot is gone.
        """
        listening = asyncio.create_task(self.player.listen())
        try:
            if begin:
                await self._say_line(begin, must_work=True)
            await self._watch_own()
            return await self._converse(listening)
        finally:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)

    async def _converse(self, listening: asyncio.Task[None]) -> bool:
        while True:
            reading = asyncio.ensure_future(self._typist.read())
            await asyncio.wait({reading, listening}, return_when=asyncio.FIRST_COMPLETED)
            if not reading.done():
                reading.cancel()
                self._typist.write(self._say(Phrase("screen.gone")))
                return False
            line = reading.result()
            if line is None or line.strip().lower() in LEAVING:
                return False
            if line.strip().lower() in TO_SCREEN:
                return True
            await self._take(line)

    async def _take(self, line: str) -> None:
        """Say a line; a refusal is printed like an answer."""
        try:
            await self._say_line(line)
            if self.player.watched is None:
                await self._watch_own()
        except TransportError as error:
            self._typist.write(self._marks.text(str(error)))

    async def _say_line(self, line: str, *, must_work: bool = False) -> None:
        if not line.strip():
            return
        self.player.notice = ""
        first, _, place = line.strip().partition(" ")
        if first.lower() in TO_TABLE:
            await self.player.watch(place.strip())
            return
        # As on IRC: with the prefix it is said in the channel of the table, else to the bot only.
        await self.player.say(line, is_private=not line.lstrip().startswith(PREFIX))
        if must_work and self.player.notice:
            raise RefusedError({"text": self.player.notice})

    async def _watch_own(self) -> None:
        """Watch the table at which the person sits, if there is one."""
        for table in await self.player.tables():
            if self.player.is_own(table):
                if self.player.watched is None or self.player.watched.id != table["table"]:
                    await self.player.watch(table["table"])
                return

    def _on_change(self, event: str) -> None:
        """Print the lines that are new."""
        self._print_new(self.player.lines)
        if self.player.watched is not None:
            self._print_new(self.player.watched.lines)
        if event:
            task: asyncio.Task[object] = asyncio.ensure_future(self.player.try_to(self.player.keep_up()))
            self._doing.add(task)
            task.add_done_callback(self._doing.discard)

    def _print_new(self, lines: list[str]) -> None:
        seen = self._seen.get(id(lines), 0)
        for line in lines[seen:]:
            self._typist.write(self._marks.text(line))
        self._seen[id(lines)] = len(lines)
