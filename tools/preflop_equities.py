"""Compute the exact equity of each of the 169 kinds of hole cards against one random hand, over all boards.

    python tools/preflop_equities.py          print kind, hands, wins, ties and equity as CSV, best first
    python tools/preflop_equities.py --check  exit status 1 if `ircpoker.hands.kinds` has another order

Boards that differ only in suits are evaluated once, with all hole cards together: the hands that a hand beats are
    counted from a histogram of classes, less those that share one of its cards.
"""

from __future__ import annotations

import sys
from itertools import chain, combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ircpoker.cards import CARDS
from ircpoker.hands import CLASS_COUNT, evaluate_many
from ircpoker.hands.kinds import BEST_FIRST, kind_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]
    Codes = NDArray[np.uint8]
    Classes = NDArray[np.uint16]

BOARDS_AT_ONCE = 256
LIVE = 47
"""Cards that are not on the board."""
FIRST, SECOND = np.triu_indices(LIVE, 1)


class Equity(NamedTuple):
    """One kind of hole cards against all.

    Attributes:
        kind: the kind, such as `AKs`.
        hands: the number of hands of this kind.
        wins: showdowns won, of hands · 1,225 · 1,712,304.
        ties: showdowns split.
    """

    kind: str
    hands: int
    wins: int
    ties: int

    @property
    def showdowns(self) -> int:
        """All opponents' hands and boards."""
        return self.hands * 1225 * 1_712_304

    @property
    def equity(self) -> float:
        """Share of the pots."""
        return (2 * self.wins + self.ties) / (2 * self.showdowns)


def canonical_boards() -> tuple[Codes, Numbers]:
    """Return one board for all that differ only in suits, shape (134459, 5), and the number of these boards."""
    boards = np.fromiter(chain.from_iterable(combinations(range(52), 5)), np.uint8).reshape(-1, 5)
    bits = np.uint64(1) << (boards >> 2).astype(np.uint64)
    suits = [np.where(boards & 3 == suit, bits, np.uint64(0)).sum(axis=1, dtype=np.uint64) for suit in range(4)]
    clubs, diamonds, hearts, spades = np.sort(np.stack(suits), axis=0)
    keys = clubs | diamonds << np.uint64(13) | hearts << np.uint64(26) | spades << np.uint64(39)
    _, places, sizes = np.unique(keys, return_index=True, return_counts=True)
    return boards[places], sizes


def live_cards(boards: Codes) -> Codes:
    """Return the 47 cards that are not on each board, ascending."""
    dead = np.zeros((len(boards), 52), bool)
    np.put_along_axis(dead, boards.astype(np.int64), values=True, axis=1)
    return np.nonzero(~dead)[1].reshape(-1, LIVE).astype(np.uint8)


def pair_classes(boards: Codes, live: Codes) -> Classes:
    """Return the class of each pair of live cards with its board, shape (boards, 1081)."""
    rows = np.empty((len(boards), len(FIRST), 7), np.uint8)
    rows[:, :, :5] = boards[:, None, :]
    rows[:, :, 5], rows[:, :, 6] = live[:, FIRST], live[:, SECOND]
    return evaluate_many(rows.reshape(-1, 7), 7).reshape(len(boards), -1)


def count_beaten(classes: Classes) -> tuple[Numbers, Numbers]:
    """Return how many opponents' hands each pair of live cards beats, and how many it beats or ties."""
    first_bins = np.arange(len(classes))[:, None] * (CLASS_COUNT + 2)
    histogram = np.bincount((first_bins + classes + 1).ravel(), minlength=len(classes) * (CLASS_COUNT + 2))
    better = histogram.reshape(len(classes), -1).cumsum(axis=1).ravel()
    beaten = len(FIRST) - better[first_bins + classes + 1]
    not_better = len(FIRST) - better[first_bins + classes]
    # A hand ties itself and shares both its cards: it is counted once here and subtracted twice below.
    not_better += 1
    sharing_beaten, sharing_not_better = count_sharing(classes)
    beaten -= sharing_beaten[:, FIRST, SECOND]
    beaten -= sharing_beaten[:, SECOND, FIRST]
    not_better -= sharing_not_better[:, FIRST, SECOND]
    not_better -= sharing_not_better[:, SECOND, FIRST]
    return beaten, not_better


def count_sharing(classes: Classes) -> tuple[Codes, Codes]:
    """Return, at [board, a, b], how many hands with card a the hand a b beats, and how many it beats or ties."""
    square = np.zeros((len(classes), LIVE, LIVE), np.uint16)
    square[:, FIRST, SECOND] = square[:, SECOND, FIRST] = classes
    beaten, not_better = (np.zeros(square.shape, np.uint8) for _ in range(2))
    for other in range(LIVE):
        column = square[:, :, other : other + 1]
        beaten += column > square
        not_better += column >= square
    return beaten, not_better


def compute_equities() -> list[Equity]:
    """Return the equities of all 169 kinds, best first."""
    kinds = {kind: number for number, kind in enumerate(BEST_FIRST)}
    kind_numbers = np.array([[kinds[kind_of(a, b)] if a is not b else 0 for b in CARDS] for a in CARDS])
    wins, not_lost = np.zeros(len(kinds)), np.zeros(len(kinds))
    all_boards, sizes = canonical_boards()
    for start in range(0, len(all_boards), BOARDS_AT_ONCE):
        boards, size = all_boards[start : start + BOARDS_AT_ONCE], sizes[start : start + BOARDS_AT_ONCE, None]
        live = live_cards(boards)
        numbers = kind_numbers[live[:, FIRST], live[:, SECOND]].ravel()
        beaten, not_better = count_beaten(pair_classes(boards, live))
        # Sums of integers below 2**53: doubles hold them exactly.
        wins += np.bincount(numbers, (beaten * size).ravel(), len(kinds))
        not_lost += np.bincount(numbers, (not_better * size).ravel(), len(kinds))
    hands = np.bincount([kinds[kind_of(a, b)] for a, b in combinations(CARDS, 2)])
    equities = [Equity(kind, int(hands[n]), int(wins[n]), int(not_lost[n] - wins[n])) for kind, n in kinds.items()]
    return sorted(equities, key=lambda equity: equity.equity, reverse=True)


def main() -> int:
    """Print the equities or check the order; return the exit status."""
    equities = compute_equities()
    if "--check" in sys.argv[1:]:
        return 0 if tuple(equity.kind for equity in equities) == BEST_FIRST else 1
    print("kind,hands,wins,ties,equity")
    for equity in equities:
        print(*equity, f"{equity.equity:.10f}", sep=",")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
