"""Exact counts for two hold'em hands or ranges before the flop, from the shipped table.

The shipped table of match-ups before the flop: the order of its entries, and their storage.

Match-ups that differ only in suits have one entry. A row holds the entries for the ranks of the higher hand, a block of
the row those for the ranks of the other hand, and within a block the entries are ordered by their pattern of suits.

The file is compressed by zlib. For each entry it holds the wins and the ties of the first hand as residuals of four
bytes: first the lowest bytes of all wins, then the next bytes up to the highest, then the same for the ties. Within a
block the differences between neighbouring entries resemble those of the last block of the same shape in the row; a
residual is the difference from those.
"""

from __future__ import annotations

import os
import sys
import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate, pairwise, product
from operator import add, sub
from typing import NamedTuple

from ircpoker.equity.range_counts import COMBINATIONS
from ircpoker.hands.kernel import damage_of

TABLE_FILE = os.path.join(os.path.dirname(__file__), "preflop.bin")  # noqa: PTH118, PTH120 - as in hands.tables
RANK_PAIRS = tuple([(high, low) for high in range(13) for low in range(high + 1)])
"""The ranks (0 to 12) of every two cards, the higher first."""
_BYTES = 4
"""The size of a residual, in two's complement."""


def _simplest(suits: Sequence[int]) -> tuple[int, ...]:
    """Return suits renumbered in the order in which they occur: the first is 0, the next different one 1."""
    names = {suit: name for name, suit in enumerate(dict.fromkeys(suits))}
    return tuple([names[suit] for suit in suits])


_PATTERNS = tuple(sorted({_simplest(suits) for suits in product(range(4), repeat=4)}))
"""The 15 ways in which four suits can be equal."""


@cache
def _pattern_of_suits() -> list[int]:
    """Return the index in `_PATTERNS` of every four suits."""
    return [_PATTERNS.index(_simplest(suits)) for suits in product(range(4), repeat=4)]


@cache
def _steps(shape: tuple[bool, ...]) -> tuple[list[int], int]:
    """Return the step of each of `_PATTERNS`, -1 if a card would occur twice, and the number of steps.

    Patterns that stand for the same cards in another order have the same step.

    Args:
        shape: whether the ranks of the first hand are equal, those of the second, and each rank of the first to each
            of the second.
    """
    first_pair, second_pair, *across = shape
    equal = [(0, 1)] * first_pair + [(2, 3)] * second_pair
    equal += [pair for pair, is_equal in zip(((0, 2), (0, 3), (1, 2), (1, 3)), across, strict=True) if is_equal]
    orders = [
        (*first, *second)
        for first in ((0, 1), (1, 0))[: 1 + first_pair]
        for second in ((2, 3), (3, 2))[: 1 + second_pair]
    ]
    numbers: dict[tuple[int, ...], int] = {}
    steps = []
    for suits in _PATTERNS:
        if any(suits[first] == suits[second] for first, second in equal):
            steps.append(-1)
        else:
            simplest = min(_simplest([suits[index] for index in order]) for order in orders)
            steps.append(numbers.setdefault(simplest, len(numbers)))
    return steps, len(numbers)


def _shape(first: tuple[int, int], second: tuple[int, int]) -> tuple[bool, ...]:
    return (
        first[0] == first[1],
        second[0] == second[1],
        first[0] == second[0],
        first[0] == second[1],
        first[1] == second[0],
        first[1] == second[1],
    )


@cache
def _starts() -> list[int]:
    """Return the index of the first entry of each block, and at the end the number of entries.

    The blocks are in the order 0-0, 1-0, 1-1, 2-0 and so on, where the numbers are indices in `RANK_PAIRS`.
    """
    sizes = [
        _steps(_shape(first, second))[1] for high, first in enumerate(RANK_PAIRS) for second in RANK_PAIRS[: high + 1]
    ]
    return [0, *accumulate(sizes)]


def block_of(own: int, other: int) -> tuple[int, list[int]]:
    """Return the position of the entries for the ranks of two hands.

    Args:
        own: the index of one hand's ranks in `RANK_PAIRS`.
        other: the index of the other hand's ranks.

    Returns:
        The index of the first entry in the row of the higher ranks; and for each combination of suits (64, 16, 4 and 1
        times the suits of the four cards, `own` first) the distance of its entry, -1 if a card would occur twice.
    """
    high, low = max(own, other), min(own, other)
    first = _row_start(high)
    steps = _steps_by_suits(_shape(RANK_PAIRS[high], RANK_PAIRS[low]), is_turned=own < other)
    return _starts()[first + low] - _starts()[first], steps


