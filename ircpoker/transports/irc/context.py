"""The parts of a client that outlive its connections: configuration, router, limits, randomness and waiting times."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Protocol

from msgspec import Struct, field

from ircpoker.chat.limits import Bucket
from ircpoker.chat.message import Message, Reply, TransportLimits
from ircpoker.chat.outgoing import Outbox
from ircpoker.chat.presence import Presence
from ircpoker.config import BotSettings, NetworkSettings
from ircpoker.runtime.activity import Activity
from ircpoker.runtime.recent import OnceAnHour
from ircpoker.transports.irc.connection import Connection
from ircpoker.transports.irc.features import ServerFeatures
from ircpoker.transports.irc.people import UserTracker
from ircpoker.transports.irc.queued import QueuedLine
from ircpoker.transports.irc.upkeep import OwnAttempts
from ircpoker.transports.irc.wanted import WantedChannels


class MessageRouter(Protocol):
    """The part of the router that a client needs."""

    def handle(self, message: Message) -> list[Reply]:
        """Answer a message; never raises."""


class UnaskedLines(Struct, frozen=True):
    """The parts of `Services` with which games reach people on IRC, and that count what is sent.

    Attributes:
        outbox: carries the lines of games.
        presence: learns of arrivals and departures.
        accepts: returns whether the bot accepts an invitation into a channel, given as a line and the channel.
        activity: counts lines and connections.
        is_quiet: returns whether no deal is in progress on a network.
    """

    outbox: Outbox = field(default_factory=Outbox)
    presence: Presence = field(default_factory=Presence)
    accepts: Callable[[Message, str], bool] = lambda _message, _channel: False
    activity: Activity = field(default_factory=Activity)
    is_quiet: Callable[[str], bool] = lambda _network: True


class Timing(Struct, frozen=True):
    """The client's waiting times, in seconds; those between attempts are in `ircpoker.transports.irc.upkeep`.

    Attributes:
        connect: for TCP and TLS.
        register: for the server's welcome after that.
        motd: for the end of the message of the day after the welcome; some servers have none.
        ping_after: silence after which the bot sends a PING.
        dead_after: silence after which the connection counts as dead; at most 90 s.
        quit: for the last lines, QUIT and the server's goodbye, all together.
    """

    connect: float = 20.0
    register: float = 60.0
    motd: float = 5.0
    ping_after: float = 30.0
    dead_after: float = 75.0
    quit: float = 1.8


class ClientContext(Struct, frozen=True):
    """Everything a session needs besides its connection.

    Attributes:
        network: where to connect and how.
        bot: the bot's nick and owner, and how it shows cards.
        router: answers commands.
        games: the parts that talk without being asked.
        limits: the limits on commands and on the length of lines.
        ctcp_limiter: limits answers to CTCP, for all people together.
        timing: how long the client waits.
        rng: chooses spare nicks and varies the time between attempts.
        wanted: the channels in which the bot wants to be.
        attempts: the attempts at the connection, the login and the nick.
        troubles: says which troubles have not been logged within the last hour.
        results: the results of stakes that nobody was told before a connection was lost.
    """

    network: NetworkSettings
    bot: BotSettings
    router: MessageRouter
    games: UnaskedLines
    limits: TransportLimits
    ctcp_limiter: Bucket
    timing: Timing
    rng: Random
    wanted: WantedChannels
    attempts: OwnAttempts
    troubles: OnceAnHour
    results: list[QueuedLine] = field(default_factory=list)

    @property
    def nick(self) -> str:
        """The configured nick on this network."""
        return self.network.nick or self.bot.nick


class StayContext(Struct, frozen=True):
    """What the parts of one stay on a server share.

    Attributes:
        setup: the client's configuration.
        connection: takes lines.
        features: what the server has reported about itself.
        people: the bot's channels and the people in them.
        capabilities: those in force.
        timers: the calls that are planned.
    """

    setup: ClientContext
    connection: Connection
    features: ServerFeatures
    people: UserTracker
    capabilities: set[str]
    timers: set[asyncio.TimerHandle] = field(default_factory=set)

    def now(self) -> float:
        """Return the loop's time."""
        return self.connection.loop.time()

    def later(self, seconds: float, action: Callable[[], None]) -> None:
        """Call a function after so many seconds, unless the stay has ended."""

        def run() -> None:
            self.timers.discard(timer)
            action()

        timer = self.connection.loop.call_later(seconds, run)
        self.timers.add(timer)

    def end(self) -> None:
        """Cancel all calls."""
        for timer in self.timers:
            timer.cancel()
        self.timers.clear()
