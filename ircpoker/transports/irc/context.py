"""The parts of a client that outlive its connections: configuration, router, limits, randomness and waiting times."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from ircpoker.activity import Activity
from ircpoker.chat.outgoing import Outbox
from ircpoker.chat.presence import Presence

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from ircpoker.chat.limits import Bucket
    from ircpoker.chat.message import Message, Reply, TransportLimits
    from ircpoker.config import BotSettings, NetworkSettings
    from ircpoker.transports.irc.wanted import WantedChannels


class MessageRouter(Protocol):
    """The part of the router that a client needs."""

    def handle(self, message: Message) -> list[Reply]:
        """Answer a message; never raises."""


@dataclass(frozen=True, slots=True)
class UnaskedLines:
    """The parts of `Services` with which games reach people on IRC, and that count what is sent.

    Attributes:
        outbox: carries the lines of games.
        presence: learns of arrivals and departures.
        accepts: returns whether the bot accepts an invitation into a channel, given as a line and the channel.
        activity: counts lines and connections.
    """

    outbox: Outbox = field(default_factory=Outbox)
    presence: Presence = field(default_factory=Presence)
    accepts: Callable[[Message, str], bool] = lambda _message, _channel: False
    activity: Activity = field(default_factory=Activity)


@dataclass(frozen=True, slots=True)
class Timing:
    """The client's waiting times, in seconds.

    Attributes:
        connect: for TCP and TLS.
        register: for the server's welcome after that.
        motd: for the end of the message of the day after the welcome; some servers have none.
        ping_after: silence after which the bot sends a PING.
        dead_after: silence after which the connection counts as dead; at most 90 s.
        backoff_first: before the first reconnection; doubled for each further one.
        backoff_most: the most before any reconnection.
        after_kill: before reconnecting after an operator removed the bot.
        after_refusal: before reconnecting after the login to services failed or could not be tried.
        regain: between attempts to get the bot's own nick back.
        rejoin: before joining a channel again after a kick.
        rejoin_again: after a second kick within this time, the bot stays out.
        join_retry: before another attempt to join a channel that refused.
        quit: for the last lines, QUIT and the server's goodbye, all together.
        answer: for the server's answer to a question, or to the PING after a line that must be confirmed.
    """

    connect: float = 20.0
    register: float = 60.0
    motd: float = 5.0
    ping_after: float = 30.0
    dead_after: float = 75.0
    backoff_first: float = 1.0
    backoff_most: float = 60.0
    after_kill: float = 30.0
    after_refusal: float = 60.0
    regain: float = 30.0
    rejoin: float = 10.0
    rejoin_again: float = 3600.0
    join_retry: float = 300.0
    quit: float = 1.8
    answer: float = 20.0


@dataclass(frozen=True, slots=True)
class ClientContext:
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

    @property
    def nick(self) -> str:
        """The configured nick on this network."""
        return self.network.nick or self.bot.nick
