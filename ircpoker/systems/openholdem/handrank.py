"""`handrank169` and related symbols: the rank of two hole cards among all, by exact equity against a random hand.

The order is that of `ircpoker.hands.kinds`. OpenHoldem's own table differs in places.
"""

from __future__ import annotations

from itertools import accumulate
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from ircpoker.hands.kinds import BEST_FIRST, COMBINATIONS_OF, kind_of

if TYPE_CHECKING:
    from ircpoker.cards import Card

_ALL_TWICE = 2652
"""Ordered pairs of two cards, 52 · 51."""


class HandRanks(NamedTuple):
    """The ranks of two hole cards, 1 the best.

    Attributes:
        handrank169: the rank among the 169 kinds.
        handrank2652: twice the number of hands up to and with this kind.
        handrank1326: half of `handrank2652`.
        handrank1000: `handrank2652` in thousandths of all hands, rounded down.
    """

    handrank169: int
    handrank2652: int
    handrank1326: int
    handrank1000: int


def hand_ranks(first: Card, second: Card) -> HandRanks:
    """Return the ranks of two hole cards."""
    return _RANKS_OF[kind_of(first, second)]


_RANKS_OF = MappingProxyType(
    {
        kind: HandRanks(rank, 2 * hands, hands, 1000 * 2 * hands // _ALL_TWICE)
        for rank, (kind, hands) in enumerate(zip(BEST_FIRST, accumulate(COMBINATIONS_OF.values()), strict=True), 1)
    }
)
