"""Sums of a value function over all five-card hands that contain given cards.

All exact draws are computed from these sums. The sum over the hands that contain a set of cards A has two parts: one
depends only on the ranks of A and is counted as if suits did not matter; the other, if all cards of A are of one suit,
is the amount that flushes of this suit add. Both parts follow from the sums for one card more:

    sum(A) = Σ sum(A + card) / (5 − |A|)   over the cards of the deck outside A,

because each hand is counted once for each of its 5 − |A| other cards. So 6,175 multisets of ranks and 1,287 flushes
give all sums of any value function in a few milliseconds, and no table has to be shipped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, combinations_with_replacement, count
from operator import mul

from ircpoker.cards import RANK_SUM_BITS, RANK_WEIGHTS, SUIT_BITS, Rank
from ircpoker.hands.categories import FIRST_CLASS, Category, ranks_of_category
from ircpoker.hands.kernel import KERNEL
from ircpoker.hands.values import CLASS_COUNT

HAND_SIZE = 5
ALL_RANKS = (1 << 13) - 1
"""The mask of a suit's 13 ranks."""
RANK_KEYS = tuple([weight + (1 << RANK_SUM_BITS) for weight in RANK_WEIGHTS])
"""A key for each rank, deuce first. The sum of up to five keys shows the ranks and, in its upper bits, their number."""
_KEY_OF_RANK = dict(enumerate(RANK_KEYS, 2)).__getitem__
_FLUSHES = (Category.ROYAL_FLUSH, Category.STRAIGHT_FLUSH, Category.FLUSH)


@dataclass(frozen=True, eq=False)
class ValueFunction:
    """The worth of each of the 7,462 classes of hands.

    Attributes:
        name: the name of the number: `class`, `payout`.
        by_class: the exact worth of each class, indexed 0 (unused) to 7462.
        lower_is_better: whether the lowest mean is the best, as with classes.
    """

    name: str
    by_class: tuple[int, ...]
    lower_is_better: bool = False

    @cached_property
    def full_deck(self) -> DeckSums:
        """The sums over the 2,598,960 hands of a whole deck."""
        return DeckSums(self.by_class, (ALL_RANKS,) * 4)

    @cached_property
    def fit_kernel(self) -> bool:
        """Whether sums of the values fit the native kernel's numbers."""
        return max(map(abs, self.by_class)) <= 1 << 36

    @cached_property
    def kernel_sums(self) -> bytes:
        """`full_deck` in the form of the native kernel.

        Raises:
            RuntimeError: the native kernel was not built.
        """
        if KERNEL is None:
            raise RuntimeError("the native kernel was not built")
        sums: bytes = KERNEL.deck_sums(self.by_class, (ALL_RANKS,) * 4)
        return sums

    def warm_up(self) -> None:
        """Compute the sums over the whole deck now, and not at the first hand."""
        _ = self.kernel_sums if KERNEL is not None and self.fit_kernel else self.full_deck


CLASSES = ValueFunction("class", tuple(range(CLASS_COUNT + 1)), lower_is_better=True)
"""The class itself, with 1 the best: the Swedish robot's measure of a draw."""


class DeckSums:
    """For each set of up to five cards of a deck, the sum of values over the deck's hands that contain it.

    The sum for cards with rank key `k` (the sum of their `RANK_KEYS`) and mask `m` (the union of their `Card.mask`)
    is `by_ranks[k] + flushes.get(m, 0)`. Sums for cards outside the deck have no meaning.

    Attributes:
        by_ranks: for each rank key the sum as if no hand were a flush.
        flushes: for each mask of cards of one suit, and 0 for no cards, the amount that flushes with these cards add.
    """

    __slots__ = ("by_ranks", "flushes")

    by_ranks: Mapping[int, int]
    flushes: Mapping[int, int]

    def __init__(self, by_class: Sequence[int], live: Sequence[int]) -> None:
        """Compute the sums of a deck.

        Args:
            by_class: the worth of each class, as in `ValueFunction`.
            live: the masks of the deck's ranks in clubs, diamonds, hearts and spades.
        """
        self.by_ranks = _sum_ranks(by_class, [sum(mask >> rank & 1 for mask in live) for rank in range(13)])
        extra = {mask: by_class[suited] - by_class[mixed] for mask, suited, mixed in _suited_classes()}
        of_suit = {mask: _sum_flushes(extra, mask) for mask in set(live)}
        flushes = {
            ranks << SUIT_BITS * suit: amount
            for suit, mask in enumerate(live)
            for ranks, amount in of_suit[mask].items()
            if ranks
        }
        flushes[0] = sum(of_suit[mask][0] for mask in live)
        self.flushes = flushes


@cache
def _mixed_classes() -> dict[int, int]:
    """Return, by rank key, the class of five cards that are not all of one suit."""
    return {sum(map(_KEY_OF_RANK, ranks)): class_ for ranks, class_ in _classes(of_one_suit=False)}


@cache
def _suited_classes() -> tuple[tuple[int, int, int], ...]:
    """Return, for every five ranks of one suit, their mask, their class, and their class in mixed suits."""
    mixed = _mixed_classes()
    return tuple(
        [
            (sum(1 << rank - 2 for rank in ranks), class_, mixed[sum(map(_KEY_OF_RANK, ranks))])
            for ranks, class_ in _classes(of_one_suit=True)
        ]
    )


def _classes(*, of_one_suit: bool) -> Iterator[tuple[tuple[Rank, ...], int]]:
    """Yield the ranks and the number of each class that is, or is not, a flush."""
    for category, first in FIRST_CLASS.items():
        if (category in _FLUSHES) is of_one_suit:
            yield from zip(ranks_of_category(category), count(first), strict=False)


def _sum_ranks(by_class: Sequence[int], live: Sequence[int]) -> dict[int, int]:
    """Return `DeckSums.by_ranks` of a deck with `live[rank]` cards of each rank."""
    # Five of a kind occurs below with weight 0, so its sum may be any number; its key may be that of a real hand.
    sums = {HAND_SIZE * key: 0 for key in RANK_KEYS}
    sums |= {key: by_class[class_] for key, class_ in _mixed_classes().items()}
    for size in range(HAND_SIZE - 1, -1, -1):
        for ranks in combinations_with_replacement(RANK_KEYS, size):
            key = sum(ranks)
            total = sum(map(mul, live, [sums[key + rank] for rank in RANK_KEYS]))
            for rank in ranks:
                total -= sums[key + rank]
            sums[key] = total // (HAND_SIZE - size)
    return sums


def _sum_flushes(extra: Mapping[int, int], live: int) -> dict[int, int]:
    """Return, for each set of up to five ranks of `live`, the sum of `extra` over the five ranks that contain it."""
    bits = [1 << rank for rank in range(13) if live >> rank & 1]
    sums = dict(extra)
    for size in range(HAND_SIZE - 1, -1, -1):
        for ranks in combinations(bits, size):
            mask = sum(ranks)
            sums[mask] = sum(sums[mask | bit] for bit in bits if not mask & bit) // (HAND_SIZE - size)
    return sums
