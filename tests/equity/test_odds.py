import csv
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb, sqrt
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ircpoker.cards import CARDS, parse_cards
from ircpoker.chat.chances import quick_answer
from ircpoker.equity import equity
from ircpoker.equity.odds import plan, work_out
from ircpoker.equity.preflop import preflop_counts
from ircpoker.equity.range_counts import combination_number
from ircpoker.equity.range_terms import hands_of_kind
from ircpoker.equity.spots import make_spot
from ircpoker.errors import CardCountError, DuplicateCardError, PokerError, SetupError, UsageError
from ircpoker.hands import evaluate_many
from ircpoker.hands.kernel import KERNEL
from tests.equity.brute_force import brute_force

with (Path(__file__).parents[1] / "data" / "equity_hu169.csv").open() as file:
    MATCHES = list(csv.DictReader(file))


def codes(text):
    return list(map(int, parse_cards(text)))


def text_of(hand):
    return "".join(str(CARDS[code]) for code in hand)


def totals_of_match(match):
    first, second = (
        {combination_number(*hand): 1 for hand in hands_of_kind(match[side])} for side in ("hero", "villain")
    )
    return preflop_counts(first, second)


def test_all_preflop_match_ups_equal_the_published_table():
    assert len(MATCHES) == 295
    for match in MATCHES:
        found = totals_of_match(match)
        assert found == (int(match["wins"]), int(match["ties"]), int(match["losses"])), match


@pytest.mark.parametrize("match", Random(7).sample(MATCHES, 5), ids=lambda match: f"{match['hero']}-{match['villain']}")
def test_ranges_before_the_flop(match):
    hero, villain = equity([match["hero"], match["villain"]])
    assert hero[:4] == (match["hero"], int(match["wins"]), int(match["ties"]), int(match["losses"]))
    assert villain[1:4] == (hero.lose, hero.tie, hero.win)
    assert hero.equity == pytest.approx(float(match["equity"]), abs=5e-9)
    assert hero.stderr is None


def test_any_hand_before_the_flop_takes_all_opponents():
    aces, anybody = equity(["AsAh", "any"])
    assert aces.win + aces.tie + aces.lose == 1225 * comb(48, 5)
    # tests/data/preflop_equities.csv, for each of six hands.
    assert (6 * aces.win, 6 * aces.tie) == (10_689_050_508, 68_413_872)
    assert aces.equity + anybody.equity == pytest.approx(1)


METHODS = [
    (["QQ+,AKs:0.5", "22-44,KsQs"], "2c 7d 9h 3s", ""),
    (["QhQs", "AA,JTs,54s:0.25"], "2c 7d 9h Jh", "Ac"),
    (["AsKs", "any"], "2s 7s 9h Jh 3d", ""),
]


@pytest.mark.parametrize(("hands", "board", "dead"), METHODS)
def test_the_methods_agree(hands, board, dead):
    spot = make_spot(hands, board, dead)
    by_ranges = work_out(spot, plan(spot).__class__("ranges", 0, 0))
    by_hands_plan = plan_of_hands(spot)
    assert work_out(spot, by_hands_plan) == by_ranges
    expected = by_every_pair(spot)
    assert [each[1:4] for each in by_ranges] == [each[:3] for each in expected]
    for each, counts in zip(by_ranges, expected, strict=True):
        assert each.equity == float(Fraction(counts[3], sum(counts[:3])))


def plan_of_hands(spot):
    from ircpoker.equity.odds import Plan, _cases

    return Plan("hands", 0, 0, cases=tuple(_cases(spot).values()))


def by_every_pair(spot):
    """Return win, tie, lose and share of each range, over every way to deal the hands."""
    totals = [[0, 0, 0, Fraction(0)] for _ in spot.ranges]
    for dealt in product(*[each.weights.items() for each in spot.ranges]):
        hands = [hand for hand, _ in dealt]
        weight = 1
        for _, own in dealt:
            weight *= own
        cards = [card for hand in hands for card in hand]
        if len(set(cards)) == len(cards):
            for total, counts in zip(totals, brute_force(hands, spot.board, spot.dead), strict=True):
                for part in range(4):
                    total[part] += weight * counts[part]
    return [tuple(total) for total in totals]


def test_three_ranges():
    spot = make_spot(["AA,76s", "KhKd,QJo:0.5", "22:0.5,AhKs"], "2c 7d 9h Jh")
    assert [each[1:4] for each in work_out(spot, plan(spot))] == [each[:3] for each in by_every_pair(spot)]


def test_three_ranges_before_the_flop_are_the_sum_of_their_hands():
    found = equity(["AsAh,AdAc", "KK", "QhQs"])
    parts = [equity([aces, text_of(kings), "QhQs"]) for aces in ("AsAh", "AdAc") for kings in hands_of_kind("KK")]
    for index, each in enumerate(found):
        assert each[1:4] == tuple(sum(part[index][count] for part in parts) for count in (1, 2, 3))


