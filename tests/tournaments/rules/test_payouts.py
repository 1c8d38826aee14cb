"""Prizes add up to the pool, and odd chips go to the better place."""

from itertools import pairwise

import pytest

from ircpoker.errors import UsageError
from ircpoker.tournaments.rules.payouts import PayoutPolicy, parse_payouts, prizes, shared_prizes, whole_shares


@pytest.mark.slow(1)
@pytest.mark.few(2)
@pytest.mark.parametrize("policy", [PayoutPolicy(), PayoutPolicy(is_winner=True), PayoutPolicy(15), PayoutPolicy(1)])
def test_prizes_are_the_whole_pool_and_never_grow(policy: PayoutPolicy) -> None:
    for entries in range(2, 251):
        for pool in (entries, 100 * entries + 1, 997 * entries):
            paid = prizes(pool, entries, policy)
            assert sum(paid) == pool
            assert all(better >= worse for better, worse in pairwise(paid))
            assert len(paid) == policy.places(entries) <= max(1, entries // 2)


def test_house_the_table() -> None:
    assert prizes(600, 6, PayoutPolicy()) == (390, 210)
    assert prizes(900, 9, PayoutPolicy()) == (450, 270, 180)
    assert PayoutPolicy().places(200) == 30


@pytest.mark.parametrize("entries", [20, 50, 100, 200])
def test_house_whoever_is_paid_gets_the_buy_in_back(entries: int) -> None:
    assert prizes(100 * entries, entries, PayoutPolicy())[-1] >= 100


def test_odd_chips_go_to_the_better_place() -> None:
    assert whole_shares(101, (0.5, 0.5)) == (51, 50)
    assert whole_shares(5, (0.4, 0.3, 0.3)) == (3, 1, 1)


@pytest.mark.parametrize("pool", [10**7 + 1, 10**15 + 7, 2**62 + 1])
def test_huge_pools_are_paid_to_the_last_chip(pool: int) -> None:
    for shares in ((1 / 3, 1 / 3, 1 / 3), (0.65, 0.35), PayoutPolicy(15).shares(200), (1 / 5,) * 5):
        paid = whole_shares(pool, shares)
        assert sum(paid) == pool
        assert list(paid) == sorted(paid, reverse=True)
        # An error in the last bit of a share is many chips here.
        assert all(abs(own - pool * share) <= 1 + pool * 2**-48 for own, share in zip(paid, shares, strict=True))
    assert whole_shares(pool, (1 / 3,) * 3) == tuple([pool // 3 + (place < pool % 3) for place in range(3)])


def test_those_who_share_a_place_share_its_prizes() -> None:
    assert shared_prizes((500, 300, 200), (1, 2)) == (500, 250, 250)
    assert shared_prizes((500, 300, 201), (1, 3, 2)) == (500, 167, 167, 167, 0, 0)


def test_payouts_are_read_as_they_are_written() -> None:
    for policy in (PayoutPolicy(), PayoutPolicy(is_winner=True), PayoutPolicy(12)):
        assert parse_payouts(str(policy)) == policy


@pytest.mark.parametrize("text", ["top", "top 0 %", "top 51 %", "all", "top -3 %"])
def test_other_payouts_are_refused(text: str) -> None:
    with pytest.raises(UsageError):
        parse_payouts(text)
