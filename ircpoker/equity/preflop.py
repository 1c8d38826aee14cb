"""Exact counts for two hold'em hands or ranges before the flop, from the shipped table."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import NamedTuple

from ircpoker.equity.preflop_table import RANK_PAIRS, block_of, read_row
from ircpoker.equity.range_counts import COMBINATIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

BOARDS = 1_712_304
"""The number of boards that can come with two hands."""


_HANDS_OF_KIND = [size for high, low in RANK_PAIRS for size in ((6, 0) if high == low else (12, 4))]
"""The number of hands of each kind, in the numbering of `_kinds`."""


class Counts(NamedTuple):
    """The results of the first of two hands over all boards, or of a range over all boards and pairs of hands."""

    win: int
    tie: int
    lose: int


class _Block(NamedTuple):
    """The entries for the ranks of two hands.

    Attributes:
        wins: the wins in the row.
        ties: the ties in the row.
        start: the index of the first entry.
        steps: by suits, the distance of an entry from the first one, as `block_of` returns it.
        is_turned: whether the entries are those of the second hand.
    """

    wins: Sequence[int]
    ties: Sequence[int]
    start: int
    steps: Sequence[int]
    is_turned: bool


@cache
def _block(own: int, other: int) -> _Block:
    """Return the entries of two hands, given the indices of their ranks in `RANK_PAIRS`."""
    return _Block(*read_row(max(own, other)), *block_of(own, other), is_turned=own < other)


@cache
def _indices() -> list[tuple[int, int]]:
    """Return, for each of `COMBINATIONS`, the index of its ranks in `RANK_PAIRS` and the number of its suits."""
    index_of = {ranks: index for index, ranks in enumerate(RANK_PAIRS)}
    return [(index_of[high >> 2, low >> 2], 4 * (high & 3) + (low & 3)) for low, high in COMBINATIONS]


@cache
def _kinds() -> list[int]:
    """Return the kind of each of `COMBINATIONS`: 2 times the index of its ranks, plus 1 if it is suited."""
    return [2 * ranks + (low & 3 == high & 3) for (ranks, _), (low, high) in zip(_indices(), COMBINATIONS, strict=True)]


def stand_ins(first: Mapping[int, int], second: Mapping[int, int]) -> Mapping[int, int]:
    """Return fewer hands that have the same results against a range as the whole first range.

    Args:
        first: the numbers of the first range's hands in `COMBINATIONS`, with their weights.
        second: the same for the second range.

    Returns:
        If every change of suits leaves the second range as it is, one hand of each kind in the first, with the weight
        of all hands of this kind; else the first range.
    """
    of_kind: dict[int, list[int]] = defaultdict(list)
    for number, weight in second.items():
        of_kind[_kinds()[number]].append(weight)
    for kind, weights in of_kind.items():
        if weights.count(weights[0]) != _HANDS_OF_KIND[kind]:
            return first
    totals: dict[int, tuple[int, int]] = {}
    for number, weight in first.items():
        kind = _kinds()[number]
        hand, before = totals.get(kind, (number, 0))
        totals[kind] = hand, before + weight
    return dict(totals.values())


def preflop_counts(first: Mapping[int, int], second: Mapping[int, int]) -> Counts:
    """Return the results of one range against another over all boards.

    Args:
        first: the numbers of the first range's hands in `COMBINATIONS`, with their weights.
        second: the same for the second range.

    Returns:
        The counts of the first range over all pairs of hands that share no card, each times both weights.

    Examples:
        >>> preflop_counts({1325: 1}, {1034: 1})
        Counts(win=1388072, tie=6538, lose=317694)
    """
    indices = _indices()
    others = [(*indices[number], weight) for number, weight in second.items()]
    win = tie = boards = 0
    for number, weight_a in stand_ins(first, second).items():
        ranks_a, suits_a = indices[number]
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
