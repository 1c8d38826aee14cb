"""The conditions of a match: the same stacks and stakes in every deal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from ircpoker.errors import UsageError
from ircpoker.table.button import Stakes, first_positions, make_setup
from ircpoker.table.games import GAMES, Betting, ForcedBets
from ircpoker.table.seat_numbers import TableSeat

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ircpoker.table.games import Game
    from ircpoker.table.setup import Setup


@dataclass(frozen=True, slots=True)
class Conditions:
    """Stacks and stakes of a match.

    Attributes:
        stack: each robot's chips at the start of every deal.
        stakes: blinds, ante and bets.
        unit: the chips that count as one big blind: the big blind, or in a game without blinds the ante, which is the
            least bet there.
    """

    stack: int
    stakes: Stakes
    unit: int


def _conditions_of(game: Game) -> Conditions:
    """Return 100 big blinds; where there are antes, the 200 chips and the ante of 10 of the Swedish original."""
    stakes, unit = _STAKES[game.forced_bets]
    if game.betting is Betting.LIMIT:
        stakes = replace(stakes, big_bet=2 * stakes.small_bet)
    return Conditions(stack=200, stakes=stakes, unit=unit)


_STAKES = {
    ForcedBets.BLINDS: (Stakes(small_bet=2, small_blind=1, big_blind=2), 2),
    ForcedBets.ANTES: (Stakes(small_bet=10, ante=10), 10),
}
"""Common stacks and stakes, each with its unit."""
CONDITIONS: Mapping[str, Conditions] = MappingProxyType({name: _conditions_of(game) for name, game in GAMES.items()})
"""By game, a key of `GAMES`."""


def make_match_setup(game: str, seats: int, stack: int | None = None, stacks: Sequence[int] = ()) -> Setup:
    """Return the setup of every deal of a match.

    Args:
        game: a key of `CONDITIONS`.
        seats: the number of robots.
        stack: each robot's stack in big blinds; the usual one if not given.
        stacks: the chips of each seat, in place of equal ones.

    Returns:
        The setup; its last seat has the button.

    Raises:
        SetupError: the game cannot have this many players.
        UsageError: there are not as many stacks as seats.
    """
    conditions = CONDITIONS[game]
    chips = conditions.stack if stack is None else stack * conditions.unit
    if stacks and len(stacks) != seats:
        raise UsageError(f"{len(stacks)} stacks: expected {seats}, one for each seat")
    numbers = tuple(map(TableSeat, range(seats)))
    positions = first_positions(numbers, button=numbers[-1])
    return make_setup(
        GAMES[game], conditions.stakes, positions, dict(zip(numbers, stacks or [chips] * seats, strict=True))
    )
