"""pokerval, pcbits and npcbits: vectors, order, and the hole cards in use."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given

from ircpoker.errors import CardCountError, DuplicateCardError, InvalidCardError
from ircpoker.hands import Category, evaluate
from ircpoker.systems.openholdem import CONSTANTS, npcbits, pcbits, pokerval
from ircpoker.systems.openholdem.pokerval import CLASS_MASK
from tests.systems.hands import EVALUATED, HANDS_BEST_FIRST, VECTORS, cards, relabel, suit_changes

# The table of section 5.2 of the systems' specification: hole, board, pokerval, pcbits.
TABLE = [
    ("", "", 0x00000000, 0),
    ("7h 7d", "7s", 0x04077700, 24),
    ("Ah Kc", "Qd Js Th", 0x080EDCBA, 24),
    ("7h 6c", "9d 8s 5h 2c Kd", 0x08098765, 6),
    ("9h Kd", "9d 8s 7h 6c 5d", 0x08098765, 16),
    ("8h 8c", "8d 6s 6h", 0x20088866, 24),
    ("Kh 2d", "8s 8h 8d 8c 5s", 0x4008888D, 1),
    ("Ah Ad", "Kc Kd Qc Qd 7h", 0x020EEDDC, 24),
    ("2c", "", 0x00020000, 16),
    ("9h 2d", "5s 3c", 0x00095320, 18),
    ("Ah 2h", "3h 4h 5h", 0x80054321, 3),
    ("9c 8s", "7s 5h 6s", 0x08098765, 24),
    ("4c 2d", "8h 7s 6c 5d Kh", 0x08087654, 1),
    ("5c 5d", "7s 7h 7d 5h Ks", 0x20077755, 3),
    ("Ah 4h", "Kh 9h 7h 3h 2h", 0x100ED974, 17),
    ("Kh Qd", "5s 5h 5d Jc 2s", 0x040555DC, 3),
    # and: fives with an ace are no ace-low straight, an ace that is, cards of the wrong suit, a pair in one slot
    ("5c 5d", "5s 5h Ah", 0x4005555E, 24),
    ("5c 5d", "5s Ah", 0x040555E0, 24),
    ("5c 5d", "5s Ah Ad", 0x200555EE, 24),
    # four cards and fewer: quads, two pair, a pair
    ("5c 5d", "5s 5h", 0x40055550, 24),
    ("Ac Ad", "As Ah", 0x400EEEE0, 24),
    ("2c", "2d 2h 2s", 0x40022220, 16),
    ("5c 5d", "7s 7h", 0x02077550, 6),
    ("5c 5d", "7s", 0x01055700, 24),
    ("Ac 5d", "4s 3h 2h", 0x08054321, 17),
    ("Ac Kc", "Ah Kh 9h 7h 3h", 0x100ED973, 0),
    ("Kc Kd", "Ah Qs Js Th 2h", 0x080EDCBA, 8),
    ("Ah Kh", "Qh Jh Th", 0x800EDCBA, 24),
]


@pytest.mark.parametrize(("hole", "board", "number", "bits"), TABLE)
def test_the_table(hole, board, number, bits):
    assert pokerval(f"{hole} {board}") == number
    assert pcbits(hole, board) == bits
    assert npcbits(hole, board) == bits.bit_count()


def test_every_vector():
    assert len(VECTORS["openholdem"]) == 39
    for vector in VECTORS["openholdem"]:
        hole, board = " ".join(vector["hole"]), " ".join(vector["board"])
        assert pokerval(f"{hole} {board}") == vector["pokerval"], vector
        assert pcbits(hole, board) == vector["pcbits"], vector
    small = [vector for vector in EVALUATED if vector["n"] <= 7]
    assert len(small) == 919
    assert all(pokerval(vector["cards"]) == vector["pokerval"] for vector in small)


@pytest.mark.slow(1)
def test_the_numbers_order_hands_as_the_classes_do():
    numbers = [pokerval(hand) for hand in HANDS_BEST_FIRST]
    assert len(numbers) == 7462
    assert all(better > worse for better, worse in pairwise(numbers))
    assert numbers[0] == CONSTANTS["royalflush"]
    assert all(0 < number < 1 << 32 and number & 0x00F00000 == 0 for number in numbers)


@pytest.mark.slow(1)
def test_the_class_bits_are_the_constants_of_their_names():
    classes = {evaluate(hand).category: pokerval(hand) & CLASS_MASK for hand in HANDS_BEST_FIRST}
    assert classes.pop(Category.ROYAL_FLUSH) == CONSTANTS["straightflush"]
    assert classes.pop(Category.HIGH_CARD) == 0
    assert len(classes) == 8
    assert classes == {category: CONSTANTS[category.replace("_", "")] for category in classes}


@given(cards(6, 7))
def test_the_best_five_count(hand):
    assert pokerval(hand) == max(map(pokerval, combinations(hand, 5)))


@given(cards(0, 6))
def test_one_more_card_never_lowers_it(hand):
    assert pokerval(hand) >= pokerval(hand[:-1])


@given(cards(0, 7), suit_changes)
def test_order_and_suits_change_nothing(hand, suits):
    assert pokerval(hand) == pokerval(hand[::-1]) == pokerval(relabel(hand, suits))
    hole, board = hand[:2], hand[2:]
    assert pcbits(hole, board) == pcbits(hole[::-1], board[::-1]) == pcbits(relabel(hole, suits), relabel(board, suits))


@given(cards(5, 7))
def test_the_number_of_hole_cards_in_use(hand):
    hole, board = hand[:2], hand[2:]
    best = evaluate(hand)
    fives = [five for five in combinations(hand, 5) if evaluate(five) == best]
    assert npcbits(hole, board) == max(len({*hole} & {*five}) for five in fives)


@given(cards(0, 7))
def test_each_bit_marks_the_rank_of_a_hole_card(hand):
    hole, board = hand[:2], hand[2:]
    number, bits = pokerval(hand), pcbits(hole, board)
    ranks = [number >> 4 * bit & 15 for bit in range(5) if bits >> bit & 1]
    held = [card.rank for card in hole]
    assert all(14 in held if rank == 1 else rank in held for rank in ranks)
    assert len(ranks) == npcbits(hole, board) <= len(hole)


def test_few_cards_make_no_straight_or_flush():
    for few in ("Ah Kh Qh Jh", "5h 4h 3h 2h"):
        assert pokerval(few) >> 24 == 0


def test_the_constants_that_no_pokerval_reaches() -> None:
    """OpenHoldem's formulas may compare with them: a hand without a pair exceeds `hicard`, none is `fiveofakind`."""
    assert CONSTANTS["hicard"] == 1
    assert CONSTANTS["fiveofakind"] == 0xFF000000


def test_every_four_of_a_kind_of_four_cards() -> None:
    """Each is below the same quads with any kicker, and above all quads of the next lower rank."""
    fours = [pokerval(f"{rank}c {rank}d {rank}h {rank}s") for rank in "23456789TJQKA"]
    assert fours == [CONSTANTS["fourofakind"] + 0x11110 * rank for rank in range(2, 15)]
    assert fours[0] < pokerval("2c 2d 2h 2s 3c") < fours[1]


def test_bad_cards_are_refused():
    with pytest.raises(CardCountError, match="8 cards given: expected 0 to 7"):
        pokerval("2h 3h 4h 5h 6h 7h 8h 9h")
    with pytest.raises(CardCountError, match="3 cards given: expected 0 to 2 hole cards"):
        pcbits("2h 3h 4h")
    with pytest.raises(CardCountError, match="6 cards given: expected 0 to 5 board cards"):
        npcbits("", "2h 3h 4h 5h 6h 7h")
    with pytest.raises(DuplicateCardError, match="2h"):
        pcbits("2h 3h", "4h 5h 2h")
    with pytest.raises(InvalidCardError):
        pokerval("1h")
