"""The 6,851 kinds of four hole cards, and sets of hands that are too many to list.

A kind is its ranks and how it is suited: `AKQJds` double-suited, with two suits of two cards each; `AKQJss`
single-suited, with two cards of one suit and one each of two others; `AKQJr` a rainbow, with four suits; `AKQJmono`
with three or four cards of a suit.
"""

from __future__ import annotations

import os
import sys
from array import array
from bisect import bisect, bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate, combinations_with_replacement, pairwise, product, starmap
from math import ceil
from random import Random
from typing import NamedTuple

from ircpoker.errors import SurroundingsError
from ircpoker.hands.kernel import damage_of

ORDER_FILE = os.path.join(os.path.dirname(__file__), "omaha_kinds.bin")  # noqa: PTH118, PTH120 - as in hands.tables
SUITED = ("ds", "ss", "r", "mono")
SIZE = 4

OmahaHand = tuple[int, ...]
"""Four card codes, the highest first."""
KindSet = int
"""Kinds, each a bit at its number."""


class OmahaKind(NamedTuple):
    """Four ranks, the highest first, and how they are suited."""

    ranks: tuple[int, ...]
    suited: str


def suitedness(suits: Sequence[int]) -> str:
    """Return how four cards with these suits are suited.

    Examples:
        >>> [suitedness(suits) for suits in ((0, 1, 0, 1), (2, 0, 2, 1), (3, 1, 0, 2), (2, 2, 2, 0))]
        ['ds', 'ss', 'r', 'mono']
    """
    return SUITED[len({*suits}) - 2] if max(map(suits.count, suits)) < 3 else "mono"


@cache
def _suits(is_paired: tuple[bool, ...], suited: str) -> list[tuple[int, ...]]:
    """Return the suits of all hands that are so suited, where each rank may be that of the next card."""
    return [
        suits
        for suits in product(range(4), repeat=SIZE)
        if suitedness(suits) == suited
        and all(high > low for same, (high, low) in zip(is_paired, pairwise(suits), strict=True) if same)
    ]


def suits_of(kind: OmahaKind) -> list[tuple[int, ...]]:
    """Return the suits of each hand of a kind, in the order of its ranks; nothing if there is no such kind.

    Examples:
        >>> len(suits_of(OmahaKind((12, 12, 11, 11), "ds"))), suits_of(OmahaKind((12, 12, 12, 12), "ds"))
        (6, [])
    """
    return _suits(tuple([high == low for high, low in pairwise(kind.ranks)]), kind.suited)


@cache
def all_kinds() -> dict[OmahaKind, int]:
    """Return all kinds, those with high cards first, with their numbers."""
    ranks = combinations_with_replacement(range(12, -1, -1), SIZE)
    kinds = [kind for kind in starmap(OmahaKind, product(ranks, SUITED)) if suits_of(kind)]
    return {kind: number for number, kind in enumerate(kinds)}


@cache
def _spelled_out() -> list[tuple[Sequence[int], Sequence[Sequence[int]]]]:
    """Return the ranks and the suits of all kinds."""
    return [(kind.ranks, suits_of(kind)) for kind in all_kinds()]


def number_of(hand: OmahaHand) -> int:
    """Return the number of a hand's kind."""
    return all_kinds()[OmahaKind(tuple([code >> 2 for code in hand]), suitedness([code & 3 for code in hand]))]


@cache
def _sets() -> dict[object, KindSet]:
    """Return the kinds with a rank so often at least, those so suited, and those with so many hands."""
    sets: dict[object, KindSet] = defaultdict(int)
    for kind, number in all_kinds().items():
        ranks = [(rank, kind.ranks[: place + 1].count(rank)) for place, rank in enumerate(kind.ranks)]
        for each in (*ranks, kind.suited, len(suits_of(kind))):
            sets[each] |= 1 << number
    return sets


def kinds_with(ranks: Sequence[int], suited: str = "") -> KindSet:
    """Return the kinds that have these ranks, up to four, and are so suited, or anyhow.

    Examples:
        >>> size_of(kinds_with([12, 12])), size_of(kinds_with([12, 12, 11, 11], "ds")), size_of(kinds_with([]))
        (6961, 6, 270725)
    """
    kinds = _sets()[suited] if suited else (1 << len(all_kinds())) - 1
    for rank in set(ranks):
        kinds &= _sets()[rank, ranks.count(rank)]
    return kinds


def size_of(kinds: KindSet) -> int:
    """Return the number of hands of some kinds."""
    return sum(count * (kinds & some).bit_count() for count, some in _sets().items() if isinstance(count, int))


def hands_in(kinds: KindSet) -> Iterator[OmahaHand]:
    """Yield the hands of some kinds."""
    for number in _numbers_in(kinds):
        ranks, all_suits = _spelled_out()[number]
        for suits in all_suits:
            yield _hand(ranks, suits)


def _numbers_in(kinds: KindSet) -> list[int]:
    whole = kinds.to_bytes(len(all_kinds()) // 8 + 1, "little")
    return [8 * at + bit for at, byte in enumerate(whole) if byte for bit in range(8) if byte >> bit & 1]


@cache
def _order() -> tuple[Sequence[int], list[int]]:
    """Return the numbers of the kinds in the order of their equity, and the number of hands up to each of them.

    The equity is the mean over all hands of a kind, of one opponent, and over boards, as `tools/make_omaha_kinds.py`
    samples it.

    Raises:
        SurroundingsError: the file with the order is damaged.
    """
    order, kinds = array("H"), _spelled_out()
    with open(ORDER_FILE, "rb") as file:  # noqa: PTH123 - as in hands.tables
        order.frombytes(file.read())
    if sys.byteorder == "big":
        order.byteswap()
    if sorted(order) != list(range(len(kinds))):
        raise SurroundingsError(damage_of(ORDER_FILE))
    return order, list(accumulate(len(kinds[number][1]) for number in order))


def best_kinds(part: Fraction) -> KindSet:
    """Return the best kinds that together hold at least a part, above 0 and up to 1, of all hands."""
    order, sums = _order()
    bits = bytearray(len(order) // 8 + 1)
    for number in order[: bisect_left(sums, ceil(part * sums[-1])) + 1]:
        bits[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(bits, "little")


def _hand(ranks: Sequence[int], suits: Sequence[int]) -> OmahaHand:
    return tuple([4 * rank + suit for rank, suit in zip(ranks, suits, strict=True)])


class WeightedHands:
    """Hands with weights that are too many to list: whole kinds, and single hands of others.

    Attributes:
        size: the number of hands.
    """

    def __init__(self, kinds: Mapping[KindSet, int], hands: Mapping[OmahaHand, int]) -> None:
        """Take sets of kinds and single hands, all apart from each other, each with its weight."""
        self.size = sum(map(size_of, kinds)) + len(hands)
        known, self._parts, weights = _spelled_out(), [], []
        for some, weight in kinds.items():
            parts = [known[number] for number in _numbers_in(some)]
            self._parts += parts
            weights += [weight * len(suits) for _, suits in parts]
        self._parts += [([code >> 2 for code in hand], [[code & 3 for code in hand]]) for hand in hands]
        self._sums = list(accumulate([*weights, *hands.values()]))

    def draw(self, rng: Random) -> OmahaHand:
        """Return a hand drawn by weight."""
        ranks, suits = self._parts[bisect(self._sums, rng.random() * self._sums[-1], 0, len(self._parts) - 1)]
        return _hand(ranks, suits[int(rng.random() * len(suits))])
