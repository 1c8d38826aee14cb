"""The return of the machines: every hand and every draw counted, and the shipped figures."""

import csv
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt
from pathlib import Path

import numpy as np
import pytest

from ircpoker.draws import Outcome, outcomes_by_class
from ircpoker.fairness.shuffle import make_deck
from ircpoker.hands import evaluate_many
from ircpoker.machines.rules import SLOT_PAYS, VIDEO_POKER_PAYS, Machine, make_pay_table, payback, spin
from ircpoker.machines.rules.best_holds import COMMON_DRAWS, best_hold_counts, suit_classes
from ircpoker.machines.rules.payback import NINE_SIX_COUNTS, SLOT_COUNTS
from tests import tiers

with (Path(__file__).parents[1] / "data" / "videopoker_return_9_6.csv").open(newline="") as file:
    *NINE_SIX, NINE_SIX_TOTAL = csv.DictReader(file)


@pytest.fixture(scope="module")
def worked_out():
    """The outcomes of the shipped video poker table, not looked up, and the progress that was reported."""
    progress = []
    return best_hold_counts(VIDEO_POKER_PAYS.pays, progress.append), progress


@pytest.mark.slow(1)
def test_the_slot_machine_counts_all_hands():
    classes = evaluate_many(np.array(list(combinations(range(52), 5)), np.uint8), 5)
    number = {outcome: number for number, outcome in enumerate(Outcome)}
    line = np.array([number[outcome] for outcome in outcomes_by_class()])
    assert np.bincount(line[classes], minlength=10).tolist() == list(SLOT_COUNTS)


def test_the_slot_machine_as_shipped():
    found = payback(SLOT_PAYS)
    assert found.total == 2_598_960
    assert found.return_to_player == Fraction(2_463_848, 2_598_960) == Fraction(307981, 324870)
    assert found.hit_rate == Fraction(8935, 43316)
    parts = [".007695", ".006926", ".036014", ".072029", ".058962", ".078493", ".190156", ".237695", ".260043", ".0"]
    for count, pays, part in zip(found.counts, SLOT_PAYS.pays, parts, strict=True):
        assert count * pays / found.total == pytest.approx(float(part), abs=1e-6)


def test_nine_six_pays_would_ruin_a_slot_player():
    assert float(payback(make_pay_table(Machine.SLOT, VIDEO_POKER_PAYS.named())).return_to_player) == pytest.approx(
        0.3369, abs=5e-5
    )


@pytest.mark.slow(1)
def test_deals_up_to_suits():
    deals = list(suit_classes())
    assert len(deals) == len({cards for cards, _ in deals}) == 134_459
    assert sum(ways for _, ways in deals) == comb(52, 5)
    assert all(list(cards) == sorted(set(cards)) for cards, _ in deals)


@pytest.mark.slow(2)
def test_video_poker_outcomes_of_the_best_holds(worked_out):
    nine_six, _ = worked_out
    assert nine_six == NINE_SIX_COUNTS
    assert sum(nine_six) == 2_598_960 * COMMON_DRAWS == int(NINE_SIX_TOTAL["combinations"])
    for outcome, count, pays, row in zip(Outcome, nine_six, VIDEO_POKER_PAYS.pays, NINE_SIX, strict=True):
        assert (outcome.value, count, pays) == (row["hand"], int(row["combinations"]), int(row["pays"]))
        assert count / sum(nine_six) == pytest.approx(float(row["probability"]), abs=1e-8)
        assert count * pays / sum(nine_six) == pytest.approx(float(row["return"]), abs=1e-8)


def test_video_poker_as_shipped():
    found = payback(VIDEO_POKER_PAYS)
    assert found.return_to_player == Fraction(1653526326983, 1661102543100)
    assert float(found.return_to_player) == pytest.approx(float(NINE_SIX_TOTAL["return"]), abs=1e-10)
    assert float(found.hit_rate) == pytest.approx(0.454565, abs=5e-7)


@pytest.mark.slow(2)
@pytest.mark.few(1, 2)
@pytest.mark.parametrize(("full_house", "flush", "published"), [(9, 5, 0.984498), (8, 5, 0.972984), (6, 5, 0.949961)])
def test_other_published_tables(full_house, flush, published):
    """Jacks or Better by its full house and flush, as the literature of the game lists it.

    The lists have the royal flush at 800 too, as with five coins.
    """
    pays = VIDEO_POKER_PAYS.named() | {Outcome.FULL_HOUSE: full_house, Outcome.FLUSH: flush}
    found = payback(make_pay_table(Machine.VIDEO_POKER, pays))
    assert float(found.return_to_player) == pytest.approx(published, abs=1e-6)


@pytest.mark.slow(2)
def test_a_table_with_equal_payouts():
    """Every hold is equally good, so all cards are held and each deal is its own outcome."""
    counts = best_hold_counts([1] * 10)
    assert counts == tuple(count * COMMON_DRAWS for count in SLOT_COUNTS)


@pytest.mark.slow(3)
def test_a_table_that_pays_royal_flushes_only_is_exact_in_64_bits():
    small, large = best_hold_counts([1] + [0] * 9), best_hold_counts([1_000_000] + [0] * 9)
    assert small == large
    # Known from the game's literature: chasing nothing but royal flushes hits one in 23,081.
    assert 1 / 23_082 < small[0] / sum(small) < 1 / 23_080


@pytest.mark.slow(2)
def test_progress_goes_from_0_to_1(worked_out):
    _, seen = worked_out
    assert (seen[0], seen[-1]) == (0, pytest.approx(1))
    assert seen == sorted(seen)


@pytest.mark.slow
def test_a_million_spins_agree_with_the_exact_return():
    spins = tiers.count(1_000_000)
    stake = 1
    paid = hits = 0
    counts = dict.fromkeys(Outcome, 0)
    for number in range(spins):
        result = spin(make_deck(bytes(range(32)), f"spin {number}", ["test"]), stake)
        counts[result.outcome] += 1
        paid += result.payout
        hits += result.payout > 0
    found = payback(SLOT_PAYS)
    probabilities = dict(zip(Outcome, (count / found.total for count in found.counts), strict=True))
    mean = float(found.return_to_player)
    variance = sum(probabilities[outcome] * SLOT_PAYS.pay(outcome) ** 2 for outcome in Outcome) - mean**2
    assert abs(paid / spins - mean) < 4 * sqrt(variance / spins)
    hit_rate = float(found.hit_rate)
    assert abs(hits / spins - hit_rate) < 4 * sqrt(hit_rate * (1 - hit_rate) / spins)
    for outcome, probability in probabilities.items():
        assert abs(counts[outcome] / spins - probability) < 4 * sqrt(probability * (1 - probability) / spins)
