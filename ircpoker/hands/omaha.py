"""Omaha hands: exactly two of the hole cards and exactly three of the board."""

from __future__ import annotations

from array import array
from itertools import combinations
from typing import TYPE_CHECKING, Any

from ircpoker.cards import CARDS, MOST_CARDS, Card, check_distinct, format_count, read_cards
from ircpoker.errors import CardCountError
from ircpoker.hands.evaluator import evaluate_unchecked
from ircpoker.hands.kernel import KERNEL
from ircpoker.hands.many import answer_like, codes_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    import numpy as np
    from numpy.typing import NDArray
    from typing_extensions import Buffer

    from ircpoker.hands.values import HandValue

HOLE_COUNTS = (2, 6)
"""The fewest and the most hole cards: Omaha has four, its larger forms five or six."""
BOARD_COUNTS = (3, 5)


def evaluate_omaha(hole: Collection[Card | int | str], board: Collection[Card | int | str], /) -> HandValue:
    """Return the value of the best hand of two hole cards and three of the board.

    Args:
        hole: 2 to 6 cards, their codes or names, or all in one text that `parse_cards` reads.
        board: 3 to 5 cards in the same forms.

    Raises:
        CardCountError: too few or too many cards.
        DuplicateCardError: the same card twice.
        InvalidCardError: text that is not a card, or a number that is not a card code.

    Examples:
        With the ace of hearts as the only heart in the hand, the hand has no flush:

        >>> print(evaluate_omaha("Ah Kd Kc 2s", "Qh Jh 9h 4h 3c"))
        One Pair, Kings, Queen Kicker
    """
    value: HandValue | None = None if KERNEL is None else KERNEL.evaluate_omaha(hole, board)
    if value is not None:
        return value
    held, shown = _cards_of(hole), _cards_of(board)
    for cards, counts in ((held, HOLE_COUNTS), (shown, BOARD_COUNTS)):
        if not counts[0] <= len(cards) <= counts[1]:
            raise CardCountError(len(cards), format_count(*counts))
    check_distinct((*held, *shown))
    return _best_of(held, shown)


def _cards_of(cards: Collection[Card | int | str]) -> tuple[Card, ...]:
    return read_cards(cards) if isinstance(cards, str) else tuple(map(Card, cards))


def _best_of(hole: Sequence[Card], board: Sequence[Card]) -> HandValue:
    triples = list(combinations(board, 3))
    return max(evaluate_unchecked(pair + triple) for pair in combinations(hole, 2) for triple in triples)


def evaluate_omaha_many(
    cards: NDArray[Any] | Buffer, hole: int, board: int = 5
) -> NDArray[np.uint16] | memoryview[int]:
    """Return the class of the best Omaha hand of each row.

    Args:
        cards: a buffer of card codes as for `evaluate_many`: in each row the hole cards, then the board.
        hole: the number of hole cards in a row, 2 to 6.
        board: the number of board cards in a row, 3 to 5.

    Returns:
        The classes of the rows, like `evaluate_many`.

    Raises:
        CardCountError: `hole` or `board` is out of range, or the buffer does not hold whole rows.
        InvalidCardError: a number that is not a card code.
        DuplicateCardError: a row holds a card twice.
        TypeError: the argument is not a buffer, or not one of whole numbers.

    Examples:
        >>> evaluate_omaha_many(bytes([50, 45, 44, 3, 42, 38, 30, 10, 4]), 4).tolist()
        [3602]
    """
    for number, counts in ((hole, HOLE_COUNTS), (board, BOARD_COUNTS)):
        if not counts[0] <= number <= counts[1]:
            raise CardCountError(number, format_count(*counts))
    width = hole + board
    codes = codes_of(cards, width)
    classes = KERNEL.evaluate_omaha_many(codes, hole, board) if KERNEL is not None else _one_by_one(codes, hole, width)
    return answer_like(cards, classes, codes, width)


def _one_by_one(codes: memoryview[int], hole: int, width: int) -> memoryview[int] | int:
    """Return the classes of the rows, or the number of the first row that is not a hand."""
    classes = array("H")
    for row in range(len(codes) // width):
        numbers = codes[row * width : (row + 1) * width].tolist()
        if max(numbers) >= MOST_CARDS or len({*numbers}) < width:
            return row
        cards = [CARDS[code] for code in numbers]
        classes.append(_best_of(cards[:hole], cards[hole:]).class_)
    return memoryview(classes)
