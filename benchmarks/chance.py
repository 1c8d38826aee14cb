"""The chance to beat one random hand, as a value function.

It measures draws better than the mean class, because classes differ in size: half of all hands are high cards, but
only a sixth of the classes. A draw that often ends with a slightly better high card has a bad mean class.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ircpoker.draws.holds import HoldOption
from ircpoker.draws.sums import ValueFunction
from ircpoker.hands import CLASS_COUNT, Category
from ircpoker.hands.categories import FIRST_CLASS

HANDS = 2_598_960
"""Five-card hands of a deck."""
HANDS_IN_CLASS: Mapping[Category, int] = MappingProxyType(
    {
        Category.ROYAL_FLUSH: 4,
        Category.STRAIGHT_FLUSH: 4,
        Category.FOUR_OF_A_KIND: 4,
        Category.FULL_HOUSE: 24,
        Category.FLUSH: 4,
        Category.STRAIGHT: 4**5 - 4,
        Category.THREE_OF_A_KIND: 4 * 4**2,
        Category.TWO_PAIR: 6 * 6 * 4,
        Category.ONE_PAIR: 6 * 4**3,
        Category.HIGH_CARD: 4**5 - 4,
    }
)
"""The number of hands in each class of a category, which is the number of ways to choose their suits."""


def _chances() -> tuple[int, ...]:
    """Return, by class, twice the number of worse hands and the number of equal ones."""
    sizes = [0] * (CLASS_COUNT + 1)
    for category, first in FIRST_CLASS.items():  # each category overwrites what follows the one before
        sizes[first:] = [HANDS_IN_CLASS[category]] * (CLASS_COUNT + 1 - first)
    chances = [0] * (CLASS_COUNT + 1)
    worse = 0
    for class_ in range(CLASS_COUNT, 0, -1):
        chances[class_] = 2 * worse + sizes[class_]
        worse += sizes[class_]
    return tuple(chances)


CHANCES = ValueFunction("chance", _chances())
"""The chance to beat a hand from a whole deck, with ties as half; times 2 · `HANDS`, which makes it a whole number."""


def mean_chance(hold: HoldOption) -> float:
    """Return the chance to beat one random hand after the draw, for a hold that was valued by `CHANCES`.

    Examples:
        >>> from ircpoker.draws.holds import discards
        >>> best = discards("Ah Ad Kc 7s 2h", CHANCES)[0]
        >>> best.cards, round(mean_chance(best), 4)
        ((Ah, Ad, Kc), 0.9348)
    """
    return hold.mean / (2 * HANDS)
