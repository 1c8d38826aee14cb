"""Subgames: the rest of a deal from a public situation on, solved with exact ranges.

A subgame begins on one of the last two streets of its game, with one more card to come at most. Values are the chips
that a hand wins or loses in the whole deal, added up over the other seat's range.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ircpoker.postflop.engine.engine import SEATS, Engine, Floats32, Gadget, Instructions, Subgame
from ircpoker.postflop.engine.native import LIMIT_HOLDEM

_ROUNDING = 1e-12
"""A part of a range that is only the error of adding it up."""
LAST_PART = 4
"""The means begin anew no later than after this part of the iterations: it takes long until that pays."""


class SubgameSolution(NamedTuple):
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
    seconds: float | None = None,
    instructions: Instructions = Instructions.BEST,
) -> SubgameSolution:
    """Return the play of both seats.

    Args:
        subgame: the subgame.
        iterations: the number of iterations, each for both seats.
        gadget: makes the solution safe; None for an unsafe one.
        seconds: the longest time; there are fewer iterations if it would pass, but one at least. None for any time.
        instructions: those of the processor that are used; changes only the time.
    """
    engine = Engine(subgame, whole=True, gadget=gadget)
    engine.instructions = instructions
    engine.allocate()
    engine.solve(iterations, seconds=seconds, last_restart=iterations // LAST_PART)
    return solution_of(engine)


def judge(subgame: Subgame, strategy: Floats32) -> SubgameSolution:
    """Return the values of a strategy and of best responses to it, on the last street."""
    engine = Engine(subgame, whole=True, symmetric=False)
    engine.allocate()
    first = subgame.tree[2]
    for node, start in enumerate(subgame.tree[3]):
        engine.fix(node, subgame.board, strategy[start : start + first[node + 1] - first[node]], lock=False)
    return solution_of(engine)


def solution_of(engine: Engine) -> SubgameSolution:
    """Return what a subgame has learnt."""
    worths = [engine.worth(seat) for seat in range(SEATS)]
    best = np.stack([engine.values(seat, best=True) for seat in range(SEATS)])
    values = np.stack([values for values, _ in worths])
    return SubgameSolution(engine.policy(), worths[0][1] + worths[1][1], values, best, engine.done)


def pairs(subgame: Subgame) -> float:
    """Return the total weight of the pairs of hands that share no card."""
    return float((subgame.ranges[0].astype(np.float64) * met(subgame, 1)).sum())


def met(subgame: Subgame, seat: int) -> NDArray[np.float64]:
    """Return the weight of a seat's range that each hand can meet."""
    reach = subgame.ranges[seat]
    return disjoint(reach) if subgame.game == LIMIT_HOLDEM else reach.sum(dtype=np.float64) - reach


@cache
def hand_pairs() -> NDArray[np.int64]:
    """Return the lower and the higher card of each hand of hold'em, [hand][2]."""
    return np.array([(low, high) for high in range(52) for low in range(high)])


def disjoint(weights: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return, for each hand of hold'em, the weight of those that share no card with it.

    Args:
        weights: of the 1,326 hands.
    """
    exact, (lows, highs) = weights.astype(np.float64), hand_pairs().T
    by_card = np.bincount(lows, exact, 52) + np.bincount(highs, exact, 52)
    others: NDArray[np.float64] = exact.sum() - by_card[lows] - by_card[highs] + exact
    others[others < exact.sum() * _ROUNDING] = 0
    return others


def gains(subgame: Subgame, solution: SubgameSolution) -> list[float]:
    """Return the gain of each seat's best response over the solution per deal; the mean is the exploitability."""
    more = (solution.best.astype(np.float64) - solution.values) * subgame.ranges
    return [float(of_seat.sum()) / pairs(subgame) for of_seat in more]
