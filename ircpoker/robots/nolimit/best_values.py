"""The values of a seat's hands in best responses to the blueprint, from the start of a turn or a river on.

A gadget with these values keeps a solution from losing more to any hand than the blueprint does. The responder bets the
sizes of the blueprint's tree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ircpoker.postflop.engine.engine import Subgame
from ircpoker.postflop.engine.native import LIMIT_HOLDEM, solver
from ircpoker.postflop.engine.solving import judge
from ircpoker.robots.nolimit.betting import FLOP, RIVER, STREETS, subgame_tree
from ircpoker.robots.nolimit.strategy import tree_arrays

if TYPE_CHECKING:
    from typing import TypeVar

    from numpy.typing import NDArray

    from ircpoker.postflop.engine.engine import Floats32, TreeArrays
    from ircpoker.robots.nolimit.betting import BettingTree
    from ircpoker.robots.nolimit.strategy import Blueprint

    Scalar = TypeVar("Scalar", bound=np.generic)

_RIVERS = 44
"""The rivers that can come for two hands on a turn."""


def best_values(blueprint: Blueprint, start: int, board: bytes, ranges: Floats32, seat: int) -> Floats32:
    """Return the chips that each hand of a seat wins in the deal, added up over the other seat's range.

    Args:
        blueprint: the strategy of the other seat.
        start: the street's first node in the blueprint's tree.
        board: the card codes of a turn or a river.
        ranges: the chance that each hand got here, [seat][hand]; with the symmetries of the board.
        seat: the seat that plays best.
    """
    tree = blueprint.tree
    street = tree.street[start]
    rest = subgame_tree(tree.stack, street, max(tree.put[start]))
    if street == RIVER:
        strategy = blueprint.all_play(start, len(rest.street), board)
        of_river: Floats32 = judge(Subgame(LIMIT_HOLDEM, tree_arrays(rest), board, ranges), strategy).best[seat]
        return of_river
    classes = [len(blueprint.arrays[f"play{each}"]) for each in range(STREETS)]
    plays = blueprint.play_by_bucket(start, len(rest.street))
    plays[FLOP] = np.ones((1, classes[FLOP]), np.float32)
    winnings = solver().respond_to_bets(
        _after_check(rest), 1 - seat, lambda _, cards: blueprint.buckets(cards), classes, plays,
        np.ascontiguousarray(ranges[1 - seat], np.float32), board, False,
    )  # fmt: skip
    values: Floats32 = np.frombuffer(winnings, np.float32) / np.float32(_RIVERS)
    return values


def _after_check(tree: BettingTree) -> TreeArrays:
    """Return a tree that begins on the turn, behind a flop with one decision that has one action.

    The solver values the ways into a street, so there must be one.
    """
    street, actor, first, edge_start, to, amount = tree_arrays(tree)
    return (
        _with_first(FLOP, street),
        _with_first(0, actor),
        _with_first(0, first + 1),
        _with_first(0, edge_start),
        _with_first(1, to + (to >= 0)),
        _with_first(0, amount),
    )


def _with_first(value: int, rest: NDArray[Scalar]) -> NDArray[Scalar]:
    return np.concatenate([np.array([value], rest.dtype), rest])
