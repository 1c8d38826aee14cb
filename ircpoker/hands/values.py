"""What a poker hand is worth: the ten categories, the 7,462 values in order, and their English names.

Knows nothing of cards: `ircpoker.hands.evaluator` maps cards to these values.

The classes are numbered as Kevin Suffecool ("Cactus Kev") numbered them: 1 is the royal flush, 7462 is
7-5-4-3-2 of mixed suits, and two hands tie exactly if their class is the same.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cached_property
from itertools import combinations, islice

from ircpoker.cards import Rank
from ircpoker.hands.kernel import KERNEL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

CLASS_COUNT = 7462
NO_HAND_CLASS = CLASS_COUNT + 1
"""Stands for "no hand there" in tables: worse than every class."""


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

_MADE_OF = {
    Category.FOUR_OF_A_KIND: (4, 1),
    Category.FULL_HOUSE: (3, 1),
    Category.THREE_OF_A_KIND: (3, 1),
    Category.TWO_PAIR: (2, 2),
    Category.ONE_PAIR: (2, 1),
}
"""How often the made ranks of a category are there, and how many there are."""
_DESCENDING = tuple(reversed(Rank))
WHEEL = (Rank.FIVE, Rank.FOUR, Rank.THREE, Rank.DEUCE, Rank.ACE)
"""The ranks of the ace-low straight in order of significance."""


if TYPE_CHECKING:
    _Number = int
else:  # the kernel's is an int that knows its name
    _Number = int if KERNEL is None else KERNEL.NamedValue


class HandValue(_Number):
    """The value of a five-card hand; `a > b` when `a` wins, `a == b` when they split the pot.

    As a number it is 7463 − class: comparing and sorting run at the speed of integers. There is one
    object for each class, in `VALUES`; the rest is worked out when it is read. As text it is its name.

    Examples:
        >>> print(VALUES[6485])
        Ace High, Jack Kicker
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
        place = self.class_ - FIRST_CLASS[self.category]
        return next(islice(ranks_of_category(self.category), place, None))

    if TYPE_CHECKING or KERNEL is None:

        @cached_property
        def name(self) -> str:
            """The plain-English name, such as `Four Of A Kind, Nines, Two Kicker`."""
            return format_name(self.category, self.ranks)

    def __repr__(self) -> str:
        return f"<HandValue {self.class_}: {self.name}>"

    def __str__(self) -> str:
        return self.name

    def __format__(self, spec: str) -> str:
        return format(self.name, spec)

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return _value_of_class, (self.class_,)


class _Values(dict[int, HandValue]):
    """Class number → its one value, made when first asked for: making all 7,462 would cost a start 2 ms."""

    def __missing__(self, class_: int) -> HandValue:
        if not 1 <= class_ <= CLASS_COUNT:
            raise KeyError(class_)
        return self.setdefault(class_, HandValue(NO_HAND_CLASS - class_))


VALUES: Mapping[int, HandValue] = _Values()
"""The value of each class, 1 to 7462, by its number."""


def _value_of_class(class_: int) -> HandValue:
    return VALUES[class_]


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
    else:  # a flush or a high card: any five ranks that are no straight
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
