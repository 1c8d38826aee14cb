"""Pokerval explained, from OpenHoldem's manual: what it says of pokerval and pcbits, sentence by sentence."""

import random
from itertools import pairwise

import pytest

from ircpoker.cards import CARDS, RANKS, parse_cards
from ircpoker.hands import Category, evaluate
from ircpoker.systems.openholdem import CONSTANTS, npcbits, pcbits, pokerval, symbols
from tests.systems.hands import HANDS_BEST_FIRST

INSIDE = ("7h 6c", "9d 8s 5h 2c Kd")
SUCKER = ("4c 2d", "8h 7s 6c 5d Kh")


def deals(count):
    deal = random.Random(4)
    for _ in range(count):
        cards = deal.sample(CARDS, deal.randint(0, 7))
        yield cards[:2], cards[2:]


def nibbles(number):
    return [number >> 4 * index & 0xF for index in range(4, -1, -1)]


def test_one_32_bit_value():
    """OpenHoldem classifies and orders poker hands into a single 32bit value."""
    assert all(0 <= pokerval(hand) < 1 << 32 for hand in HANDS_BEST_FIRST)


@pytest.mark.parametrize(
    ("line", "bit", "categories"),
    [
        ("Straight flush = bit 31 set", 31, {Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH}),
        ("Four of a kind = bit 30 set", 30, {Category.FOUR_OF_A_KIND}),
        ("Full house = bit 29 set", 29, {Category.FULL_HOUSE}),
        ("Flush = bit 28 set", 28, {Category.FLUSH}),
        ("Straight = bit 27 set", 27, {Category.STRAIGHT}),
        ("Three of a kind = bit 26 set", 26, {Category.THREE_OF_A_KIND}),
        ("Two pair = bit 25 set", 25, {Category.TWO_PAIR}),
        ("One pair = bit 24 set", 24, {Category.ONE_PAIR}),
    ],
)
def test_the_class_bits(line, bit, categories):
    """Bits 31-24 indicate the hand rank."""
    assert f"bit {bit} " in line
    for hand in HANDS_BEST_FIRST:
        assert (pokerval(hand) >> 24 == 1 << bit - 24) == (evaluate(hand).category in categories)


def test_five_of_a_kind_is_never_reached():
    """5-of-a-kind is indicated when bits 31-24 are set to 1"""
    assert CONSTANTS["fiveofakind"] >> 24 == 0xFF
    assert max(map(pokerval, HANDS_BEST_FIRST)) < CONSTANTS["fiveofakind"]


def test_high_card():
    """High-card (no pair) is indicated when bits 31-24 are set to 0"""
    for hand in HANDS_BEST_FIRST:
        assert (pokerval(hand) >> 24 == 0) == (evaluate(hand).category is Category.HIGH_CARD)


def test_unused_bits():
    """Bits 23-20 are not used"""
    assert all(pokerval(hand) & 0x00F00000 == 0 for hand in HANDS_BEST_FIRST)


@pytest.mark.parametrize(
    ("line", "index"),
    [
        ("Bits 19-16 indicate the rank of the top card in the hand", 0),
        ("Bits 15-12 indicate the rank of the second card in the hand", 1),
        ("Bits 11-8 indicate the rank of the third card in the hand", 2),
        ("Bits 7-4 indicate the rank of the fourth card in the hand", 3),
        ("Bits 3-0 indicate the rank of the fifth card in the hand", 4),
    ],
)
def test_the_five_ranks(line, index):
    """Bits 19-16 … Bits 3-0 indicate the rank of the top card … the fifth card in the hand."""
    highest, lowest = map(int, line.split()[1].split("-"))
    assert (highest, lowest) == (19 - 4 * index, 16 - 4 * index)
    for hand in HANDS_BEST_FIRST:
        assert pokerval(hand) >> lowest & 0xF in {hand[index].rank, 1}


def test_numbers_of_the_ranks():
    """14 Ace, 13 King, 12 Queen, 11 Jack, 10-2 Ten-Two"""
    for rank, number in zip("AKQJT98765432", range(14, 1, -1), strict=True):
        assert nibbles(pokerval(f"{rank}h")) == [number, 0, 0, 0, 0]


def test_a_low_ace():
    """1 Ace (in lo straight)"""
    assert nibbles(pokerval("Ah 2d 3c 4s 5h")) == nibbles(pokerval("Ah 2h 3h 4h 5h")) == [5, 4, 3, 2, 1]
    others = [hand for hand in HANDS_BEST_FIRST if {14, 2, 3, 4, 5} != {card.rank for card in hand}]
    assert all(1 not in nibbles(pokerval(hand)) for hand in others)


