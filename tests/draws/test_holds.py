"""All 32 holds of a hand: compared with published figures, and with every draw."""

import csv
import random
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircpoker.cards import CARDS, card_of, format_cards, parse_cards
from ircpoker.draws import CLASSES, Outcome, ValueFunction, by_class, discards, discards_data, format_hold, hold_data
from ircpoker.draws.holds import HOLDS, MOST_DEAD, TIE_ORDER
from ircpoker.errors import CardCountError, DuplicateCardError, InvalidCardError
from ircpoker.hands import evaluate
from ircpoker.machines.rules import VIDEO_POKER_PAYS, payout_values
from tests import tiers

DATA = Path(__file__).parents[1] / "data"


def rows(name):
    with (DATA / name).open(newline="") as file:
        return list(csv.DictReader(file))


def test_best_keep_of_draw_poker():
    for row in rows("draw_best_keep.csv"):
        best, second, *_ = discards(row["hand"])
        assert (best.mask, best.total, best.draws) == (int(row["keep_mask"]), int(row["class_sum"]), int(row["draws"]))
        assert format_cards(best.cards) == row["kept"], row
        assert best.mean == pytest.approx(float(row["avg_class"]), abs=1e-6), row
        assert hold_data(best, CLASSES)["mean_strength"] == pytest.approx(float(row["avg_norm"]), abs=1e-8), row
        assert second.mean > best.mean, row


def test_best_hold_of_video_poker():
    for row in rows("videopoker_best_hold.csv"):
        best, second, *_ = discards(row["hand"], payout_values(VIDEO_POKER_PAYS))
        assert (best.mask, best.total, best.draws) == (int(row["hold_mask"]), int(row["payout_sum"]), int(row["draws"]))
        assert format_cards(best.cards) == row["held"], row
        assert best.mean == pytest.approx(float(row["ev"]), abs=1e-6), row
        assert second.mean == pytest.approx(float(row["runner_up_ev"]), abs=1e-6), row


@pytest.mark.parametrize(
    ("hand", "best", "total", "draws", "second"),
    [
        ("Ah Ad Kc 7s 2h", "Ah Ad Kc", 3285848, 1081, ("Ah Ad", 3045.7057)),
        ("9h 8h 7h 6h 2c", "9h 8h 7h 6h", 221288, 47, ("9h", 5545.5604)),
        ("Kh Jd 9c 5s 2h", "Kh", 944164357, 178365, ("Kh Jd", 5305.0101)),
        ("Ah Kh Qh Jh 9c", "Ah Kh Qh Jh", 193647, 47, ("Ah Kh Qh", 4934.0786)),
    ],
)
def test_the_four_hands_of_the_swedish_bot(hand, best, total, draws, second):
    first, next_, *_ = discards(hand)
    assert (format_cards(first.cards), first.total, first.draws) == (best, total, draws)
    assert (format_cards(next_.cards), round(next_.mean, 4)) == second


def check_by_counting(all_hands, hand, values, dead=()):
    draws, totals = all_hands.draw_totals(hand, values.by_class, dead)
    holds = discards(hand, values, dead)
    assert sorted(hold.mask for hold in holds) == list(range(32))
    for hold in holds:
        assert (hold.draws, hold.total) == (draws[hold.mask], totals[hold.mask]), hold
        assert hold.cards == tuple(hand[index] for index in hold.indices)
    means = [hold.mean if values.lower_is_better else -hold.mean for hold in holds]
    assert means == sorted(means)


# Suits and ranks in every kind of company: flushes, quads, straight flushes among what is kept or drawn.
HANDS = ["Ah Kh Qh Jh Th", "Ah Ad Ac As 2c", "5h 4h 3h 2h Ad", "7c 7d 7h 2s 2c", "Kh Jd 9c 5s 2h", "Tc 8c 6c 4c 2c"]


@pytest.mark.slow(1)
@pytest.mark.few(4)
@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("values", [CLASSES, payout_values(VIDEO_POKER_PAYS)], ids=["class", "payout"])
def test_every_draw_is_counted(all_hands, hand, values):
    check_by_counting(all_hands, parse_cards(hand), values)


@pytest.mark.few(2)
@pytest.mark.parametrize("dead_count", [1, 5, 20, MOST_DEAD])
def test_dead_cards_are_never_drawn(all_hands, dead_count):
    for seed in range(tiers.count(60)):
        cards = random.Random(seed).sample(CARDS, 5 + dead_count)
        check_by_counting(all_hands, cards[:5], CLASSES, cards[5:])
    # Ranks and suits without a live card.
    dead = [card for card in CARDS if card.suit == 0 or card.rank == 14][:dead_count]
    check_by_counting(all_hands, [card_of(rank, 2) for rank in (3, 4, 6, 7, 8)], CLASSES, dead)


@pytest.mark.slow
@pytest.mark.parametrize(("values", "hands"), [(CLASSES, 200), (payout_values(VIDEO_POKER_PAYS), 50)])
def test_every_draw_of_random_hands_is_counted(all_hands, values, hands):
    rng = random.Random(tiers.seed(3))
    for _ in range(tiers.count(hands)):
        check_by_counting(all_hands, rng.sample(CARDS, 5), values)


