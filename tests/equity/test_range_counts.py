from math import comb
from random import Random

import pytest

from ircpoker.equity.exact import showdown_counts
from ircpoker.equity.range_counts import COMBINATIONS, combination_number, range_vs_range


def random_ranges(rng):
    """Return the weights of two ranges of about a dozen hands, some in both."""
    weights_a, weights_b = [0] * 1326, [0] * 1326
    for number in rng.sample(range(1326), 10):
        weights_a[number] = 1
    for number in rng.sample(range(1326), 10):
        weights_b[number] = rng.choice([1, 2, 10_000])
    for number in rng.sample(range(1326), 4):
        weights_a[number] = weights_b[number] = 3
    return weights_a, weights_b


def assert_as_hand_against_hand(weights_a, weights_b, board, dead):
    found = range_vs_range(weights_a, weights_b, board, dead)
    gone = {*board, *dead}
    for number, first in enumerate(COMBINATIONS):
        expected = [0, 0, 0]
        if weights_a[number] and gone.isdisjoint(first):
            for other, weight in enumerate(weights_b):
                second = COMBINATIONS[other]
                if weight and gone.isdisjoint(second) and not {*first} & {*second}:
                    counts = showdown_counts([first, second], board, dead)[0]
                    expected = [total + weight * count for total, count in zip(expected, counts[:3], strict=True)]
        assert [found.win[number], found.tie[number], found.lose[number]] == expected, (first, board, dead)


def run(seed, rounds):
    rng = Random(seed)
    for _ in range(rounds):
        deck = rng.sample(range(52), 10)
        size = rng.choice([3, 4, 5])
        assert_as_hand_against_hand(*random_ranges(rng), deck[:size], deck[5 : 5 + rng.choice([0, 1, 4])])


def test_random_ranges():
    run(3, 12)


@pytest.mark.slow
def test_200_random_ranges():
    run(200, 200)


def test_any_hand_against_any_hand_is_even():
    everything = [1] * 1326
    found = range_vs_range(everything, everything, (1, 14, 27, 40))
    assert sum(found.win) == sum(found.lose)
    assert {win + tie + lose for win, tie, lose in zip(*found, strict=True)} == {0, comb(46, 2) * 44}


def test_combinations_are_numbered_in_their_order():
    for number, (low, high) in enumerate(COMBINATIONS):
        assert low < high
        assert combination_number(high, low) == combination_number(low, high) == number
