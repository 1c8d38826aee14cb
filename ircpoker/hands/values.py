"""The 7,462 values of poker hands, with their categories, ranks and English names.

This module knows nothing about cards: `ircpoker.hands.evaluator` maps cards to these values. Annotations are in quotes,
as in `ircpoker.hands.kernel`.

The classes are numbered like Kevin Suffecool's ("Cactus Kev"): 1 is the royal flush, 7462 is 7-5-4-3-2 of mixed suits,
and two hands tie exactly if their class is the same.
"""

from ircpoker.hands.kernel import KERNEL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from functools import cached_property

    from ircpoker.cards import Rank
    from ircpoker.hands.categories import Category
else:

    class cached_property:  # noqa: N801 - the library's name; importing that takes longer than evaluating a hand
        """A property that is computed once and then kept in the object, without the lock that the library's has."""

        def __init__(self, function: object) -> None:
            self.function = function
            self.__doc__ = function.__doc__

        def __get__(self, value: object, owner: type) -> object:
            if value is None:
                return self
            answer = value.__dict__[self.function.__name__] = self.function(value)
            return answer


CLASS_COUNT = 7462
"""The number of classes of hands that differ in value."""
NO_HAND_CLASS = CLASS_COUNT + 1
"""The class of an empty entry of a table: worse than every real class."""
WORST_STRAIGHT = 1609
"""The class of the straight to the five; three of a kind comes next."""


if TYPE_CHECKING:
    _ValueBase = int
else:  # the kernel's type is an int with `class_` and `name`
    _ValueBase = int if KERNEL is None else KERNEL.NamedValue


class HandValue(_ValueBase):
    """The value of a five-card hand; `a > b` when `a` wins, `a == b` when they split the pot.

    It is the number 7463 − class, so comparing and sorting are as fast as with integers. Its text is its name. There is
    one object for each class, in `VALUES`; its other attributes are computed when they are read.

    Examples:
        >>> print(VALUES[6485])
        Ace High, Jack Kicker
        >>> VALUES[1] > VALUES[2] > VALUES[7462]
        True
    """

    @property
    def strength(self) -> float:
        """`1 - class / 7462`, 0.999866 down to 0 (the Swedish robot's measure)."""
        return 1 - self.class_ / CLASS_COUNT

    @cached_property
    def category(self) -> "Category":
        """One of the ten categories."""
        from ircpoker.hands.categories import category_of_class

        return category_of_class(self.class_)

    @cached_property
    def ranks(self) -> "tuple[Rank, ...]":
        """The five ranks in order of significance; the ace of an ace-low straight stands last, as ACE."""
        from ircpoker.hands.categories import ranks_of_class

        return ranks_of_class(self.class_)

    if TYPE_CHECKING or KERNEL is None:

        @cached_property
        def class_(self) -> int:
            """1 (best) to 7462."""
            return NO_HAND_CLASS - int(self)

        @cached_property
        def name(self) -> str:
            """The plain-English name, such as `Four Of A Kind, Nines, Two Kicker`."""
            from ircpoker.hands.categories import format_name

            return format_name(self.category, self.ranks)

    def __repr__(self) -> str:
        return f"<HandValue {self.class_}: {self.name}>"

    def __str__(self) -> str:
        return self.name

    def __format__(self, spec: str) -> str:
        return format(self.name, spec)

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return _value_of_class, (self.class_,)


class _ValuesByClass(dict[int, HandValue]):
    """The only value of each class, made when it is first needed: making all 7,462 at the start would take 2 ms."""

    def __missing__(self, class_: int) -> HandValue:
        if not 1 <= class_ <= CLASS_COUNT:
            raise KeyError(class_)
        return self.setdefault(class_, HandValue(NO_HAND_CLASS - class_))


VALUES: "Mapping[int, HandValue]" = _ValuesByClass()
"""The value of each class, 1 to 7462, by its number."""


def _value_of_class(class_: int) -> HandValue:
    return VALUES[class_]
