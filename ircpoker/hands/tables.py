"""The evaluator's tables, which `tools/make_tables.py` writes to `tables.bin`; they are read when first needed.

The file is little-endian. It begins with the lengths (uint32) and then the Adler-32 checksums (uint32) of its arrays,
which follow in this order:

* for 5, 6 and 7 cards: the rows (int32) and the classes (uint16) of a row-displacement table. The class of
  a sum `s` of rank weights is `classes[rows[s >> COLUMN_BITS] + (s & COLUMN_MASK)]`;
* the keys (uint32, ascending) and the classes (uint16) of all hands with a pair or more, see `made_key`;
* by mask of ranks, 8,192 each: the class (uint16) of the best flush or straight flush of one suit, and that
  of the best straight or high card of any suits; `NO_HAND_CLASS` for fewer than five ranks.
"""

from __future__ import annotations

import sys
from zlib import adler32

from ircpoker.hands.kernel import TABLES_FILE, damage_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

RANK_MASKS = 1 << 13
COLUMN_BITS = 9
"""Found by trial: fewer make the list of rows longer, more the list of classes; here both are shortest."""
COLUMN_MASK = (1 << COLUMN_BITS) - 1
ARRAYS: dict[str, Literal["H", "I", "i"]] = {
    "rows 5": "i",
    "classes 5": "H",
    "rows 6": "i",
    "classes 6": "H",
    "rows 7": "i",
    "classes 7": "H",
    "made keys": "I",
    "made classes": "H",
    "flushes": "H",
    "unpaired": "H",
}
"""The arrays in the order of the file, with their type codes."""


def made_key(made_kind: int, made: int, kickers: int) -> int:
    """Return the key of a hand with a pair or more.

    Args:
        made_kind: 0 one pair, 1 two pair, 2 three of a kind, 3 full house, 4 four of a kind.
        made: the mask of the ranks of the pair, both pairs, the trips or the quads.
        kickers: the mask of the other ranks; in a full house, of its pair.

    Returns:
        A number below 2^29.
    """
    return made_kind << 26 | made << 13 | kickers


def read_tables(*names: str) -> list[memoryview[int]]:
    """Return arrays of the file by their names in `ARRAYS`.

    Raises:
        SurroundingsError: the length of the file or a checksum is wrong.
    """
    with open(TABLES_FILE, "rb") as file:  # noqa: PTH123 - pathlib costs 5 ms of start
        content = file.read()
    end = 8 * len(ARRAYS)
    header = _numbers("I", content[:end].ljust(end, b"\0")).tolist()
    arrays = {}
    is_sound = True
    for (name, typecode), length, checksum in zip(ARRAYS.items(), header, header[len(ARRAYS) :], strict=False):
        start, end = end, end + (2 if typecode == "H" else 4) * length
        if name in names:
            numbers = content[start:end]
            is_sound &= adler32(numbers) == checksum
            arrays[name] = numbers
    if not is_sound or end != len(content):
        from ircpoker.errors import SurroundingsError

        raise SurroundingsError(damage_of(TABLES_FILE))
    return [_numbers(ARRAYS[name], arrays[name]) for name in names]


def _numbers(typecode: Literal["H", "I", "i"], content: bytes) -> memoryview[int]:
    if sys.byteorder == "big":
        from array import array  # a shared library that only such machines need

        numbers = array(typecode, content)
        numbers.byteswap()
        return memoryview(numbers)
    return memoryview(content).cast(typecode)


class MadeHands(dict[int, int]):
    """The class of each `made_key`; filled at the first look-up."""

    def __missing__(self, key: int) -> int:
        if self:
            raise KeyError(key)
        self.update(zip(*read_tables("made keys", "made classes"), strict=True))
        return self[key]
