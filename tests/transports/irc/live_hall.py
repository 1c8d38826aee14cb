"""A bot with tables on a hostile server, with people who play; all of it on the virtual loop."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from ircpoker.config import BotSettings, LimitSettings, NetworkSettings, Secret
from ircpoker.transports.irc import IrcClient, UnaskedLines
from ircpoker.transports.loop import run_scheduler
from tests.lobby.hall import CHANNEL, NET, Hall, calm_command
from tests.transports.irc.hostile import PASSWORD, HostileServer, network

_START = datetime(2026, 1, 1, tzinfo=UTC)


class LoopClock:
    """The time of the running loop."""

    def monotonic(self) -> float:
        return asyncio.get_running_loop().time()

    def now(self) -> datetime:
        return _START + timedelta(seconds=self.monotonic())


class LiveHall(Hall):
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

    def __init__(self, rng: Random, plugins: tuple[str, ...] = ("holdem",), **rules: Any) -> None:
        self.server = HostileServer()
        self.hall = LiveHall(clock=LoopClock(), plugins=plugins, services=True, seed=rng.randrange(10**6), **rules)  # type: ignore[arg-type] # a clock that nobody moves
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
        """Let people play: whoever's turn it is acts within three seconds, if the bot is there to hear it."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while loop.time() < end:
            await asyncio.sleep(self._rng.uniform(0.5, 3))
            if not self.hall.has_table():
                for nick, text in (("alice", "!open 500"), ("bob", "!sit 500")):
                    self.server.say(nick, text)
                    await asyncio.sleep(1)
            elif nick := self.hall.actor():
                self.server.say(nick, calm_command(self.hall, self._rng))


__all__ = ["CHANNEL", "NET", "Evening"]
