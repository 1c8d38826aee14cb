"""Turns and rivers of the blueprint, solved again."""

import itertools

import numpy as np
import pytest

from benchmarks.blueprint_roots import exploitability, judge_ways, play_river, sample_root, solve_turn
from ircpoker.equity.range_counts import combination_number
from ircpoker.postflop.engine.solving import hand_pairs, solve
from ircpoker.robots.nolimit import resolving
from ircpoker.robots.nolimit.betting import RIVER, TURN
from tests.lab.small import needs_solver
from tests.robots.nolimit.made import placed_blueprint

pytestmark = needs_solver


@pytest.fixture(scope="module")
def blueprint(tmp_path_factory):
    return placed_blueprint(tmp_path_factory.mktemp("made"))


def find_root(blueprint, street):
    rng = np.random.default_rng(4)
    return next(root for root in (sample_root(blueprint, rng, street) for _ in range(500)) if root and root.pot < 16)


@pytest.fixture(scope="module")
def river(blueprint):
    return find_root(blueprint, RIVER)


def test_all_hands_at_once_equal_single_hands(blueprint):
    rng = np.random.default_rng(2)
    boards = [[], [3, 9, 20], [3, 9, 20, 50], [3, 9, 20, 50, 7]]
    for node in rng.choice(len(blueprint.tree.street), 60):
        board = boards[blueprint.tree.street[node]]
        all_chances = blueprint.all_chances(node, blueprint.buckets(bytes(board)))
        assert all_chances.sum(axis=0) == pytest.approx(1)
        for low, high in ((0, 1), (12, 40), (22, 51)):
            parts = np.array(blueprint.chances(node, [low, high], board).parts)
            assert all_chances[:, combination_number(low, high)] == pytest.approx(parts / parts.sum())


@pytest.mark.parametrize(("street", "live"), [(TURN, 1128), (RIVER, 1081)])
def test_a_roots_ranges_follow_the_play(blueprint, street, live):
    root = find_root(blueprint, street)
    subgame = root.subgame
    dead = np.isin(hand_pairs(), list(subgame.board)).any(axis=1)
    assert dead.sum() == 1326 - live
    assert (subgame.ranges[:, dead] == 0).all()
    assert ((subgame.ranges >= 0) & (subgame.ranges <= 1)).all()
    assert blueprint.tree.street[root.node] == root.tree.street[0] == street
    assert blueprint.tree.put[root.node] == root.tree.put[0] == (root.pot / 2, root.pot / 2)


def test_all_play_of_a_river_adds_up_by_node(blueprint, river):
    play = blueprint.all_play(river.node, len(river.tree.street), river.subgame.board)
    for first, after in itertools.pairwise(river.tree.first):
        assert play[first:after].sum(axis=0) == pytest.approx(1)
    assert len(play) == len(river.tree.to)


@pytest.mark.slow(1)
def test_solving_again_loses_less_and_the_gadget_is_safe(blueprint, river):
    played = play_river(blueprint, river)
    assert exploitability(river, solve(river.subgame, 200)) < 0.005 < exploitability(river, played)
    for seat in (0, 1):
        found = judge_ways(blueprint, river, seat, 200)
        unsafe, lower = found["unsafe"], found["gadget, lower values"]
        assert unsafe.change < 0
        assert lower.change < 0.8 * unsafe.change
        for name in ("gadget, blueprint's values", "gadget, lower values"):
            assert 0 <= found[name].harm < 0.005
            assert found[name].change < 0


@pytest.mark.slow(1)
def test_a_turn_is_solved_with_the_iterations_of_the_table(blueprint, monkeypatch):
    turn = find_root(blueprint, TURN)
    won = []
    for effort in (4, 40):
        monkeypatch.setattr(resolving, "FEWEST", effort)
        monkeypatch.setattr(resolving, "MOST", {TURN: effort})
        won.append(exploitability(turn, solve_turn(turn)))
    assert 0 < won[1] < won[0] / 2
    assert set(turn.tree.street) == {TURN, RIVER}
