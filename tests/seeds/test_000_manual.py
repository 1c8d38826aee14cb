"""Poker Site Manual: what it says of its evaluate and draw functions, sentence by sentence.

The strategy variables are the robot's and are tested with it.
"""

from itertools import pairwise

import pytest

from ircpoker.cards import RANKS, card_of
from ircpoker.errors import CardCountError, UsageError
from ircpoker.hands import evaluate as full_order
from ircpoker.systems import SYSTEMS
from ircpoker.systems.manual import draw, evaluate
from tests.systems.hands import HANDS_BEST_FIRST

SPADES = ["As", "Ks", "Qs", "Js", "9s", "8s", "7s", "6s", "5s"]


def test_eleven_digits_of_two_five_six_or_seven_cards():
    """Evaluate assigns an 11 digit number to an array of 2 or 5 or 6 or 7 cards."""
    for count in range(10):
        hand = " ".join(SPADES[:count])
        if count in {2, 5, 6, 7}:
            assert len(str(evaluate(hand))) == 11
        else:
            with pytest.raises(CardCountError, match="expected 2, 5, 6 or 7"):
                evaluate(hand)


@pytest.mark.slow(1)
def test_the_number_is_the_value_of_the_hand():
    """The number represents the value of the cards as a poker hand."""
    numbers = list(map(evaluate, HANDS_BEST_FIRST))
    assert all(better >= worse for better, worse in pairwise(numbers))


def test_the_first_digit_is_the_rank():
    """The first digit denotes the rank of the hand, to wit: 1=nopair; 2=pair; 3=2 pair; 4=trips; 5=straight;
    6=flush; 7=full house 8=quads and 9=straight flush.
    """
    digits = {
        "high_card": "1",
        "one_pair": "2",
        "two_pair": "3",
        "three_of_a_kind": "4",
        "straight": "5",
        "flush": "6",
        "full_house": "7",
        "four_of_a_kind": "8",
        "straight_flush": "9",
        "royal_flush": "9",
    }
    for hand in HANDS_BEST_FIRST:
        assert str(evaluate(hand))[0] == digits[full_order(hand).category]


def test_two_trailing_digits_per_rank():
    """The trailing 10 digits consist of a concatination of up to five two digit numbers which denote the strength
    of the hand within the rank where 24=ace, 23=king, 22=queen, 21=jack, 20=10, 19=9, 18=8, 17=7, 16=6, 15=5,
    14=4, 13=3, and 12=2.
    """
    for rank, number in zip(reversed(RANKS), range(24, 11, -1), strict=True):
        assert str(evaluate([card_of(rank, 0), card_of(rank, 1)])) == f"2{number}00000000"
    for hand in HANDS_BEST_FIRST:
        fields = [int(field) for field in map("".join, zip(*[iter(str(evaluate(hand))[1:])] * 2, strict=True))]
        shown = [field for field in fields if field]
        assert fields == shown + [0] * (5 - len(shown))
        assert set(shown) <= {card.rank + 10 for card in hand}


@pytest.mark.parametrize(
    ("line", "hand"),
    [
        ("1 24 23 15 13 12 no pair ace, king, 5, 3, 2", "Ah Kd 5c 3s 2h"),
        ("2 15 22 21 19 00 a pair of 5s with a queen jack 9.", "5h 5d Qc Js 9h"),
        ("3 17 16 24 00 00 two pair, a pair of 7s and 6s with an ace.", "7h 7d 6c 6s Ah"),
        ("4 18 17 13 00 00 trip 8s with a 7 3.", "8h 8d 8c 7s 3h"),
        ("5 20 00 00 00 00 a ten high straight.", "Th 9d 8c 7s 6h"),
        ("6 21 00 00 00 00 a jack high flush.", "Jh 9h 6h 4h 2h"),
        ("7 17 14 00 00 00 a full house, 7s full of 4s.", "7h 7d 7c 4s 4h"),
        ("8 19 12 00 00 00 quad 9s with a 2.", "9h 9d 9c 9s 2h"),
        ("9 23 00 00 00 00 a king high straight flush.", "Kh Qh Jh Th 9h"),
    ],
)
def test_the_examples_of_evaluate(line, hand):
    """As shown by the examples in the table below."""
    assert str(evaluate(hand)) == "".join(line.split()[:6])


def test_draw_takes_three_to_five_cards():
    """Draw evaluates the drawing strength of an array of 3, 4, or 5 cards."""
    for count in range(10):
        board = " ".join(SPADES[:count])
        if count in {3, 4, 5}:
            assert draw(board).flush == count - 1
        else:
            with pytest.raises(CardCountError, match="expected 3 to 5"):
                draw(board)


