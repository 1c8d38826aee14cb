"""The ten categories of hands, the ranks of each of their classes, and the names.

They are not part of `ircpoker.hands.values`, because importing enumerations takes longer than evaluating a hand.

The number of hands in each class, counted by multisets of ranks and not hand by hand.

First all hands are counted as if there were no flushes; then hands with five or more cards of a suit are moved to
their class. With fewer than ten cards only one suit can have that many.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import combinations, combinations_with_replacement, islice
from math import comb, prod

from ircpoker.cards import SUIT_BITS, Rank, format_count
from ircpoker.errors import CardCountError
from ircpoker.hands.evaluator import evaluate_mask, flush_class
from ircpoker.hands.kernel import KERNEL
from ircpoker.hands.tables import RANK_MASKS
from ircpoker.hands.values import CLASS_COUNT, WORST_STRAIGHT


class Category(StrEnum):
    """The ten categories, best first; their text is that of the JSON output."""

    ROYAL_FLUSH = "royal_flush"
    STRAIGHT_FLUSH = "straight_flush"
    FOUR_OF_A_KIND = "four_of_a_kind"
    FULL_HOUSE = "full_house"
    FLUSH = "flush"
    STRAIGHT = "straight"
    THREE_OF_A_KIND = "three_of_a_kind"
    TWO_PAIR = "two_pair"
    ONE_PAIR = "one_pair"
    HIGH_CARD = "high_card"

    @property
    def number(self) -> int:
        """1 (royal flush) to 10 (high card), arfer's first number (parsecards 1.1)."""
        return _CATEGORIES.index(self) + 1


_CATEGORIES = tuple(Category)

FIRST_CLASS = {
    Category.ROYAL_FLUSH: 1,
    Category.STRAIGHT_FLUSH: 2,
    Category.FOUR_OF_A_KIND: 11,
    Category.FULL_HOUSE: 167,
    Category.FLUSH: 323,
    Category.STRAIGHT: 1600,
    Category.THREE_OF_A_KIND: WORST_STRAIGHT + 1,
    Category.TWO_PAIR: 2468,
    Category.ONE_PAIR: 3326,
    Category.HIGH_CARD: 6186,
}
"""The best class of each category; the category's other classes follow it."""

_MADE_OF = {
    Category.FOUR_OF_A_KIND: (4, 1),
    Category.FULL_HOUSE: (3, 1),
    Category.THREE_OF_A_KIND: (3, 1),
    Category.TWO_PAIR: (2, 2),
    Category.ONE_PAIR: (2, 1),
}
"""For each category, how many cards of each made rank it has, and how many made ranks."""
_DESCENDING = tuple(reversed(Rank))
WHEEL = (Rank.FIVE, Rank.FOUR, Rank.THREE, Rank.DEUCE, Rank.ACE)
"""The ranks of the ace-low straight in order of significance."""


def category_of_class(class_: int) -> Category:
    """Return the category of a class, 1 to 7462."""
    return next(category for category in reversed(Category) if FIRST_CLASS[category] <= class_)


def ranks_of_class(class_: int) -> tuple[Rank, ...]:
    """Return the five ranks of a class in order of significance."""
    category = category_of_class(class_)
    return next(islice(ranks_of_category(category), class_ - FIRST_CLASS[category], None))


def ranks_of_category(category: Category) -> Iterator[tuple[Rank, ...]]:
    """Yield the five ranks in order of significance of every class of a category, best class first."""
    straights = [_DESCENDING[top : top + 5] for top in range(9)] + [WHEEL]
    if category is Category.ROYAL_FLUSH:
        yield straights[0]
    elif category is Category.STRAIGHT_FLUSH:
        yield from straights[1:]
    elif category is Category.STRAIGHT:
        yield from straights
    elif category in _MADE_OF:
        times, kinds = _MADE_OF[category]
        for made in combinations(_DESCENDING, kinds):
            others = [rank for rank in _DESCENDING if rank not in made]
            front = tuple(rank for rank in made for _ in range(times))
            if category is Category.FULL_HOUSE:
                yield from ((*front, pair, pair) for pair in others)
            else:
                yield from map(front.__add__, combinations(others, 5 - len(front)))
    else:  # a flush or a high card: any five ranks that are not a straight
        barred = {tuple(sorted(straight, reverse=True)) for straight in straights}
        yield from (ranks for ranks in combinations(_DESCENDING, 5) if ranks not in barred)


def format_name(category: Category, ranks: tuple[Rank, ...]) -> str:
    """Return the exact English name of a value."""
    words = category.value.replace("_", " ").title()
    first, second, third, fourth, last = ranks
    ace_low = ranks == WHEEL
    match category:
        case Category.ROYAL_FLUSH:
            return words
        case Category.STRAIGHT_FLUSH | Category.STRAIGHT:
            return f"{words}, Ace Low" if ace_low else f"{words}, {first.word} High"
        case Category.FOUR_OF_A_KIND:
            return f"{words}, {first.plural}, {last.word} Kicker"
        case Category.FULL_HOUSE:
            return f"{words}, {first.plural} Over {last.plural}"
        case Category.FLUSH:
            return f"{words}, {first.word} High, {second.word} Kicker"
        case Category.THREE_OF_A_KIND:
            return f"{words}, {first.plural}, {fourth.word} Kicker"
        case Category.TWO_PAIR:
            return f"{words}, {first.plural} And {third.plural}, {last.word} Kicker"
        case Category.ONE_PAIR:
            return f"{words}, {first.plural}, {third.word} Kicker"
        case _:
            return f"{first.word} High, {second.word} Kicker"


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
