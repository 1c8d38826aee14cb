"""Shares by the independent chip model, against pokerkit and against simulated finishes."""

from itertools import pairwise
from math import sqrt
from random import Random

import numpy as np
import pytest
from pokerkit import calculate_icm

from ircpoker.errors import UsageError
from ircpoker.tournaments.rules.payouts import chop_shares, icm
from tests.tiers import count, seeds


@pytest.mark.parametrize("seed", list(seeds(200, 20)))
def test_shares_are_those_of_pokerkit(seed: int) -> None:
    """For at most 10 players and 5 prizes: pokerkit adds up all orders."""
    rng = Random(seed)
    players = rng.randint(2, 10)
    chips = [rng.choice((1, rng.randint(1, 100), rng.randint(1, 10**6))) for _ in range(players)]
    prizes = sorted([rng.randint(0, 10_000) for _ in range(rng.randint(1, min(5, players)))], reverse=True)
    theirs = calculate_icm([float(prize) for prize in prizes], [float(own) for own in chips])
    assert icm(chips, prizes) == pytest.approx(theirs, rel=1e-9, abs=1e-9)


@pytest.mark.deep
def test_the_shares_of_ten_players_with_ten_prizes_are_those_of_pokerkit() -> None:
    chips = [5210, 3300, 2950, 2700, 1800, 1500, 940, 800, 500, 300]
    prizes = [3600, 2400, 1700, 1300, 1000, 800, 600, 500, 400, 300]
    assert icm(chips, prizes) == pytest.approx(calculate_icm(prizes, chips), rel=1e-9, abs=1e-9)


@pytest.mark.slow(2)
def test_the_shares_of_a_hundred_players_are_those_of_simulated_finishes() -> None:
    """Exponential times with rates as the chips: the order of the earliest is that of Malmuth and Harville."""
    rng = np.random.default_rng(17)
    chips = rng.integers(100, 20_000, 100)
    prizes = np.array([50.0, 30.0, 20.0])
    values = np.array(icm([int(own) for own in chips], list(prizes)))
    finishes, batch = count(1_000_000, 100_000), 50_000
    sums, squares = np.zeros(100), np.zeros(100)
    for _ in range(finishes // batch):
        times = rng.exponential(size=(batch, 100)) / chips
        first = np.argpartition(times, 3, axis=1)[:, :3]
        order = np.take_along_axis(first, np.argsort(np.take_along_axis(times, first, 1), 1), 1)
        for place, prize in enumerate(prizes):
            counts = np.bincount(order[:, place], minlength=100)
            sums += prize * counts
            squares += prize * prize * counts
    mean = sums / finishes
    error = np.sqrt((squares / finishes - mean**2) / finishes)
    # Of 100 values one in 160 would be beyond 4 errors by chance.
    assert np.all(np.abs(mean - values) < 4 * error + 1e-12)
    assert values.sum() == pytest.approx(100)


def test_more_chips_are_worth_more_but_less_for_each() -> None:
    values = icm([4000, 2000, 1000], [50, 30, 20])
    assert all(better > worse for better, worse in pairwise(values))
    assert values[0] < 50 < sqrt(sum(values)) * 10
    assert icm([10, 20], [5, 5]) == pytest.approx((5, 5))


def test_too_many_places_are_refused() -> None:
    with pytest.raises(UsageError):
        icm([1] * 60, [10] * 30)


@pytest.mark.parametrize("kind", ["icm", "chips", "even"])
def test_a_chop_divides_all_prizes(kind: str) -> None:
    rng = Random(3)
    for _ in range(200):
        players = rng.randint(2, 7)
        chips = [rng.randint(1, 9000) for _ in range(players)]
        prizes = sorted([rng.randint(1, 999) for _ in range(rng.randint(1, players))], reverse=True)
        shares = chop_shares(kind, chips, prizes)
        assert sum(shares) == sum(prizes)
        assert min(shares) >= 0
        ranked = [share for _, share in sorted(zip(chips, shares, strict=True), reverse=True)]
        assert all(better >= worse for better, worse in pairwise(ranked))