# Each line of the manual's tables: what it says of a value, and boards that have it.
THREE_CARDS = [
    ("straight", 1, "1 2 consecutive cards", "9h 8d 2c"),
    ("straight", 1, "or a 1 gap and a 2 gap", "9h 7d 4c"),
    ("straight", 2, "2 a 2 gap", "9h 8d 5c"),
    ("straight", 2, "or two single gaps", "9h 7d 5c"),
    ("straight", 3, "3 a single gap", "9h 8d 6c"),
    ("straight", 4, "4 3 consecutive cards", "9h 8d 7c"),
    ("flush", 1, "1 two cards of the same suit", "9h 4h 2c"),
    ("flush", 2, "2 three cards of the same suit", "9h 4h 2h"),
    ("paired", 1, "1 a pair", "9h 9d 4c"),
    ("paired", 2, "2 trips", "9h 9d 9c"),
    ("sf", 1, "1 2 consecutive sf cards", "9h 8h 2c"),
    ("sf", 1, "or a 1 gap and a 2 gap", "9h 7h 4h"),
    ("sf", 2, "2 sf with a 2 gap", "9h 8h 5h"),
    ("sf", 2, "or two single gaps", "9h 7h 5h"),
    ("sf", 3, "3 with a single gap", "9h 8h 6h"),
    ("sf", 4, "4 3 consecutive sf cards", "9h 8h 7h"),
]
FOUR_CARDS = [
    ("straight", 1, "1 2 conseutive cards", "Ks 9h 8d 2c"),
    ("straight", 1, "or a 1 gap and a 2 gap", "Ks 9h 7d 4c"),
    ("straight", 2, "2 a two gap", "Ks 9h 8d 5c"),
    ("straight", 2, "or two single gaps", "Ks 9h 7d 5c"),
    ("straight", 3, "3 a single gap in a 3 straight", "Ks 9h 8d 6c"),
    ("straight", 4, "4 3 consecutive cards", "Ks 9h 8d 7c"),
    ("straight", 5, "5 a single gap in the bottom of a 4 straight", "9h 8d 7c 5s"),
    ("straight", 6, "6 a single gap in the middle of a 4 straight", "9h 8d 6c 5s"),
    ("straight", 7, "7 a single gap in the top of a 4 straight", "9h 7d 6c 5s"),
    ("straight", 8, "8 4 consecutive cards", "9h 8d 7c 6s"),
    ("flush", 1, "1 two cards of the same suit", "Ks 9h 4h 2c"),
    ("flush", 2, "2 three cards of the same suit", "Ks 9h 4h 2h"),
    ("flush", 3, "3 four cards of the same suit", "Kh 9h 4h 2h"),
    ("paired", 1, "1 a pair", "Ks 9h 9d 4c"),
    ("paired", 2, "2 two pair", "4s 9h 9d 4c"),
    ("paired", 3, "3 trips", "9s 9h 9d 4c"),
    ("paired", 4, "4 quads", "9s 9h 9d 9c"),
    ("sf", 1, "1 2 consecutive sf cards", "Ks 9h 8h 2h"),
    ("sf", 1, "or a 1 gap and a 2 gap", "Kh 9h 7h 4h"),
    ("sf", 2, "2 straight flush with a 2 gap", "Ks 9h 8h 5h"),
    ("sf", 2, "or two single gaps", "Kh 9h 7h 5h"),
    ("sf", 3, "3 with a single gap in 3 cards", "Ks 9h 8h 6h"),
    ("sf", 4, "4 3 consecutive sf cards.", "Ks 9h 8h 7h"),
    ("sf", 5, "5 a single gap in the bottom of a 4 straight", "9h 8h 7h 5h"),
    ("sf", 6, "6 a single gap in the middle of a 4 straight", "9h 8h 6h 5h"),
    ("sf", 7, "7 a single gap in the top of a 4 straight", "9h 7h 6h 5h"),
    ("sf", 8, "8 4 sf consecutive cards", "9h 8h 7h 6h"),
]
FIVE_CARDS = [
    ("straight", 1, "1 a two gap", "Ks 9h 8d 5c 2h"),
    ("straight", 1, "or two single gaps", "Ks 9h 7d 5c 2h"),
    ("straight", 2, "2 a single gap in a 3 straight", "Ks 9h 8d 6c 2h"),
    ("straight", 3, "3 3 consecutive cards", "Ks 9h 8d 7c 2h"),
    ("straight", 4, "4 4 a single gap in the bottom of a 4 straight", "Ks 9h 8d 7c 5h"),
    ("straight", 5, "5 a single gap in the middle of a 4 straight", "Ks 9h 8d 6c 5h"),
    ("straight", 6, "6 a single gap in the top of a 4 straight", "Ks 9h 7d 6c 5h"),
    ("straight", 7, "7 4 consecutive cards", "Ks 9h 8d 7c 6h"),
    ("straight", 8, "8 5 consecutive cards", "9s 8h 7d 6c 5h"),
    ("flush", 1, "1 two cards of the same suit", "Ks 9h 8h 4c 2d"),
    ("flush", 2, "2 three cards of the same suit", "Ks 9h 8h 4h 2d"),
    ("flush", 3, "3 four cards of the same suit", "Kh 9h 8h 4h 2d"),
    ("flush", 4, "4 five cards of the same suit", "Kh 9h 8h 4h 2h"),
    ("paired", 1, "1 a pair", "Ks 9h 9d 4c 2h"),
    ("paired", 2, "2 two pair", "Ks 9h 9d 4c 4h"),
    ("paired", 3, "3 trips", "Ks 9h 9d 9c 4h"),
    ("paired", 4, "4 full house", "Ks 9h 9d 9c Kh"),
    ("sf", 1, "1 straight flush with a 2 gap", "Ks 9h 8h 5h 2h"),
    ("sf", 1, "or two single gaps", "Ks 9h 7h 5h 2h"),
    ("sf", 2, "2 with a single gap in 3 cards", "Ks 9h 8h 6h 2h"),
    ("sf", 3, "3 3 consecutive sf cards.", "Ks 9h 8h 7h 2h"),
    ("sf", 4, "4 a single gap in the bottom of a 4 straight", "Ks 9h 8h 7h 5h"),
    ("sf", 7, "7 4 sf consecutive cards.", "Ks 9h 8h 7h 6h"),
    ("sf", 8, "8 the sf.", "9h 8h 7h 6h 5h"),
]


