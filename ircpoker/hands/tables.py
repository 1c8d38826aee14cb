"""The evaluator's tables: read from `tables.bin` when first needed, written by `tools/make_tables.py`.

The file is little-endian. Four keyed tables come first, each its keys (uint32, ascending) and then their
classes (uint16): the sums of rank weights of 5, 6 and 7 cards, and all hands with a pair or more by
`made_key`. Then two tables by mask of ranks (uint16, 8,192 each): the best flush or straight flush of one
suit, and the best straight or high card of any suits; masks of fewer than five ranks have `NO_HAND_CLASS`.
"""

from __future__ import annotations

import os
import sys

from ircpoker.hands.values import VALUES, HandValue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

TABLES_FILE = os.path.join(os.path.dirname(__file__), "tables.bin")  # noqa: PTH118, PTH120 - pathlib costs 5 ms of start
RANK_MASKS = 1 << 13
MADE = "made"
KEYED_TABLES: dict[int | str, int] = {5: 6175, 6: 18395, 7: 49205, MADE: 4888}
"""The keyed tables in the order of the file, with their numbers of rows: all multisets of 5, 6 and 7 ranks
(at most four of each), and all classes with a pair or more."""
PATIENCE = 64
"""Hands of one size that are worked out one by one before that size's sums are read: a single hand, as on
the command line, does not pay 5 ms for 49,205 rows that it will not use."""


def made_key(made_kind: int, made: int, kickers: int) -> int:
    """Return the key of a hand with a pair or more.

    Args:
        made_kind: 0 one pair, 1 two pair, 2 three of a kind, 3 full house, 4 four of a kind.
        made: mask of the ranks of the first part: the pair, both pairs, the trips, the quads.
        kickers: mask of the other ranks; of a full house, that of its pair.

    Returns:
        A number below 2^29.
    """
    return made_kind << 26 | made << 13 | kickers


def read_keyed(table: int | str) -> tuple[memoryview[int], memoryview[int]]:
    """Return the keys and the classes of one of `KEYED_TABLES`."""
    names = list(KEYED_TABLES)
    rows = KEYED_TABLES[table]
    start = sum(6 * KEYED_TABLES[name] for name in names[: names.index(table)])
    return _read("I", start, rows), _read("H", start + 4 * rows, rows)


def read_flushes() -> memoryview[int]:
    """Return, for each mask of ranks of one suit, the class of its best flush or straight flush."""
    return _read("H", 6 * sum(KEYED_TABLES.values()), RANK_MASKS)


def read_unpaired() -> memoryview[int]:
    """Return, for each mask of ranks, the class of its best straight or high card."""
    return _read("H", 6 * sum(KEYED_TABLES.values()) + 2 * RANK_MASKS, RANK_MASKS)


def _read(typecode: Literal["H", "I"], start: int, count: int) -> memoryview[int]:
    size = 4 if typecode == "I" else 2
    with open(TABLES_FILE, "rb") as file:  # noqa: PTH123 - pathlib costs 5 ms of start
        file.seek(start)
        content = file.read(count * size)
    if sys.byteorder == "big":
        from array import array  # noqa: PLC0415 - a shared library, and here alone

        numbers = array(typecode, content)
        numbers.byteswap()
        return memoryview(numbers)
    return memoryview(content).cast(typecode)


def fill_sums(table: dict[int, HandValue], size: int) -> None:
    """Fill `table` with sum of rank weights → value for `size` cards without a flush."""
    sums, classes = read_keyed(size)
    table.update(zip(sums, map(VALUES.__getitem__, classes), strict=True))


class MadeHands(dict[int, int]):
    """`made_key` → class; filled at the first look-up."""

    def __missing__(self, key: int) -> int:
        if self:
            raise KeyError(key)
        self.update(zip(*read_keyed(MADE), strict=True))
        return self[key]
