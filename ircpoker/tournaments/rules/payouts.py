"""Prizes: how many places are paid, how much, and what the chips of each player are worth in them.

Prizes are whole chips that add up to the pool; odd chips go to the better place. The worth of chips is that of the
independent chip model (Malmuth and Harville): the chance to win is the share of the chips; the chance of the next place
is the same among the others. The sums are exact: over the sets of players who hold the better places, not over the
orders.

Knock-outs: half of each buy-in of a person is the price of their head, for whoever takes their last chips.

TDA has no rule for it: everything here is the house's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from math import comb

from msgspec import Struct

from ircpoker.errors import UsageError, quote
from ircpoker.table import Deal, DealSeat, deal_seats
from ircpoker.table.events import PotWon
from ircpoker.words import Phrase

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


class PayoutPolicy(Struct, frozen=True):
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
    match = _TOP.fullmatch(plain)
    if match is None or not 1 <= int(match[1]) <= 50:
        raise UsageError(Phrase("tournament.bad_payouts", word=quote(text)))
    return PayoutPolicy(int(match[1]))


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


def winners_of(deal: Deal, seat: DealSeat) -> tuple[DealSeat, ...]:
    """Return who won the last chips of a seat in a deal that is over, the first left of the button first.

    They are the winners of the last pot in which the seat had chips, even if its hand was dead.
    """
    pots, totals = deal.pots, deal.totals
    tops = [min(totals[other] for other in pot.seats) for pot in pots]
    last = next((number for number, top in enumerate(tops) if totals[seat] <= top), len(pots) - 1)
    won = {event.seat for event in deal.events if isinstance(event, PotWon) and event.pot == last}
    return tuple([each for each in deal_seats(len(totals)) if each in won])


def head_shares(head: int, winners: Sequence[DealSeat]) -> dict[DealSeat, int]:
    """Return how winners share the price of a head; the odd chips go to the earlier seats.

    Examples:
        >>> from ircpoker.table import DealSeat
        >>> head_shares(51, [DealSeat(1), DealSeat(4)])
        {1: 26, 4: 25}
    """
    each, odd = divmod(head, len(winners))
    return {seat: each + (number < odd) for number, seat in enumerate(winners)}
