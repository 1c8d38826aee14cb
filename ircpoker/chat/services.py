"""What the bot lends its plugins."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ircpoker.chat.news import Outbox, Presence
from ircpoker.chat.ticker import Ticker
from ircpoker.clock import Clock, SystemClock

if TYPE_CHECKING:
    from random import Random

    from ircpoker.config import Settings


@dataclass(frozen=True, slots=True)
class Services:
    """What a plugin may use besides the message it answers.

    Attributes:
        settings: the configuration in force.
        rng: chance for what costs nobody anything; decks that are played for come from the shuffle.
        clock: the time.
        outbox: takes what is said without having been asked for.
        presence: tells who comes, goes and changes the nick.
        ticker: lets games act when their time has come.
    """

    settings: Settings
    rng: Random
    clock: Clock = field(default_factory=SystemClock)
    outbox: Outbox = field(default_factory=Outbox)
    presence: Presence = field(default_factory=Presence)
    ticker: Ticker = field(default_factory=Ticker)