def test_sampling_is_near_the_exact_odds_and_repeatable():
    spot = make_spot(["AsKs", "QQ,JTs:0.5", "any"], "2c 7d 9h Jh")
    exact = work_out(spot, plan(spot, exact_seconds=1e9))
    assert all(each.stderr is None for each in exact)
    sampled = work_out(spot, plan(spot, exact_seconds=0, sample_seconds=0.05))
    assert sampled == work_out(spot, plan(spot, exact_seconds=0, sample_seconds=0.05))
    assert sum(sampled[0][1:4]) == plan(spot, exact_seconds=0, sample_seconds=0.05).samples
    for near, true in zip(sampled, exact, strict=True):
        assert abs(near.equity - true.equity) < 4 * near.stderr
        assert 0.5 < near.stderr / sqrt(true.equity * (1 - true.equity) / sum(near[1:4])) < 1.1


def test_deals_made_at_once_come_near_all_deals():
    """Two random hands take 894,000 pairs of the 45 cards that are left on a river, in which each card counts."""
    board, own = codes("8h 3c 2h 6s 9d"), codes("Ad 6h")
    left = [code for code in range(52) if code not in {*board, *own}]
    hands = np.array(list(combinations(left, 2)), np.uint8)
    values = evaluate_many(np.hstack([hands, np.tile(np.array(board, np.uint8), (len(hands), 1))]), 7).astype(int)
    mine = int(evaluate_many(np.array([[*own, *board]], np.uint8), 7)[0])
    share, pairs = 0.0, 0
    for hand, value in zip(hands, values, strict=True):
        others = values[~np.isin(hands, hand).any(axis=1)]
        best = np.minimum(others, value)
        share += (best > mine).sum() + ((best == mine) / (2 + ((others == mine) & (value == mine)))).sum()
        pairs += len(others)
    spot = make_spot([text_of(own), "any", "any"], text_of(board))
    sampled = work_out(spot, plan(spot, exact_seconds=0, sample_seconds=0.1))
    assert abs(sampled[0].equity - share / pairs) < 4 * sampled[0].stderr
    assert abs(sampled[1].equity - sampled[2].equity) < 6 * sampled[1].stderr


@pytest.mark.skipif(KERNEL is None, reason="NumPy and Python rate fewer hands in that time")
@pytest.mark.parametrize("others", range(2, 10))
@pytest.mark.parametrize("game", ["holdem", "omaha"])
def test_the_chances_of_a_line_of_chat_are_right_to_a_percentage(game, others):
    hand = "Ad6h" if game == "holdem" else "Ad6h5c5d"
    for board in ("", "8h3c2h", "8h3c2h6s"):
        assert quick_answer(make_spot([hand, *["any"] * others], board, game=game)).equities[0].stderr < 0.0075


def test_sampled_ranges_are_dealt_by_weight_and_without_a_card_twice():
    """Equal hands of both ranges cannot meet, so each of the four pairs has the weight that is left."""
    spot = make_spot(["AhKh:0.5,2c3d", "AhKh,2c4d:0.25"], "As Ks Qs Js 9h")
    exact = work_out(spot, plan(spot))
    sampled = work_out(spot, plan(spot, exact_seconds=0, sample_seconds=0.1), Random(5))
    assert abs(sampled[0].equity - exact[0].equity) < 4 * sampled[0].stderr


def test_overlapping_ranges_give_a_smaller_sample():
    spot = make_spot(["AA,KK"] * 4 + ["any"])
    how = plan(spot, exact_seconds=0, sample_seconds=0.2)
    found = work_out(spot, how)
    assert 0 < sum(found[0][1:4]) < how.samples
    assert sum(each.equity for each in found) == pytest.approx(1)


def test_ranges_that_exclude_each_other_are_named():
    spot = make_spot(["AA"] * 3 + ["any"] * 3)
    with pytest.raises(SetupError, match="can hardly be dealt together"):
        work_out(spot, plan(spot))


def test_omaha_against_any_hand_is_sampled():
    found = equity(["AsAhKsKh", "any"], "QcTc2d", game="omaha", seconds=(10, 0.05))
    assert all(each.stderr for each in found)
    assert sum(each.equity for each in found) == pytest.approx(1)


def test_each_range_that_is_drawn_makes_a_sample_smaller():
    samples = [plan(make_spot(hands), 0, 1).samples for hands in (["any", "any"], ["QQ+", "any"], ["QQ+", "22-44"])]
    assert samples == sorted(samples, reverse=True)
    assert len(set(samples)) == 3


def test_a_plan_depends_only_on_sizes():
    spot = make_spot(["any"] * 5)
    how = plan(spot)
    assert (how.method, how.is_exact) == ("sample", False)
    assert how.exact_seconds > 1e9
    assert plan(make_spot(["AA", "KK"])).method == "table"
    assert plan(make_spot(["any", "any"], "2c 7d 9h")).method == "ranges"
    assert plan(make_spot(["AsAh", "KsKh", "QsQh"])).method == "hands"


