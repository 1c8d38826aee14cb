from itertools import chain, combinations
from math import comb
from random import Random

import numpy as np
import pytest
from phevaluator import evaluate_omaha_cards

from ircpoker.cards import parse_cards
from ircpoker.equity.exact import SHARES, showdown_counts
from ircpoker.hands import evaluate_many
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


@pytest.mark.slow
def test_200_random_spots_of_omaha():
    """Against phevaluator where it knows the game: four hole cards and a whole board."""
    rng = Random(200)
    for _ in range(200):
        hole, board, dead = random_spot(rng, rng.randint(2, 4), 4, rng.choice([4, 5]))
        gone = {*board, *dead, *[card for hand in hole for card in hand]}
        live = [card for card in range(52) if card not in gone]
        wins, ties = [0] * len(hole), [0] * len(hole)
        for dealt in combinations(live, 5 - len(board)):
            # phevaluator numbers cards as we do, and the better hand has the lower number.
            ranks = [evaluate_omaha_cards(*board, *dealt, *hand) for hand in hole]
            for hand, rank in enumerate(ranks):
                if rank == min(ranks):
                    (wins if ranks.count(rank) == 1 else ties)[hand] += 1
        found = showdown_counts(hole, board, dead, omaha=True)
        assert [counts.win for counts in found] == wins, (hole, board, dead)
        assert [counts.tie for counts in found] == ties, (hole, board, dead)


@pytest.mark.slow
def test_random_spots_of_omaha_with_more_to_come():
    rng = Random(201)
    for hole_cards in (4, 5, 6):
        for _ in range(3):
            assert_as_by_brute_force(*random_spot(rng, 2, hole_cards, 3), omaha=True)


@pytest.mark.slow
@pytest.mark.parametrize("hands", [2, 3, 4, 5, 6])
def test_random_spots_before_the_flop(hands):
    """Every board, valued many at once."""
    rng = Random(hands)
    for _ in range(2):
        hole, _, dead = random_spot(rng, hands, 2, 0)
        gone = {*dead, *[card for hand in hole for card in hand]}
        live = [card for card in range(52) if card not in gone]
        boards = np.fromiter(chain.from_iterable(combinations(live, 5)), np.uint8).reshape(-1, 5)
        classes = np.stack(
            [
                np.asarray(
                    evaluate_many(np.hstack([np.broadcast_to(np.array(hand, np.uint8), (len(boards), 2)), boards]), 7)
                )
                for hand in hole
            ]
        )
        is_best = classes == classes.min(axis=0)
        alone = is_best & (is_best.sum(axis=0) == 1)
        found = showdown_counts(hole, (), dead)
        assert [counts.win for counts in found] == alone.sum(axis=1).tolist()
        assert [counts.tie for counts in found] == (is_best & ~alone).sum(axis=1).tolist()
        shares = (is_best * (SHARES // is_best.sum(axis=0))).sum(axis=1)
        assert [counts.share for counts in found] == shares.tolist()


def test_boards_with_flushes_in_sight():
    """Random spots rarely have three of a suit on the board or in several hands."""
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
