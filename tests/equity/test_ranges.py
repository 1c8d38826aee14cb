from fractions import Fraction
from itertools import combinations

import pytest

from ircpoker.cards import CARDS, parse_cards
from ircpoker.equity.range_terms import OMAHA_SIZES, hands_of_kind
from ircpoker.equity.ranges import parse_range
from ircpoker.errors import CardCountError, DuplicateCardError, InvalidRangeError, PokerError, SetupError
from ircpoker.hands.kinds import BEST_FIRST, COMBINATIONS_OF, kind_of


def kinds(text):
    """Return the kinds in a range that has each of them whole."""
    found = {}
    for hand in parse_range(text).weights:
        kind = kind_of(*[CARDS[code] for code in hand])
        found[kind] = found.get(kind, 0) + 1
    assert all(count == COMBINATIONS_OF[kind] for kind, count in found.items())
    return set(found)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("QQ+", "QQ KK AA"),
        ("AKs", "AKs"),
        ("KA", "AKs AKo"),
        ("T9s", "T9s"),
        ("22-55", "22 33 44 55"),
        ("55-22", "22 33 44 55"),
        ("A2s+", "A2s A3s A4s A5s A6s A7s A8s A9s ATs AJs AQs AKs"),
        ("KTo+", "KTo KJo KQo"),
        ("T9+", "T9s T9o"),
        ("76s-54s", "76s 65s 54s"),
        ("T8o-97o", "T8o 97o"),
        ("A5s-A2s", "A5s A4s A3s A2s"),
        ("K2-K3", "K2s K2o K3s K3o"),
        ("qq+,aks, t9S", "QQ KK AA AKs T9s"),
        ("AA KK", "AA KK"),
        ("0.1%", "AA"),
        ("2%", "AA KK QQ JJ TT"),
    ],
)
def test_kinds(text, expected):
    assert kinds(text) == set(expected.split())


def test_every_kind_has_its_hands():
    hands = [hand for kind in BEST_FIRST for hand in hands_of_kind(kind)]
    assert {frozenset(hand) for hand in hands} == set(map(frozenset, combinations(range(52), 2)))
    assert len(hands) == 1326


def test_percentages_take_the_fewest_best_kinds():
    for percent in (1, 5, 10, 25, 50, 99):
        chosen = kinds(f"{percent}%")
        assert chosen == set(BEST_FIRST[: len(chosen)])
        hands = sum(COMBINATIONS_OF[kind] for kind in chosen)
        assert hands - COMBINATIONS_OF[BEST_FIRST[len(chosen) - 1]] < percent * 13.26 <= hands


def test_any_hand():
    for text in ("any", "ANY", "100%", "22+,A2+,K2+,Q2+,J2+,T2+,92+,82+,72+,62+,52+,42+,32"):
        found = parse_range(text)
        assert found.is_any
        assert len(found.weights) == 1326
    assert not parse_range("any,AA:0.5").is_any
    assert not parse_range("99%").is_any


@pytest.mark.parametrize("text", ["AhKd", "ah kd", "A♥,K♦", "Ah, Kd"])
def test_one_hand(text):
    found = parse_range(text)
    assert found.text == "AhKd"
    assert dict(found.weights) == {tuple(map(int, parse_cards("AhKd"))): 1}


def test_weights_are_whole_numbers_in_proportion():
    found = parse_range("AKs:0.5,QQ,JhJd:.25")
    assert sorted(found.weights.values()) == [1] + [2] * 4 + [4] * 6
    assert found.unit == Fraction(1, 4)
    assert found.text == "AKs:0.5,QQ,JhJd:0.25"
    alone = parse_range("AA:0.3")
    assert (set(alone.weights.values()), alone.unit) == ({1}, Fraction(3, 10))
    fine = parse_range("AA:0.0001,KK")
    assert sorted(set(fine.weights.values())) == [1, 10_000]


def test_the_last_weight_of_a_hand_counts():
    found = parse_range("AA,AhAs:0.5,AsAh:0.25")
    assert len(found.weights) == 6
    assert sorted(found.weights.values()) == [1] + [4] * 5


def test_omaha_knows_hands_and_any_hand():
    found = parse_range("AhKdQsJc AdKhQcJs:0.5", OMAHA_SIZES)
    assert sorted(found.weights.values()) == [1, 2]
    assert parse_range("Ah Kd Qs Jc Tc", OMAHA_SIZES).text == "AhKdQsJcTc"
    assert parse_range("any", OMAHA_SIZES).is_any


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("", InvalidRangeError, "'' is not a range"),
        (" , ", InvalidRangeError, "expected cards like AhKd"),
        ("AX", InvalidRangeError, "'AX'"),
        ("AAs", InvalidRangeError, "a pair is neither suited nor offsuit"),
        ("AKs:0", InvalidRangeError, "'AKs:0' is not a range of hands: expected a weight above 0 and up to 1"),
        ("AKs:1.5", InvalidRangeError, "weight"),
        ("AKs:0.12345", InvalidRangeError, "at most 4 decimals"),
        ("0%", InvalidRangeError, "a percentage above 0"),
        ("101%", InvalidRangeError, "a percentage above 0"),
        ("%", InvalidRangeError, "a percentage above 0"),
        ("A2s-K3s", InvalidRangeError, "the same higher card or the same gap"),
        ("A5s-A2o", InvalidRangeError, "the same higher card or the same gap"),
        ("A2s-AA", InvalidRangeError, "the same higher card or the same gap"),
        ("Ah", CardCountError, "1 card given: expected 2"),
        ("AhKdQc", CardCountError, "3 cards given: expected 2"),
        ("AhAh", DuplicateCardError, "Ah is given twice"),
        ("AA:" + "9" * 5000, InvalidRangeError, "not a range"),
        ("9" * 5000 + "%", InvalidRangeError, "a percentage"),
    ],
)
def test_bad_ranges(text, error, words):
    with pytest.raises(error) as caught:
        parse_range(text)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["QQ+", "AhKd", "any,AhKdQsJc", "AhKdQsJcTc9c8c"])
def test_bad_ranges_of_omaha(text):
    with pytest.raises(PokerError):
        parse_range(text, OMAHA_SIZES)


def test_without_cards():
    aces = parse_range("AA").without(parse_cards("Ah"))
    assert len(aces.weights) == 3
    with pytest.raises(SetupError, match="AA: no hand of this range is left"):
        aces.without(parse_cards("As Ad"))
