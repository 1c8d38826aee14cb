"""Bets and stacks between those that a strategy knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def smaller_chance(size: float, smaller: float, larger: float) -> float:
    """Return the probability that a bet is read as the smaller of the two sizes around it.

    Examples:
        >>> smaller_chance(0.5, 0.5, 1.0), smaller_chance(1.0, 0.5, 1.0)
        (1.0, 0.0)
        >>> round(smaller_chance(0.75, 0.5, 1.0), 3)
        0.429
    """
    return (larger - size) * (1 + smaller) / ((larger - smaller) * (1 + size))


def depth_for(stack: float, depths: Sequence[int]) -> int:
    """Return the depth that is nearest to a stack; both in big blinds.

    Examples:
        >>> [depth_for(stack, (50, 100)) for stack in (12, 70, 71, 400)]
        [50, 50, 100, 100]
    """
    return min(depths, key=lambda depth: max(stack / depth, depth / stack))
