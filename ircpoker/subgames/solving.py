"""Subgames: the rest of a deal from a public subgame on, solved with exact ranges.

A subgame begins on one of the last two streets of its game and sees one more card at most. Values are chips: what a
hand wins or loses of all that was put in since the deal began, added up over the other seat's range.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ircpoker.subgames.native import LIMIT_HOLDEM, solver

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats32 = NDArray[np.float32]
    TreeArrays = tuple[
        NDArray[np.uint8], NDArray[np.uint8], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], Floats32
    ]
    """Street and actor of each node, its first edge, that edge's place on its street; where edges lead, and amounts."""

SEATS = 2


class Subgame(NamedTuple):
    """Where a subgame begins.

    Attributes:
        game: whose cards they are, a number of `ircpoker.subgames.native`.
        tree: of bets, as the solver takes it.
        board: card codes.
        ranges: of both seats, [seat][hand]: how likely each hand got here.
    """

    game: int
    tree: TreeArrays
    board: bytes
    ranges: Floats32


class Gadget(NamedTuple):
    """What makes a solution safe: a seat may leave each of its hands for a value before the subgame begins.

    Attributes:
        seat: the opponent of the seat that will play by the solution.
        values: of its hands.
    """

    seat: int
    values: Floats32


class Solution(NamedTuple):
    """A subgame that was solved.

    Attributes:
        strategy: of the first street, [place of the edge][hand].
        worth: what these actions win their actor's hands if both play so afterwards, likewise.
        values: of each seat's hands if both play so, [seat][hand].
        best: likewise if the seat plays best against the other one.
    """

    strategy: Floats32
    worth: Floats32
    values: Floats32
    best: Floats32


def solve(
    subgame: Subgame, iterations: int, *, gadget: Gadget | None = None, turns: int = 1, plain: bool = False
) -> Solution:
    """Return what both seats play after so many iterations.

    Args:
        subgame: where it begins.
        iterations: for both seats.
        gadget: for a safe solution.
        turns: of the cards to come each iteration sees one in so many.
        plain: without the processor's best instructions, which changes nothing but the time.
    """
    return _call(subgame, iterations, gadget, turns, None, plain=plain)


def judge(subgame: Subgame, strategy: Floats32) -> Solution:
    """Return what a strategy is worth, and best responses to it; on the last street."""
    return _call(subgame, 0, None, 1, np.ascontiguousarray(strategy, np.float32), plain=False)


def _call(
    subgame: Subgame, iterations: int, gadget: Gadget | None, turns: int, fixed: Floats32 | None, *, plain: bool
) -> Solution:
    ranges = np.ascontiguousarray(subgame.ranges, np.float32)
    leaving = None if gadget is None else np.ascontiguousarray(gadget.values, np.float32)
    found = solver().subgame(
        subgame.game, subgame.tree, subgame.board, (ranges[0], ranges[1]), -1 if gadget is None else gadget.seat,
        leaving, iterations, turns, fixed, plain,
    )  # fmt: skip
    strategy, worth, values, best = (np.frombuffer(part, np.float32).reshape(-1, ranges.shape[1]) for part in found)
    return Solution(strategy, worth, values, best)


def pairs(subgame: Subgame) -> float:
    """Return how likely two hands are that do not share a card, as the ranges have them."""
    return float((subgame.ranges[0].astype(np.float64) * met(subgame, 1)).sum())


def met(subgame: Subgame, seat: int) -> NDArray[np.float64]:
    """Return how much of a seat's range each hand can meet."""
    reach = subgame.ranges[seat].astype(np.float64)
    if subgame.game != LIMIT_HOLDEM:
        others: NDArray[np.float64] = reach.sum() - reach
        return others
    highs = np.repeat(np.arange(52), np.arange(52))
    lows = np.concatenate([np.arange(high) for high in range(52)])
    by_card = np.bincount(lows, reach, 52) + np.bincount(highs, reach, 52)
    found: NDArray[np.float64] = reach.sum() - by_card[lows] - by_card[highs] + reach
    return found


def gains(subgame: Subgame, solution: Solution) -> list[float]:
    """Return what each seat's best response wins more than the solution, per deal: their mean is the exploitability."""
    more = (solution.best.astype(np.float64) - solution.values) * subgame.ranges
    return [float(of_seat.sum()) / pairs(subgame) for of_seat in more]
