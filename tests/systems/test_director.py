"""Director's Poker Evaluation: the property list, the values, and who wins."""

import random
from itertools import pairwise

import pytest
from hypothesis import given

from ircpoker.cards import parse_cards
from ircpoker.errors import CardCountError, DuplicateCardError, InvalidCardError
from ircpoker.hands import evaluate
from ircpoker.systems.director import SCORE_PROPERTIES, answer, compare_scores, eval2hands, poker_eval
from tests.systems.hands import HANDS_BEST_FIRST, cards, relabel, suit_changes

# The table of section 3 of the systems' specification, and one hand for each other property.
TABLE = [
    ("8:H 6:C 12:C 8:S 11:C", {"pair": 8}, "pair 8, 6 8 8 11 12"),
    ("3:H 13:S 7:S 8:C 4:D", {}, "none, 3 4 7 8 13"),
    ("8:h 8:d 3:c 3:s 12:h", {"pair": 3, "two_pair": 107}, "pair 3, two_pair 107, 3 3 8 8 12"),
    ("2:h 3:h 7:h 9:h 12:h", {"flush": 12}, "flush 12, 2 3 7 9 12"),
    ("10:h 10:c 3:d 3:s 5:h", {"pair": 3, "two_pair": 133}, "pair 3, two_pair 133, 3 3 5 10 10"),
    ("9:h 9:c 8:d 8:s 5:h", {"pair": 8, "two_pair": 125}, "pair 8, two_pair 125, 5 8 8 9 9"),
    ("14:h 14:c 2:d 2:s 5:h", {"pair": 2, "two_pair": 184}, "pair 2, two_pair 184, 2 2 5 14 14"),
    ("13:h 13:c 12:d 12:s 5:h", {"pair": 12, "two_pair": 181}, "pair 12, two_pair 181, 5 12 12 13 13"),
    ("14:h 2:c 3:d 4:s 5:h", {"straight": 5}, "straight 5, 2 3 4 5 14"),
    ("14:h 2:h 3:h 4:h 5:h", {"straight": 5, "straight_flush": 5}, "straight 5, straight_flush 5, 2 3 4 5 14"),
    ("5:h 6:d 7:c 8:s 9:h", {"straight": 9}, "straight 9, 5 6 7 8 9"),
    ("10:h 11:d 12:c 13:s 14:h", {"straight": 14}, "straight 14, 10 11 12 13 14"),
    (
        "2:h 2:c 2:d 14:s 14:h",
        {"pair": 14, "trip": 2, "full_house": 214},
        "pair 14, trip 2, full_house 214, 2 2 2 14 14",
    ),
    (
        "2:h 2:c 14:d 14:s 14:h",
        {"pair": 2, "trip": 14, "full_house": 1402},
        "pair 2, trip 14, full_house 1402, 2 2 14 14 14",
    ),
    ("7:h 7:c 7:d 14:s 2:h", {"trip": 7}, "trip 7, 2 7 7 7 14"),
    ("7:h 7:c 7:d 7:s 2:h", {"quad": 7}, "quad 7, 2 7 7 7 7"),
]


@pytest.mark.parametrize(("hand", "properties", "text"), TABLE)
def test_the_table(hand, properties, text):
    score = poker_eval(hand)
    assert dict(score.properties) == properties
    assert str(score) == answer(hand).text == text
    assert answer(hand).json == {"system": "director", "value": properties, "val_list": list(score.val_list)}


@pytest.mark.parametrize(
    ("winner", "loser"),
    [
        ("8:H 6:C 12:C 8:S 11:C", "3:H 13:S 7:S 8:C 4:D"),
        ("10:h 10:c 3:d 3:s 5:h", "9:h 9:c 8:d 8:s 5:h"),
        ("14:h 14:c 2:d 2:s 5:h", "13:h 13:c 12:d 12:s 5:h"),
        ("8:H 6:C 14:C 8:S 2:C", "8:D 6:D 12:C 8:C 11:C"),
    ],
)
def test_winners(winner, loser):
    assert eval2hands(winner, loser) == 1
    assert eval2hands(loser, winner) == -1


def test_cards_in_any_form():
    assert poker_eval("8h6cQc8sJc") == poker_eval(parse_cards("8:H 6:C 12:C 8:S 11:C")) == poker_eval("8♥,6♣,q♣,8♠,j♣")


def test_the_scores_order_hands_as_the_classes_do():
    scores = [poker_eval(hand) for hand in HANDS_BEST_FIRST]
    for better, worse in pairwise(scores):
        assert compare_scores(better, worse) == 1
        assert compare_scores(worse, better) == -1
    pairs = random.Random(1)
    for _ in range(20_000):
        first, second = pairs.randrange(7462), pairs.randrange(7462)
        assert compare_scores(scores[first], scores[second]) == (first < second) - (first > second)


def test_each_property_orders_by_itself():
    seen = {name: [] for name in SCORE_PROPERTIES}
    for hand in HANDS_BEST_FIRST:
        for name, value in poker_eval(hand).properties.items():
            seen[name].append(value)
    for name in ("straight_flush", "quad", "full_house", "flush", "two_pair"):
        assert seen[name] == sorted(seen[name], reverse=True), name
    assert len(set(seen["two_pair"])) == 78
    assert (min(seen["two_pair"]), max(seen["two_pair"])) == (41, 194 + 1)


@given(cards(5, 5), suit_changes)
def test_order_and_suits_change_nothing(hand, suits):
    assert poker_eval(hand) == poker_eval(hand[::-1]) == poker_eval(relabel(hand, suits))
    assert eval2hands(hand, relabel(hand, suits)) == 0


@given(cards(5, 5), cards(5, 5))
def test_the_winner_is_that_of_the_full_order(first, second):
    a, b = evaluate(first), evaluate(second)
    assert eval2hands(first, second) == -eval2hands(second, first) == (a > b) - (a < b)


def test_bad_cards_are_refused():
    with pytest.raises(CardCountError, match="6 cards given: expected 5"):
        poker_eval("2c 3c 4c 5c 6c 7c")
    with pytest.raises(DuplicateCardError):
        poker_eval("2c 2c 4c 5c 6c")
    with pytest.raises(InvalidCardError, match="15:H"):
        poker_eval("15:H 2c 4c 5c 6c")
    with pytest.raises(CardCountError):
        eval2hands("2c 3c 4c 5c 6c", "2c")
