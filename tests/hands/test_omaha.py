"""Omaha hands: two of the hole cards, three of the board."""

import random
from itertools import combinations

import numpy as np
import pytest
from phevaluator import evaluate_omaha_cards

from ircpoker.cards import CARDS, parse_cards
from ircpoker.errors import CardCountError, DuplicateCardError, InvalidCardError
from ircpoker.hands import evaluate_omaha, evaluate_omaha_many, evaluate_unchecked
from ircpoker.hands.kernel import KERNEL
from tests import tiers
from tests.programs import want_of

SHOWN = {
    ("Ah Kd Kc 2s", "Qh Jh 9h 4h 3c"): "One Pair, Kings, Queen Kicker",
    ("Ah 2h Kc Ks", "Qh Jh 9h 4h 3c"): "Flush, Ace High, Queen Kicker",
    ("As Ad Ah Ac", "Ks Kd 7h 2c 3s"): "Two Pair, Aces And Kings, Seven Kicker",
    ("9h 9d 2c 3c", "9c 9s Kd Kh 4c"): "Four Of A Kind, Nines, King Kicker",
    ("2h 3d 7c 8c", "Ah Kh Qh Jh Th"): "Ace High, King Kicker",
    ("4s 5s 9d 9h", "As 2s 3s 3d 3h"): "Straight Flush, Ace Low",
}


@pytest.mark.parametrize(("cards", "name"), SHOWN.items())
def test_two_of_the_hole_cards_and_three_of_the_board(cards, name):
    hole, board = cards
    assert evaluate_omaha(hole, board).name == name
    assert evaluate_omaha(parse_cards(hole), list(parse_cards(board))).name == name


@pytest.mark.parametrize("board", [3, 4, 5])
@pytest.mark.parametrize("hole", [2, 4, 5, 6])
def test_it_is_the_best_of_all_pairs_with_all_triples(hole, board):
    rng = random.Random(tiers.seed(10 * hole + board))
    rows, classes = [], []
    for _ in range(tiers.count(2000, 100)):
        cards = rng.sample(CARDS, hole + board)
        pairs, triples = combinations(cards[:hole], 2), list(combinations(cards[hole:], 3))
        best = max(evaluate_unchecked(pair + triple) for pair in pairs for triple in triples)
        assert evaluate_omaha(cards[:hole], tuple(cards[hole:])) is best
        rows.append([int(card) for card in cards])
        classes.append(best.class_)
    assert evaluate_omaha_many(np.array(rows, np.uint8), hole, board).tolist() == classes


def test_phevaluator_agrees():
    rng = random.Random(tiers.seed(9))
    rows = [rng.sample(range(52), 9) for _ in range(tiers.count(50_000, 2_000))]
    theirs = [evaluate_omaha_cards(*row[4:], *row[:4]) for row in rows]
    assert evaluate_omaha_many(bytes(code for row in rows for code in row), 4).tolist() == theirs


@pytest.mark.skipif(KERNEL is None, reason=want_of("cc", "the Python path has one way for few and many"))
@pytest.mark.parametrize("hole", [2, 3, 4, 5, 6])
def test_many_hands_have_the_values_of_few(hole):
    rng = random.Random(tiers.seed(hole))
    rows = [bytes(rng.sample(range(52), hole + 5)) for _ in range(tiers.count(50_000, 6_000))]  # tables from 5,000 on
    one_by_one = [evaluate_omaha_many(row, hole)[0] for row in rows]
    assert evaluate_omaha_many(b"".join(rows), hole).tolist() == one_by_one


def test_bad_hands_are_errors():
    board = "Qh Jh 9h 4h 3c"
    with pytest.raises(CardCountError, match="expected 2 to 6"):
        evaluate_omaha("Ah", board)
    with pytest.raises(CardCountError, match="expected 3 to 5"):
        evaluate_omaha("Ah Kd", "Qh Jh")
    with pytest.raises(DuplicateCardError, match="Qh"):
        evaluate_omaha("Ah Qh 3d 4d", board)
    with pytest.raises(InvalidCardError):
        evaluate_omaha([0, 1, 2, 60], board)
    with pytest.raises(CardCountError, match="expected 2 to 6"):
        evaluate_omaha_many(bytes(12), 7)
    with pytest.raises(CardCountError, match="expected 3 to 5"):
        evaluate_omaha_many(bytes(12), 4, 2)
    with pytest.raises(CardCountError, match="a multiple of 9"):
        evaluate_omaha_many(bytes(8), 4)
    with pytest.raises(InvalidCardError, match="52"):
        evaluate_omaha_many(bytes([0, 1, 2, 3, 4, 5, 6, 7, 52]), 4)
    with pytest.raises(DuplicateCardError, match="2h"):
        evaluate_omaha_many(bytes([0, 1, 2, 3, 4, 5, 6, 7, 2]), 4)
