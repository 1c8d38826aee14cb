"""The Swedish robot's chips to start from, and the factor for those who act later."""

import pytest

from ircpoker.robots.swede.rules import scale_of, start_of


@pytest.mark.parametrize(
    ("chips", "more", "two"),
    [(1, 100, 100), (99, 100, 100), (100, 200, 400), (799, 200, 400), (800, 300, 600), (100000, 300, 600)],
)
def test_start(chips, more, two):
    assert [start_of(chips, players) for players in (2, 3, 4, 5)] == [two, more, more, more]


@pytest.mark.parametrize(
    ("ante", "chips", "amount"),
    [
        *[(20, 199, 200), (20, 200, 800), (20, 1600, 1200)],
        *[(1, 9, 10), (1, 10, 40), (1, 80, 60)],
        *[(25, 249, 250), (3, 29, 30), (3, 30, 120)],
    ],
)
def test_other_antes_scale_all_amounts(ante, chips, amount):
    assert start_of(chips, 2, ante) == amount


@pytest.mark.parametrize(
    ("players", "factors"),
    [
        (2, [1, 0.8]),
        (3, [1, 0.8667, 0.7333]),
        (4, [1, 0.9, 0.8, 0.7]),
        (5, [1, 0.92, 0.84, 0.76, 0.68]),
    ],
)
def test_scale(players, factors):
    assert [scale_of(left, players) for left in range(1, players + 1)] == pytest.approx(factors, abs=5e-5)
