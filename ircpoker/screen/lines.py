"""The same tables in lines, for screen readers, pipes, small windows and slow connections.

What happens at the table is printed as the bot words it, each line once. What is typed is said to the bot: in private,
but with the prefix, and for commands that need it, at the place of the table that is watched. `tables` lists the
tables, `watch #poker`, or the place alone, watches one, and `screen` switches to the screen where there is one.
"""

from __future__ import annotations

import asyncio
from collections import deque
from time import monotonic
from typing import TYPE_CHECKING, Protocol

from ircpoker.errors import TransportError
from ircpoker.feed.client import RefusedError
from ircpoker.screen.least_size import LEAST_COLUMNS, LEAST_LINES
from ircpoker.screen.user import PREFIX, FeedUser
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from ircpoker.feed import FeedClient
    from ircpoker.screen.marks import Marks

LEAVING = frozenset({"quit", "exit", "/quit", "/exit"})
TO_TABLE = frozenset({"watch", "/watch"})
"""Before the place of a table, such as `#poker`."""
TO_SCREEN = frozenset({"screen", "/screen"})
_MOST_REMEMBERED = 60
"""Lines that are not printed again when a table is watched that has just said them."""
AT_PLACE = frozenset({"sit", "open", "addbot", "removebot", "table", "sng", "tournament"})
"""Commands that mean the table that is watched."""


class Typist(Protocol):
    """Where lines come from and go to."""

    async def read(self) -> str | None:
        """Return the next line; None at the end of the input."""

    def write(self, line: str) -> None:
        """Show a line."""


def way_back(*, can_go: bool) -> Phrase:
    """Return the line that says how lines change to the screen, or why they cannot."""
    if can_go:
        return Phrase("screen.lines_back")
    return Phrase("screen.lines_small", columns=LEAST_COLUMNS, lines=LEAST_LINES)


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
        self.player = FeedUser(client, monotonic, self._on_change, self._print)
        self._typist = typist
        self._marks = marks
        self._say = say
        self._printed: deque[str] = deque(maxlen=_MOST_REMEMBERED)
        self._doing: set[asyncio.Task[object]] = set()

    async def run(self, begin: str = "", place: str = "", front: Phrase | None = None) -> bool:
        """Play until the person leaves, the input ends or the bot is gone.

        Args:
            begin: the command `play` to give first, unless a seat was kept.
            place: the place of a table to watch first.
            front: the first line; see `way_back`.

        Returns:
            Whether the person wants the screen.

        Raises:
            RefusedError: the bot refuses the first command.
            TransportError: the bot is gone.
        """
        listening = asyncio.create_task(self.player.listen())
        try:
            if front is not None:
                self._tell(front)
            if place:
                await self._watch_place(place)
            else:
                await self._watch_own()
            if begin:
                await self._begin(begin)
            return await self._converse(listening)
        finally:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)

    async def _begin(self, command: str) -> None:
        """Give the first command; whoever has kept a seat goes on there, and reads so if they named opponents."""
        if self.player.watched is None:
            await self._say_line(command, must_work=True)
        elif " " in command:
            self.player.note(self._say(Phrase("console.kept_seat", game=command)))

    async def _converse(self, listening: asyncio.Task[None]) -> bool:
        while True:
            reading = asyncio.ensure_future(self._typist.read())
            try:
                await asyncio.wait({reading, listening}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                if not reading.done():
                    reading.cancel()
            if not reading.done():
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
        words = line.split()
        try:
            if words == ["tables"]:
                await self._list_tables()
            elif len(words) == 2 and words[0].lower() in TO_TABLE:
                await self._watch_place(words[1])
            elif len(words) == 1 and "#" in line and not line.startswith(PREFIX):
                await self._watch_place(words[0])
            else:
                await self._say_line(line)
            if self.player.watched is None or self.player.watched.seat is None:
                await self._watch_own()
        except TransportError as error:
            self._typist.write(self._marks.text(str(error)))

    async def _say_line(self, line: str, *, must_work: bool = False) -> None:
        if not line.strip():
            return
        self.player.notice = ""
        line = line.strip()
        if line.split()[0].lower() in AT_PLACE and self.player.is_at_place:
            line = PREFIX + line
        await self.player.say(line, is_private=not (line.startswith(PREFIX) and self.player.is_at_place))
        if must_work and self.player.notice:
            raise RefusedError({"text": self.player.notice})

    async def _list_tables(self) -> None:
        tables = await self.player.tables()
        for table in tables:
            names = ", ".join(str(seat["name"]) for seat in table["seats"])
            facts = {"place": table["place"], "title": table["title"], "names": names}
            self._tell(Phrase("screen.line_table", n=table["most_seats"] - len(table["seats"]), **facts))
        if not tables:
            self._tell(Phrase("screen.lobby_no_tables"))

    async def _watch_place(self, place: str) -> None:
        await self.player.watch(place)
        watched = self.player.watched
        if watched is not None:
            self._tell(Phrase("screen.line_watching", place=place, title=watched.table["title"]))

    def _tell(self, phrase: Phrase) -> None:
        self._typist.write(self._marks.text(self._say(phrase)))

    async def _watch_own(self) -> None:
        """Watch the table at which the person sits, if there is one."""
        await self.player.refresh()
        for table in await self.player.tables():
            if self.player.is_own(table):
                if self.player.watched is None or self.player.watched.id != table["table"]:
                    await self.player.watch(table["table"])
                return

    def _on_change(self, event: str) -> None:
        """Follow a table from where it is, and act as the person wanted to."""
        if event == "snapshot" and self.player.watched is not None:
            for line in self.player.watched.lines:
                if line not in self._printed:
                    self._print(line)
        if event:
            task: asyncio.Task[object] = asyncio.ensure_future(self.player.try_to(self.player.keep_up()))
            self._doing.add(task)
            task.add_done_callback(self._doing.discard)

    def _print(self, line: str) -> None:
        self._printed.append(line)
        self._typist.write(self._marks.text(line))