@pytest.mark.slow
def test_every_draw_of_random_hands_with_dead_cards_is_counted(all_hands):
    rng = random.Random(tiers.seed(4))
    for _ in range(tiers.count(60)):
        cards = rng.sample(CARDS, rng.randint(6, 5 + 10))
        check_by_counting(all_hands, cards[:5], CLASSES, cards[5:])


@pytest.mark.slow(1)
def test_any_function_of_the_class_is_exact(all_hands):
    rng = random.Random(5)
    values = ValueFunction("whim", tuple(rng.randrange(-(10**9), 10**9) for _ in range(7463)))
    for _ in range(5):
        check_by_counting(all_hands, rng.sample(CARDS, 5), values)


def test_values_that_are_too_large_for_the_kernel():
    huge = ValueFunction("huge", tuple(class_ << 40 for class_ in CLASSES.by_class), lower_is_better=True)
    for dead in ("", "2c 3c"):
        usual = discards("Kh Jd 9c 5s 2h", CLASSES, dead)
        found = discards("Kh Jd 9c 5s 2h", huge, dead)
        assert [(hold.mask, hold.total) for hold in found] == [(hold.mask, hold.total << 40) for hold in usual]


hands = st.lists(st.sampled_from(CARDS), min_size=5, max_size=5, unique=True)


@given(hands, st.permutations(range(4)), st.permutations(range(5)))
def test_suits_and_order_change_nothing(hand, suits, order):
    other = [card_of(hand[index].rank, suits[hand[index].suit]) for index in order]
    found = {(frozenset(hold.cards), hold.total) for hold in discards(other)}
    assert found == {
        (frozenset(card_of(card.rank, suits[card.suit]) for card in hold.cards), hold.total) for hold in discards(hand)
    }


@given(hands)
def test_standing_pat_is_worth_the_hand(hand):
    pat = next(hold for hold in discards(hand) if hold.mask == 31)
    assert (pat.draws, pat.total) == (1, evaluate(hand).class_)
    assert sum(hold.draws for hold in discards(hand)) == 2_598_960


def test_ties_keep_more_cards_then_the_first_cards():
    nothing = ValueFunction("nothing", (0,) * 7463)
    hand = parse_cards("2c Ah 7d Ks 9h")
    holds = [hold.indices for hold in discards(hand, nothing)]
    assert holds == [places for size in range(5, -1, -1) for places in combinations(range(5), size)]
    assert [HOLDS[mask] for mask in TIE_ORDER] == holds


def test_equal_means_in_a_real_hand():
    """Either of two useless cards may go: the last one does."""
    pays = ValueFunction("payout", by_class({Outcome.FOUR_OF_A_KIND: 1}))
    for hand in ("Ah Ad Ac 2s 3h", "Ah Ad Ac 3h 2s", "3h Ah 2s Ad Ac"):
        cards = parse_cards(hand)
        one_more = [hold for hold in discards(cards, pays) if len(hold.cards) == 4 and hold.total]
        assert len(one_more) == 2
        assert one_more[0].indices < one_more[1].indices


@pytest.mark.parametrize(
    ("cards", "dead", "error"),
    [
        ("Ah Kh Qh Jh", "", CardCountError),
        ("Ah Kh Qh Jh Th 9h", "", CardCountError),
        ("", "", CardCountError),
        ("Ah Ah Qh Jh Th", "", DuplicateCardError),
        ("Ah Kh Qh Jh Zz", "", InvalidCardError),
        ("Ah Kh Qh Jh Th", "Ah", DuplicateCardError),
        ("Ah Kh Qh Jh Th", "2c 2c", DuplicateCardError),
        ("Ah Kh Qh Jh Th", "1c", InvalidCardError),
        (CARDS[:5], CARDS[5:48], CardCountError),
    ],
)
def test_bad_input(cards, dead, error):
    with pytest.raises(error):
        discards(cards, CLASSES, dead)


def test_json_and_text():
    hand = parse_cards("Ah Ad Kc 7s 2h")
    holds = discards(hand)
    data = discards_data(hand, holds, CLASSES)
    assert data["hand"] == ["Ah", "Ad", "Kc", "7s", "2h"]
    assert len(data["keeps"]) == 32
    assert data["keeps"][0] == {
        "keep": ["Ah", "Ad", "Kc"],
        "draws": 1081,
        "mean_class": 3285848 / 1081,
        "mean_strength": 1 - 3285848 / 1081 / 7462,
    }
    assert format_hold(holds[0], CLASSES) == "Ah Ad Kc | mean class 3039.6374 | strength 0.592651"
    payouts = payout_values(VIDEO_POKER_PAYS)
    paid = discards(hand, payouts)
    assert discards_data(hand, paid, payouts)["keeps"][0] == {
        "keep": ["Ah", "Ad"],
        "draws": 16215,
        "mean_payout": 24915 / 16215,
    }
    assert format_hold(paid[0], payouts) == "Ah Ad | mean payout 1.536540"
    assert format_hold(next(hold for hold in paid if not hold.cards), payouts).startswith("nothing | ")
