"""The shipped table of match-ups before the flop: the order of its entries, and their storage.

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
from functools import cache
from itertools import accumulate, pairwise, product
from operator import add, sub

from ircpoker.hands.kernel import damage_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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