@pytest.mark.parametrize(("key", "value", "line", "board"), THREE_CARDS)
def test_draw_of_three_cards(key, value, line, board):
    """For 3 cards it returns these values."""
    assert draw(board)._asdict()[key] == value, line


@pytest.mark.parametrize(("key", "value", "line", "board"), FOUR_CARDS)
def test_draw_of_four_cards(key, value, line, board):
    """For 4 cards it returns these values."""
    assert draw(board)._asdict()[key] == value, line


@pytest.mark.parametrize(("key", "value", "line", "board"), FIVE_CARDS)
def test_draw_of_five_cards(key, value, line, board):
    """For 5 cards it returns these values."""
    assert draw(board)._asdict()[key] == value, line


@pytest.mark.parametrize(
    ("board", "straight", "flush", "paired", "sf"),
    [("9h 8d 2h", 9, 9, 0, 0), ("Kd 9h 9d 8h", 9, 13, 9, 9), ("4c 4h 2d 2s Ah", 4, 14, 4, 0)],
)
def test_high_is_the_highest_card_of_the_group(board, straight, flush, paired, sf):
    """In each case $high is the rank of the highest card associated with the cards."""
    assert draw(board).high == (straight, flush, paired, sf)


# Slips and gaps, and what we do.


def test_a_flush_shows_only_its_top_card_and_does_not_decide_by_it():
    """6 21 00 00 00 00 a jack high flush."""
    better, worse = "Ah Kh Qh Jh 9h", "Ah Qh Jh 9h 8h"
    assert evaluate(better) == evaluate(worse) == 62400000000
    assert full_order(better) > full_order(worse)


def test_quads_on_the_board_beat_a_full_house():
    """4 full house; 4 quads."""
    assert draw("9h 9d 9c 8s 8h").paired == 4
    assert draw("9h 9d 9c 9s 2h").paired == 5


def test_the_gapped_straight_flushes_of_five_cards_differ():
    """4 a single gap in the bottom of a 4 straight; 4 a single gap in the middle of a 4 straight; 4 a single gap
    in the top of a 4 straight.
    """
    assert [draw(f"{four} Ks").sf for four in ("9h 8h 7h 5h", "9h 8h 6h 5h", "9h 7h 6h 5h")] == [4, 5, 6]


def test_the_gap_in_the_bottom_is_one_4_and_needs_one_gap():
    """4 4 a single gap in the bottom of a 4 straight."""
    assert draw("Ks 9h 8d 7c 5h").straight == 4


def test_draw_takes_only_the_board():
    """Draw evaluates the drawing strength of an array of 3, 4, or 5 cards. (It does not say whose.)"""
    assert SYSTEMS["draw"].value("9h 8d 6c").json["straight"] == 3
    with pytest.raises(UsageError, match="draw takes no board"):
        SYSTEMS["draw"].value("9h 8d", "6c")


def test_each_answer_has_its_own_high():
    """In each case $high is the rank of the highest card. (One number cannot serve four answers.)"""
    assert draw("5h 4h 2h Ah Kd").high._asdict() == {"straight": 5, "flush": 14, "paired": 0, "sf": 5}
