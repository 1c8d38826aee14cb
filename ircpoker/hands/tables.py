"""The evaluator's tables: read from `tables.bin` when first needed, written by `tools/make_tables.py`.

The file holds little-endian numbers: for 5, 6 and 7 cards the sums of rank weights (uint32) and their
classes (uint16); then for every 13-bit mask of ranks the class of the best flush (uint16, 8,192 of
them) and of the best straight or high card without a pair (the same). Masks of fewer than five ranks
have `NO_HAND_CLASS`.
"""

from __future__ import annotations

import os
import sys
from array import array

from ircpoker.hands.values import FIRST_CLASS, VALUES, Category, HandValue, ranks_of_category

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

TABLES_FILE = os.path.join(os.path.dirname(__file__), "tables.bin")  # noqa: PTH118, PTH120 - pathlib costs 5 ms of start
RANK_MASKS = 1 << 13
SUM_COUNTS = {5: 6175, 6: 18395, 7: 49205}
"""How many multisets of 5, 6 and 7 ranks there are, at most four of each."""


def read_sums(size: int) -> tuple[array[int], array[int]]:
    """Return the sums of rank weights of `size` cards, and the class of each where no flush is.

    Args:
        size: 5, 6 or 7.

    Returns:
        Two arrays of `SUM_COUNTS[size]`.
    """
    start = sum(6 * count for other, count in SUM_COUNTS.items() if other < size)
    keys = _read("I", start, SUM_COUNTS[size])
    return keys, _read("H", start + 4 * SUM_COUNTS[size], SUM_COUNTS[size])


def read_flushes() -> array[int]:
    """Return, for each mask of ranks of one suit, the class of its best flush or straight flush."""
    return _read("H", 6 * sum(SUM_COUNTS.values()), RANK_MASKS)


def read_unpaired() -> array[int]:
    """Return, for each mask of ranks, the class of its best straight or high card."""
    return _read("H", 6 * sum(SUM_COUNTS.values()) + 2 * RANK_MASKS, RANK_MASKS)


def _read(typecode: str, start: int, count: int) -> array[int]:
    numbers: array[int] = array(typecode)
    with open(TABLES_FILE, "rb") as file:  # noqa: PTH123 - pathlib costs 5 ms of start
        file.seek(start)
        numbers.frombytes(file.read(count * numbers.itemsize))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def fill_sums(table: dict[int, HandValue], size: int) -> dict[int, HandValue]:
    """Fill `table` with sum of rank weights → value for `size` cards without a flush, and return it.

    Raises:
        KeyError: it is full already: the sum that was missed is that of no hand.
    """
    if table:
        raise KeyError(size)
    sums, classes = read_sums(size)
    table.update(zip(sums, map(VALUES.__getitem__, classes), strict=True))
    return table


class _ValueTable(dict[int, HandValue]):
    """A dictionary that fills itself at the first look-up, and after that is as fast as any other."""

    def __missing__(self, key: int) -> HandValue:
        if self:
            raise KeyError(key)
        self.update(self._entries())
        return self[key]

    def _entries(self) -> Iterable[tuple[int, HandValue]]:
        raise NotImplementedError


class MaskTable(_ValueTable):
    """13-bit mask of ranks → value; `read` is `read_flushes` or `read_unpaired`."""

    def __init__(self, read: Callable[[], array[int]]) -> None:
        super().__init__()
        self._read = read

    def _entries(self) -> Iterable[tuple[int, HandValue]]:
        return enumerate(map(VALUES.__getitem__, self._read()))


class MadeTable(_ValueTable):
    """Mask of the ranks of the made part << 13 | mask of the rest → value, for one category.

    The made part is the first `made` of the category's five ranks: the quads, the trips, the pairs.
    """

    def __init__(self, category: Category, made: int) -> None:
        super().__init__()
        self._category = category
        self._made = made

    def _entries(self) -> Iterable[tuple[int, HandValue]]:
        first = FIRST_CLASS[self._category]
        for class_, ranks in enumerate(ranks_of_category(self._category), first):
            yield _mask(ranks[: self._made]) << 13 | _mask(ranks[self._made :]), VALUES[class_]


def _mask(ranks: Iterable[int]) -> int:
    mask = 0
    for rank in ranks:
        mask |= 1 << rank - 2
    return mask
