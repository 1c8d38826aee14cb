"""Subgames: the rest of a deal from a public situation on, solved with exact ranges.

A subgame begins on one of the last two streets of its game, with one more card to come at most. Values are the chips
that a hand wins or loses in the whole deal, added up over the other seat's range.
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
    """For each node its street, actor, first edge and that edge's index on the street; for each edge its target and
    amount."""

SEATS = 2


class Subgame(NamedTuple):
    """A subgame to solve.

    Attributes:
        game: the game of the cards, a number of `ircpoker.subgames.native`.
        tree: the tree of bets, in the form that the solver needs.
        board: the card codes of the board.
        ranges: the chance that each hand got here, [seat][hand].
    """

    game: int
    tree: TreeArrays
    board: bytes
    ranges: Floats32


class Gadget(NamedTuple):
    """The gadget that makes a solution safe: before the subgame begins, a seat may give up each hand for a value.

    Attributes:
        seat: the opponent of the seat that will play by the solution.
        values: the values of its hands.
    """

    seat: int
    values: Floats32


class Solution(NamedTuple):
    """A solved subgame.

    Attributes:
        strategy: of the first street, [index of the edge][hand].
        worth: the winnings of these actions for their actor's hands if both play on so, in the same form.
        values: the values of each seat's hands if both play by it, [seat][hand].
        best: the values if the seat plays a best response, [seat][hand].
        iterations: the number of iterations.
    """

    strategy: Floats32
    worth: Floats32
    values: Floats32
    best: Floats32
    iterations: int


def solve(
    subgame: Subgame,
    iterations: int,
    *,
    gadget: Gadget | None = None,
    turns: int = 1,
    seconds: float | None = None,
    plain: bool = False,
) -> Solution:
    """Return the play of both seats.

    Args:
        subgame: the subgame.
        iterations: the number of iterations, each for both seats.
        gadget: makes the solution safe; None for an unsafe one.
        turns: each iteration deals one in `turns` of the cards to come.
        seconds: the longest time; there are fewer iterations if it would pass, but one at least. None for any time.
        plain: whether to do without the processor's best instructions; changes only the time.
    """
    seat = -1 if gadget is None else gadget.seat
    leaving = None if gadget is None else np.ascontiguousarray(gadget.values, np.float32)
    return _call(subgame, seat, leaving, iterations, seconds or 0.0, turns, None, plain)


def judge(subgame: Subgame, strategy: Floats32) -> Solution:
    """Return the values of a strategy and of best responses to it, on the last street."""
    return _call(subgame, -1, None, 0, 0.0, 1, np.ascontiguousarray(strategy, np.float32), False)


def _call(subgame: Subgame, *rest: object) -> Solution:
    """Call the solver; the arguments after the ranges are those in native/solver/dcfr/dcfr_calls.c."""
    ranges = np.ascontiguousarray(subgame.ranges, np.float32)
    *parts, done = solver().subgame(subgame.game, subgame.tree, subgame.board, (ranges[0], ranges[1]), *rest)
    strategy, worth, values, best = (np.frombuffer(part, np.float32).reshape(-1, ranges.shape[1]) for part in parts)
    return Solution(strategy, worth, values, best, done)


def pairs(subgame: Subgame) -> float:
    """Return the total weight of the pairs of hands that share no card."""
    return float((subgame.ranges[0].astype(np.float64) * met(subgame, 1)).sum())


def met(subgame: Subgame, seat: int) -> NDArray[np.float64]:
    """Return the weight of a seat's range that each hand can meet."""
    reach = subgame.ranges[seat]
    return disjoint(reach) if subgame.game == LIMIT_HOLDEM else reach.sum(dtype=np.float64) - reach


def disjoint(weights: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return, for each hand of hold'em, the weight of those that share no card with it.

    Args:
        weights: of the 1,326 hands.
    """
    exact = weights.astype(np.float64)
    highs = np.repeat(np.arange(52), np.arange(52))
    lows = np.concatenate([np.arange(high) for high in range(52)])
    by_card = np.bincount(lows, exact, 52) + np.bincount(highs, exact, 52)
    found: NDArray[np.float64] = exact.sum() - by_card[lows] - by_card[highs] + exact
    return found


def gains(subgame: Subgame, solution: Solution) -> list[float]:
    """Return the gain of each seat's best response over the solution per deal; the mean is the exploitability."""
    more = (solution.best.astype(np.float64) - solution.values) * subgame.ranges
    return [float(of_seat.sum()) / pairs(subgame) for of_seat in more]
