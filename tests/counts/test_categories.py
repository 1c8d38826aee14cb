"""Every hand of five to nine cards falls into the category that combinatorics gives.

Five to seven cards one by one, all 156,742,040 of them; eight and nine by multisets of ranks, because there are
4,431,613,550 of them. The published counts are in tests/data/category_counts.csv.
"""

import csv
from itertools import combinations, combinations_with_replacement
from math import comb
from pathlib import Path

import numpy as np
import pytest

from ircpoker.cards import CARDS
from ircpoker.hands import CLASS_COUNT, Category, evaluate_many, evaluate_unchecked
from ircpoker.hands.categories import FIRST_CLASS

DATA = Path(__file__).parents[1] / "data" / "category_counts.csv"
with DATA.open(newline="") as file:
    PUBLISHED = {int(row["n"]): [int(row[category]) for category in Category] for row in csv.DictReader(file)}
FIRST = list(FIRST_CLASS.values())


def by_category(classes, weights=None):
    """Return the sum of `weights` (or the number of rows) for each of the ten categories."""
    category = np.searchsorted(FIRST, classes, side="right") - 1
    if weights is None:
        return np.bincount(category, minlength=10)
    # np.bincount adds in floating point: exact here, for every sum stays below 2^53.
    return np.bincount(category, weights=weights, minlength=10).astype(np.int64)


def all_hands(n):
    """Yield all hands of `n` cards, as arrays of rows."""
    # In colexicographic order the fives of the first m cards are the first C(m, 5) rows.
    fives = np.array(list(combinations(range(51, -1, -1), 5))[::-1], np.uint8)
    for above in combinations(range(52), n - 5):
        lowest = above[0] if above else 52
        rows = fives[: comb(lowest, 5)]
        if len(rows):
            yield np.hstack([rows, np.tile(np.array(above, np.uint8), (len(rows), 1))])


@pytest.mark.slow(1)
def test_all_fives_one_by_one_in_pure_python():
    histogram = [0] * (CLASS_COUNT + 1)
    for cards in combinations(CARDS, 5):
        histogram[evaluate_unchecked(cards).class_] += 1
    assert by_category(range(1, CLASS_COUNT + 1), histogram[1:]).tolist() == PUBLISHED[5]
    assert min(histogram[1:]) == 4  # each class exists: 7,462 of them, the rarest in four suits


@pytest.mark.slow
@pytest.mark.parametrize("n", [5, 6, 7])
def test_all_hands_one_by_one(n):
    counts = np.zeros(10, np.int64)
    for rows in all_hands(n):
        counts += by_category(evaluate_many(rows, n))
    assert counts.tolist() == PUBLISHED[n]
    assert counts.sum() == comb(52, n)


def rank_counts(size, most):
    """Return all ways to hold `size` cards, at most `most` of a rank, as rows of 13 numbers."""
    rows = [np.bincount(ranks, minlength=13) for ranks in combinations_with_replacement(range(13), size) if ranks]
    counts = np.array(rows or [np.zeros(13, np.int64)], np.int8)
    return counts[counts.max(axis=1) <= most]


def suit_choices(counts, suits):
    """Return in how many ways each row's cards can take their suits, of `suits` per rank."""
    choices = np.array([comb(suits, held) for held in range(suits + 1)], np.int64)
    return choices[counts].prod(axis=1)


def rows_of(counts, first_suit, suits):
    """Return a hand for each row: the cards of all ranks in turn take the suits in turn.

    No suit gets more than one card in `suits`, and no rank gets a suit twice.
    """
    n = int(counts[0].sum())
    ranks = np.repeat(np.tile(np.arange(13), len(counts)), counts.ravel()).reshape(len(counts), n)
    return (4 * ranks + first_suit + np.arange(n) % suits).astype(np.uint8)


@pytest.mark.slow
@pytest.mark.parametrize("n", [5, 6, 7, 8, 9])
def test_all_hands_by_multisets_of_ranks(n):
    # All suits free, as if there were no flush ...
    multisets = rank_counts(n, 4)
    counts = by_category(evaluate_many(rows_of(multisets, 0, 4), n), suit_choices(multisets, 4))
    # ... then each hand with five or more of one suit, moved from its category without the flush to its
    # own. Below ten cards only one suit can have five; clubs stand for all four.
    for suited in range(5, n + 1):
        others = rank_counts(n - suited, 3)
        weights = 4 * suit_choices(others, 3)
        other_rows = rows_of(others, 1, 3)
        for ranks in combinations(range(13), suited):
            own = np.tile(np.array([4 * rank for rank in ranks], np.uint8), (len(others), 1))
            counts += by_category(evaluate_many(np.hstack([own, other_rows]), n), weights)
            plain = others.copy()
            plain[:, ranks] += 1
            counts -= by_category(evaluate_many(rows_of(plain, 0, 4), n), weights)
    assert counts.tolist() == PUBLISHED[n]
    assert counts.sum() == comb(52, n)
