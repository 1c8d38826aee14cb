"""The bucket of one hand, in whole numbers; the solver finds the same buckets for all hands at once.

The strength of a hand on a river is twice the number of hands that it beats plus those that it ties, 0 to 1,980.
`ircpoker.lab.training.buckets` explains the buckets.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from ircpoker.equity.range_counts import combination_number
from ircpoker.hands import evaluate_many
from ircpoker.hands.kernel import KERNEL
from ircpoker.postflop.engine.solving import hand_pairs
from ircpoker.robots.all_hands import HANDS, TURN_RIVERS, Numbers

CARDS = 52
_OPPONENTS = 990
_ORDERS = tuple(permutations(range(4)))


def texture(board: Sequence[int]) -> int:
    """Return the texture of a board of five cards, 0 to 26: flushes (3), pairs (3), straights (3)."""
    suits = [card & 3 for card in board]
    flush = max(0, max(map(suits.count, suits)) - 2)
    mask = 0
    for card in board:
        mask |= 1 << (card >> 2)
    pairs = len(board) - mask.bit_count()
    return 9 * min(flush, 2) + 3 * min(pairs, 2) + _straights()[mask]


@cache
def _straights() -> bytes:
    """Return, by mask of a board's ranks, how near they are to a straight, 0 to 2."""
    masks = [mask << 1 | mask >> 12 for mask in range(1 << 13)]  # the ace is low, too
    return bytes([min(2, max(0, max((mask >> low & 31).bit_count() for low in range(10)) - 2)) for mask in masks])


def river_strength(hole: Sequence[int], board: Sequence[int]) -> int:
    """Return the strength of a hand on a board of five cards."""
    if KERNEL is not None:
        strength, _ = KERNEL.hole_strengths(bytes(hole), bytes(board))
        return int(strength)
    return int(strengths(hole, np.array([board], np.uint8))[0])


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
    of_boards: Numbers = 2 * (others > own).sum(axis=1) + (others == own).sum(axis=1)
    return of_boards


@cache
def _pairs() -> NDArray[np.intp]:
    """Return all pairs of indices of 45 cards."""
    return np.array([(low, high) for high in range(45) for low in range(high)])


def turn_sums(hole: Sequence[int], board: Sequence[int]) -> tuple[int, int]:
    """Return the sum of a hand's strengths over all rivers, and their spread, count * sum of squares − sum²."""
    if KERNEL is not None:
        total, squares = KERNEL.hole_strengths(bytes(hole), bytes(board))
        return total, TURN_RIVERS * squares - total * total
    gone = {*hole, *board}
    rivers = [card for card in range(CARDS) if card not in gone]
    boards = np.empty((len(rivers), 5), np.uint8)
    boards[:, :4] = board
    boards[:, 4] = rivers
    of_rivers = strengths(hole, boards)
    total = int(of_rivers.sum())
    return total, TURN_RIVERS * int((of_rivers * of_rivers).sum()) - total * total


@cache
def _permuted() -> NDArray[np.int64]:
    """Return the hand that each order of suits makes of each hand: [order][hand]."""
    return np.array(
        [
            [
                combination_number(low & ~3 | order[low & 3], high & ~3 | order[high & 3])
                for high in range(CARDS)
                for low in range(high)
            ]
            for order in _ORDERS
        ]
    )


@cache
def _flops() -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the canonical flop of each flop, by index, and the index in `_ORDERS` of the order that leads to it.

    It is the first of the flops that differ only in suits.
    """
    cards = np.array(list(combinations(range(CARDS), 3)))
    indices = np.stack([_indices(cards & ~3 | np.array(order)[cards & 3]) for order in _ORDERS])
    orders = np.empty(len(cards), np.intp)
    first = np.empty_like(orders)
    orders[indices[0]], first[indices[0]] = indices.argmin(axis=0), indices.min(axis=0)
    return first, orders


def _indices(flops: Numbers) -> Numbers:
    """Return the index of each flop, a row of three cards, among all flops."""
    low, middle, high = np.sort(flops, axis=1).T
    indices: Numbers = high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low
    return indices


def flop_index(hole: Sequence[int], flop: Sequence[int]) -> tuple[int, int]:
    """Return the indices of a hand in a table of flops that differ in more than suits.

    Args:
        hole: two card codes.
        flop: three card codes.

    Returns:
        The index of the canonical flop, and the hand's number there; hands that differ only in suits share a number.
    """
    firsts, orders = _flops()
    low, middle, high = sorted(flop)
    index = high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low
    order = _ORDERS[orders[index]]
    canonical = tuple(sorted([card & ~3 | order[card & 3] for card in flop]))
    first, second = hole
    hand = combination_number(first & ~3 | order[first & 3], second & ~3 | order[second & 3])
    return int(firsts[index]), _numbers_on(canonical)[hand]


@lru_cache(maxsize=2048)
def _numbers_on(flop: tuple[int, ...]) -> array[int]:
    """Return the number of each hand on a canonical flop; any number for hands that hold a card of the flop."""
    images = _indices(np.array([[card & ~3 | order[card & 3] for card in flop] for order in _ORDERS]))
    leaders = _permuted()[images == images.min()].min(axis=0)
    is_live = (hand_pairs()[:, :, None] != np.array(flop)).all(axis=(1, 2))
    is_first = np.zeros(HANDS, bool)
    is_first[leaders[is_live]] = True
    return array("H", (np.cumsum(is_first)[leaders] - 1).clip(0).astype(np.uint16).tobytes())
