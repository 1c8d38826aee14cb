"""Turns and rivers, judged by a plain CFR+ and by its best responses, which share nothing with the solver."""

import numpy as np
import pytest

from ircpoker.equity.range_counts import COMBINATIONS
from ircpoker.postflop import betting
from ircpoker.postflop.tree import tree_arrays
from tests.lab.small import needs_solver
from tests.postflop.engine.plain_cfr import PlainCfr, PlainTurn, payoffs
from tests.postflop.spots import opened, random_board, random_range
from tests.tiers import seeds

pytestmark = needs_solver

POT = 100


def judge(plain, policies, ranges):
    """The value out of position, and the gap in percent of the pot, of given policies."""
    dealt = float((ranges[0] * (plain.apart @ ranges[1])).sum())

    def mean(me, *, best):
        found = plain.walk(0, me, None, ranges[1 - me], policies.__getitem__, best=best)
        return float((found * ranges[me]).sum()) / dealt

    gap = sum(mean(me, best=True) - mean(me, best=False) for me in (0, 1)) / 2
    return mean(0, best=False) + POT / 2, 100 * gap / POT


def spot(number, size):
    rng = np.random.default_rng([number, size])
    board = random_board(rng, size)
    sizes, stack = ("50%", "75% 150%")[number % 2], (100, 180, 300)[number % 3]
    ranges = [random_range(rng, 9 if size == 4 else 20) for _ in range(2)]
    solution = opened(board, ranges, betting(POT, stack, sizes, "60%"), accuracy=0.1)
    solution.run()
    numbers = np.flatnonzero(solution.spot.weights.sum(axis=0))
    return solution, numbers, [COMBINATIONS[each] for each in numbers]


@pytest.mark.parametrize("number", list(seeds(10, 1)))
def test_rivers(number):
    solution, numbers, hands = spot(number, 5)
    ranges = solution.spot.weights[:, numbers].astype(float)
    plain = PlainCfr(tree_arrays(solution.nodes), *payoffs(hands, list(solution.spot.board)), ranges, plus=True)
    policies = [solution.engine.policy(at)[: len(node.actions), numbers] for at, node in enumerate(solution.nodes)]
    check(solution, plain, policies, ranges)


@pytest.mark.slow(4)
@pytest.mark.parametrize("number", list(seeds(10, 1)))
def test_turns(number):
    solution, numbers, hands = spot(number, 4)
    ranges, board = solution.spot.weights[:, numbers].astype(float), solution.spot.board
    plain = PlainTurn(tree_arrays(solution.nodes), hands, list(board), ranges, plus=True)
    policies = []
    for at, node in enumerate(solution.nodes):
        boards = [board + bytes([code]) for code in plain.rivers] if plain.is_river(at) else [board]
        each = [solution.engine.policy(at, whole)[: len(node.actions), numbers] for whole in boards]
        policies.append(np.stack(each, axis=1))
    check(solution, plain, policies, ranges)


def check(solution, plain, policies, ranges):
    value, gap = judge(plain, policies, ranges)
    assert solution.progress.ev[0] == pytest.approx(value, abs=0.01)
    assert solution.exploitability == pytest.approx(gap, abs=0.01)
    assert gap < 0.11
    # CFR+ finds the same value, as far as both are from the equilibrium.
    plain.run(150)
    own_value, own_gap = judge(plain, [plain.average(at) for at in range(len(solution.nodes))], ranges)
    assert own_gap < 1
    assert value == pytest.approx(own_value, abs=(gap + own_gap) * 2 * POT / 100)