@pytest.mark.parametrize(
    ("hands", "board", "dead", "game", "error", "words"),
    [
        (["AsAh"], "", "", "holdem", SetupError, "hands: 1 given, expected 2 to 10; any is a random hand"),
        (["any"] * 11, "", "", "holdem", SetupError, "hands: 11 given, expected 2 to 10"),
        ("AhKd", "", "", "holdem", SetupError, "hands: 1 given, expected 2 to 10; any is a random hand"),
        (
            ["AsAh", "KsKh"],
            "2c 3c",
            "",
            "holdem",
            CardCountError,
            "2 cards given: expected none, 3, 4 or 5 on the board",
        ),
        (["AsAh", "KsKh"], "2c 3c 4c 5c 6c 7c", "", "holdem", CardCountError, "6 cards given"),
        (["AsAh", "AsKh"], "", "", "holdem", DuplicateCardError, "As is given twice"),
        (["AsAh", "KsKh"], "As 2c 3c", "", "holdem", DuplicateCardError, "As is given twice"),
        (["AsAh", "KsKh"], "2c 3c 4c", "2c", "holdem", DuplicateCardError, "2c is given twice"),
        (["AsAh", "KsKh"], "", "Ks", "holdem", DuplicateCardError, "Ks is given twice"),
        (["AsAh", "KK"], "Ks Kd Kc", "", "holdem", SetupError, "KK: no hand of this range is left"),
        (["AA", "AA", "AA"], "", "", "holdem", SetupError, "cannot be dealt together"),
        (["AA", "AhAd", "AsKs"], "", "", "holdem", SetupError, "AA: no hand of this range is left"),
        (["any"] * 10, "", "".join(map(str, CARDS[:28])), "holdem", SetupError, "need 53 of 52 cards"),
        (["any", "AsKsQsJsTs"] + ["any"] * 8, "", "", "omaha", SetupError, "need 55 of 52 cards"),
        (["AsKsQsJs", "AhKhQhJhTh"], "", "", "omaha", SetupError, "4 and 5 hole cards"),
        (["AsKs", "AhKh"], "", "", "omaha", CardCountError, "2 cards given: expected 4 to 6"),
        (["AsAh", "KsKh"], "", "", "draw", UsageError, "'draw' is not a game with odds: expected holdem or omaha"),
    ],
)
def test_impossible_spots(hands, board, dead, game, error, words):
    with pytest.raises(error) as caught:
        equity(hands, board, dead, game)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_hands_may_be_cards_or_codes():
    texts = equity(["AsAh", "KdKc"], "2c 7d 9h")
    assert equity([parse_cards("As Ah"), (45, 44)], parse_cards("2c 7d 9h")) == texts
    with pytest.raises(CardCountError):
        equity([parse_cards("As Ah 2c 3c"), "KdKc"])


@st.composite
def spots(draw):
    """Return hands, board, dead cards and the game."""
    game = draw(st.sampled_from(["holdem", "omaha"]))
    size = 2 if game == "holdem" else draw(st.integers(4, 6))
    deck = draw(st.permutations(range(52)))
    hands = draw(st.integers(2, 10 if game == "holdem" else 4))
    board = draw(st.sampled_from([3, 4, 5]))
    dead = draw(st.integers(0, 3))
    dealt = [tuple(deck[size * hand : size * (hand + 1)]) for hand in range(hands)]
    rest = deck[size * hands :]
    return dealt, rest[:board], rest[board : board + dead], game


def numbers(found):
    return [each[1:5] for each in found]


@given(spots())
@settings(deadline=None, max_examples=40)
def test_equities_sum_to_one(spot):
    found = equity(*spot)
    hands, board, dead, _ = spot
    live = 52 - len(board) - len(dead) - sum(map(len, hands))
    assert sum(each.equity for each in found) == pytest.approx(1)
    assert {sum(each[1:4]) for each in found} == {comb(live, 5 - len(board))}


@pytest.mark.slow(1)
@given(spots(), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=40)
def test_order_changes_nothing(spot, rng):
    hands, board, dead, game = spot
    order = rng.sample(range(len(hands)), len(hands))
    found = numbers(equity(hands, board, dead, game))
    changed = equity([rng.sample(hands[index], len(hands[index])) for index in order], board[::-1], dead, game)
    assert numbers(changed) == [found[index] for index in order]


@given(spots(), st.sampled_from(list(permutations(range(4)))))
@settings(deadline=None, max_examples=40)
def test_a_change_of_suits_changes_nothing(spot, suits):
    hands, board, dead, game = spot

    def changed(cards):
        return [card & ~3 | suits[card & 3] for card in cards]

    assert numbers(equity([changed(hand) for hand in hands], changed(board), changed(dead), game)) == numbers(
        equity(hands, board, dead, game)
    )


@given(st.lists(st.text(max_size=12), max_size=4), st.text(max_size=8), st.sampled_from(["holdem", "omaha"]))
@settings(deadline=None, max_examples=100)
def test_any_text_gets_odds_or_a_one_line_error(hands, board, game):
    try:
        equity(hands, board, game=game, seconds=(0.01, 0.001))
    except PokerError as error:
        assert str(error).isprintable()
