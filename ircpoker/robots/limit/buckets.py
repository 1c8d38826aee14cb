"""The bucket of one hand, in whole numbers: the same as the solver finds for all hands at once.

The strength of a hand on a river is twice the number of hands that it beats plus those that it ties, 0 to 1,980. What
the numbers mean: `ircpoker.solver.buckets`.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from ircpoker.hands import evaluate_many

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]

CARDS = 52
HANDS = 1326
TURN_RIVERS = 46
_OPPONENTS = 990
_ORDERS = tuple(permutations(range(4)))


def hand_number(first: int, second: int) -> int:
    """Return the number of two hole cards by their codes, in any order."""
    low, high = sorted((first, second))
    return high * (high - 1) // 2 + low


def kind(first: int, second: int) -> int:
    """Return the kind of two hole cards: 13 * higher rank + lower rank if suited, the other way round if not."""
    low, high = sorted((first, second))
    ranks = (high >> 2, low >> 2) if low & 3 == high & 3 else (low >> 2, high >> 2)
    return 13 * ranks[0] + ranks[1]


def texture(board: Sequence[int]) -> int:
    """Return what the five cards of a board allow, 0 to 26: flushes (3), pairs (3), straights (3)."""
    suited = max(sum(card & 3 == suit for card in board) for suit in range(4))
    ranks = {card >> 2 for card in board}
    mask = sum(2 << rank for rank in ranks) | (12 in ranks)  # the ace stands below the deuce, too
    run = max((mask >> low & 31).bit_count() for low in range(10))
    flush, pairs, straight = max(0, suited - 2), len(board) - len(ranks), max(0, run - 2)
    return 9 * min(flush, 2) + 3 * min(pairs, 2) + min(straight, 2)


def strengths(hole: Sequence[int], boards: NDArray[np.uint8]) -> Numbers:
    """Return the strength of a hand on each of some boards of five cards.

    Args:
        hole: two card codes.
        boards: one a row, without the hand's cards.
    """
    rows = np.empty((len(boards), _OPPONENTS + 1, 7), np.uint8)
    rows[:, :, 2:] = boards[:, None, :]
    rows[:, 0, :2] = hole
    for board, of_board in zip(boards.tolist(), rows, strict=True):
        gone = {*hole, *board}
        live = np.array([card for card in range(CARDS) if card not in gone], np.uint8)
        of_board[1:, :2] = live[_pairs()]
    classes = np.asarray(evaluate_many(rows.reshape(-1, 7), 7), np.int64).reshape(len(boards), -1)
    own, others = classes[:, :1], classes[:, 1:]
    found: Numbers = 2 * (others > own).sum(axis=1) + (others == own).sum(axis=1)
    return found


@cache
def _pairs() -> NDArray[np.intp]:
    """Return the places of two of 45 cards."""
    return np.array([(low, high) for high in range(45) for low in range(high)])


def turn_sums(hole: Sequence[int], board: Sequence[int]) -> tuple[int, int]:
    """Return the sum of a hand's strengths over all rivers, and their spread: count * sum of squares − sum²."""
    gone = {*hole, *board}
    rivers = [card for card in range(CARDS) if card not in gone]
    boards = np.empty((len(rivers), 5), np.uint8)
    boards[:, :4] = board
    boards[:, 4] = rivers
    found = strengths(hole, boards)
    total = int(found.sum())
    return total, TURN_RIVERS * int((found * found).sum()) - total * total


@cache
def _permuted() -> NDArray[np.int64]:
    """Return where each order of suits takes each hand: [order][hand]."""
    return np.array(
        [
            [
                hand_number(low & ~3 | order[low & 3], high & ~3 | order[high & 3])
                for high in range(CARDS)
                for low in range(high)
            ]
            for order in _ORDERS
        ]
    )


def _place(cards: Sequence[int]) -> int:
    """Return the place of a flop among all of them."""
    low, middle, high = sorted(cards)
    return high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low


def _images(flop: Sequence[int]) -> list[int]:
    """Return the place of the flop under each order of suits."""
    return [_place([card & ~3 | order[card & 3] for card in flop]) for order in _ORDERS]


def flop_place(hole: Sequence[int], flop: Sequence[int]) -> tuple[int, int]:
    """Return where a table of hands on flops, up to the names of suits, has a hand.

    Args:
        hole: two card codes.
        flop: three.

    Returns:
        The place of the canonical flop, the first of those that are one; and the hand's number among the hands there,
        those that are one with one number.
    """
    images = _images(flop)
    first = min(images)
    order = _ORDERS[images.index(first)]
    cards = [card & ~3 | order[card & 3] for card in flop]
    hand = hand_number(*(card & ~3 | order[card & 3] for card in hole))
    same = [number for number, image in enumerate(_images(cards)) if image == first]
    leaders = _permuted()[same].min(axis=0)
    live = [number for number, pair in enumerate(_all_hands()) if not set(pair) & set(cards)]
    return first, int(np.searchsorted(np.unique(leaders[live]), leaders[hand]))


@cache
def _all_hands() -> tuple[tuple[int, int], ...]:
    return tuple([(low, high) for high in range(CARDS) for low in range(high)])
