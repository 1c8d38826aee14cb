"""A bot with tables on a hostile server, with people who play; all of it on the virtual loop."""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from ircpoker.config import BotSettings, LimitSettings, NetworkSettings, Secret
from ircpoker.transports.irc import IrcClient, UnaskedLines
from ircpoker.transports.loop import run_scheduler
from ircpoker.words.plain_text import strip_formatting
from tests.lobby.hall import RESULT
from tests.tournaments.arena import Arena
from tests.transports.irc.hostile import PASSWORD, PEOPLE, HostileServer, network

TABLE = ("!open 500", "!sit 500")
TOURNAMENT = ("!sng 2 turbo", "!sng")
_OVER = re.compile(r"#(\d+) (?:is over|is called off)")
_START = datetime(2026, 1, 1, tzinfo=UTC)


class LoopClock:
    """The time of the running loop."""

    def monotonic(self) -> float:
        return asyncio.get_running_loop().time()

    def now(self) -> datetime:
        return _START + timedelta(seconds=self.monotonic())


class LiveHall(Arena):
    """A hall whose people reach the bot by a server, in place of at once."""

    def connect(self) -> None:
        """Wait for the network: the client connects."""


class Evening:
    """A bot, its server, and two people at a table in the channel.

    Attributes:
        server: the server.
        hall: the bot's tables.
        client: the bot on the server.
    """

    def __init__(self, rng: Random, opening: tuple[str, str] = TABLE, pace: float = 3.0, **rules: Any) -> None:
        """Begin; nobody plays yet.

        Args:
            rng: chance.
            opening: what alice and bob say to begin a game.
            pace: the most seconds until somebody acts.
            rules: of the table.
        """
        self.server = HostileServer()
        self.hall = LiveHall(clock=LoopClock(), seed=rng.randrange(10**6), **rules)  # type: ignore[arg-type] # nobody moves it
        self._opening = opening
        self._pace = pace
        services = self.hall.services
        games = UnaskedLines(services.outbox, services.presence, activity=services.activity)
        settings = NetworkSettings(**network(self.server.port), password=Secret(PASSWORD))
        limits = LimitSettings(command_burst=100, command_interval=0.1)
        self.client = IrcClient(settings, BotSettings(), limits, self.hall.router, games=games, rng=rng)
        self._rng = rng
        self._tasks = [
            asyncio.create_task(self.client.run()),
            asyncio.create_task(run_scheduler(services.scheduler)),
        ]

    async def __aenter__(self) -> Evening:
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.hall.check_ledger()
        self.hall.close()

    @property
    def deals(self) -> int:
        return sum(self.hall.services.activity.deals.values())

    async def play(self, seconds: float) -> None:
        """Let people play: whoever's turn it is acts soon, if the bot is there to hear it."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while loop.time() < end:
            await asyncio.sleep(self._rng.uniform(0.5, self._pace))
            seated = {seat.nick for table in self.hall.lobby.tables for seat in table.seats.people}
            if len(seated) < len(PEOPLE):
                for nick, text in zip(PEOPLE, self._opening, strict=True):
                    if nick not in seated:
                        self.server.say(nick, text if not seated else self._opening[1])
                        await asyncio.sleep(1)
            for table, nick in self.hall.actors():
                self.server.say(nick, self.hall.command(table, self._rng, boldness=0.05))

    def untold(self) -> set[str]:
        """Return the deals that were dealt and are over, but whose end nobody heard of."""
        lines = [strip_formatting(text) for _, _, text in self.server.heard]
        dealt = [found[1] for text in lines if (found := re.search(r"#(\d+) you hold", text))]
        ended = {found[1] for text in lines if (found := RESULT.search(text) or _OVER.search(text))}
        return set(dealt) - ended - {dealt[-1]}
