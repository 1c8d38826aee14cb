"""The Poker Site Manual: eleven digits, and what a board draws to."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given

from ircpoker.cards import RANKS, SUITS, card_of, parse_cards
from ircpoker.errors import CardCountError, DuplicateCardError, InvalidCardError
from ircpoker.hands import Category
from ircpoker.hands import evaluate as evaluate_hand
from ircpoker.systems.manual import Draw, DrawHigh, answer_draw, draw, evaluate
from tests.systems.hands import HANDS_BEST_FIRST, VECTORS, cards, relabel, suit_changes

STRAIGHTS = [set(range(low, low + 5)) for low in range(2, 11)] + [{14, 2, 3, 4, 5}]


def test_every_vector():
    assert (len(VECTORS["manual"]), len(VECTORS["draw"])) == (26, 22)
    for hand, number in VECTORS["manual"].items():
        assert evaluate(hand) == evaluate(parse_cards(hand)[::-1]) == number
    for board, four in VECTORS["draw"].items():
        found = draw(board)._asdict()
        assert {key: found[key] for key in four} == four


# The examples of section 2.1 of the systems' specification that are not among the vectors, and 7 of 6 cards.
@pytest.mark.parametrize(
    ("hand", "number"),
    [
        ("7c 5s 4h 3d 2c", 11715141312),
        ("Ah Kh Qh Jh 9h", 62400000000),
        ("Ah Qh Jh 9h 8h", 62400000000),
        ("5h 4h 3h 2h Ah", 91500000000),
        ("5h 4h 3h 2h Ah 6h", 91600000000),
        ("9c 8s 7s 5h 6s 2d 2c", 51900000000),
        ("9c 9s 9h 2h 2s 2d", 71912000000),
    ],
)
def test_more_numbers(hand, number):
    assert evaluate(hand) == number


@pytest.mark.slow(1)
def test_the_number_follows_the_order_except_for_flushes():
    numbers = [evaluate(hand) for hand in HANDS_BEST_FIRST]
    values = [evaluate_hand(hand) for hand in HANDS_BEST_FIRST]
    assert all(len(str(number)) == 11 for number in numbers)
    for (better, worse), (high, low) in zip(pairwise(numbers), pairwise(values), strict=True):
        if high.category is low.category is Category.FLUSH and high.ranks[0] == low.ranks[0]:
            assert better == worse
        else:
            assert better > worse
    assert len(set(numbers)) == 7462 - 1277 + 8


def test_the_numbers_of_two_cards_are_in_order():
    pairs = [evaluate((card_of(rank, 0), card_of(rank, 1))) for rank in RANKS]
    others = [evaluate((card_of(high, 0), card_of(low, 0))) for high in RANKS for low in RANKS if low < high]
    assert pairs == sorted(pairs)
    assert others == sorted(others)
    assert others[0] == 11312000000
    assert max(others) < min(pairs)


@given(cards(5, 7), suit_changes)
def test_order_and_suits_change_no_number(hand, suits):
    assert evaluate(hand) == evaluate(hand[::-1]) == evaluate(relabel(hand, suits))


@given(cards(6, 7))
def test_the_best_five_count(hand):
    assert evaluate(hand) == max(map(evaluate, combinations(hand, 5)))


# The table of section 2.2 of the systems' specification: board, the four answers, the high of each.
BOARDS = [
    ("9h 8d 6c", (3, 0, 0, 0), (9, 0, 0, 0)),
    ("9h 7d 4c", (1, 0, 0, 0), (9, 0, 0, 0)),
    ("Ah 2h 3d", (4, 1, 0, 1), (3, 14, 0, 2)),
    ("Kh 7d 2c", (0, 0, 0, 0), (0, 0, 0, 0)),
    ("9h 8h 6d 5c", (6, 1, 0, 1), (9, 9, 0, 9)),
    ("9h 9d 8c 8s", (1, 0, 2, 0), (9, 0, 9, 0)),
    ("9h 9d 9c 8s 8h", (0, 1, 4, 0), (0, 9, 9, 0)),
    ("9h 9d 9c 9s 2h", (0, 1, 5, 0), (0, 9, 9, 0)),
    ("Kh Jh 9h 4h 2h", (1, 4, 0, 1), (13, 13, 0, 13)),
    ("9h 8h 7h 6h 5h", (8, 4, 0, 8), (9, 9, 0, 9)),
    ("9h 7h 6h 5h 2d", (6, 3, 0, 6), (9, 9, 0, 9)),
    ("5h 4h 2h Ah Kd", (5, 3, 0, 5), (5, 14, 0, 5)),
    # and: trips below their pair, two commonest suits, two best groups, three of four the same, quads alone
    ("9h 9d 9c Ks Kh", (0, 1, 4, 0), (0, 13, 9, 0)),
    ("9h 4h 8d Kd", (1, 1, 0, 0), (9, 13, 0, 0)),
    ("3h 2d 9s 8c", (1, 0, 0, 0), (9, 0, 0, 0)),
    ("3h 3d 3s 2c", (1, 0, 3, 0), (3, 0, 3, 0)),
    ("Ah Ad Ac As", (0, 0, 4, 0), (0, 0, 14, 0)),
    ("Kh Ah 4d", (1, 1, 0, 1), (14, 14, 0, 14)),
]


@pytest.mark.parametrize(("board", "four", "high"), BOARDS)
def test_boards(board, four, high):
    assert draw(board) == Draw(*four, DrawHigh(*high))
    assert answer_draw(board).json == {
        "system": "draw",
        **dict(zip(DrawHigh._fields, four, strict=True)),
        "high": dict(zip(DrawHigh._fields, high, strict=True)),
    }


# The printed table: the gaps of a group from low to high, and its value on 3, 4 and 5 cards (None: not in it).
GROUPS = [
    ("0", 1, 1, None),
    ("12", 1, 1, None),
    ("21", 1, 1, None),
    ("02", 2, 2, 1),
    ("20", 2, 2, 1),
    ("11", 2, 2, 1),
    ("01", 3, 3, 2),
    ("10", 3, 3, 2),
    ("00", 4, 4, 3),
    ("100", None, 5, 4),
    ("010", None, 6, 5),
    ("001", None, 7, 6),
    ("000", None, 8, 7),
    ("0000", None, None, 8),
]


@pytest.mark.parametrize(("gaps", "three", "four", "five"), GROUPS)
@pytest.mark.parametrize("lowest", [2, 5, 9, 14])
def test_each_group_of_the_table_on_each_board(gaps, three, four, five, lowest):
    group = [1 if lowest == 14 else lowest]
    for gap in gaps:
        group.append(group[-1] + int(gap) + 1)
    in_hearts = [card_of(rank, 2) for rank in [lowest, *group[1:]]]
    others = [card_of(lowest, suit) for suit in (0, 1, 3)]  # the same rank again makes no new group
    for count, value in ((3, three), (4, four), (5, five)):
        if count >= len(group):
            found = draw(in_hearts + others[: count - len(group)])
            assert (found.straight, found.sf) == (value or 0, value or 0)
            assert (found.high.straight, found.high.sf) == (group[-1], group[-1]) if value else (0, 0)


def test_five_cards_to_a_straight_or_four_or_three():
    """The table once more, by the number of further ranks that make a straight."""
    for count in (3, 4, 5):
        for ranks in combinations(RANKS, count):
            straight = draw([card_of(rank, index % 4) for index, rank in enumerate(ranks)]).straight
            fullest = max(len(straight_ranks & set(ranks)) for straight_ranks in STRAIGHTS)
            least = {3: {3: 2}, 4: {3: 2, 4: 5}, 5: {3: 1, 4: 4, 5: 8}}[count]
            assert straight >= least.get(fullest, 0), ranks
            assert straight < least.get(fullest + 1, 9), ranks


@given(cards(3, 5), suit_changes)
def test_order_and_suits_change_no_draw(board, suits):
    assert draw(board) == draw(board[::-1]) == draw(relabel(board, suits))


@given(cards(3, 5))
def test_relations_of_the_four_answers(board):
    found = draw(board)
    assert found.sf <= found.straight
    assert (found.sf > 0) <= (found.flush > 0)
    assert found.flush == max(sum(card.suit == suit for card in board) for suit in SUITS) - 1
    assert all((value == 0) == (high == 0) for value, high in zip(found[:4], found.high, strict=True))
    distinct = len({card.rank for card in board})
    assert (found.paired == 0) == (distinct == len(board))


@given(cards(5, 5))
def test_a_whole_hand_on_the_board(board):
    category = evaluate_hand(board).category
    flushes = {Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH}
    found = draw(board)
    assert (found.flush == 4) == (category in flushes)
    assert (found.sf == 8) == (category in flushes - {Category.FLUSH})
    assert (found.straight == 8) == (category in flushes - {Category.FLUSH} | {Category.STRAIGHT})
    paired = {"one_pair": 1, "two_pair": 2, "three_of_a_kind": 3, "full_house": 4, "four_of_a_kind": 5}
    assert found.paired == paired.get(category, 0)


def test_bad_cards_are_refused():
    with pytest.raises(CardCountError, match=r"3 cards given: expected 2, 5, 6 or 7"):
        evaluate("Ah Kh Qh")
    with pytest.raises(CardCountError, match="2 cards given: expected 3 to 5"):
        draw("Ah Kh")
    for function in (evaluate, draw):
        with pytest.raises(DuplicateCardError):
            function("Ah Kh Qh Jh Ah")
        with pytest.raises(InvalidCardError):
            function("Xx")
