"""What a seat of `ring` gains by solving a street: the play of the strategy in the solver's tree, and its values."""

from random import Random

import numpy as np
import pytest

from benchmarks import ring_roots
from benchmarks.ring_roots import BIG_BLIND, LEAST_POT, gains_by_solving, play_on, sample_root
from ircpoker.robots.nolimit.betting import CALL, FOLD, RIVER, TURN
from ircpoker.robots.ring.file import SHIPPED
from ircpoker.robots.ring.strategy import RingStrategy
from tests import tiers
from tests.lab.small import needs_solver

pytestmark = needs_solver


@pytest.fixture(scope="module")
def strategy():
    return RingStrategy.open(SHIPPED[50])


def roots(strategy, street, count):
    chance = Random(3)
    while count:
        root = sample_root(strategy, chance, street)
        if root is not None:
            yield root
            count -= 1


@pytest.mark.parametrize("street", [TURN, RIVER])
def test_a_root(strategy, street):
    for root in roots(strategy, street, 5):
        betting, tree = root.betting, root.tree
        assert betting.street == street
        assert sorted(betting.live) == list(root.seats)
        assert betting.pot >= LEAST_POT * BIG_BLIND
        assert min(betting.left[seat] for seat in root.seats) > 0
        assert len(root.subgame.board) == street + 2
        assert root.subgame.ranges.max() == 1
        played = play_on(strategy, root)
        for node in range(len(tree.street)):
            total = sum(played[edge] for edge in tree.edges(node))
            np.testing.assert_allclose(total, 1, atol=1e-5)
        letters = [tree.letter[edge] for edge in tree.edges(0)]
        assert letters[0] == CALL
        assert FOLD not in letters


@pytest.mark.slow(1)
def test_who_plays_as_before_gains_nothing(strategy, monkeypatch):
    monkeypatch.setattr(ring_roots, "_copy", lambda *_: None)
    for root in roots(strategy, RIVER, 3):
        assert gains_by_solving(strategy, root) == [0, 0]


@pytest.mark.slow(2)
def test_solving_gains(strategy):
    found = [gains_by_solving(strategy, root) for root in roots(strategy, RIVER, tiers.count(200, 10))]
    assert np.mean(found) > 0
