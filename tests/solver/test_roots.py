"""Rivers of the blueprint, solved again."""

import numpy as np
import pytest

from ircpoker.robots.all_hands import hand_buckets, hand_pairs
from ircpoker.robots.limit.buckets import hand_number
from ircpoker.solver.roots import exploitability, judge_ways, sample_root
from ircpoker.subgames.solving import judge, solve
from tests.robots.nolimit.made import placed_blueprint
from tests.solver.small import needs_solver

pytestmark = needs_solver


@pytest.fixture(scope="module")
def blueprint(tmp_path_factory):
    return placed_blueprint(tmp_path_factory.mktemp("made"))


@pytest.fixture(scope="module")
def root(blueprint):
    rng = np.random.default_rng(4)
    return next(root for root in (sample_root(blueprint, rng) for _ in range(500)) if root and root.pot < 16)


def test_all_hands_at_once_equal_single_hands(blueprint):
    rng = np.random.default_rng(2)
    boards = [[], [3, 9, 20], [3, 9, 20, 50], [3, 9, 20, 50, 7]]
    for node in rng.choice(len(blueprint.tree.street), 60):
        board = boards[blueprint.tree.street[node]]
        all_chances = blueprint.all_chances(node, hand_buckets(blueprint.arrays, bytes(board)))
        assert all_chances.sum(axis=0) == pytest.approx(1)
        for low, high in ((0, 1), (12, 40), (22, 51)):
            parts = np.array(blueprint.chances(node, [low, high], board).parts)
            assert all_chances[:, hand_number(low, high)] == pytest.approx(parts / parts.sum())


def test_a_roots_ranges_follow_the_play(root):
    subgame = root.subgame
    dead = np.isin(hand_pairs(), list(subgame.board)).any(axis=1)
    assert dead.sum() == 1326 - 1081
    assert (subgame.ranges[:, dead] == 0).all()
    assert ((subgame.ranges >= 0) & (subgame.ranges <= 1)).all()
    for first, after in zip(subgame.tree[2], subgame.tree[2][1:], strict=False):
        assert root.strategy[first:after].sum(axis=0) == pytest.approx(1)
    assert len(root.strategy) == subgame.tree[2][-1]


def test_solving_again_loses_less_and_the_gadget_is_safe(root):
    before = exploitability(root, judge(root.subgame, root.strategy))
    assert exploitability(root, solve(root.subgame, 200)) < 0.005 < before
    for seat in (0, 1):
        found = judge_ways(root, seat, 200)
        unsafe, lower = found["unsafe"], found["gadget, lower values"]
        assert unsafe.change < 0
        assert lower.change < 0.8 * unsafe.change
        for name in ("gadget, blueprint's values", "gadget, lower values"):
            assert 0 <= found[name].harm < 0.005
            assert found[name].change < 0
