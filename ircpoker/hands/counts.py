"""The number of hands in each class, counted by multisets of ranks and not hand by hand.

First all hands are counted as if there were no flushes; then hands with five or more cards of a suit are moved to
their class. With fewer than ten cards only one suit can have that many.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import comb, prod

from ircpoker.cards import SUIT_BITS, format_count
from ircpoker.errors import CardCountError
from ircpoker.hands.evaluator import evaluate_mask, flush_class
from ircpoker.hands.kernel import KERNEL
from ircpoker.hands.tables import RANK_MASKS
from ircpoker.hands.values import CLASS_COUNT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

HAND_SIZES = (5, 9)


def class_counts(size: int, /) -> list[int]:
    """Return how many of all hands of `size` cards are in each class.

    Args:
        size: cards in a hand, 5 to 9.

    Returns:
        The numbers by class, 1 to 7462; the number at index 0 is 0.

    Raises:
        CardCountError: `size` is out of range.

    Examples:
        >>> counts = class_counts(5)
        >>> sum(counts), counts[1], counts[7462]
        (2598960, 4, 1020)
    """
    if not HAND_SIZES[0] <= size <= HAND_SIZES[1]:
        raise CardCountError(size, format_count(*HAND_SIZES))
    counts: list[int] = _count(size) if KERNEL is None else KERNEL.class_counts(size)
    return counts


def _count(size: int) -> list[int]:
    counts = [0] * (CLASS_COUNT + 1)
    for held, ways in _rank_counts(size, 4):
        counts[_class_of_ranks(held)] += ways
    others = {size - suited: list(_rank_counts(size - suited, 3)) for suited in range(HAND_SIZES[0], size + 1)}
    for suited in range(RANK_MASKS):
        if not HAND_SIZES[0] <= suited.bit_count() <= size:
            continue
        flush = flush_class(suited)
        bits = [suited >> rank & 1 for rank in range(13)]
        for held, ways in others[size - suited.bit_count()]:
            class_ = _class_of_ranks([bit + count for bit, count in zip(bits, held, strict=True)])
            counts[class_] -= 4 * ways
            counts[min(class_, flush)] += 4 * ways
    return counts


def _rank_counts(size: int, suits: int) -> Iterator[tuple[list[int], int]]:
    """Yield each multiset of `size` ranks as the count of each rank, with the number of ways to choose the suits."""
    for ranks in combinations_with_replacement(range(13), size):
        held = [ranks.count(rank) for rank in range(13)]
        if max(held) <= suits:
            yield held, prod(comb(suits, count) for count in held)


def _class_of_ranks(held: Sequence[int]) -> int:
    """Return the class, without flushes, of a hand with these counts of each rank."""
    # The suits are given in turn, so that none of them gets more than three of nine cards.
    mask, suit = 0, 0
    for rank, count in enumerate(held):
        for _ in range(count):
            mask |= 1 << rank + SUIT_BITS * suit
            suit = (suit + 1) % 4
    return evaluate_mask(mask).class_
