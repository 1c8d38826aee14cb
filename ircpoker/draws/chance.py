"""The chance to beat one random hand, as a value function in place of the mean class.

The mean class counts places: high card is half of all hands, but a sixth of the classes. So a draw that often
ends on a slightly better high card looks worse by its mean class than it is.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from ircpoker.draws.sums import ValueFunction
from ircpoker.hands import CLASS_COUNT, Category
from ircpoker.hands.values import FIRST_CLASS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ircpoker.draws.holds import HoldOption

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
"""How many hands are in each class of a category, by their suits: C(4, 2) = 6 for a pair, and so on."""


def _chances() -> tuple[int, ...]:
    """Return, by class, twice the number of worse hands and the number of equal ones."""
    sizes = [0] * (CLASS_COUNT + 1)
    for category, first in FIRST_CLASS.items():  # best first, so that each overwrites the rest of the one before
        sizes[first:] = [HANDS_IN_CLASS[category]] * (CLASS_COUNT + 1 - first)
    chances = [0] * (CLASS_COUNT + 1)
    worse = 0
    for class_ in range(CLASS_COUNT, 0, -1):
        chances[class_] = 2 * worse + sizes[class_]
        worse += sizes[class_]
    return tuple(chances)


CHANCES = ValueFunction("chance", _chances())
"""Chance to beat a hand dealt from a whole deck, ties as half, times 2 · `HANDS`, so that it is whole."""


def mean_chance(hold: HoldOption) -> float:
    """Return the chance of a hold by `CHANCES` to beat one random hand after its draw.

    Examples:
        >>> from ircpoker.draws.holds import discards
        >>> best = discards("Ah Ad Kc 7s 2h", CHANCES)[0]
        >>> best.cards, round(mean_chance(best), 4)
        ((Ah, Ad, Kc), 0.9348)
    """
    return hold.mean / (2 * HANDS)
