"""What a client is made of that outlives its connections: configuration, router, limits, chance and patience."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from ircpoker.chat.news import Outbox, Presence

if TYPE_CHECKING:
    from random import Random

    from ircpoker.chat.limits import Bucket
    from ircpoker.chat.message import Message, Reply, TransportLimits
    from ircpoker.config import BotSettings, NetworkSettings


class MessageRouter(Protocol):
    """What a client needs of the router."""

    def handle(self, message: Message) -> list[Reply]:
        """Answer a message; never raises."""


@dataclass(frozen=True, slots=True)
class UnaskedLines:
    """What the bot says without being asked, and who comes and goes; parts of `Services`.

    Attributes:
        outbox: takes what they say.
        presence: is told who comes and goes.
    """

    outbox: Outbox = field(default_factory=Outbox)
    presence: Presence = field(default_factory=Presence)


@dataclass(frozen=True, slots=True)
class Timing:
    """How long the client waits for what, in seconds.

    Attributes:
        connect: for TCP and TLS.
        register: for the server's welcome after that.
        motd: for the end of the message of the day after the welcome; some servers have none.
        ping_after: silence until the bot asks whether anybody is there.
        dead_after: silence until the connection counts as dead; at most 90 s.
        backoff_first: before the first new attempt; doubled for each further one.
        backoff_most: before any attempt.
        after_kill: before an attempt after an operator removed the bot.
        after_refusal: before an attempt after the login to services failed, or could not be tried.
        regain: between attempts to get the own nick back.
        rejoin: before going back into a channel after a kick.
        rejoin_again: after a kick within this time of another the bot stays out.
        join_retry: before another attempt to join a channel that refused.
        quit: for the last words, QUIT and the server's goodbye, all together.
        answer: for the server's answer to a question, or to the PING behind a line that must be confirmed.
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
        bot: who the bot is and how it shows cards.
        router: answers commands.
        games: speak and hear without commands.
        limits: commands per person, and the length of lines.
        ctcp_limiter: answers to CTCP, all people together.
        timing: how long to wait for what.
        rng: chance, for nicks and the time between attempts.
    """

    network: NetworkSettings
    bot: BotSettings
    router: MessageRouter
    games: UnaskedLines
    limits: TransportLimits
    ctcp_limiter: Bucket
    timing: Timing
    rng: Random

    @property
    def nick(self) -> str:
        """The nick the bot should have here."""
        return self.network.nick or self.bot.nick
