from math import comb
from random import Random

import pytest

from ircpoker.cards import parse_cards
from ircpoker.equity.exact import SHARES, showdown_counts
from tests.equity.brute_force import brute_force


def codes(*texts):
    return [tuple(map(int, parse_cards(text))) for text in texts]


def assert_as_by_brute_force(hole, board, dead, *, omaha=False):
    found = showdown_counts(hole, board, dead, omaha=omaha)
    expected = brute_force(hole, board, dead, omaha=omaha)
    assert [(*counts[:3], counts.share) for counts in found] == [
        (*counts[:3], counts[3] * SHARES) for counts in expected
    ], (hole, board, dead)


def random_spot(rng, hands, hole_cards, board_cards):
    deck = rng.sample(range(52), 52)
    hole = [tuple(deck[hole_cards * hand : hole_cards * (hand + 1)]) for hand in range(hands)]
    rest = deck[hole_cards * hands :]
    dead = rest[board_cards : board_cards + rng.choice([0, 0, 1, 3, 8])]
    return hole, rest[:board_cards], dead


@pytest.mark.parametrize(
    ("hands", "win", "tie", "lose"),
    [
        (("AsAh", "KdKc"), 1388072, 6538, 317694),
        (("AsAh", "KsKh"), 1410336, 9308, 292660),
        (("AsAh", "AdAc"), 37210, 1637884, 37210),
    ],
)
def test_known_counts_before_the_flop(hands, win, tie, lose):
    """Published by several calculators; the first are the example of the command line."""
    first, second = showdown_counts(codes(*hands))
    assert first[:3] == (win, tie, lose)
    assert second[:3] == (lose, tie, win)
    assert first.share == SHARES * win + SHARES // 2 * tie


def test_random_spots_of_holdem():
    rng = Random(12)
    for _ in range(60):
        hands = rng.randint(2, 6)
        assert_as_by_brute_force(*random_spot(rng, hands, 2, rng.choice([3, 4, 4, 5])))


@pytest.mark.slow
def test_500_random_spots_of_holdem():
    rng = Random(500)
    for _ in range(500):
        assert_as_by_brute_force(*random_spot(rng, rng.randint(2, 6), 2, rng.choice([3, 4, 4, 5, 5])))


def test_random_spots_of_omaha():
    rng = Random(13)
    for _ in range(30):
        hole_cards = rng.randint(4, 6)
        spot = random_spot(rng, rng.randint(2, 3), hole_cards, rng.choice([4, 4, 5]))
        assert_as_by_brute_force(*spot, omaha=True)


def test_boards_with_flushes_in_sight():
    """Random spots seldom have three of a suit on the board or in several hands."""
    rng = Random(14)
    for _ in range(40):
        spades = rng.sample(range(3, 52, 4), 9)
        others = rng.sample([card for card in range(52) if card & 3 != 3], 10)
        on_board = rng.randint(1, 4)
        board = spades[:on_board] + others[: 4 - on_board]
        hole = [(spades[5], spades[6]), (spades[7], others[5]), (others[6], others[7])]
        assert_as_by_brute_force(hole, board, spades[8:])
        wide = [(*hole[0], others[5], others[6]), (spades[7], spades[8], others[7], others[8])]
        assert_as_by_brute_force(wide, board, (), omaha=True)


def test_ten_hands_share_a_pot_that_the_board_wins():
    board = codes("AsKsQsJsTs")[0]
    hole = [(card, card + 4) for card in range(0, 40, 8)] + [(card, card + 4) for card in range(1, 41, 8)]
    for counts in showdown_counts(hole, board):
        assert counts == (0, 1, 0, SHARES // 10)


def test_all_boards_are_counted():
    ten = codes("AsKs", "QhJh", "7c7d", "2c2d", "9c8c", "TsTh", "5s4s", "6h5h", "QcJc", "AdKd")
    found = showdown_counts(ten, (), codes("3c")[0])
    assert {sum(counts[:3]) for counts in found} == {comb(31, 5)}
    assert sum(counts.share for counts in found) == SHARES * comb(31, 5)
