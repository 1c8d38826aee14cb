"""Showdowns of every hand against every other one, over all boards that may come."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ircpoker.equity.preflop import RANK_PAIRS, block_of, read_row
from ircpoker.hands import evaluate_many
from ircpoker.robots.all_hands import HANDS, hand_pairs

Margins = NDArray[np.float32]


RIVER_SIZE = 5
RUNOUTS = {3: 990, 4: 44, 5: 1}
"""The boards that may come with two hands, by the cards on the board."""
_PREFLOP_BOARDS = 1_712_304


@lru_cache(maxsize=8)
def margins(board: bytes) -> Margins:
    """Return how often each hand wins less how often it loses against each other one, from -1 to 1; [hand][hand].

    Args:
        board: no card codes, or three, four or five.

    Returns:
        The exact shares of the boards that may come; 0 for hands that share a card with each other or the board.
    """
    if not board:
        return _before_the_flop()
    rest = [code for code in range(52) if code not in board]
    live = np.flatnonzero(~np.isin(hand_pairs(), list(board)).any(axis=1))
    wins = np.zeros((len(live), len(live)), np.uint16)
    for dealt in combinations(rest, RIVER_SIZE - len(board)):
        _add_wins(wins, live, board + bytes(dealt))
    both = (wins.astype(np.float32) - wins.T) / RUNOUTS[len(board)]
    matrix = np.zeros((HANDS, HANDS), np.float32)
    matrix[np.ix_(live, live)] = both
    return np.where(_share_cards(), np.float32(0), matrix)


def _add_wins(wins: NDArray[np.uint16], live: NDArray[np.int64], board: bytes) -> None:
    """Add the wins of live hands on a whole board; a hand with one of its cards neither wins nor loses."""
    pairs = hand_pairs()[live]
    is_here = ~np.isin(pairs, list(board)).any(axis=1)
    cards = np.concatenate([pairs, np.tile(np.frombuffer(board, np.uint8), (len(live), 1))], axis=1)
    classes = np.zeros(len(live), np.uint16)
    classes[is_here] = evaluate_many(np.ascontiguousarray(cards[is_here], np.uint8), 7)
    # The lower class is the better one. What is not here is better than nothing and worse than nothing.
    wins += np.where(is_here, classes, np.uint16(0xFFFF))[:, None] < classes[None, :]


@lru_cache(maxsize=1)
def _share_cards() -> NDArray[np.bool_]:
    holds = np.zeros((HANDS, 52), np.float32)
    np.put_along_axis(holds, hand_pairs(), 1, axis=1)
    shared: NDArray[np.bool_] = holds @ holds.T > 0
    return shared


def _before_the_flop() -> Margins:
    """Return the margins from the shipped table of match-ups."""
    matrix = np.zeros((HANDS, HANDS), np.float32)
    suits = np.arange(4)
    numbers = []
    for high, low in RANK_PAIRS:
        firsts, seconds = 4 * high + suits[:, None], 4 * low + suits[None, :]
        upper, lower = np.maximum(firsts, seconds), np.minimum(firsts, seconds)
        numbers.append(np.where(upper == lower, -1, upper * (upper - 1) // 2 + lower).ravel())
    for own in range(len(RANK_PAIRS)):
        wins, ties = (np.array(part, np.int64) for part in read_row(own))
        for other in range(own + 1):
            start, steps = block_of(own, other)
            places = np.array(steps).reshape(16, 16)
            first, second = np.meshgrid(numbers[own], numbers[other], indexing="ij")
            is_dealt = (places >= 0) & (first >= 0) & (second >= 0)
            at = start + places[is_dealt]
            won = (2 * wins[at] + ties[at] - _PREFLOP_BOARDS) / _PREFLOP_BOARDS
            matrix[first[is_dealt], second[is_dealt]] = won
            matrix[second[is_dealt], first[is_dealt]] = -won
    return matrix
