"""What the bot lends its plugins."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

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
    """

    settings: Settings
    rng: Random
    clock: Clock = field(default_factory=SystemClock)
