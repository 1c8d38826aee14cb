"""Write `ircpoker/hands/tables.bin`, the evaluator's tables, or check it.

    python tools/make_tables.py          write
    python tools/make_tables.py --check  compare, exit status 1 if different

The classes come only from the rules: the category of a multiset of ranks and its place in the list of
`ranks_of_category`. Nothing is taken from another evaluator.
"""

from __future__ import annotations

import sys
from array import array
from collections import Counter
from collections.abc import Iterable
from itertools import combinations_with_replacement
from pathlib import Path
from zlib import adler32

from ircpoker.cards import RANK_WEIGHTS, RANKS, Rank
from ircpoker.hands.categories import FIRST_CLASS, Category, ranks_of_category
from ircpoker.hands.kernel import TABLES_FILE
from ircpoker.hands.tables import ARRAYS, COLUMN_BITS, COLUMN_MASK, RANK_MASKS, made_key
from ircpoker.hands.values import CLASS_COUNT, NO_HAND_CLASS

_FLUSH_LIKE = (Category.ROYAL_FLUSH, Category.STRAIGHT_FLUSH, Category.FLUSH)


_MADE = (
    (Category.ONE_PAIR, 2),
    (Category.TWO_PAIR, 4),
    (Category.THREE_OF_A_KIND, 3),
    (Category.FULL_HOUSE, 3),
    (Category.FOUR_OF_A_KIND, 4),
)
"""In the order of `made_key`, with the number of cards of the first part."""


def classes_of_ranks(categories: tuple[Category, ...]) -> dict[tuple[Rank, ...], int]:
    """Return the class of each sorted five ranks within these categories."""
    return {
        tuple(sorted(ranks)): FIRST_CLASS[category] + index
        for category in categories
        for index, ranks in enumerate(ranks_of_category(category))
    }


def sums_of_ranks(size: int) -> dict[int, int]:
    """Return all sums of `size` rank weights with the class of the best five ranks of each.

    Raises:
        AssertionError: two multisets of ranks have the same sum, so the weights cannot be used.
    """
    best = classes_of_ranks(tuple(category for category in Category if category not in _FLUSH_LIKE))
    for count in range(6, size + 1):
        best = {
            ranks: min(best[ranks[:i] + ranks[i + 1 :]] for i in range(count) if ranks[:i] + ranks[i + 1 :] in best)
            for ranks in combinations_with_replacement(RANKS, count)
            if max(Counter(ranks).values()) <= 4
        }
    sums = {sum(RANK_WEIGHTS[rank - 2] for rank in ranks): class_ for ranks, class_ in best.items()}
    if len(sums) != len(best):
        raise AssertionError(f"two hands of {size} ranks have the same sum")
    return sums


def displace_rows(sums: dict[int, int]) -> tuple[array[int], array[int]]:
    """Return rows and classes such that `classes[rows[s >> COLUMN_BITS] + (s & COLUMN_MASK)]` is `sums[s]`.

    First fit, fullest rows first (Tarjan and Yao, Storing a sparse table, 1979). The places that are free
    are the bits of one long number: a row of columns c fits wherever all of `free >> c` have a bit.
    """
    columns: dict[int, list[int]] = {}
    for key in sorted(sums):
        columns.setdefault(key >> COLUMN_BITS, []).append(key & COLUMN_MASK)
    free = (1 << 4 * len(sums)) - 1
    rows = array("i", [0]) * (max(columns) + 1)
    for row in sorted(columns, key=lambda row: (-len(columns[row]), row)):
        first, *others = columns[row]
        fits = free
        for column in others:
            fits &= free >> column - first
        shift = (fits & -fits).bit_length() - 1
        rows[row] = shift - first
        for column in columns[row]:
            free ^= 1 << shift + column - first
    places = {rows[key >> COLUMN_BITS] + (key & COLUMN_MASK): class_ for key, class_ in sums.items()}
    # The values in the gaps are never used.
    return rows, array("H", [places.get(place, CLASS_COUNT) for place in range(max(places) + 1)])


def mask_table(categories: tuple[Category, ...]) -> array[int]:
    """Return, for each mask of ranks, the best class among its five-rank subsets in `categories`."""
    classes = array("H", [NO_HAND_CLASS]) * RANK_MASKS
    for ranks, class_ in classes_of_ranks(categories).items():
        classes[mask_of(ranks)] = class_
    for mask in range(RANK_MASKS):
        for bit in range(13):
            if mask >> bit & 1:
                classes[mask] = min(classes[mask], classes[mask ^ 1 << bit])
    return classes


def made_table() -> tuple[array[int], array[int]]:
    """Return the keys and classes of all hands with a pair or more."""
    rows = sorted(
        (made_key(kind, mask_of(ranks[:length]), mask_of(ranks[length:])), FIRST_CLASS[category] + index)
        for kind, (category, length) in enumerate(_MADE)
        for index, ranks in enumerate(ranks_of_category(category))
    )
    return array("I", [key for key, _ in rows]), array("H", [class_ for _, class_ in rows])


def mask_of(ranks: Iterable[Rank]) -> int:
    """Return the set of ranks as a mask, the deuce its lowest bit."""
    return sum(1 << (rank - 2) for rank in set(ranks))


def make_tables() -> bytes:
    """Return the whole file."""
    arrays = [part for size in (5, 6, 7) for part in displace_rows(sums_of_ranks(size))]
    arrays += made_table()
    arrays += [mask_table(_FLUSH_LIKE), mask_table((Category.STRAIGHT, Category.HIGH_CARD))]
    if [numbers.typecode for numbers in arrays] != list(ARRAYS.values()):
        raise AssertionError("the arrays differ from those that `read_tables` expects")
    lengths = array("I", map(len, arrays))
    if sys.byteorder == "big":
        for numbers in (lengths, *arrays):
            numbers.byteswap()
    contents = [numbers.tobytes() for numbers in arrays]
    return b"".join([lengths.tobytes(), *[adler32(content).to_bytes(4, "little") for content in contents], *contents])


def main() -> int:
    """Write or check the file; return the exit status."""
    content = make_tables()
    path = Path(TABLES_FILE)
    if "--check" in sys.argv[1:]:
        return 0 if path.exists() and path.read_bytes() == content else 1
    path.write_bytes(content)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
