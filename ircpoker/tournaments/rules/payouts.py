"""Prizes: how many places are paid, and how much.

Prizes are whole chips that add up to the pool; odd chips go to the better place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from ircpoker.errors import UsageError, quote
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

_TABLE: tuple[tuple[int, tuple[int, ...]], ...] = (
    (4, (100,)),
    (7, (65, 35)),
    (10, (50, 30, 20)),
    (20, (40, 27, 19, 14)),
    (30, (36, 24, 17, 13, 10)),
    (50, (30, 20, 15, 12, 9, 8, 6)),
)
"""Up to this many entries: the shares of the places in percent (the house's; docs/tournaments.md shows them)."""
_TOP_OF_MANY = 15
"""The percent of the entries that are paid in larger tournaments."""
_STEEPNESS = 0.75
"""The share of place k is as 1 / k to this power, where the table has none."""
_LEAST_DENOMINATOR = 1_000_000
_TOP = re.compile(r"top (\d{1,2}) ?%")


@dataclass(frozen=True, slots=True)
class PayoutPolicy:
    """Which places are paid.

    Attributes:
        top: the percent of the entries that are paid; 0 for the house's table.
        is_winner: whether the winner gets all.
    """

    top: int = 0
    is_winner: bool = False

    def __str__(self) -> str:
        return "winner" if self.is_winner else f"top {self.top} %" if self.top else "table"

    def shares(self, entries: int) -> tuple[float, ...]:
        """Return the shares of the paid places, the best first; they add up to 1, and never grow.

        Args:
            entries: the number of entries, at least one.

        Examples:
            >>> PayoutPolicy().shares(6), PayoutPolicy(is_winner=True).shares(6)
            ((0.65, 0.35), (1.0,))
        """
        if self.is_winner:
            return (1.0,)
        if not self.top:
            known = next((shares for most, shares in _TABLE if entries <= most), None)
            if known is not None:
                return tuple([share / 100 for share in known])
        places = max(1, entries * (self.top or _TOP_OF_MANY) // 100)
        weights = [1 / place**_STEEPNESS for place in range(1, places + 1)]
        return tuple([weight / sum(weights) for weight in weights])

    def places(self, entries: int) -> int:
        """Return how many places are paid."""
        return len(self.shares(entries))


def parse_payouts(text: str) -> PayoutPolicy:
    """Read `table`, `winner` or `top 15 %`.

    Raises:
        UsageError: another text.

    Examples:
        >>> str(parse_payouts("Top 15%"))
        'top 15 %'
    """
    plain = text.strip().lower()
    if plain in {"", "table"}:
        return PayoutPolicy()
    if plain == "winner":
        return PayoutPolicy(is_winner=True)
    found = _TOP.fullmatch(plain)
    if found is None or not 1 <= int(found[1]) <= 50:
        raise UsageError(Phrase("tournament.bad_payouts", word=quote(text)))
    return PayoutPolicy(int(found[1]))


def whole_shares(pool: int, shares: Sequence[float]) -> tuple[int, ...]:
    """Return shares of a pool as whole chips, which add up to it; odd chips go to the better places.

    Args:
        pool: the chips.
        shares: at least one; they add up to 1.

    Examples:
        >>> whole_shares(100, (1 / 3, 1 / 3, 1 / 3))
        (34, 33, 33)
    """
    # A share such as 0.65 of 600 is a little less than 390 in binary: the fraction that is meant is exact.
    meant = [Fraction(share).limit_denominator(max(pool, _LEAST_DENOMINATOR)) for share in shares]
    total = sum(meant)
    whole = [int(pool * share / total) for share in meant]
    odd = pool - sum(whole)
    return tuple([chips + (place < odd) for place, chips in enumerate(whole)])


def prizes(pool: int, entries: int, policy: PayoutPolicy) -> tuple[int, ...]:
    """Return the prizes of the paid places, the best first.

    Examples:
        >>> prizes(601, 6, PayoutPolicy())
        (391, 210)
    """
    return whole_shares(pool, policy.shares(entries))


def shared_prizes(prizes: Sequence[int], groups: Sequence[int]) -> tuple[int, ...]:
    """Return the prize of each player in the order of places, where groups share theirs.

    Args:
        prizes: the prizes of the paid places, the best first.
        groups: how many players share each place, the best first.

    Returns:
        A prize for each player, best place first; in a group the odd chips go to its first players.

    Examples:
        >>> shared_prizes((50, 30, 21), (1, 2, 2))
        (50, 26, 25, 0, 0)
    """
    paid: list[int] = []
    for size in groups:
        together = sum(prizes[len(paid) : len(paid) + size])
        each, odd = divmod(together, size)
        paid += [each + (place < odd) for place in range(size)]
    return tuple(paid)
