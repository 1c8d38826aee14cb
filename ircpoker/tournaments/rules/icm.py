"""The independent chip model: what the chips of each player are worth in prizes (Malmuth and Harville).

The chance to win is the share of the chips; the chance of the next place is the same among the others. The sums are
exact: over the sets of players who hold the better places, not over the orders.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

from ircpoker.errors import UsageError
from ircpoker.tournaments.rules.payouts import whole_shares
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_SETS = 1_000_000
"""The most sets of players that are added up: some seconds."""


def icm(chips: Sequence[int], prizes: Sequence[float]) -> tuple[float, ...]:
    """Return what each player's chips are worth.

    Args:
        chips: the chips of each player, more than 0.
        prizes: the prizes, the best first; further places get nothing.

    Returns:
        The expected prize of each player, in the order of `chips`; they add up to the prizes that there are players
        for.

    Raises:
        UsageError: there are more than `MOST_SETS` sets of players for the paid places.

    Examples:
        >>> [round(value, 2) for value in icm([50, 30, 20], [70, 30])]
        [45.18, 32.25, 22.57]
    """
    places = min(len(prizes), len(chips))
    if sum(comb(len(chips), taken) for taken in range(places)) > MOST_SETS:
        raise UsageError(Phrase("tournament.icm_too_large"))
    total = sum(chips)
    values = [0.0] * len(chips)
    # The sets of players who have the better places, as bits: the chance of each, and the chips of the others.
    sets: dict[int, tuple[float, int]] = {0: (1.0, total)}
    for prize in prizes[:places]:
        larger: dict[int, tuple[float, int]] = {}
        for taken, (chance, left) in sets.items():
            for player, own in enumerate(chips):
                bit = 1 << player
                if taken & bit:
                    continue
                part = chance * own / left
                values[player] += part * prize
                key = taken | bit
                larger[key] = (larger[key][0] + part if key in larger else part, left - own)
        sets = larger
    return tuple(values)


def chop_shares(kind: str, chips: Sequence[int], prizes: Sequence[int]) -> tuple[int, ...]:
    """Return the share of each player if they divide the prizes.

    Args:
        kind: `icm`; `chips`, in proportion to the chips, but nobody less than the least prize; or `even`.
        chips: the chips of each player, more than 0.
        prizes: the prizes that are left, the best first.

    Returns:
        Whole chips that add up to the prizes, in the order of `chips`; odd chips go to those with more chips.

    Raises:
        ValueError: another kind.

    Examples:
        >>> chop_shares("chips", [6000, 3000], [390, 210]), chop_shares("even", [6000, 3000], [390, 211])
        ((330, 270), (301, 300))
    """
    pool, count = sum(prizes), len(chips)
    if kind == "icm":
        exact = [float(value) for value in icm(chips, prizes)]
    elif kind == "chips":
        least = prizes[count - 1] if len(prizes) >= count else 0
        exact = [least + (pool - least * count) * own / sum(chips) for own in chips]
    elif kind == "even":
        exact = [pool / count] * count
    else:
        raise ValueError(f"not a way to divide prizes: {kind}")
    order = sorted(range(count), key=lambda player: (-chips[player], player))
    shares = whole_shares(pool, [exact[player] / pool for player in order]) if pool else (0,) * count
    by_player = dict(zip(order, shares, strict=True))
    return tuple([by_player[player] for player in range(count)])
