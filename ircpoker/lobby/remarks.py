"""What robots say when a deal is over: now and then, and only about what everybody has seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.robots import BUILT_IN_NAMES, shown_name
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from ircpoker.lobby.events import SeatResult
    from ircpoker.table import TableSeat

REMARKS_A_DEAL = 0.1
"""The part of the deals with a robot after which one of them says something."""
WON, LOST = "won", "lost"
MOODS = (WON, LOST)
VARIANTS = 2
"""Each robot has so many remarks of each mood in the catalogue."""


def remark(results: Sequence[SeatResult], robots: Mapping[TableSeat, str], rng: Random) -> Phrase | None:
    """Return what one of the robots says about a deal that is over, or nothing.

    It depends only on who has won and lost, never on cards.

    Args:
        results: the result of each seat in the deal.
        robots: the robots at the table by seat, each by the name of its class.
        rng: the source of chance.
    """
    involved = [each for each in results if each.net and robots.get(each.who.seat) in BUILT_IN_NAMES]
    if not involved or rng.random() >= REMARKS_A_DEAL:
        return None
    result = rng.choice(involved)
    name, mood = shown_name(robots[result.who.seat]), WON if result.net > 0 else LOST
    text = Phrase(f"remarks.{name}.{mood}{rng.randrange(VARIANTS)}")
    return Phrase("table.remark", who=result.who.name, text=text)
