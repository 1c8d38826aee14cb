"""Self-play of three players at Kuhn and Leduc poker: the same code as for hold'em at a table of six.

The best responses to players who take each legal action equally often, and what these win, are those of OpenSpiel.
"""

import numpy as np
import pytest

from ircpoker.postflop.engine.native import KUHN, LEDUC, solver
from tests.lab.ring_games import SEATS, make_small, nash_conv, strategy_of, values
from tests.lab.small import needs_solver
from tests.tiers import count

pytestmark = needs_solver

GROWTH = 0.001


def learn(tree, steps, seed=1):
    """Return the averages after these numbers of boards, each of six deals."""
    regrets, averages = (np.zeros(tree.offsets[-1], np.float32) for _ in range(2))
    done = 0
    for step in steps:
        solver().ring_train(
            tree.game, SEATS, tree.arrays(), tree.classes, None, regrets, averages, seed, done, step, GROWTH, 0.0
        )
        done += step
    return averages


def test_the_values_of_play_by_chance():
    tree = make_small(KUHN)
    even = strategy_of(tree, np.zeros(tree.offsets[-1]))
    assert sum(values(tree, even)) == pytest.approx(0)
    assert nash_conv(tree, even) > 1


def test_self_play_at_kuhn_approaches_an_equilibrium():
    tree = make_small(KUHN)
    boards = count(2_000_000, 100_000) // 6
    near = 0.005 * max(1, (2_000_000 / 6 / boards) ** 0.5)
    assert nash_conv(tree, strategy_of(tree, learn(tree, [boards]))) <= near


@pytest.mark.slow(8)
def test_self_play_at_leduc_approaches_an_equilibrium():
    tree = make_small(LEDUC)
    boards = count(4_000_000) // 6
    strategies = [strategy_of(tree, learn(tree, [boards], seed)) for seed in (1, 2, 3)]
    near = [nash_conv(tree, strategy) for strategy in strategies]
    assert sum(near) / len(near) <= 0.04 * max(1, (4_000_000 / 6 / boards) ** 0.5)
    for strategy in strategies:
        assert values(tree, strategy) == pytest.approx([-0.0949, -0.0089, 0.1038], abs=0.03)


def test_the_same_seed_gives_the_same_averages():
    tree = make_small(KUHN)
    once = learn(tree, [300])
    np.testing.assert_array_equal(once, learn(tree, [100, 1, 199]))
    assert (once != learn(tree, [300], seed=2)).any()
