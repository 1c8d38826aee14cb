"""Ranges of Omaha against an own enumeration of all 270,725 hands."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from ircpoker.cards import CARDS, parse_cards
from ircpoker.equity import equity
from ircpoker.equity.omaha_kinds import best_kinds, hands_in, kinds_with, size_of
from ircpoker.equity.range_terms import OMAHA_SIZES
from ircpoker.equity.ranges import MOST_LISTED, parse_range
from ircpoker.errors import PokerError, SetupError
from ircpoker.hands import evaluate_omaha
from tests import tiers

ALL = list(combinations(range(51, -1, -1), 4))
ACES = [hand for hand in ALL if hand[1] >= 48]
"""The hands with two aces or more."""
TERMS = ("AA**", "AKQJds", "T9**ss", "8765r", "AAKK", "KKK*", "2***", "****ds", "QQQQ", "7*6*ss", "aaK*DS", "A***mono")
HOW = {(2, 2): "ds", (1, 1, 2): "ss", (1, 1, 1, 1): "r", (1, 3): "mono", (4,): "mono"}
NUMBERS = {
    "AA**": 6961, "AAKKds": 6, "AAKKss": 24, "AKQJds": 36, "8765r": 24, "QQQQ": 1, "AKQJmono": 52, "JT98-8765": 1024,
    "JT98ds-8765ds": 144,
}  # fmt: skip


def own_ranks(hand):
    return sorted(code // 4 for code in hand)


def is_suited(hand, suited):
    return suited in {"", HOW[tuple(sorted(Counter(code % 4 for code in hand).values()))]}


def is_in(hand, term):
    """Whether a hand is in a term of the text, by its words alone."""
    letters, suited = term[:4].upper().replace("*", ""), term[4:].lower()
    wanted, has = Counter("23456789TJQKA".index(letter) for letter in letters), Counter(own_ranks(hand))
    return all(has[rank] >= count for rank, count in wanted.items()) and is_suited(hand, suited)


def draws(text, count):
    found = parse_range(text, OMAHA_SIZES)
    rng = Random(1)
    return Counter([found.kinds.draw(rng) for _ in range(count)])


@pytest.mark.few(4)
@pytest.mark.parametrize("term", TERMS)
def test_a_pattern_has_just_its_hands(term):
    ranks = ["23456789TJQKA".index(letter) for letter in term[:4].upper() if letter != "*"]
    hands = list(hands_in(kinds_with(ranks, term[4:].lower())))
    some = {*Random(tiers.seed(1)).sample(ALL, tiers.count(len(ALL), 8000))}
    assert some.intersection(hands) == {hand for hand in some if is_in(hand, term)}
    assert all(is_in(hand, term) for hand in hands[:2000])
    assert parse_range(term, OMAHA_SIZES).size == len(hands) == len({*hands})


@pytest.mark.parametrize("text", NUMBERS)
def test_known_numbers_of_hands(text):
    assert parse_range(text, OMAHA_SIZES).size == NUMBERS[text]


def test_a_percentage_has_the_best_kinds_and_no_more_than_one_too_many():
    whole = kinds_with([])
    before = 0
    for share in (Fraction(1, 1000), Fraction(15, 100), Fraction(1, 2), Fraction(1)):
        kinds = best_kinds(share)
        assert share * len(ALL) <= size_of(kinds) < share * len(ALL) + 256
        assert kinds & before == before
        before = kinds
    assert before == whole
    best = best_kinds(Fraction(1, 100))
    assert kinds_with([12, 12, 11, 11], "ds") & best
    assert not kinds_with([0, 0, 0, 0]) & best_kinds(Fraction(99, 100))


def test_the_last_part_counts_for_kinds_and_single_hands():
    """Hands by kinds, one of them named alone before and one behind."""
    text, count = "AhAdKhKd:0.01,AA**:0.5,AAKKds:0.25,AsAcKsKc", tiers.count(200_000, 40_000)
    drawn = draws(text, count)
    last = tuple(sorted(map(int, parse_cards("AsAcKsKc")), reverse=True))
    quarter = [hand for hand in ACES if is_in(hand, "AAKKds") and hand != last]
    weights = dict.fromkeys(ACES, 0.5) | dict.fromkeys(quarter, 0.25) | {last: 1.0}
    assert drawn.keys() <= weights.keys()
    total = sum(weights.values())
    for hands in ([last], quarter, [hand for hand in ACES if is_in(hand, "AAQ*")]):
        wanted = count * sum(weights[hand] for hand in hands) / total
        assert abs(sum(drawn[hand] for hand in hands) - wanted) < 5 * wanted**0.5 + 1


def test_few_hands_are_listed_and_counted_exactly():
    assert len(parse_range("AAKKds,QQ**:0.5", OMAHA_SIZES).weights) == 0
    some = parse_range("AAKKds:0.5,AhAdKhKd", OMAHA_SIZES)
    assert sorted(some.weights.values()) == [1, 1, 1, 1, 1, 2]
    assert NUMBERS["AAKKds"] == len(some.weights) <= MOST_LISTED
    first, _ = equity(["AAKKds", "JhTh9s8s"], board="2c 7d 9h 3c", game="omaha")
    assert first.stderr is None


@pytest.mark.slow(1)
def test_a_range_of_kinds_against_a_hand_on_the_river():
    board, other = parse_cards("2c 7d 9h Jc 3s"), parse_cards("JhTh9s8s")
    gone = {int(card) for card in (*board, *other)}
    theirs = evaluate_omaha(other, board)
    shares = []
    for hand in ACES:
        if gone.isdisjoint(hand):
            value = evaluate_omaha([CARDS[code] for code in hand], board)
            shares.append((value > theirs) + 0.5 * (value == theirs))
    sampled = equity(["AA**", other], board, game="omaha")[0]
    assert abs(sampled.equity - sum(shares) / len(shares)) < 5 * sampled.stderr


@pytest.mark.parametrize(
    "text",
    ["AA", "AAA", "AAAAds", "AAA*r1", "JT98-8764", "JT98ds-8765", "JT9*-876*", "AA**-", "0%", "101%", "AA**,any",
     "AA**:2", "AsAsKhKd", "JT98-8765-5432", "@/etc/passwd"],
)  # fmt: skip
def test_bad_ranges(text):
    with pytest.raises(PokerError) as caught:
        parse_range(text, OMAHA_SIZES)
    assert "\n" not in str(caught.value)


def test_kinds_do_not_meet_five_cards_or_cards_that_are_gone():
    with pytest.raises(SetupError, match="4 and 5 hole cards"):
        equity(["AA**", "KsKhQsQhJs"], game="omaha")
    with pytest.raises(SetupError, match="hardly be dealt together"):
        equity(["AA**", "KsKhQsQh"], board="As Ah Ad", game="omaha")
