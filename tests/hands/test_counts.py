"""The number of hands in each class."""

import csv
from itertools import combinations, pairwise
from math import comb
from pathlib import Path

import numpy as np
import pytest

from ircpoker.errors import CardCountError
from ircpoker.hands import CLASS_COUNT, Category, class_counts, evaluate_many
from ircpoker.hands.categories import FIRST_CLASS

with (Path(__file__).parents[1] / "data" / "category_counts.csv").open(newline="") as file:
    PUBLISHED = {int(row["n"]): [int(row[category]) for category in Category] for row in csv.DictReader(file)}


@pytest.mark.parametrize(
    "size", [5, 6, 7, pytest.param(8, marks=pytest.mark.slow), pytest.param(9, marks=pytest.mark.slow)]
)
def test_categories_have_their_published_numbers(size):
    counts = class_counts(size)
    bounds = [*FIRST_CLASS.values(), CLASS_COUNT + 1]
    assert [sum(counts[start:stop]) for start, stop in pairwise(bounds)] == PUBLISHED[size]
    assert sum(counts) == comb(52, size)
    assert counts[0] == 0
    assert min(counts) >= 0


@pytest.mark.slow(1)
def test_each_class_of_five_cards_one_by_one():
    fives = np.fromiter((code for five in combinations(range(52), 5) for code in five), np.uint8)
    assert np.bincount(evaluate_many(fives, 5), minlength=CLASS_COUNT + 1).tolist() == class_counts(5)


@pytest.mark.parametrize("size", [4, 10, -1])
def test_other_hands_are_not_counted(size):
    with pytest.raises(CardCountError, match="expected 5 to 9"):
        class_counts(size)
