"""The responder's play before the flop, chosen on some flops and tried on others."""

import numpy as np
import pytest

from benchmarks.street_bounds import close
from ircpoker.lab.responses.limit_players import legal_actions, nodes
from ircpoker.lab.responses.respond import RUNOUTS
from ircpoker.lab.responses.response_targets import LimitPlayer
from ircpoker.postflop.engine.native import LIMIT_HOLDEM
from ircpoker.robots.limit.betting import NODES, RAISE
from tests.lab.small import ask_strategy, needs_solver

pytestmark = needs_solver


def careful(history, board):
    """A robot whose hands differ, some of them by chance."""
    rng = np.random.default_rng([len(history), len(board)])
    found = np.zeros((1326, 3), np.float32)
    betting = history.rpartition("/")[2]
    (node,) = [node for node, other in nodes(LIMIT_HOLDEM, history.count("/")).items() if other == betting]
    legal = legal_actions(LIMIT_HOLDEM, history.count("/"), node)
    found[:, legal] = rng.dirichlet([1.0] * len(legal), 1326)
    return found


@pytest.mark.parametrize("seat", [0, 1])
def test_the_best_play_wins_the_solvers_value(seat):
    robot = ask_strategy(careful)
    after = np.random.default_rng(1).normal(scale=1500, size=(7, 1326)) * RUNOUTS
    opening = LimitPlayer(robot).opening(seat)
    plan = opening.choose(after)
    assert opening.won(after, plan) == pytest.approx(close(robot, seat, after, 0), rel=1e-5)
    assert opening.copied(after) == pytest.approx(close(robot, seat, after), rel=1e-5)
    # Another plan wins less on these flops, and not more on others.
    worse = {node: np.zeros(1326, int) for node in plan}
    assert opening.won(after, worse) < opening.won(after, plan)
    assert {len(nodes(LIMIT_HOLDEM, 0)[node]) % 2 for node in plan} == {seat}
    assert len(plan) == NODES[0] // 2


def test_raising_wins_the_blind_from_a_folder():
    def folds(history, _board):
        found = np.zeros((1326, 3), np.float32)
        found[:, 0 if not history or history.endswith("r") else 1] = 1
        return found

    opening = LimitPlayer(ask_strategy(folds)).opening(0)
    plan = opening.choose(np.zeros((7, 1326)))
    assert (plan[0] == RAISE).all()  # all three actions are legal
    assert opening.won(np.zeros((7, 1326)), plan) == 2