def test_higher_values_are_better():
    """The pokerval symbol maps every 0 to 7 card poker hand onto the 32bit number space in correct order of game
    precedence … higher values are better.
    """
    assert all(better > worse for better, worse in pairwise(map(pokerval, HANDS_BEST_FIRST)))
    for hole, board in deals(500):
        cards = hole + board
        if len(cards) >= 5:
            assert (pokerval(cards) > pokerval("7h 7d 6c 6s Ah")) == (evaluate(cards) > evaluate("7h 7d 6c 6s Ah"))


def test_the_lowest_value():
    """The lowest possible value is 0 (no cards)."""
    assert pokerval("") == 0
    assert all(pokerval((card,)) > 0 for card in CARDS)


def test_pcbits_has_five_bits():
    """Ony the lower order 5 bits are significant - one bit per card in your 5 card poker hand."""
    assert all(pcbits(hole, board) < 1 << 5 for hole, board in deals(1000))


def test_each_bit_belongs_to_a_rank_field():
    """bit4 rank5 bit3 rank4 bit2 rank3 bit1 rank2 bit0 rank1"""
    board = parse_cards("Ah Kc Qd Js 9h")
    for index, card in enumerate(board):
        assert pcbits((card,), [other for other in board if other is not card]) == 1 << 4 - index


def test_the_example():
    """In the example above pcbits would look like pcbits = 00110 because we contribute 7 and 6 in a
    98765-straight.
    """
    assert f"{pcbits(*INSIDE):05b}" == "00110"
    assert nibbles(pokerval(" ".join(INSIDE))) == [9, 8, 7, 6, 5]


def test_no_card_in_use():
    """If all bits in pcbits are zero then neither of your two cards are used in your 5 card hand."""
    assert pcbits("3c 2d", "Ah Kc Qd Js 9h") == 0
    assert pcbits("3c 2d", "Ah Kh Qh Jh 9h") == 0


def test_sucker_straight():
    """The following formula fragment will be true if you have a sucker straight: ((nstraight==5)
    && (pcbits==1))
    """

    def formula(hole, board):
        return symbols(hole, board)["nstraight"] == 5 and pcbits(hole, board) == 1

    assert formula(*SUCKER)
    assert not formula(*INSIDE)
    assert not formula("9c 2d", SUCKER[1])


def test_inside_straight():
    """The following formula fragment will be true if you are filling an inside straight: ((nstraight==5) &&
    (pcbits&14))
    """

    def formula(hole, board):
        return symbols(hole, board)["nstraight"] == 5 and bool(pcbits(hole, board) & 14)

    assert formula(*INSIDE)
    assert not formula(*SUCKER)


def test_npcbits():
    """The formula symbol npcbits contains the number of your pocket cards being used in your 5 card poker hand.
    The possible values are: 0, 1 and 2.
    """
    assert [npcbits("3c 2d", "Ah Kc Qd Js 9h"), npcbits(*SUCKER), npcbits(*INSIDE)] == [0, 1, 2]
    assert {npcbits(hole, board) for hole, board in deals(1000)} == {0, 1, 2}


# Slips and gaps, and what we do.


def test_the_ranks_are_in_bits_19_to_0():
    """Numeric values for the ranks (bits 19-1)"""
    assert pokerval("7c 5d 4s 3h 2c") == 0x75432


def test_straight_flushes_are_not_negative():
    """Straight flush = bit 31 set … higher values are better."""
    lowest = pokerval("Ah 2h 3h 4h 5h")
    assert lowest == 0x80054321
    assert lowest > pokerval("Ah Ad Ac As Kh") > 0


def test_pcbits_of_both_hole_hands_with_134842213():
    """pcbits = 00110 because we contribute 7 and 6 in a 98765-straight. (The picture has 9 8 in hand.)"""
    assert pokerval(" ".join(INSIDE)) == pokerval("9c 8s 7s 5h 6s") == 134842213
    assert (pcbits(*INSIDE), pcbits("9c 8s", "7s 5h 6s")) == (0b00110, 0b11000)


def test_the_inside_formula_finds_a_middle_slot():
    """The following formula fragment will be true if you are filling an inside straight. (Here nothing was
    inside.)
    """
    assert pcbits("9c 8s", "7s 5h 6s") & 14


def test_never_more_than_two_hole_cards_in_use():
    """The possible values are: 0, 1 and 2. (The program set two bits for the second kicker and for a deuce.)"""
    assert pcbits("Kh Qd", "5s 5h 5d Jc 2s") == 3
    assert pcbits("9h 2d", "5s 3c") == 18
    for rank in RANKS:
        assert npcbits((CARDS[4 * (rank - 2)],)) == 1
