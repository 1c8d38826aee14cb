"""What serves a session: the full screen or lines, on a connection of the feed for the person whose key it is."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Sequence
from pathlib import Path

from ircpoker.errors import TransportError
from ircpoker.feed import FeedClient
from ircpoker.feed.connection import RefusedError
from ircpoker.screen.app import TO_LINES, TableApp
from ircpoker.screen.channel import ScreenClient
from ircpoker.screen.colours import depth_of
from ircpoker.screen.go_on import last_line
from ircpoker.screen.least_size import way_back
from ircpoker.screen.lines import LineTable
from ircpoker.screen.look import Look
from ircpoker.screen.preferences import Options, ScreenSettings
from ircpoker.screen.redraws import Painter
from ircpoker.ssh.channel import OpenChannel, SshRequest
from ircpoker.words import Phrase

_MOST_LINES = 50
"""Lines that may wait to be said, before the other side has to wait."""
_LONGEST_LINE = 1000
_BURST, _LINE_SECONDS = 50, 0.05
"""As many lines are said at once, then one each time."""
_LEFT, _FAILED = 0, 1
_NO_BOT = "The bot is not running: come again later.\r\n"
_PAINTER = Painter(is_shared=True)
"""Draws the screens of all sessions of a worker."""

_logger = logging.getLogger(__name__)


class SshClient:
    """A session that plays, on the screen or in lines; F2 and `screen` change between them.

    Attributes:
        is_seated: whether its person sits at a table.
    """

    def __init__(self, request: SshRequest, terminal: OpenChannel, socket: Path) -> None:
        """Prepare to serve.

        Args:
            request: who asks, and for what.
            terminal: the channel.
            socket: the socket of the bot.
        """
        self._request = request
        self._terminal = terminal
        self._socket = socket
        self._feed: FeedClient | None = None
        self._shown: ScreenClient | LineTypist | None = None
        self._early: list[str | None] = []

    async def run(self) -> int:
        """Serve until the person leaves or the bot is gone, and return the exit status."""
        visitor = self._request.visitor
        person = {"nick": visitor.nick, "account": visitor.account, "address": visitor.address}
        try:
            self._feed = await FeedClient.connect(self._socket, stays=True, **person)
        except RefusedError as error:
            self._terminal.write(f"{error}\r\n")
            return _FAILED
        except TransportError as error:
            _logger.warning("%s", error)  # It may name the socket.
            self._terminal.write(_NO_BOT)
            return _FAILED
        async with self._feed as feed:
            try:
                return await self._play(feed)
            except TransportError as error:
                self._terminal.write(f"{error}\r\n")
                return _FAILED

    async def _play(self, feed: FeedClient) -> int:
        wants_screen, place = self._request.has_screen, self._request.place
        front = [way_back(can_go=False)] if self._request.term and not wants_screen else []
        while True:
            goes_on = await (self._on_screen(feed, place) if wants_screen else self._in_lines(feed, place, front))
            if not goes_on:
                return _LEFT
            can_show, place = self._request.has_screen, ""
            wants_screen, front = not wants_screen and can_show, [way_back(can_go=can_show)]
            if self._request.term:
                self._terminal.edit_lines(is_on=not wants_screen)

    async def _on_screen(self, feed: FeedClient, place: str) -> bool:
        """Show the screen; return whether the person wants lines."""
        still = ScreenSettings(motion="off")  # Each frame is sent over the network: only who asks for them gets them.
        depth = depth_of(self._request.term, {})
        options = Options(self._request.visitor.nick, place=place, depth=depth, preferences=still)
        app = TableApp(feed, options, painter=_PAINTER)
        screen = ScreenClient(self._request.size, self._terminal, app)
        self._show(screen)
        result = await screen.run()
        if result is None:
            self._terminal.write(f"{await last_line(app.player, app.say, 'left_ssh')}\r\n")
        return result == TO_LINES

    async def _in_lines(self, feed: FeedClient, place: str, front: Sequence[Phrase]) -> bool:
        """Play in lines; return whether the person wants the screen."""
        typist = LineTypist(self._request, self._terminal)
        self._show(typist)
        term = self._request.term
        look = Look.of(feed.bot, can_suits=bool(term), on_terminal=term not in {"", "dumb"})
        return await LineTable(feed, typist, look).run(place=place, front=front)

    def _show(self, shown: ScreenClient | LineTypist) -> None:
        """Let something take what is typed, and what was typed before it was there."""
        self._shown = shown
        self._terminal.resume_reading()
        early, self._early = self._early, []
        for text in early:
            if text is None:
                shown.end_input()
            else:
                shown.receive(text)

    @property
    def is_seated(self) -> bool:
        """Whether its person sits at a table."""
        person = self._feed.person if self._feed is not None else None
        return person is not None and bool(person.tables)

    def receive(self, text: str) -> None:
        """Take what was typed."""
        if self._shown is not None:
            self._shown.receive(text)
        else:
            self._early.append(text)
            self._terminal.pause_reading()

    def end_input(self) -> None:
        """Nothing more will be typed."""
        if self._shown is not None:
            self._shown.end_input()
        else:
            self._early.append(None)

    def resize(self, columns: int, rows: int) -> None:
        """The terminal has another size."""
        if isinstance(self._shown, ScreenClient):
            self._shown.resize(columns, rows)

    def pause(self) -> None:
        """The other side reads too slowly."""
        if self._shown is not None:
            self._shown.pause()

    def resume(self) -> None:
        """The other side has read what waited."""
        if self._shown is not None:
            self._shown.resume()


class LineTypist:
    """Lines from a channel and to it."""

    def __init__(self, request: SshRequest, terminal: OpenChannel) -> None:
        self._request = request
        self._terminal = terminal
        self._begun = ""
        self._lines: deque[str | None] = deque()
        self._has_lines = asyncio.Event()
        self._is_paused = False
        self._left_out = 0
        self._free_at = 0.0

    @property
    def columns(self) -> int:
        """The columns of the terminal; 0 without one."""
        return self._request.size[0] if self._request.term else 0

    def ring(self) -> None:
        """Ring the terminal's bell."""
        self._terminal.write("\a")

    async def read(self) -> str | None:
        """Return the next line; None at the end of the input. Lines that come faster than anybody types wait."""
        while not self._lines:
            self._has_lines.clear()
            self._terminal.resume_reading()
            await self._has_lines.wait()
        now = asyncio.get_running_loop().time()
        self._free_at = max(self._free_at + _LINE_SECONDS, now - _BURST * _LINE_SECONDS)
        if self._free_at > now:
            await asyncio.sleep(self._free_at - now)
        return self._lines.popleft()

    def write(self, line: str) -> None:
        """Send a line, unless the other side does not read."""
        if self._is_paused:
            self._left_out += 1
        else:
            self._terminal.write(f"{line}\r\n")

    def receive(self, text: str) -> None:
        """Take what was typed: whole lines, and the beginning of the next one."""
        *lines, self._begun = (self._begun + text).replace("\r\n", "\n").replace("\r", "\n").split("\n")
        # The bot refuses so long a line; here its end has no use.
        self._begun = self._begun[:_LONGEST_LINE]
        for line in lines:
            # Many empty ones say as little as one.
            if line.strip() or not self._lines or self._lines[-1]:
                self._lines.append(line.rstrip()[:_LONGEST_LINE])
        self._has_lines.set()
        if len(self._lines) > _MOST_LINES:
            self._terminal.pause_reading()

    def end_input(self) -> None:
        """Note the end of the input."""
        if self._begun:
            self._lines.append(self._begun)
        self._lines.append(None)
        self._has_lines.set()

    def pause(self) -> None:
        """Leave lines out, because the other side does not read."""
        self._is_paused = True

    def resume(self) -> None:
        """Go on, and say how much is missing."""
        self._is_paused = False
        if self._left_out:
            self._terminal.write(f"[{self._left_out} lines left out]\r\n")
            self._left_out = 0
