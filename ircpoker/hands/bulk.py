"""Values of many hands at once with NumPy: the twin of the kernel's function, with the same tables.

The two methods are those of `ircpoker.hands.evaluator`, column by column: one sum and one look-up for a row of up to
seven cards, masks of ranks for more.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from ircpoker.cards import CARDS, RANK_SUM_BITS, SUIT_BITS
from ircpoker.hands.evaluator import flush_shifts
from ircpoker.hands.tables import COLUMN_BITS, COLUMN_MASK, RANK_MASKS, read_tables

Codes = NDArray[np.uint8]
Classes = NDArray[np.uint16]
RankMasks = NDArray[np.uint16]
HandMasks = NDArray[np.uint64]


ROWS_AT_ONCE = 1 << 14
"""Rows evaluated at a time: NumPy's intermediate arrays then stay in the processor's cache."""


def evaluate_rows(codes: memoryview[int], n: int) -> memoryview[int] | int:
    """Return the class of the best five-card hand of each row.

    Args:
        codes: rows · n card codes, a byte each.
        n: the number of cards in a row, 5 to 52.

    Returns:
        The classes of the rows, or the number of the first row that is not a hand.
    """
    rows = np.frombuffer(codes, np.uint8).reshape(-1, n)
    classes = np.empty(len(rows), np.uint16)
    for start in range(0, len(rows), ROWS_AT_ONCE):
        stop = start + ROWS_AT_ONCE
        columns = np.ascontiguousarray(rows[start:stop].T)
        masks = _suit_masks(columns)
        wrong = np.flatnonzero(np.bitwise_count(masks) != n)
        if wrong.size:
            return start + int(wrong[0])
        classes[start:stop] = _by_sums(columns, masks) if n <= 7 else _by_masks(masks)
    return classes.data


def _suit_masks(columns: Codes) -> HandMasks:
    """Return the mask of each row, one suit every `SUIT_BITS` bits; a byte that is not a code sets no bit."""
    card_masks = _mask_table()
    masks: HandMasks = card_masks[columns[0]]
    for column in columns[1:]:
        masks |= card_masks[column]
    return masks


@cache
def _mask_table() -> HandMasks:
    return np.array([*(card.mask for card in CARDS), *[0] * (256 - len(CARDS))], np.uint64)


@cache
def _key_table() -> NDArray[np.uint32]:
    return np.array([card.key for card in CARDS], np.uint32)


@cache
def _sum_tables(size: int) -> tuple[NDArray[np.int32], Classes, NDArray[np.int8]]:
    """Return rows and classes of the table of `size` ranks, and the flush's shift of each sum of suits."""
    rows, classes = read_tables(f"rows {size}", f"classes {size}")
    return np.asarray(rows), np.asarray(classes), np.array(flush_shifts(size), np.int8)


@cache
def _mask_tables() -> tuple[Classes, Classes]:
    """Return the classes of flushes and of unpaired hands by mask of ranks."""
    flushes, unpaired = read_tables("flushes", "unpaired")
    return np.asarray(flushes), np.asarray(unpaired)


def _by_sums(columns: Codes, masks: HandMasks) -> Classes:
    """Return the classes of rows of 5 to 7 cards."""
    keys = _key_table()
    key = keys[columns[0]]
    for column in columns[1:]:
        key += keys[column]
    rows, table, shifts = _sum_tables(len(columns))
    shift = shifts[key >> RANK_SUM_BITS]
    key &= (1 << RANK_SUM_BITS) - 1
    classes: Classes = table[rows[key >> COLUMN_BITS] + (key & COLUMN_MASK).astype(np.int32)]
    flush = np.flatnonzero(shift >= 0)
    classes[flush] = _mask_tables()[0][masks[flush] >> shift[flush].astype(np.uint64) & np.uint64(RANK_MASKS - 1)]
    return classes


@cache
def _made_tables() -> tuple[NDArray[np.uint32], Classes, RankMasks]:
    """Return the sorted keys of all hands with a pair or more, their classes, and the highest bit of each mask."""
    keys, classes = read_tables("made keys", "made classes")
    highest = [0] + [1 << mask.bit_length() - 1 for mask in range(1, RANK_MASKS)]
    return np.asarray(keys), np.asarray(classes), np.array(highest, np.uint16)


def _by_masks(masks: HandMasks) -> Classes:
    """Return the classes of rows of any number of cards."""
    flushes, unpaired = _mask_tables()
    keys, classes, highest = _made_tables()
    suits = [
        (masks >> np.uint64(shift) & np.uint64(RANK_MASKS - 1)).astype(np.uint16) for shift in range(0, 64, SUIT_BITS)
    ]
    c, d, h, s = suits
    ranks = c | d | h | s
    best: Classes = unpaired[ranks]
    for suit in suits:
        best = np.minimum(best, flushes[suit])
    paired = c & d | h & s | (c | d) & (h | s)
    rows = np.flatnonzero(paired)
    c, d, h, s = (suit[rows] for suit in suits)
    ranks, paired = ranks[rows], paired[rows]
    trips = c & d & (h | s) | h & s & (c | d)
    quads = c & d & h & s
    made = highest[np.where(quads, quads, np.where(trips, trips, paired))]
    second = highest[paired ^ made]
    kind = np.select([quads != 0, (trips != 0) & (second != 0), trips != 0, second != 0], [4, 3, 2, 1], 0)
    made |= np.where(kind == 1, second, 0).astype(np.uint16)
    left = ranks & ~made
    kickers = np.where(kind == 3, second, highest[left])
    for last in (2, 0):  # trips have two kickers, a pair three
        more = highest[left & ~kickers]
        kickers |= np.where((kind == last) | (kind == 0), more, 0).astype(np.uint16)
    query = kind.astype(np.uint32) << 26 | made.astype(np.uint32) << 13 | kickers
    best[rows] = np.minimum(best[rows], classes[np.searchsorted(keys, query)])
    return best
