"""Exact showdowns of one hold'em range against another, from the flop on.

On each board the hands of both ranges are sorted, worst first. Each hand beats the total weight of the hands before it,
less the weight of those that share one of its cards. So no pairs of hands have to be compared.

Arguments are card codes and plain numbers; results are plain numbers. A range is a list of 1,326 weights in the order
of `COMBINATIONS`; the weight is 0 for a hand that is not in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, combinations
from typing import NamedTuple

from ircpoker.cards import MOST_CARDS, RANK_WEIGHTS
from ircpoker.equity.exact import BOARD_SIZE, classes_of_sums, flush_classes
from ircpoker.hands.kernel import KERNEL

COMBINATIONS = tuple([(low, high) for high in range(MOST_CARDS) for low in range(high)])
"""The codes of every two hole cards, the lower first; the index is `combination_number`."""
_NUMBER_BITS = 11
_NUMBER_MASK = (1 << _NUMBER_BITS) - 1
_PAIR_KEYS = tuple([RANK_WEIGHTS[low] + RANK_WEIGHTS[high] for high in range(13) for low in range(high + 1)])
_PAIR_OF = tuple([(high >> 2) * ((high >> 2) + 1) // 2 + (low >> 2) for low, high in COMBINATIONS])
"""The index of each combination's two ranks in `_PAIR_KEYS`."""
_CARD_MASKS = tuple([1 << low | 1 << high for low, high in COMBINATIONS])


class RangeCounts(NamedTuple):
    """The results of each hand of a range against another range, in the order of `COMBINATIONS`.

    A case is a hand of the other range, without a card of this one, on a board that can come with both. It counts
    with the weight of the other hand. All counts are 0 for a hand that is not in the range or cannot be dealt.

    Attributes:
        win: the cases that the hand wins.
        tie: the cases in which it splits the pot.
        lose: the cases that it loses.
    """

    win: list[int]
    tie: list[int]
    lose: list[int]


def combination_number(first: int, second: int) -> int:
    """Return the index in `COMBINATIONS` of two hole cards, given by their codes in any order."""
    low, high = (first, second) if first < second else (second, first)
    return high * (high - 1) // 2 + low


def range_vs_range(
    weights_a: Sequence[int], weights_b: Sequence[int], board: Sequence[int], dead: Sequence[int] = ()
) -> RangeCounts:
    """Count the showdowns of each hand of range A against range B.

    Args:
        weights_a: range A; it only matters which weights are 0.
        weights_b: range B, with whole numbers from 0 to 10,000.
        board: the codes of three, four or five board cards.
        dead: card codes that nobody holds and that cannot come.

    Returns:
        The counts of A's hands; all below 2^63.
    """
    if KERNEL is not None:
        return RangeCounts(*KERNEL.range_vs_range(weights_a, weights_b, board, dead))
    gone = sum(1 << card for card in chain(board, dead))
    in_play = [
        number
        for number, mask in enumerate(_CARD_MASKS)
        if not mask & gone and (weights_a[number] or weights_b[number])
    ]
    counts = RangeCounts(*([0] * len(COMBINATIONS) for _ in range(3)))
    live = [card for card in range(MOST_CARDS) if not gone >> card & 1]
    values_of_sum: dict[int, list[int]] = {}
    for dealt in combinations(live, BOARD_SIZE - len(board)):
        dealt_mask = sum(1 << card for card in dealt)
        hands = [number for number in in_play if not _CARD_MASKS[number] & dealt_mask]
        ordered = _worst_first(hands, (*board, *dealt), values_of_sum)
        _count_board(ordered, weights_a, weights_b, counts)
    return counts


def _worst_first(hands: Iterable[int], board: Sequence[int], values_of_sum: dict[int, list[int]]) -> list[int]:
    """Return the hands with their classes on a whole board, each as class · 2,048 + number, worst first.

    Args:
        hands: the numbers of combinations without a card of the board.
        board: five card codes.
        values_of_sum: remembers classes without flushes, by ranks; is changed.
    """
    key = sum(RANK_WEIGHTS[card >> 2] for card in board)
    values = values_of_sum.get(key)
    if values is None:
        shifted = [value << _NUMBER_BITS for value in classes_of_sums(map(key.__add__, _PAIR_KEYS), 7)]
        values = values_of_sum[key] = [shifted[pair] for pair in _PAIR_OF]
    of_suit = [[card >> 2 for card in board if card & 3 == suit] for suit in range(4)]
    suit = max(range(4), key=lambda suit: len(of_suit[suit]))
    if len(of_suit[suit]) < BOARD_SIZE - 2:
        return sorted([values[number] + number for number in hands], reverse=True)
    ranks, table = sum(1 << rank for rank in of_suit[suit]), flush_classes()
    ordered = []
    for number in hands:
        low, high = COMBINATIONS[number]
        mask = ranks
        if low & 3 == suit:
            mask |= 1 << (low >> 2)
        if high & 3 == suit:
            mask |= 1 << (high >> 2)
        ordered.append(min(values[number], table[mask] << _NUMBER_BITS) + number)
    return sorted(ordered, reverse=True)


def _count_board(
    ordered: Sequence[int], weights_a: Sequence[int], weights_b: Sequence[int], counts: RangeCounts
) -> None:
    """Add the showdowns on one board.

    Args:
        ordered: the hands in play, as `_worst_first` returns them.
        weights_a: as for `range_vs_range`.
        weights_b: as for `range_vs_range`.
        counts: is changed.
    """
    win, tie, lose = counts
    everything, with_card = 0, [0] * MOST_CARDS
    for code in ordered:
        weight = weights_b[code & _NUMBER_MASK]
        if weight:
            everything += weight
            low, high = COMBINATIONS[code & _NUMBER_MASK]
            with_card[low] += weight
            with_card[high] += weight
    below, below_card = 0, [0] * MOST_CARDS
    start = 0
    while start < len(ordered):
        value = ordered[start] >> _NUMBER_BITS
        stop, tied, level_card = start, below, below_card.copy()
        while stop < len(ordered) and ordered[stop] >> _NUMBER_BITS == value:
            number = ordered[stop] & _NUMBER_MASK
            stop += 1
            weight = weights_b[number]
            if weight:
                low, high = COMBINATIONS[number]
                tied += weight
                level_card[low] += weight
                level_card[high] += weight
        for code in ordered[start:stop]:
            number = code & _NUMBER_MASK
            if weights_a[number]:
                low, high = COMBINATIONS[number]
                # If B has this hand, too, it is on this level and holds both cards, so it was subtracted twice.
                same = weights_b[number]
                beaten = below - below_card[low] - below_card[high]
                not_better = tied - level_card[low] - level_card[high] + same
                win[number] += beaten
                tie[number] += not_better - beaten
                lose[number] += everything - with_card[low] - with_card[high] + same - not_better
        start, below, below_card = stop, tied, level_card
