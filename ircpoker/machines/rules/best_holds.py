"""Exact outcomes of video poker under the best hold of every deal, for any pay table.

Only 134,459 of the 2,598,960 deals differ by more than their suits; NumPy works on all of them at once. The method and
the sums are those of `ircpoker.draws`, column by column.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement, product
from math import comb, factorial

from ircpoker.draws import CLASSES, Outcome, ValueFunction, by_class
from ircpoker.draws.holds import HOLDS, MASKS, STEPS, TIE_ORDER
from ircpoker.draws.sums import ALL_RANKS, HAND_SIZE, RANK_KEYS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]

DRAWS = tuple([comb(47, HAND_SIZE - len(indices)) for indices in HOLDS])
"""The number of draws for each mask of held cards."""
COMMON_DRAWS = 7_669_695
"""The least common multiple of `DRAWS`: each deal counts as this many outcomes."""
DEALS = comb(52, HAND_SIZE)
_SUITS_HELD = ((5,), (4, 1), (3, 2), (3, 1, 1), (2, 2, 1), (2, 1, 1, 1))
_NOT_SUITED = ALL_RANKS + 1
"""The index of "no flush", after the masks of ranks."""


def suit_classes() -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield one deal for each set of deals that differ only in suits.

    Yields:
        Its five card codes, ascending, and the number of deals that it stands for.
    """
    masks = {size: list(combinations(range(13), size)) for size in range(1, HAND_SIZE + 1)}
    for shape in _SUITS_HELD:
        # Suits with the same number of cards can be swapped, so their order does not matter.
        groups = [combinations_with_replacement(masks[size], times) for size, times in Counter(shape).items()]
        for chosen in product(*groups):
            suits = [ranks for group in chosen for ranks in group]
            suits += [()] * (4 - len(suits))
            same = [factorial(times) for times in Counter(suits).values()]
            ways = factorial(4)
            for swaps in same:
                ways //= swaps
            yield tuple(sorted([4 * rank + suit for suit, ranks in enumerate(suits) for rank in ranks])), ways


class _Deals:
    """The deals as columns, with the indices of the sums for each of the 32 subsets of a deal.

    Attributes:
        ways: the number of deals that each deal stands for.
        rank_keys: all keys of `DeckSums.by_ranks`, ascending.
        rank_indices: for each mask, the index of each deal's subset in `rank_keys`.
        flush_ranks: for each mask, the ranks of each deal's subset if it is of one suit, else `_NOT_SUITED`.
    """

    def __init__(self) -> None:
        import numpy as np  # slow to import, and needed only here

        rows = list(suit_classes())
        self.ways = np.array([ways for _, ways in rows], np.int64)
        cards = np.array([codes for codes, _ in rows], np.int64).T
        ranks, suits = cards >> 2, cards & 3
        self.rank_keys = np.array(sorted(CLASSES.full_deck.by_ranks), np.int64)
        keys, bits = np.array(RANK_KEYS, np.int64)[ranks], np.int64(1) << ranks
        self.rank_indices, self.flush_ranks = [], []
        for indices in map(list, HOLDS):
            subset = keys[indices].sum(axis=0)
            self.rank_indices.append(np.searchsorted(self.rank_keys, subset).astype(np.int32))
            suited = (suits[indices] == suits[indices[0]]).all(axis=0) if indices else np.True_
            self.flush_ranks.append(np.where(suited, bits[indices].sum(axis=0), _NOT_SUITED).astype(np.int32))

    def sums(self, values: ValueFunction) -> Callable[[int, NDArray[np.bool_] | slice], Numbers]:
        """Return a function of a subset and rows that sums `values` over all hands that contain the subset."""
        import numpy as np

        by_ranks = np.array([values.full_deck.by_ranks[key] for key in self.rank_keys.tolist()], np.int64)
        flushes = np.zeros(_NOT_SUITED + 1, np.int64)
        for mask, amount in values.full_deck.flushes.items():
            if mask <= ALL_RANKS:  # clubs, and the empty set
                flushes[mask] = amount

        def sums_of(subset: int, rows: NDArray[np.bool_] | slice) -> Numbers:
            sums: Numbers = by_ranks[self.rank_indices[subset][rows]] + flushes[self.flush_ranks[subset][rows]]
            return sums

        return sums_of


def best_hold_counts(pays: Sequence[int], progress: Callable[[float], None] | None = None) -> tuple[int, ...]:
    """Count the outcomes of video poker if each deal is played with the hold that pays best on average.

    Among equally good holds the one with the most cards is taken, then the one with the lowest cards. This choice never
    changes the return, but with some pay tables it changes the counts.

    Args:
        pays: the stakes paid for each `Outcome`, in order; 0 to `MOST_PAID`.
        progress: is called with 0 to 1 as the work goes on.

    Returns:
        The count of each `Outcome`, in order; their sum is `DEALS` · `COMMON_DRAWS`.
    """
    report = progress or (lambda _: None)
    report(0.0)
    deals = _Deals()
    report(0.5)
    best = _best_holds(deals, pays)
    report(0.7)
    paying = list(Outcome)[:-1]
    counts = []
    for outcome in paying:
        counts.append(_count_outcome(deals, best, outcome))
        report(0.7 + 0.3 * len(counts) / len(paying))
    return (*counts, DEALS * COMMON_DRAWS - sum(counts))


def _best_holds(deals: _Deals, pays: Sequence[int]) -> NDArray[np.int64]:
    """Return the mask of each deal's best hold."""
    import numpy as np

    payouts = deals.sums(ValueFunction("payout", by_class(dict(zip(Outcome, pays, strict=True)))))
    totals = [payouts(mask, slice(None)) for mask in MASKS]
    for without, with_card in STEPS:
        totals[without] -= totals[with_card]
    # With a common number of draws the means are compared as whole numbers; argmax takes the first of equal ones.
    means = np.stack([totals[mask] * (COMMON_DRAWS // DRAWS[mask]) for mask in TIE_ORDER])
    best: NDArray[np.int64] = np.array(TIE_ORDER, np.int64)[np.argmax(means, axis=0)]
    return best


def _count_outcome(deals: _Deals, best: NDArray[np.int64], outcome: Outcome) -> int:
    """Return how often an outcome occurs if each deal is held by its mask in `best`."""
    sums = deals.sums(ValueFunction(outcome.value, by_class({outcome: 1})))
    count = 0
    for held in MASKS:
        rows = best == held
        weights = deals.ways[rows] * (COMMON_DRAWS // DRAWS[held])
        for subset in MASKS:
            if subset & held == held:
                sign = -1 if (subset ^ held).bit_count() % 2 else 1
                count += sign * int(weights @ sums(subset, rows))
    return count