@cache
def _steps_by_suits(shape: tuple[bool, ...], *, is_turned: bool) -> list[int]:
    """Return the steps of a shape by suits; with the second hand's suits first if it is turned."""
    steps = _steps(shape)[0]
    by_suits = [steps[pattern] for pattern in _pattern_of_suits()]
    return [by_suits[16 * (suits & 15) + (suits >> 4)] for suits in range(256)] if is_turned else by_suits


def _row_start(high: int) -> int:
    """Return the number of blocks before those of a row."""
    return high * (high + 1) // 2


def entries() -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield, for each entry in order, two hands that it stands for, as card codes."""
    for high, first in enumerate(RANK_PAIRS):
        for second in RANK_PAIRS[: high + 1]:
            steps, size = _steps(_shape(first, second))
            for step in range(size):
                a, b, c, d = (
                    4 * rank + suit for rank, suit in zip((*first, *second), _PATTERNS[steps.index(step)], strict=True)
                )
                yield (a, b), (c, d)


@cache
def _residuals() -> bytes:
    """Return the content; the compressed form holds its checksum.

    Raises:
        SurroundingsError: the checksum is wrong.
    """
    with open(TABLE_FILE, "rb") as file:  # noqa: PTH123 - as in hands.tables
        try:
            return zlib.decompress(file.read())
        except zlib.error:
            from ircpoker.errors import SurroundingsError

            raise SurroundingsError(damage_of(TABLE_FILE)) from None


@cache
def read_row(high: int) -> tuple[list[int], list[int]]:
    """Return the wins of the first hand, and the ties, of all entries of a row."""
    wins: list[int] = []
    ties: list[int] = []
    length = _starts()[-1]
    for part, values in enumerate((wins, ties)):
        start, stop = (part * _BYTES * length + _starts()[_row_start(row)] for row in (high, high + 1))
        content = bytearray(_BYTES * (stop - start))
        for plane in range(_BYTES):
            index = plane if sys.byteorder == "little" else _BYTES - 1 - plane
            content[index::_BYTES] = _residuals()[start + plane * length : stop + plane * length]
        signed = memoryview(content).cast("i").tolist()
        last: dict[tuple[bool, ...], list[int]] = {}
        for shape, begin, end in _row_blocks(high):
            differences = signed[begin:end]
            if shape in last:
                differences = list(map(add, differences, last[shape]))
            last[shape] = differences
            values.extend(accumulate(differences))
    return wins, ties


def pack(wins: Sequence[int], ties: Sequence[int]) -> bytes:
    """Return the content of the file.

    Args:
        wins: the wins of the first hand, for all entries in order.
        ties: the ties, likewise.
    """
    planes = []
    for values in (wins, ties):
        residuals: list[int] = []
        for high in range(len(RANK_PAIRS)):
            of_row = values[_starts()[_row_start(high)] :]
            last: dict[tuple[bool, ...], list[int]] = {}
            for shape, begin, end in _row_blocks(high):
                block = of_row[begin:end]
                differences = [block[0], *[after - before for before, after in pairwise(block)]]
                signed = list(map(sub, differences, last[shape])) if shape in last else differences
                last[shape] = differences
                residuals += signed
        planes += [bytes([residual >> 8 * plane & 255 for residual in residuals]) for plane in range(_BYTES)]
    return zlib.compress(b"".join(planes), 9)


def _row_blocks(high: int) -> Iterator[tuple[tuple[bool, ...], int, int]]:
    """Yield the shape of each block of a row, with the indices where it begins and ends in the row."""
    first = _row_start(high)
    base = _starts()[first]
    for other in range(high + 1):
        start, stop = _starts()[first + other], _starts()[first + other + 1]
        yield _shape(RANK_PAIRS[high], RANK_PAIRS[other]), start - base, stop - base


BOARDS = 1_712_304
"""The number of boards that can come with two hands."""


_HANDS_OF_KIND = [size for high, low in RANK_PAIRS for size in ((6, 0) if high == low else (12, 4))]
"""The number of hands of each kind, in the numbering of `_kinds`."""


class Counts(NamedTuple):
    """The results of the first of two hands over all boards, or of a range over all boards and pairs of hands."""

    win: int
    tie: int
    lose: int


@cache
def _block(own: int, other: int) -> tuple[Sequence[int], Sequence[int], int, Sequence[int], bool]:
    """Return the entries of two hands, given the indices of their ranks in `RANK_PAIRS`.

    Returns:
        The wins and the ties in the row; the index of the first entry; by suits, the distance of an entry from the
        first one; and whether the entries are those of the second hand.
    """
    return *read_row(max(own, other)), *block_of(own, other), own < other


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
