"""The cards to come as multisets of ranks: 6,175 for a whole board instead of 2,598,960 boards.

Multisets of the same size are always in the same order: by their number of aces (most first), then of kings, and so on.
Weights, keys and values of a size are lists in this order. Multisets with five of a rank are left out.
"""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations
from math import comb
from operator import add

from ircpoker.cards import RANK_WEIGHTS
from ircpoker.hands.tables import COLUMN_BITS, COLUMN_MASK, read_tables
from ircpoker.hands.values import NO_HAND_CLASS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

BOARD_SIZE = 5
_MOST_OF_A_RANK = 4


def count_sets(live: Sequence[int], size: int) -> list[list[int]]:
    """Return the number of ways to deal each multiset of ranks.

    Args:
        live: the number of cards of each rank, deuce first.
        size: the size of the largest multisets.

    Returns:
        For each size from 0 to `size`, the number of ways for each multiset.
    """
    weights: list[list[int]] = [[1], *([] for _ in range(size))]
    for cards in live:
        for total in range(size, 0, -1):
            new = [
                list(map(comb(cards, count).__mul__, weights[total - count]))
                for count in range(min(total, _MOST_OF_A_RANK), 0, -1)
            ]
            weights[total] = [*chain.from_iterable(new), *weights[total]]
    return weights


@cache
def _all_ranks() -> list[list[tuple[int, ...]]]:
    """Return the ranks (0 to 12) of each multiset of 0 to 5 cards, by size."""
    ranks: list[list[tuple[int, ...]]] = [[()], *([] for _ in range(BOARD_SIZE))]
    for rank in range(13):
        for total in range(BOARD_SIZE, 0, -1):
            new = [
                [(rank,) * count + others for others in ranks[total - count]]
                for count in range(min(total, _MOST_OF_A_RANK), 0, -1)
            ]
            ranks[total] = [*chain.from_iterable(new), *ranks[total]]
    return ranks


def set_keys(size: int) -> list[int]:
    """Return the sum of rank weights of each multiset of `size` ranks; the sums of one size are all different."""
    return _all_keys()[size]


@cache
def _all_keys() -> list[list[int]]:
    """Return the sum of rank weights of each multiset of 0 to 5 ranks, by size."""
    keys: list[list[int]] = [[0], *([] for _ in range(BOARD_SIZE))]
    for weight in RANK_WEIGHTS:
        for total in range(BOARD_SIZE, 0, -1):
            new = [
                list(map((count * weight).__add__, keys[total - count]))
                for count in range(min(total, _MOST_OF_A_RANK), 0, -1)
            ]
            keys[total] = [*chain.from_iterable(new), *keys[total]]
    return keys


@cache
def _index_of_key(size: int) -> dict[int, int]:
    """Return the index of each multiset among those of its size, by its sum of rank weights."""
    return {key: index for index, key in enumerate(set_keys(size))}


@cache
def joined_indices(mask: int, size: int) -> list[int]:
    """Return the index of each multiset of `size` ranks after the ranks of `mask` are added to it.

    The index is 0 if that makes five of a rank, which no deck has.
    """
    index_of = _index_of_key(size + mask.bit_count()).get
    key = sum(weight for rank, weight in enumerate(RANK_WEIGHTS) if mask >> rank & 1)
    return [index_of(key + other, 0) for other in set_keys(size)]


@cache
def masks_of(ranks: int, count: int) -> list[int]:
    """Return the masks of every `count` ranks of a mask."""
    bits = [1 << rank for rank in range(13) if ranks >> rank & 1]
    return list(map(sum, combinations(bits, count)))


@cache
def _class_tables(size: int) -> tuple[list[int], list[int]]:
    """Return rows and classes for sums of `size` ranks, with entries for the sums of impossible hands.

    Impossible hands are looked up together with the others, but have the weight 0, so their classes have no meaning.
    """
    rows, classes = read_tables(f"rows {size}", f"classes {size}")
    last_row = size * RANK_WEIGHTS[-1] >> COLUMN_BITS
    longer = [*rows, *[0] * (last_row + 1 - len(rows))]
    return longer, [*classes, *[NO_HAND_CLASS] * (max(longer) + COLUMN_MASK + 1 - len(classes))]


def classes_of_sums(sums: Iterable[int], size: int) -> list[int]:
    """Return the classes, without flushes, of hands of `size` cards (5 to 7) with these sums of rank weights."""
    rows, classes = _class_tables(size)
    return [classes[rows[key >> COLUMN_BITS] + (key & COLUMN_MASK)] for key in sums]


@cache
def flush_classes() -> list[int]:
    """Return the class of the best flush for each mask of a suit's ranks; `NO_HAND_CLASS` if there is none."""
    return read_tables("flushes")[0].tolist()


@cache
def board_triples(known: tuple[int, ...], size: int) -> list[list[int]]:
    """Return, for each of the ten ways to take three of five board cards, the index of the three among the triples.

    Args:
        known: the ranks (0 to 12) of the board so far.
        size: the number of cards to come.

    Returns:
        A list for each way, in the order of the multisets of `size` ranks.
    """
    columns = [[RANK_WEIGHTS[rank]] * len(set_keys(size)) for rank in known]
    columns += [list(map(RANK_WEIGHTS.__getitem__, column)) for column in zip(*_all_ranks()[size], strict=True)]
    index_of = _index_of_key(3).get
    return [
        [index_of(key, 0) for key in map(add, map(add, first, second), third)]
        for first, second, third in combinations(columns, 3)
    ]
