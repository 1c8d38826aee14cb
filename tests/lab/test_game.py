"""The betting trees, and boards and hands up to suits: all against known counts."""

import numpy as np
import pytest

from ircpoker.lab.responses.limit_players import histories, legal_actions, nodes
from ircpoker.postflop.engine.native import KUHN, LEDUC, LIMIT_HOLDEM, solver
from tests.lab.small import needs_solver

pytestmark = needs_solver


def test_the_tree_of_limit_holdem():
    streets = [(histories, nodes, ends, folds) for histories, nodes, ends, folds, *_ in solver().tree(LIMIT_HOLDEM)]
    assert [before * each for before, each, _, _ in streets] == [8, 70, 630, 5670]
    assert streets[-1][0] * streets[-1][2] == 5103  # showdowns
    assert sum(before * folds for before, _, _, folds in streets) == 5103


def test_the_trees_of_kuhn_and_leduc():
    assert [counts[:4] for counts in solver().tree(KUHN)] == [(1, 4, 3, 2)]
    assert [counts[:4] for counts in solver().tree(LEDUC)] == [(1, 6, 5, 4), (5, 6, 5, 4)]


def test_histories_are_the_betting_in_letters():
    flop = histories(1)
    assert sorted(flop.values()) == ["cc/", "crc/", "crrc/", "crrrc/", "rc/", "rrc/", "rrrc/"]
    assert len(set(histories(3).values())) == 567
    assert [nodes(LIMIT_HOLDEM, 0)[node] for node in range(8)] == ["", "c", "cr", "crr", "crrr", "r", "rr", "rrr"]
    by_betting = {betting: node for node, betting in nodes(LIMIT_HOLDEM, 3).items()}
    assert legal_actions(LIMIT_HOLDEM, 3, by_betting["c"]) == [1, 2]
    assert legal_actions(LIMIT_HOLDEM, 3, by_betting["cr"]) == [0, 1, 2]
    assert legal_actions(LIMIT_HOLDEM, 3, by_betting["crrrr"]) == [0, 1]


@pytest.mark.slow(1)
def test_boards_up_to_suits():
    in_order, any_order, with_hands = solver().counts()
    assert in_order == (1755, 63_193, 2_554_656)
    assert (any_order, with_hands) == (134_459, 123_156_254)


@pytest.mark.parametrize(("size", "boards", "hands"), [(3, 22_100, 1_286_792), (4, 270_725, 13_960_050)])
def test_hands_on_boards_up_to_suits(size, boards, hands):
    cards, counts = solver().canonical_boards(size)
    assert np.frombuffer(counts, np.uint16).sum() == boards
    assert sum(solver().number_hands(cards[at : at + size])[0] for at in range(0, len(cards), size)) == hands


def test_a_board_and_its_canonical_one_have_the_same_hands():
    board = bytes([50, 3, 17, 30])
    number, moved = solver().canonical(board)
    canonical = solver().canonical_boards(4)[0][4 * number : 4 * number + 4]
    assert solver().canonical(canonical)[0] == number
    own, theirs = (np.frombuffer(solver().number_hands(cards)[1], np.uint16) for cards in (board, canonical))
    moved = np.frombuffer(moved, np.uint16)
    assert sorted(moved) == list(range(1326))
    assert ((own == 65535) == (theirs[moved] == 65535)).all()


@pytest.mark.parametrize("board", [b"\0\1\1\2\3", b"\0\1\2\3\x34", b"\0\1\2"])
def test_no_board(board):
    with pytest.raises(ValueError, match="card"):
        solver().river(board)
