"""Two hold'em hands before the flop, or two ranges: exact counts from the shipped table."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ircpoker.equity.preflop_table import RANK_PAIRS, block_of, read_row
from ircpoker.equity.range_counts import COMBINATIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

BOARDS = 1_712_304
"""Boards that can come with two hands."""


class Counts(NamedTuple):
    """How the first of two hands does over all boards, or over all boards and pairs of hands of two ranges."""

    win: int
    tie: int
    lose: int


class _Block(NamedTuple):
    """The entries of two hands' ranks.

    Attributes:
        wins: those of the row.
        ties: likewise.
        start: the place of the first entry.
        steps: by suits how far from there an entry stands, as `block_of` has it.
        is_turned: whether the entries are those of the second hand.
    """

    wins: Sequence[int]
    ties: Sequence[int]
    start: int
    steps: Sequence[int]
    is_turned: bool


@cache
def _block(one: int, other: int) -> _Block:
    """Return the entries of two hands by the places of their ranks in `RANK_PAIRS`."""
    high, low = max(one, other), min(one, other)
    start, steps = block_of(high, low)
    if one < other:
        steps = [steps[16 * (suits & 15) + (suits >> 4)] for suits in range(256)]
    return _Block(*read_row(high), start, steps, is_turned=one < other)


@cache
def _places() -> list[tuple[int, int]]:
    """Return, for each of `COMBINATIONS`, the place of its ranks in `RANK_PAIRS` and the number of its suits."""
    place_of = {ranks: place for place, ranks in enumerate(RANK_PAIRS)}
    return [(place_of[high >> 2, low >> 2], 4 * (high & 3) + (low & 3)) for low, high in COMBINATIONS]


def preflop_counts(first: Mapping[int, int], second: Mapping[int, int]) -> Counts:
    """Return how one range does against another over all boards.

    Args:
        first: numbers of `COMBINATIONS` with their weights.
        second: the same of the other range.

    Returns:
        The counts of the first range: over all pairs of hands that share no card, each times both weights.

    Examples:
        >>> preflop_counts({1325: 1}, {1034: 1})
        Counts(win=1388072, tie=6538, lose=317694)
    """
    places = _places()
    others = [(*places[number], weight) for number, weight in second.items()]
    win = tie = boards = 0
    for number, weight_a in first.items():
        ranks_a, suits_a = places[number]
        for ranks_b, suits_b, weight_b in others:
            wins, ties, start, steps, is_turned = _block(ranks_a, ranks_b)
            step = steps[16 * suits_a + suits_b]
            if step < 0:
                continue
            weight = weight_a * weight_b
            won, tied = wins[start + step], ties[start + step]
            win += weight * (BOARDS - won - tied if is_turned else won)
            tie += weight * tied
            boards += weight * BOARDS
    return Counts(win, tie, boards - win - tie)
