"""The public history in the order of the strategy file."""

import pytest

from ircpoker.lab.responses.limit_players import histories, legal_actions, nodes
from ircpoker.lab.training.export import lanes_of_file
from ircpoker.postflop.engine.native import LIMIT_HOLDEM
from ircpoker.robots.limit.betting import ENDS, HISTORIES, LETTERS, NODES, index_of, street_nodes
from tests.lab.small import needs_solver


def legal_letters(betting, *, is_preflop):
    """The legal actions after the betting of a street."""
    raises = betting.count("r")
    faces_bet = betting.endswith("r") or (is_preflop and not betting)
    return ("f" if faces_bet else "") + "c" + ("r" if raises + is_preflop < 4 else "")


def test_counts():
    for street, (node_count, end_count) in enumerate(zip(NODES, (*ENDS, 9), strict=True)):
        found = street_nodes(is_preflop=street == 0)
        assert tuple(map(len, found)) == (node_count, end_count)
    assert [before * each for before, each in zip(HISTORIES, NODES, strict=True)] == [8, 70, 630, 5670]


def test_indices():
    assert index_of("") == (0, 0, 0)
    assert index_of("rc/") == (1, 4, 0)
    assert index_of("cc/cc/cc/cr") == (3, 0, 2)
    assert index_of("rrrc/rrrrc/rrrrc/rrrr") == (3, 566, 9)


@pytest.mark.parametrize("history", ["f", "rrrr", "cc", "rc", "rc/x", "c/", "rf/", "cc/cc/cc/cc/", "cc/cc/cc/cc"])
def test_no_decisions(history):
    with pytest.raises(ValueError, match=r"tuple|streets"):
        index_of(history)


@needs_solver
@pytest.mark.parametrize("street", range(4))
def test_the_solver_has_the_same_order(street):
    by_lane = histories(street)
    assert sorted(lanes_of_file(street)) == sorted(by_lane)
    for number, before in enumerate(map(by_lane.__getitem__, lanes_of_file(street))):
        for node, betting in nodes(LIMIT_HOLDEM, street).items():
            assert index_of(before + betting) == (street, number, node)
    for node, betting in nodes(LIMIT_HOLDEM, street).items():
        legal = [LETTERS[action] for action in legal_actions(LIMIT_HOLDEM, street, node)]
        assert "".join(legal) == legal_letters(betting, is_preflop=street == 0)
