"""A person at the screen, without a terminal: keys go in, and what the screen shows can be read as text."""

from __future__ import annotations

import asyncio
import re
from contextlib import asynccontextmanager
from time import monotonic
from typing import NamedTuple

from ircpoker.app import make_router, open_feed
from ircpoker.config.loader import default_settings
from ircpoker.config.networks import CONSOLE_NETWORK
from ircpoker.feed import FeedClient
from ircpoker.feed.server.endpoints import FeedEndpoint
from ircpoker.feed.server.sockets import EndpointPlace, SocketEndpoint
from ircpoker.screen.app import TableApp
from ircpoker.screen.preferences import Options, ScreenSettings
from ircpoker.screen.seat_places import lay_out
from ircpoker.screen.table_places import place_table
from ircpoker.transports.loop import run_scheduler

SIZES = ((80, 24), (120, 40), (200, 60))
NICK = "ann"
_PATIENCE = 60.0
QUICK = ScreenSettings(motion="off", pause=False)
"""Settings with which nothing has to be waited for."""


class ShownBox(NamedTuple):
    """A seat's box as the screen shows it."""

    number: int
    name: str
    stack: int
    bet: int
    text: str


class Session:
    """A screen, its pilot and the router behind it."""

    def __init__(self, app, pilot, router, network=CONSOLE_NETWORK):
        self.network = network
        self.app = app
        self.pilot = pilot
        self.router = router
        self._ended = 0
        self._turn = ""

    @property
    def player(self):
        return self.app.player

    @property
    def table(self):
        """The engine's table at which the person sits; None without one."""
        tables = self.router.tables
        seats = tables.lobby.tables.seats_of(self._person_id()) if tables is not None and tables.is_open else []
        return seats[0][0] if seats else None

    @property
    def bank(self):
        """The person's chips outside of tables, as the ledger has them."""
        return self.router.services.ledger.balance(self._person_id())

    def _person_id(self):
        from ircpoker.people import Person

        return Person(self.network, NICK, NICK).id

    async def until(self, is_so, why="nothing happened"):
        """Wait until something is so."""
        try:
            async with asyncio.timeout(_PATIENCE):
                while not is_so():
                    await self.pilot.pause(0.002)
        except TimeoutError:
            raise AssertionError(f"{why}\n{self.text()}\n{self.player.watched and self.player.watched.table}") from None

    def over(self):
        """Return whether the table has closed, so that the lobby is open, or the person has lost all."""
        return len(self.app.screen_stack) > 1 or "[j] buy in again" in self.text()

    async def next_turn(self):
        """Wait for the person's next turn; return whether there is one, or all is over."""
        before, player = self._turn, self.player
        await self.until(lambda: (player.watched and player.watched.turn not in {"", before}) or self.over())
        if self.over():
            return False
        self._turn = player.watched.turn
        return True

    def new_deals(self):
        """Return how many deals have ended since the last call."""
        ended = len(self.player.watched.deals) if self.player.watched else self._ended
        before, self._ended = self._ended, ended
        return max(0, ended - before)

    async def press(self, *keys):
        await self.pilot.press(*keys)

    def shown(self):
        """Return what the uppermost screen shows, drawn at this moment."""
        top = self.app.screen
        drawn = self.app._face if len(self.app.screen_stack) == 1 else top._drawn
        drawn.redraw()
        return drawn.canvas.lines() if drawn.canvas is not None else []  # A panel that has just opened has no size.

    def text(self):
        return "\n".join(self.shown())

    def boxes(self):
        """Return the seats on the screen by their numbers."""
        self.shown()
        table, canvas = self.app._shown.table, self.app._face.canvas
        parts = lay_out(canvas.width, canvas.height)
        placed = place_table(table, parts.felt, parts.size, is_framed=canvas.palette.is_framed)
        found = {}
        for number, rect in placed.plates.items():
            title, *content = text_in(canvas, rect)
            text = "\n".join(content)
            # What is left without cards, percentages and what was changed, is the stack.
            plain = re.sub(r"\w+[♣♦♥♠]|\d[\d.]* %|DRAW \d|\d+ s\b", "", text)
            stack = re.search(r"(?<![\w,])(\d[\d,]*)(?![\w,])", plain)
            bet = placed.bets.get(number)
            shown = re.search(r"[\d,]+$", text_in(canvas, bet)[-1].rstrip()) if bet is not None else None
            shown = shown or re.search(r"(?:BET|CALL|RAISE|ALL-IN) ([\d,]+)", text)
            found[number] = ShownBox(
                number,
                re.search(rf"{number} (\S+)", title)[1],
                int(stack[1].replace(",", "")) if stack else -1,
                int(shown[shown.re.groups].replace(",", "")) if shown else 0,
                text,
            )
        return found


def text_in(canvas, rect):
    """Return the text of each line of a rectangle."""
    return ["".join(canvas.chars[y][rect.x : rect.x + rect.width]) for y in range(rect.y, rect.y + rect.height)]


@asynccontextmanager
async def session(begin="", size=SIZES[0], *, seed=1, router=None, preferences=QUICK, now=monotonic, **options):
    """Open the screen with a lobby of its own."""
    router = router or make_router(default_settings_here(), seed=seed)
    async with open_feed(router, CONSOLE_NETWORK, NICK) as client:
        app = TableApp(client, Options(NICK, begin, preferences=preferences, **options), now=now)
        try:
            async with app.run_test(size=size) as pilot:
                yield Session(app, pilot, router)
        finally:
            router.services.close()


@asynccontextmanager
async def session_by_socket(folder, size=SIZES[0], *, seed=1):
    """Open the screen as a front-end of a bot, by a socket."""
    router = make_router(default_settings_here(), seed=seed)
    socket = folder / "local.sock"
    keeping_time = asyncio.create_task(run_scheduler(router.services.scheduler))
    try:
        async with (
            SocketEndpoint(EndpointPlace(socket), FeedEndpoint("local", "local", router)),
            await FeedClient.connect(socket, nick=NICK) as client,
        ):
            app = TableApp(client, Options(NICK, preferences=QUICK))
            async with app.run_test(size=size) as pilot:
                yield Session(app, pilot, router, "local")
    finally:
        keeping_time.cancel()
        router.services.close()


def default_settings_here():
    from dataclasses import replace
    from pathlib import Path

    from ircpoker.app import SECTIONS
    from ircpoker.config.settings import IN_MEMORY

    settings = default_settings(Path(), sections=SECTIONS)
    return replace(settings, bot=replace(settings.bot, database=IN_MEMORY, history=None))
