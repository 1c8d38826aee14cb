"""The bucket of a hand: NumPy's for one hand equals the solver's for all hands."""

import random

import numpy as np
import pytest

from ircpoker.cards import parse_cards
from ircpoker.equity.range_counts import COMBINATIONS, combination_number
from ircpoker.hands.kernel import KERNEL
from ircpoker.postflop.engine.native import solver
from ircpoker.robots import all_hands
from ircpoker.robots.limit import buckets
from tests.lab.small import needs_solver
from tests.programs import want_of
from tests.robots.limit.made import SHAPE, made_strategy
from tests.tiers import count, seed


def codes(text):
    return [card.code for card in parse_cards(text)]


def test_kinds_are_169():
    assert sorted({all_hands.kind(*pair) for pair in COMBINATIONS}) == list(range(169))
    assert all_hands.kind(*codes("Ah Kh")) == 13 * 12 + 11
    assert all_hands.kind(*codes("Kh Ac")) == 13 * 11 + 12
    assert [combination_number(*pair) for pair in COMBINATIONS] == list(range(1326))


@pytest.mark.parametrize(
    ("board", "texture"),
    [
        ("2h 7c 8d Qh Kc", 0),
        ("2h 7h 8h Qc Kc", 9),
        ("2h 7h 8h Qh Kc", 18),
        ("2h 7h 8h Qh Kh", 18),
        ("2h 2c 7d 8h Kc", 3),
        ("2h 2c 9d 9h Kc", 6),
        ("2h 2c 2d 2s Kc", 6),
        ("Ah 2c 3d 9h Jc", 1),
        ("Ah 2c 3d 4h Jc", 2),
        ("Ah Kc Qd Jh Tc", 2),
    ],
)
def test_textures(board, texture):
    assert buckets.texture(codes(board)) == texture


def test_strengths():
    nuts, air = codes("Ah Kh"), codes("3c 2d")
    board = np.array([codes("Qh Jh Th 5c 8s")], np.uint8)
    assert buckets.strengths(nuts, board) == [1980]
    assert buckets.strengths(air, board)[0] < 60
    royal = np.array([codes("Qh Jh Th Ah Kh")], np.uint8)
    assert buckets.strengths(air, royal) == [990]


@pytest.mark.slow(1)
@needs_solver
def test_the_solver_finds_the_same(tmp_path):

    strategy = made_strategy(tmp_path)
    strategy.arrays["flops"] = flops = np.array(
        [buckets.flop_index((0, 51), flop)[0] for flop in _canonical_flops()], np.uint16
    )
    assert (np.diff(flops.astype(int)) > 0).all()
    counts = [solver().number_hands(flop)[0] for flop in _canonical_flops()]
    assert sum(counts) == 1_286_792
    strategy.arrays["starts"] = np.cumsum([0, *counts[:-1]])
    rng = random.Random(seed(1))
    for _ in range(count(500, 25)):
        cards = rng.sample(range(52), 7)
        for size in (0, 3, 4, 5):
            hole, board = cards[:2], cards[2 : 2 + size]
            found = strategy.buckets(bytes(board))
            assert strategy.bucket(hole, board) == found[combination_number(*hole)], (hole, board)
            assert found.max() < SHAPE.buckets[max(0, size - 2)]


def _canonical_flops():
    cards, _ = solver().canonical_boards(3)
    return [cards[at : at + 3] for at in range(0, len(cards), 3)]


SUITS = (range(52), [code for code in range(52) if code % 4 < 2], [*range(1, 52, 4), 0, 2, 3, 50])
"""All cards; those of two suits; mostly those of one: flushes in all ways."""


@pytest.mark.skipif(KERNEL is None, reason=want_of("cc", "this is the Python path"))
@pytest.mark.parametrize("cards", SUITS)
def test_the_kernel_finds_the_same_strengths(cards, monkeypatch):
    rng = random.Random(seed(3))
    spots = [rng.sample(cards, 7) for _ in range(count(300, 5))]
    turns = [buckets.turn_sums(spot[:2], spot[2:6]) for spot in spots[:20]]
    rivers = [buckets.river_strength(spot[:2], spot[2:]) for spot in spots]
    monkeypatch.setattr(buckets, "KERNEL", None)
    assert turns == [buckets.turn_sums(spot[:2], spot[2:6]) for spot in spots[:20]]
    assert rivers == [buckets.river_strength(spot[:2], spot[2:]) for spot in spots]
