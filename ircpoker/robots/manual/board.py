"""The effect of the board on the strategy variables.

The document says that they "vary depending on the information returned by the draw function", but not how. Here a hand
that the board makes for everybody is worth nothing, and a dangerous board raises the hand that a call or a raise needs.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ircpoker.cards import Card
from ircpoker.hands import evaluate_unchecked
from ircpoker.robots.manual.variables import manual_class
from ircpoker.systems.manual import Draw, draw, evaluate

TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE = (digit * 10**10 for digit in (3, 4, 5, 6, 7))
NO_FLOOR = 0
_WHOLE_BOARD = 5
_CLASS_OF_PAIRED = {3: (1, 2, 4), 4: (1, 2, 3, 4, 8)}
"""By number of board cards: the board's class for each value of `paired`."""
_FOUR_TO_A_STRAIGHT = {4: range(5, 9), 5: range(4, 8)}
"""By number of board cards: the values of `straight` that mean four cards to one."""


class Floors(NamedTuple):
    """The least hands with which to call and to raise on a board, as numbers of the manual's `evaluate`."""

    call: int = NO_FLOOR
    raise_: int = NO_FLOOR


class Board(NamedTuple):
    """The facts about a board that change the robot's play.

    Attributes:
        cards: no cards, or 3 to 5.
        made: the class digit of the hand that the board makes for everybody; with 3 or 4 cards only equal ranks count.
            0 before the flop.
        floors: the highest floors that apply.
    """

    cards: tuple[Card, ...]
    made: int
    floors: Floors


@lru_cache(maxsize=64)
def read_board(cards: tuple[Card, ...]) -> Board:
    """Return the facts about a board.

    Args:
        cards: no cards, or 3 to 5.

    Returns:
        Its class and floors.

    Examples:
        >>> from ircpoker.cards import parse_cards
        >>> read_board(parse_cards("9h 9c 4s")).floors, read_board(parse_cards("Kc 7s 2d")).floors
        (Floors(call=30000000000, raise_=40000000000), Floors(call=0, raise_=0))
    """
    if not cards:
        return Board(cards, 0, Floors())
    drawn = draw(cards)
    size = len(cards)
    made = manual_class(evaluate(cards)) if size == _WHOLE_BOARD else _CLASS_OF_PAIRED[size][drawn.paired]
    calls, raises = zip(Floors(), *_floors(size, made, drawn), strict=True)
    return Board(cards, made, Floors(max(calls), max(raises)))


def _floors(size: int, made: int, drawn: Draw) -> Iterator[Floors]:
    if made == 2:
        yield Floors(TWO_PAIR, TRIPS)
    if made == 3:
        yield Floors(STRAIGHT, FULL_HOUSE)
    if made == 4:
        yield Floors(FULL_HOUSE, FULL_HOUSE)
    if drawn.straight in _FOUR_TO_A_STRAIGHT.get(size, ()):
        yield Floors(TRIPS, STRAIGHT)
    if drawn.flush == 3:
        yield Floors(STRAIGHT, FLUSH)
    if size == _WHOLE_BOARD and (drawn.straight == 8 or drawn.flush == 4):
        yield Floors(NO_FLOOR, FULL_HOUSE)


def is_bare(hole_cards: tuple[Card, ...], board: Board) -> bool:
    """Return whether a hand is no better than the one that the board makes for everybody.

    Args:
        hole_cards: two cards.
        board: a board of 3 to 5 cards.

    Returns:
        Whether the hand has the board's class and its pair, two pair or trips, or in the other classes is the board's
        own hand.
    """
    cards = hole_cards + board.cards
    if manual_class(evaluate(cards)) != board.made:
        return False
    if board.made in {2, 4}:
        return True  # the hand's one pair, or its trips, can only be the board's
    if board.made == 3:
        return _paired_ranks(cards)[:2] == _paired_ranks(board.cards)[:2]
    if len(board.cards) < _WHOLE_BOARD:
        return board.made == 8  # high cards are not a hand yet, and quads are the board's whatever the fifth card
    return evaluate_unchecked(cards) == evaluate_unchecked(board.cards)


def _paired_ranks(cards: tuple[Card, ...]) -> list[int]:
    """Return the ranks that are there twice, high to low."""
    ranks = [int(card.rank) for card in cards]
    return sorted({rank for rank in ranks if ranks.count(rank) > 1}, reverse=True)
