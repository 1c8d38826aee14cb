"""The values of best responses to the blueprint from a turn on, against those from a flop on."""

import numpy as np
import pytest

from ircpoker.postflop.engine.engine import Subgame
from ircpoker.postflop.engine.native import LIMIT_HOLDEM, solver
from ircpoker.postflop.engine.solving import hand_pairs, judge
from ircpoker.robots.nolimit.betting import RIVER, TURN, subgame_tree
from ircpoker.robots.nolimit.resolving import best_values
from ircpoker.robots.nolimit.strategy import tree_arrays
from tests.lab.small import needs_solver
from tests.robots.nolimit.made import placed_blueprint

pytestmark = needs_solver
DEUCES = bytes([0, 1, 2])


@pytest.fixture(scope="module")
def blueprint(tmp_path_factory):
    return placed_blueprint(tmp_path_factory.mktemp("made"))


def start_of(blueprint, street):
    """A street's first node after few chips, at which a seat may bet."""
    tree = blueprint.tree
    return next(
        node
        for node in range(1, len(tree.street))
        if tree.street[node - 1] < street == tree.street[node] and 6 <= tree.put[node][0] < 12
    )


def from_flop(blueprint, start, flop, reach, robot):
    """The responder's winnings when both only check on the flop, added up over the cards to come."""
    tree = blueprint.tree
    rest = subgame_tree(tree.stack, TURN, tree.put[start][0])
    street, actor, first, edge_start, to, amount = tree_arrays(rest)
    before = (
        np.array([0, 1, *street], np.uint8), np.array([0, 0, *actor], np.uint8),
        np.array([0, 1, *(first + 2)], np.int32),
        np.array([0, 0, *edge_start], np.int32), np.array([1, 2, *np.where(to < 0, to, to + 2)], np.int32),
        np.array([0, 0, *amount], np.float32),
    )  # fmt: skip
    plays = blueprint.play_by_bucket(start, len(rest.street))
    classes = [part.shape[1] for part in plays]
    plays[1] = np.ones((1, classes[1]), np.float32)
    found = solver().respond_to_bets(
        before, robot, lambda _, board: blueprint.buckets(board), classes, plays, reach, flop, False
    )
    return np.frombuffer(found, np.float32)


@pytest.mark.slow(1)
@pytest.mark.few(1)
@pytest.mark.parametrize("seat", [0, 1])
def test_turns_add_up_to_their_flop(blueprint, seat):
    low, high = hand_pairs().T // 4
    ranges = np.random.default_rng(1).random((2, 13, 13)).astype(np.float32)[:, high, low]
    ranges[:, np.isin(hand_pairs(), list(DEUCES)).any(axis=1)] = 0
    start = start_of(blueprint, TURN)
    turns = [DEUCES + bytes([card]) for card in range(3, 52)]
    found = sum(44 * best_values(blueprint, start, turn, ranges, seat).astype(float) for turn in turns)
    wanted = from_flop(blueprint, start, DEUCES, np.ascontiguousarray(ranges[1 - seat]), 1 - seat)
    assert np.abs(wanted).max() > 1e4
    assert np.allclose(found, wanted, rtol=1e-4, atol=np.abs(wanted).max() * 1e-6)


def test_on_a_river_it_is_the_value_against_the_play_there(blueprint):
    board = bytes([3, 9, 20, 50, 7])
    ranges = np.ones((2, 1326), np.float32)
    ranges[:, np.isin(hand_pairs(), list(board)).any(axis=1)] = 0
    start = start_of(blueprint, RIVER)
    tree = subgame_tree(blueprint.tree.stack, RIVER, blueprint.tree.put[start][0])
    played = judge(
        Subgame(LIMIT_HOLDEM, tree_arrays(tree), board, ranges), blueprint.all_play(start, len(tree.street), board)
    )
    for seat in (0, 1):
        found = best_values(blueprint, start, board, ranges, seat)
        assert (found == played.best[seat]).all()
        assert (found > played.values[seat] + 1).any()
