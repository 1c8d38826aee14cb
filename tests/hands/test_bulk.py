"""Many hands at once: the same values, and the same errors."""

import random

import numpy as np
import pytest

from ircpoker.cards import CARDS
from ircpoker.errors import CardCountError, DuplicateCardError, InvalidCardError
from ircpoker.hands import evaluate, evaluate_many
from ircpoker.hands.bulk import ROWS_AT_ONCE


@pytest.mark.parametrize("n", [5, 6, 7, 8, 9, 10, 13, 20, 35, 52])
def test_many_are_as_one_by_one(n):
    rng = random.Random(n)
    rows = [rng.sample(range(52), n) for _ in range(2000)]
    expected = [evaluate([CARDS[code] for code in row]).class_ for row in rows]
    cards = np.array(rows, np.uint8)
    classes = evaluate_many(cards, n)
    assert classes.shape == (2000,)
    assert classes.tolist() == expected
    assert evaluate_many(cards.tobytes(), n).tolist() == expected
    assert evaluate_many(memoryview(cards), n).tolist() == expected
    assert evaluate_many(np.array(rows), n).tolist() == expected
    assert evaluate_many(np.asfortranarray(cards), n).tolist() == expected


def test_more_rows_than_are_worked_on_at_once():
    rows = np.array([[50, 46, 42, 38, 34], [0, 7, 10, 13, 23]], np.uint8)
    many = np.tile(rows, (ROWS_AT_ONCE, 1))
    assert (evaluate_many(many, 5).reshape(-1, 2) == [1, evaluate([CARDS[code] for code in rows[1]]).class_]).all()


def test_no_rows():
    assert evaluate_many(b"", 7).shape == (0,)


def test_bad_rows_are_errors():
    with pytest.raises(CardCountError, match="expected 5 to 52"):
        evaluate_many(bytes(8), 4)
    with pytest.raises(CardCountError, match="a multiple of 5"):
        evaluate_many(bytes([0, 1, 2, 3]), 5)
    with pytest.raises(InvalidCardError, match="52"):
        evaluate_many(bytes([0, 1, 2, 3, 52]), 5)
    with pytest.raises(InvalidCardError, match="-1"):
        evaluate_many(np.array([0, 1, 2, 3, -1]), 5)
    with pytest.raises(DuplicateCardError, match="2d"):
        evaluate_many(bytes([0, 1, 2, 3, 4, 0, 1, 2, 3, 1]), 5)


def test_buffers_of_any_layout():
    strided = memoryview(bytes(code for card in [50, 46, 42, 38, 34] for code in (card, 51)))[::2]
    assert evaluate_many(strided, 5).tolist() == [1]
    with pytest.raises(CardCountError, match="rows of 5"):
        evaluate_many(np.arange(10, dtype=np.uint8).reshape(1, 10), 5)
    with pytest.raises(TypeError, match="card codes"):
        evaluate_many("abcde", 5)
