"""The best hold of every deal at once, against the best hold of single deals; the published return: tests/counts."""

import random
from itertools import combinations
from math import comb

import numpy as np
import pytest

from ircpoker.cards import CARDS
from ircpoker.draws import Outcome, discards
from ircpoker.machines.rules import VIDEO_POKER_PAYS, Machine, make_pay_table, payout_values
from ircpoker.machines.rules.best_holds import (
    COMMON_DRAWS,
    DEALS,
    DRAWS,
    _best_holds,
    _Deals,
    best_hold_counts,
    suit_classes,
)

FLUSHES_PAY = make_pay_table(Machine.VIDEO_POKER, {"flush": 100, "jacks_or_better": 1})
NOTHING_PAYS = make_pay_table(Machine.VIDEO_POKER, {})


@pytest.fixture(scope="module")
def classes():
    return list(suit_classes())


@pytest.fixture(scope="module")
def deals():
    return _Deals()


def renamed(codes):
    """Return the least of the deals that are the same but for the names of the suits."""
    return min(
        tuple(sorted(code & ~3 | suits[code & 3] for code in codes))
        for suits in (
            (a, b, c, 6 - a - b - c) for a in range(4) for b in range(4) for c in range(4) if len({a, b, c}) == 3
        )
    )


@pytest.mark.slow(1)
def test_every_deal_is_counted_once(classes):
    assert len(classes) == 134_459
    assert sum(ways for _, ways in classes) == DEALS == comb(52, 5)
    assert len({codes for codes, _ in classes}) == len(classes)
    assert all(list(codes) == sorted(set(codes)) for codes, _ in classes)


@pytest.mark.slow(1)
def test_a_class_stands_for_all_renamings_of_its_suits(classes):
    """Of the deals of three ranks all are looked at: each belongs to one class, that counts as many."""
    few = [code for code in range(52) if code >> 2 < 3]
    belong = {}
    for deal in combinations(few, 5):
        belong[renamed(deal)] = belong.get(renamed(deal), 0) + 1
    ways = {renamed(codes): ways for codes, ways in classes if max(codes) < 12}
    assert ways == belong


def test_the_draws_of_each_hold():
    assert tuple(comb(47, 5 - mask.bit_count()) for mask in range(32)) == DRAWS
    assert all(COMMON_DRAWS % draws == 0 for draws in DRAWS)


@pytest.mark.slow(2)
@pytest.mark.few(1)
@pytest.mark.parametrize(
    "table", [VIDEO_POKER_PAYS, FLUSHES_PAY, NOTHING_PAYS], ids=["9/6", "flushes pay", "nothing pays"]
)
def test_the_best_hold_depends_only_on_the_deal(classes, deals, table):
    best = _best_holds(deals, table.pays)
    rng = random.Random(5)
    for index in rng.sample(range(len(classes)), 60):
        hand = [CARDS[code] for code in classes[index][0]]
        assert best[index] == discards(hand, payout_values(table))[0].mask, hand


@pytest.mark.slow(2)
def test_the_outcomes_of_all_deals_add_up():
    shares = []
    pays = [0] * len(Outcome)
    counts = best_hold_counts(pays, shares.append)
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0, 1)
    assert sum(counts) == DEALS * COMMON_DRAWS
    # Nothing pays, so all cards are held: the outcomes are those of five cards.
    assert [count // COMMON_DRAWS for count in counts[:4]] == [4, 36, 624, 3744]


def test_sums_are_those_of_single_deals(deals):
    assert deals.ways.sum() == DEALS
    assert deals.ways.dtype == np.int64
