"""parsecards: six numbers in the order of the hand as it is shown."""

from itertools import pairwise

import pytest
from hypothesis import given

from ircpoker.cards import CARDS, format_cards, parse_cards
from ircpoker.errors import CardCountError, DuplicateCardError, InvalidCardError
from ircpoker.hands import best_hand, evaluate
from ircpoker.systems.parsecards import format_numbers, numbers, numbers_of, parse
from tests.systems.hands import EVALUATED, HANDS_BEST_FIRST, VECTORS, cards, relabel, suit_changes

# The table of section 1 of the systems' specification: cards, numbers, class.
TABLE = [
    ("Ah Td 4c 3s Js 7h", "10 1 4 5 8 11", 6485),
    ("5h 4h 3h 2h Ah", "2 10 11 12 13 1", 10),
    ("Ah Qc Td 5d 3s", "10 1 3 5 10 12", 6409),
    ("Ad Qs Tc 6h 2c", "10 1 3 5 9 13", 6407),
    ("3c 3d Ah Kd Qc", "9 12 12 1 2 3", 5746),
    ("4c 4d Qh Jd Tc", "9 11 11 3 4 5", 5626),
    ("Ah Kh Qh Jh Th", "1 1 2 3 4 5", 1),
    ("9h 8h 7h 6h 5h", "2 6 7 8 9 10", 6),
    ("9h 9d 9c 9s 2h", "3 6 6 6 6 13", 82),
    ("7h 7d 7c 4s 4h", "4 8 8 8 11 11", 260),
    ("Jh 9h 6h 4h 2h", "5 4 6 9 11 13", 1438),
    ("5c 4d 3h 2s Ah", "6 10 11 12 13 1", 1609),
    ("8h 8d 8c 7s 3h", "7 7 7 7 8 12", 2060),
    ("Ks Kd 4h 4c 9d", "8 2 2 11 11 6", 2692),
    ("5c 6h Qc Jc Qh Th 8h 2c 3c 7h", "5 3 4 10 12 13", 1226),
    ("2c 3d 4h 5s 7c", "10 8 10 11 12 13", 7462),
]


@pytest.mark.parametrize(("hand", "six", "class_"), TABLE)
def test_the_table(hand, six, class_):
    assert format_numbers(numbers(hand)) == six
    assert numbers(hand) == numbers(parse_cards(hand)) == numbers_of(evaluate(hand))
    assert evaluate(hand).class_ == class_


def test_every_vector():
    assert len(VECTORS["parsecards"]) == 16
    for hand, six in VECTORS["parsecards"].items():
        assert format_numbers(numbers(hand)) == six
    for vector in EVALUATED:
        assert format_numbers(numbers(vector["cards"])) == vector["rank"]


def test_the_numbers_order_hands_as_the_classes_do():
    sixes = [numbers(hand) for hand in HANDS_BEST_FIRST]
    assert len(sixes) == 7462
    assert all(better < worse for better, worse in pairwise(sixes))


@pytest.mark.parametrize(
    ("given_cards", "three_parts"),
    [
        ("Ah Td 4c 3s Js 7h", "Ah Js Td 7h 4c|Ace High, Jack Kicker|10 1 4 5 8 11"),
        ("Ac Ad Ah Ks Kc Kd 2c", "Ah Ac Ad Kc Kd|Full House, Aces Over Kings|4 1 1 1 2 2"),
        ("9h 9d 9c 9s 2h", "9h 9c 9d 9s 2h|Four Of A Kind, Nines, Two Kicker|3 6 6 6 6 13"),
        ("7h 7d 7c 4s 4h", "7h 7c 7d 4h 4s|Full House, Sevens Over Fours|4 8 8 8 11 11"),
        ("8h 8d 8c 7s 3h", "8h 8c 8d 7s 3h|Three Of A Kind, Eights, Seven Kicker|7 7 7 7 8 12"),
        ("Ks Kd 4h 4c 9d", "Kd Ks 4h 4c 9d|Two Pair, Kings And Fours, Nine Kicker|8 2 2 11 11 6"),
        (format_cards(CARDS), "Ah Kh Qh Jh Th|Royal Flush|1 1 2 3 4 5"),
    ],
)
def test_the_three_parts(given_cards, three_parts):
    assert parse(given_cards) == parse(parse_cards(given_cards)) == three_parts


@given(cards(5, 52), suit_changes)
def test_order_and_suits_change_nothing_and_the_codes_follow_the_hand(hand, suits):
    six = numbers(hand)
    assert numbers(hand[::-1]) == numbers(relabel(hand, suits)) == six
    assert six[1:] == tuple(15 - card.rank for card in best_hand(hand).cards)


@given(cards(5, 9), cards(5, 9))
def test_the_lower_numbers_win(first, second):
    assert (numbers(first) < numbers(second)) == (evaluate(first) > evaluate(second))


def test_bad_cards_are_refused():
    for bad, error in [("Ah Kh", CardCountError), ("Ah Kh Qh Jh Ah", DuplicateCardError), ("Xx", InvalidCardError)]:
        for function in (numbers, parse):
            with pytest.raises(error):
                function(bad)
