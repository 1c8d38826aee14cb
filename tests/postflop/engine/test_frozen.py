"""Turns and rivers as the solver before this one solved and judged them: tests/data/subgames.json has its numbers."""

import json
from pathlib import Path

import numpy as np
import pytest

from ircpoker.postflop.engine.engine import Subgame
from ircpoker.postflop.engine.native import LIMIT_HOLDEM
from ircpoker.postflop.engine.solving import gains, judge, pairs, solve
from ircpoker.robots.nolimit.betting import RIVER, TURN, subgame_tree
from ircpoker.robots.nolimit.resolving import turn_sizes
from ircpoker.robots.nolimit.strategy import tree_arrays
from tests.lab.small import needs_solver

pytestmark = needs_solver

FROZEN = json.loads((Path(__file__).parents[2] / "data" / "subgames.json").read_text(encoding="utf-8"))
CHIPS = ((60, 6), (60, 12), (100, 24))


def make_spot(number, street):
    """The spot of a number, and a random strategy there."""
    rng = np.random.default_rng([number, street])
    board = rng.permutation(52)[: street + 2]
    highs = np.repeat(np.arange(52), np.arange(52))
    lows = np.concatenate([np.arange(high) for high in range(52)])
    ranges = rng.random((2, 1326)).astype(np.float32) ** 3
    ranges[:, np.isin(highs, board) | np.isin(lows, board)] = 0
    stack, bet = CHIPS[number % 3]
    tree = tree_arrays(subgame_tree(stack, street, bet, turn_sizes(stack) if street == TURN else None))
    strategy = rng.random((len(tree[4]), 1326)).astype(np.float32)
    first = tree[2]
    for node, start in enumerate(tree[3]):
        rows = strategy[start : start + first[node + 1] - first[node]]
        rows /= rows.sum(axis=0)
    return Subgame(LIMIT_HOLDEM, tree, bytes(board.astype(np.uint8)), ranges), strategy


def mean(subgame, values, seat):
    return float((values.astype(float) * subgame.ranges[seat]).sum()) / pairs(subgame)


def marks(frozen):
    """Turns are for the second tier: each takes as long as all rivers."""
    return [pytest.mark.slow(2)] if frozen["street"] == TURN else []


@pytest.mark.few(4, 7)
@pytest.mark.parametrize(
    "frozen",
    [pytest.param(each, id=f"{each['street']}-{each['number']}", marks=marks(each)) for each in FROZEN],
)
def test_solutions_are_worth_the_same(frozen):
    subgame, _ = make_spot(frozen["number"], frozen["street"])
    solution = solve(subgame, 150)
    gap = sum(gains(subgame, solution)) / 2
    # A value is nowhere farther from the game's than both players could win more.
    assert mean(subgame, solution.values[0], 0) == pytest.approx(frozen["value"], abs=2 * (gap + frozen["gap"]) + 1e-3)
    assert gap < 0.01 * frozen["pot"]


@pytest.mark.parametrize(
    "frozen", [each for each in FROZEN if each["street"] == RIVER], ids=lambda each: each["number"]
)
def test_strategies_are_judged_alike(frozen):
    subgame, strategy = make_spot(frozen["number"], RIVER)
    judged = judge(subgame, strategy)
    found = [mean(subgame, of_seats[seat], seat) for of_seats in (judged.values, judged.best) for seat in (0, 1)]
    assert found == pytest.approx(frozen["judged"], abs=2e-3)
