"""The buckets of all 1,326 hands at once, by the solver in C.

A hand of two card codes has the number `high * (high - 1) / 2 + low`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ircpoker.postflop.engine.native import solver
from ircpoker.postflop.engine.solving import hand_pairs

FileArrays = Mapping[str, NDArray[np.integer]]
Numbers = NDArray[np.int64]
Buckets = NDArray[np.uint16]

HANDS = 1326
TURN_RIVERS = 46
NOBODY = 0xFFFF
"""The number of a hand that holds a card of the board."""


@dataclass(frozen=True)
class Edges:
    """The edges of the buckets of a street: a hand on an edge belongs to the bucket above.

    Attributes:
        means: the edges between groups, by sum; one fewer than groups.
        spreads: the edges within each group; [group, edge].
    """

    means: Numbers
    spreads: Numbers

    def find(self, sums: Numbers, spreads: Numbers) -> Buckets:
        """Return the buckets of hands."""
        groups = np.searchsorted(self.means, sums, side="right")
        parts = self.spreads.shape[1] + 1
        buckets = groups * parts
        for part in range(parts - 1):
            buckets += self.spreads[groups, part] <= spreads
        of_hands: Buckets = buckets.astype(np.uint16)
        return of_hands


def kind(first: int, second: int) -> int:
    """Return the kind of two hole cards: 13 * higher rank + lower rank if suited, the other way round if not."""
    low, high = sorted((first, second))
    ranks = (high >> 2, low >> 2) if low & 3 == high & 3 else (low >> 2, high >> 2)
    return 13 * ranks[0] + ranks[1]


def kinds_of_hands() -> NDArray[np.int64]:
    """Return the kind of each hand."""
    return np.array([kind(low, high) for low, high in hand_pairs().tolist()])


def hand_buckets(arrays: FileArrays, board: bytes) -> Buckets:
    """Return the bucket of every hand on a board, 0 for those that hold one of its cards.

    Args:
        arrays: the arrays of a strategy file.
        board: no card codes, or three, four or five.
    """
    if not board:
        return kinds_of_hands().astype(np.uint16)
    if len(board) == 3:
        return _on_flop(arrays, board)
    if len(board) == 4:
        return _on_turn(arrays, board)
    buckets = np.zeros(HANDS, np.uint16)
    hands, strengths, texture = solver().river(board)
    buckets[np.frombuffer(hands, np.uint16)] = arrays["rivers"][texture][np.frombuffer(strengths, np.uint16)]
    return buckets


def _on_flop(arrays: FileArrays, board: bytes) -> Buckets:
    number, moved_to = solver().canonical(board)
    cards, _ = solver().canonical_boards(3)
    _, packed = solver().number_hands(cards[3 * number : 3 * number + 3])
    numbers = np.frombuffer(packed, np.uint16)[np.frombuffer(moved_to, np.uint16)].astype(np.int64)
    live = numbers != NOBODY
    start = int(arrays["starts"][number])
    buckets = np.zeros(HANDS, np.uint16)
    buckets[live] = arrays["flop"][start + numbers[live]]
    return buckets


def _on_turn(arrays: FileArrays, board: bytes) -> Buckets:
    number, moved_to = solver().canonical(board)
    sums, squares = np.empty((2, HANDS), np.uint32)
    solver().turn_sums(sums, squares, number, 1)
    hands = np.frombuffer(moved_to, np.uint16)
    return turn_buckets(arrays, sums[hands].astype(np.int64), squares[hands].astype(np.int64))


def turn_buckets(arrays: FileArrays, sums: Numbers, squares: Numbers) -> Buckets:
    """Return the bucket of every hand on a turn.

    Args:
        arrays: the arrays of a strategy file.
        sums: the strength of each hand, added up over the rivers.
        squares: the same of its square.
    """
    edges = Edges(arrays["means"].astype(np.int64), arrays["spreads"].astype(np.int64))
    return edges.find(sums, TURN_RIVERS * squares - sums * sums)
