"""The hand that the board makes for everybody, and the hands that it requires."""

import random
from itertools import combinations

import pytest

from ircpoker.cards import CARDS, parse_cards
from ircpoker.hands import Category, evaluate
from ircpoker.robots.manual.board import Floors, is_bare, read_board

TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE = (digit * 10**10 for digit in (3, 4, 5, 6, 7))


@pytest.mark.parametrize(
    ("board", "made", "call", "raise_"),
    [
        ("", 0, 0, 0),
        ("Kc 7s 2d", 1, 0, 0),
        ("Kc 7c 2c", 1, 0, 0),
        ("9h 9c 4s", 2, TWO_PAIR, TRIPS),
        ("9h 9c 9s", 4, FULL_HOUSE, FULL_HOUSE),
        ("9h 9c 4s Kd", 2, TWO_PAIR, TRIPS),
        ("9h 9c 4s 4d", 3, STRAIGHT, FULL_HOUSE),
        ("9h 9c 9s 4d", 4, FULL_HOUSE, FULL_HOUSE),
        ("9h 9c 9s 9d", 8, 0, 0),
        ("9h 8c 7s 5d", 1, TRIPS, STRAIGHT),
        ("9h 8c 6s 5d", 1, TRIPS, STRAIGHT),
        ("9h 7c 6s 5d", 1, TRIPS, STRAIGHT),
        ("9h 8c 7s 6d", 1, TRIPS, STRAIGHT),
        ("9h 8c 7s 4d", 1, 0, 0),
        ("Ks 7s 2s Js", 1, STRAIGHT, FLUSH),
        ("9s 8s 7s 6s", 1, STRAIGHT, FLUSH),
        ("9h 8c 7s 5d Kc", 1, TRIPS, STRAIGHT),
        ("9h 8c 7s 6d Kc", 1, TRIPS, STRAIGHT),
        ("9h 8c 7s 3d Kc", 1, 0, 0),
        ("9h 9c 8s 7d 6c", 2, TRIPS, STRAIGHT),
        ("9s 9c 8s 7s 6s", 2, STRAIGHT, FLUSH),
        ("9h 9c 4s 4d Kc", 3, STRAIGHT, FULL_HOUSE),
        ("9h 9c 9s 4d Kc", 4, FULL_HOUSE, FULL_HOUSE),
        ("9h 8c 7s 6d 5c", 5, 0, FULL_HOUSE),
        ("Ks 7s 2s Js 4s", 6, 0, FULL_HOUSE),
        ("9h 9c 9s 4d 4c", 7, 0, 0),
        ("9h 9c 9s 9d 4c", 8, 0, 0),
        ("9s 8s 7s 6s 5s", 9, 0, FULL_HOUSE),
    ],
)
def test_class_and_floors(board, made, call, raise_):
    found = read_board(parse_cards(board))
    assert (found.made, found.floors) == (made, Floors(call, raise_))


@pytest.mark.parametrize(
    ("hole", "board", "bare"),
    [
        ("Ah Kd", "9h 9c 4s", True),
        ("Ah 4d", "9h 9c 4s", False),
        ("9d 4d", "9h 9c 4s", False),
        ("Ah Kd", "9h 9c 9s", True),
        ("Ah Ad", "9h 9c 9s", False),
        ("Ah Kd", "9h 7c 4s", False),
        ("Ah Kd", "9h 9c 4s 4d", True),
        ("4h Kd", "9h 9c 4s 4d", False),
        ("Kh Kd", "9h 9c 4s 4d", False),
        ("3h 3d", "9h 9c 4s 4d", True),
        ("Ah Kd", "9h 9c 9s 9d", True),
        ("Ah Kd", "9h 9c 9s 9d 4c", False),
        ("Qh Jd", "9h 9c 9s 9d Ac", True),
        ("3h 2d", "Ac Kh 9s 8d 6c", True),
        ("Th 2d", "Ac Kh 9s 8d 6c", False),
        ("Ah 2d", "9d 8s 7h 6c 5d", True),
        ("Th 2d", "9d 8s 7h 6c 5d", False),
        ("2h 3d", "Ks 7s 4s Js 5s", True),
        ("2s 3d", "Ks 7s 4s Js 5s", True),
        ("6s 3d", "Ks 7s 4s Js 5s", False),
        ("Ah Kd", "9h 9c 9s 4d 4c", True),
        ("Ah Ad", "9h 9c 9s 4d 4c", False),
        ("Ah Kd", "Ts Js Qs Ks As", True),
    ],
)
def test_bare_hands(hole, board, bare):
    assert is_bare(parse_cards(hole), read_board(parse_cards(board))) is bare


def own_part(hole, board):
    """Return, computed differently from the robot, whether the hand beats the board's own hand.

    The made part, the cards that stand before the kickers, is looked for on the board alone; where all five
    cards count, the hand must beat the board.
    """
    value = evaluate(hole + board)
    sizes = {Category.ONE_PAIR: 2, Category.THREE_OF_A_KIND: 3, Category.TWO_PAIR: 4, Category.FOUR_OF_A_KIND: 4}
    ranks = [card.rank for card in board]
    if value.category in sizes and (len(board) < 5 or value.category is not Category.FOUR_OF_A_KIND):
        made = value.ranks[: sizes[value.category]]
        return any(ranks.count(rank) < made.count(rank) for rank in made)
    return len(board) < 5 or value != evaluate(board)


def test_a_bare_hand_is_the_boards_hand():
    rng = random.Random(7)
    seen = {True: 0, False: 0}
    # Few ranks, so that boards with something on them are common.
    narrow = [card for card in CARDS if card.rank >= 9]
    for _ in range(3000):
        size = rng.choice((3, 4, 5))
        cards = rng.sample(narrow, size + 2)
        hole, board = tuple(cards[:2]), tuple(cards[2:])
        bare = is_bare(hole, read_board(board))
        assert bare is not own_part(hole, board), (hole, board)
        seen[bare] += 1
    assert min(seen.values()) > 300


def test_any_four_of_five_ranks_in_a_row_are_four_to_a_straight():
    for board in combinations(parse_cards("9h 8c 7s 6d 5h"), 4):
        assert read_board(board).floors == Floors(TRIPS, STRAIGHT)
