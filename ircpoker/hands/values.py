"""What a poker hand is worth: the ten categories, the 7,462 values in order, and their English names.

Knows nothing of cards: `ircpoker.hands.evaluator` maps cards to these values.

The classes are numbered as Kevin Suffecool ("Cactus Kev") numbered them: 1 is the royal flush, 7462 is
7-5-4-3-2 of mixed suits, and two hands tie exactly if their class is the same.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache, cached_property
from itertools import combinations, permutations

from ircpoker.cards import Rank

CLASS_COUNT = 7462
NO_HAND_CLASS = CLASS_COUNT + 1
"""Index of `VALUES` for "nothing there", below every hand."""


class Category(StrEnum):
    """The ten categories, best first; as text they are the words of the JSON output."""

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
    Category.THREE_OF_A_KIND: 1610,
    Category.TWO_PAIR: 2468,
    Category.ONE_PAIR: 3326,
    Category.HIGH_CARD: 6186,
}
"""Best class of each category; each ends before the next one's first."""

_DESCENDING = tuple(reversed(Rank))
WHEEL = (Rank.FIVE, Rank.FOUR, Rank.THREE, Rank.DEUCE, Rank.ACE)
"""The ranks of the ace-low straight in order of significance."""


class HandValue(int):
    """The value of a five-card hand; `a > b` when `a` wins, `a == b` when they split the pot.

    As a number it is 7463 − class: comparing and sorting run at the speed of integers. There is one
    object for each class, in `VALUES`; the rest is worked out when it is read.

    Examples:
        >>> VALUES[6485].name
        'Ace High, Jack Kicker'
        >>> VALUES[1] > VALUES[2] > VALUES[7462]
        True
    """

    @property
    def class_(self) -> int:
        """1 (best) to 7462."""
        return NO_HAND_CLASS - int(self)

    @property
    def strength(self) -> float:
        """`1 - class / 7462`, 0.999866 down to 0 (the Swedish robot's measure)."""
        return 1 - self.class_ / CLASS_COUNT

    @cached_property
    def category(self) -> Category:
        """Which of the ten categories."""
        return next(category for category in reversed(Category) if FIRST_CLASS[category] <= self.class_)

    @cached_property
    def ranks(self) -> tuple[Rank, ...]:
        """The five ranks in order of significance; the ace of an ace-low straight stands last, as ACE."""
        return ranks_of_category(self.category)[self.class_ - FIRST_CLASS[self.category]]

    @cached_property
    def name(self) -> str:
        """The plain-English name, such as `Four Of A Kind, Nines, Two Kicker`."""
        return _format_name(self.category, self.ranks)

    def __repr__(self) -> str:
        return f"<HandValue {self.class_}: {self.name}>" if 0 < self < NO_HAND_CLASS else "<HandValue: no hand>"

    __str__ = __repr__

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return _value_of_class, (self.class_,)


VALUES: tuple[HandValue, ...] = tuple(map(HandValue, range(NO_HAND_CLASS, -1, -1)))
"""The value of each class by its number; `VALUES[NO_HAND_CLASS]` is below every hand."""


def _value_of_class(class_: int) -> HandValue:
    return VALUES[class_]


def _with_kickers(made: tuple[Rank, ...], kickers: int) -> list[tuple[Rank, ...]]:
    others = [rank for rank in _DESCENDING if rank not in made]
    return [made + rest for rest in combinations(others, kickers)]


@cache
def ranks_of_category(category: Category) -> tuple[tuple[Rank, ...], ...]:
    """Return the five ranks of every class of a category, best class first."""
    straights = [tuple(_DESCENDING[top : top + 5]) for top in range(9)] + [WHEEL]
    match category:
        case Category.ROYAL_FLUSH:
            hands = straights[:1]
        case Category.STRAIGHT_FLUSH:
            hands = straights[1:]
        case Category.STRAIGHT:
            hands = straights
        case Category.FOUR_OF_A_KIND:
            hands = [(quad,) * 4 + (kicker,) for quad, kicker in permutations(_DESCENDING, 2)]
        case Category.FULL_HOUSE:
            hands = [(trips,) * 3 + (pair,) * 2 for trips, pair in permutations(_DESCENDING, 2)]
        case Category.THREE_OF_A_KIND:
            hands = [hand for trips in _DESCENDING for hand in _with_kickers((trips,) * 3, 2)]
        case Category.TWO_PAIR:
            pairs = combinations(_DESCENDING, 2)
            hands = [hand for high, low in pairs for hand in _with_kickers((high, high, low, low), 1)]
        case Category.ONE_PAIR:
            hands = [hand for pair in _DESCENDING for hand in _with_kickers((pair,) * 2, 3)]
        case _:  # a flush or a high card: any five ranks that are no straight
            barred = {tuple(sorted(hand, reverse=True)) for hand in straights}
            hands = [hand for hand in combinations(_DESCENDING, 5) if hand not in barred]
    return tuple(hands)


def _format_name(category: Category, ranks: tuple[Rank, ...]) -> str:
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
