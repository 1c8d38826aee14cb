"""Two hold'em hands before the flop, or two ranges: exact counts from the shipped table."""

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
"""Boards that can come with two hands."""


_HANDS_OF_KIND = [size for high, low in RANK_PAIRS for size in ((6, 0) if high == low else (12, 4))]
"""How many hands are of each kind, as `_kinds` numbers them."""


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
    return _Block(*read_row(max(one, other)), *block_of(one, other), is_turned=one < other)


@cache
def _places() -> list[tuple[int, int]]:
    """Return, for each of `COMBINATIONS`, the place of its ranks in `RANK_PAIRS` and the number of its suits."""
    place_of = {ranks: place for place, ranks in enumerate(RANK_PAIRS)}
    return [(place_of[high >> 2, low >> 2], 4 * (high & 3) + (low & 3)) for low, high in COMBINATIONS]


@cache
def _kinds() -> list[int]:
    """Return the kind of each of `COMBINATIONS`: 2 times the place of its ranks, and 1 more if it is suited."""
    return [2 * ranks + (low & 3 == high & 3) for (ranks, _), (low, high) in zip(_places(), COMBINATIONS, strict=True)]


def stand_ins(first: Mapping[int, int], second: Mapping[int, int]) -> Mapping[int, int]:
    """Return hands that do as well against a range as another range does.

    Args:
        first: numbers of `COMBINATIONS` with their weights.
        second: the same of the other range.

    Returns:
        If a change of suits leaves the second range as it is, one hand of each kind in the first, with the weight of
        all of that kind: they all do alike. Else the first range.
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
    for number, weight_a in stand_ins(first, second).items():
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
