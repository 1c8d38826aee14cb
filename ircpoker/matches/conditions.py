"""What robots play for in a match: the same stacks and stakes in every deal."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from ircpoker.table.button import Stakes, first_positions, make_setup
from ircpoker.table.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ircpoker.table.setup import Setup


@dataclass(frozen=True, slots=True)
class Conditions:
    """Stacks and stakes of a match.

    Attributes:
        stack: of each robot, anew in every deal.
        stakes: blinds, ante and bets.
        unit: how many chips are called a big blind: the big blind, and in a game without blinds the ante, which
            is the least bet there.
    """

    stack: int
    stakes: Stakes
    unit: int


_HOLDEM = Conditions(stack=200, stakes=Stakes(small_bet=2, small_blind=1, big_blind=2), unit=2)
CONDITIONS: Mapping[str, Conditions] = MappingProxyType(
    {
        "holdem": _HOLDEM,
        "pot_limit": _HOLDEM,
        "limit": Conditions(stack=200, stakes=Stakes(small_bet=2, big_bet=4, small_blind=1, big_blind=2), unit=2),
        "draw": Conditions(stack=200, stakes=Stakes(small_bet=10, ante=10), unit=10),
        "limit_draw": Conditions(stack=200, stakes=Stakes(small_bet=10, big_bet=20, ante=10), unit=10),
    }
)
"""By game, a key of `GAMES`: 100 big blinds at hold'em, at draw the 200 chips and the ante of 10 of the original."""


def make_match_setup(game: str, seats: int) -> Setup:
    """Return the setup of every deal of a match.

    Args:
        game: a key of `CONDITIONS`.
        seats: how many robots play.

    Returns:
        The setup; its last seat has the button.

    Raises:
        SetupError: the game is not for so many.
    """
    conditions = CONDITIONS[game]
    positions = first_positions(range(seats), button=seats - 1)
    return make_setup(GAMES[game], conditions.stakes, positions, dict.fromkeys(range(seats), conditions.stack))
