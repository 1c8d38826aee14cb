"""Exact showdowns of known hands over all boards, by classes of boards.

Without flushes only ranks matter, and there are only 6,175 multisets of five ranks, each with its number of boards. At
most one suit can have three of the five board cards, so flushes are corrected suit by suit: for every set of board
cards of the suit that can make a flush, and for every multiset of the other ranks, the boards are moved from the hands
that are best by ranks to those with the best flush, if it is better. The number of hands and the board are arbitrary.

Arguments are card codes (4 · rank + suit) and plain numbers; results are plain numbers.

The cards to come as multisets of ranks: 6,175 for a whole board instead of 2,598,960 boards.

Multisets of the same size are always in the same order: by their number of aces (most first), then of kings, and so on.
Weights, keys and values of a size are lists in this order. Multisets with five of a rank are left out.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import chain, combinations
from math import comb
from operator import add, eq
from typing import NamedTuple

from ircpoker.cards import MOST_CARDS, RANK_WEIGHTS
from ircpoker.hands.kernel import KERNEL
from ircpoker.hands.tables import COLUMN_BITS, COLUMN_MASK, read_tables
from ircpoker.hands.values import NO_HAND_CLASS

SHARES = 2520
"""The parts of a pot: the least common multiple of 1 to 10, so that up to ten hands split it into whole parts."""
_HOLE_PART, _BOARD_PART = 2, 3
"""The numbers of hole cards and of board cards in an Omaha hand."""


class Showdowns(NamedTuple):
    """The results of one hand over all boards.

    Attributes:
        win: the boards on which only this hand is best.
        tie: the boards on which it is best together with others.
        lose: the other boards.
        share: its part of all pots, in `SHARES` of a pot.
    """

    win: int
    tie: int
    lose: int
    share: int


def showdown_counts(
    hole: Sequence[Sequence[int]], board: Sequence[int] = (), dead: Sequence[int] = (), *, omaha: bool = False
) -> list[Showdowns]:
    """Count the showdowns of known hands over all boards that can come.

    Args:
        hole: the hole cards of 2 to 10 hands as card codes: two each, in Omaha four to six.
        board: the board so far, at most five card codes.
        dead: card codes that cannot come.
        omaha: whether two of the hole cards and three of the board make a hand.

    Returns:
        The counts of each hand, in the order given. Duplicate cards, and a deck too small for the board, are not
        detected.

    Examples:
        >>> aces, kings = showdown_counts([(51, 50), (45, 44)])
        >>> aces
        Showdowns(win=1388072, tie=6538, lose=317694, share=3506179320)
    """
    if KERNEL is not None:
        return [Showdowns(*counts) for counts in KERNEL.showdown_counts(hole, board, dead, omaha)]
    gone = {*chain(board, dead, *hole)}
    live = [card for card in range(MOST_CARDS) if card not in gone]
    by_rank = Counter([card >> 2 for card in live])
    boards = _Boards(
        *_best_of([_rank_values(hand, board, omaha=omaha) for hand in hole]),
        [by_rank[rank] for rank in range(13)],
        BOARD_SIZE - len(board),
    )
    suits = Counter(
        [
            _SuitRanks(tuple([_ranks_of(hand, suit) for hand in hole]), _ranks_of(board, suit), _ranks_of(live, suit))
            for suit in range(4)
        ]
    )
    for suit, times in suits.items():
        boards.take_flushes(suit, times, omaha=omaha)
    return _showdowns(boards.by_winners(), len(hole))


class _SuitRanks(NamedTuple):
    """The cards of one suit in the hands, on the board and in the deck, as masks of ranks."""

    held: tuple[int, ...]
    board: int
    live: int


class _Boards:
    """All boards that can come, and the hands that win them: first by ranks, then corrected for flushes."""

    def __init__(self, best: Sequence[int], winners: Sequence[int], live_ranks: Sequence[int], to_come: int) -> None:
        """Give all boards to the winners by ranks.

        Args:
            best: for each multiset of the ranks to come, the best class without flushes.
            winners: for each multiset, the mask of the hands that have this class.
            live_ranks: the number of live cards of each rank.
            to_come: the number of cards to come.
        """
        self._best = best
        self._winners = winners
        self._live_ranks = live_ranks
        self._to_come = to_come
        self._ways = count_sets(live_ranks, to_come)[to_come]
        self._by_flush: dict[int, int] = defaultdict(int)

    def take_flushes(self, suit: _SuitRanks, times: int, *, omaha: bool) -> None:
        """Give boards that are won by a flush to the hands that have it.

        Args:
            suit: the cards of the flush's suit.
            times: the number of suits with the same ranks in the same hands.
            omaha: whether two of the hole cards and three of the board make a hand.
        """
        fewest = min(_cards_needed(held, suit.board, omaha=omaha) for held in suit.held)
        if fewest > self._to_come:
            return
        others = [count - (suit.live >> rank & 1) for rank, count in enumerate(self._live_ranks)]
        other_ways = count_sets(others, self._to_come - fewest)
        best, ways, by_flush = self._best, self._ways, self._by_flush
        for count in range(fewest, self._to_come + 1):
            masks = masks_of(suit.live, count)
            flushes = zip(
                masks, *_best_of([_flushes(held, suit.board, masks, omaha=omaha) for held in suit.held]), strict=True
            )
            multiples = [times * number for number in other_ways[self._to_come - count]]
            for mask, flush, winners in flushes:
                taken = 0
                for index, number in zip(joined_indices(mask, self._to_come - count), multiples, strict=True):
                    if flush < best[index]:
                        ways[index] -= number
                        taken += number
                by_flush[winners] += taken

    def by_winners(self) -> Mapping[int, int]:
        """Return the number of boards by mask of the hands that win them."""
        totals = defaultdict(int, self._by_flush)
        for winners, number in zip(self._winners, self._ways, strict=True):
            totals[winners] += number
        return totals


def _ranks_of(cards: Iterable[int], suit: int) -> int:
    """Return the mask of the ranks of the cards of a suit."""
    return sum(1 << (card >> 2) for card in cards if card & 3 == suit)


def _rank_values(hand: Sequence[int], board: Sequence[int], *, omaha: bool) -> list[int]:
    """Return the class of a hand without flushes, for each multiset of the ranks to come."""
    to_come = BOARD_SIZE - len(board)
    if not omaha:
        held = sum(RANK_WEIGHTS[card >> 2] for card in chain(hand, board))
        return classes_of_sums(map(held.__add__, set_keys(to_come)), BOARD_SIZE + len(hand))
    pairs = {RANK_WEIGHTS[a >> 2] + RANK_WEIGHTS[b >> 2] for a, b in combinations(hand, _HOLE_PART)}
    by_pair = [classes_of_sums(map(pair.__add__, set_keys(_BOARD_PART)), BOARD_SIZE) for pair in pairs]
    by_triple = list(map(min, zip(*by_pair, strict=True)))
    triples = board_triples(tuple(sorted([card >> 2 for card in board])), to_come)
    return list(map(min, *[map(by_triple.__getitem__, indices) for indices in triples]))


def _cards_needed(held: int, board: int, *, omaha: bool) -> int:
    """Return how many cards of a suit must come for a flush; more than can come if a flush is impossible."""
    if omaha:
        return max(0, _BOARD_PART - board.bit_count()) if held.bit_count() >= _HOLE_PART else BOARD_SIZE + 1
    return max(0, BOARD_SIZE - held.bit_count() - board.bit_count())


def _flushes(held: int, board: int, masks: Iterable[int], *, omaha: bool) -> list[int]:
    """Return the class of a hand's best flush, for each mask of the suit's ranks to come."""
    table = flush_classes()
    if not omaha:
        return [table[held | board | mask] for mask in masks]
    pairs = masks_of(held, _HOLE_PART) or [0]
    return [
        min(table[pair | three] for three in masks_of(board | mask, _BOARD_PART) for pair in pairs) for mask in masks
    ]


def _best_of(value_list: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Return the best class in each case, and the mask of the hands that have it.

    Args:
        value_list: the class of each hand in each case.
    """
    best = list(map(min, *value_list))
    winners = [0] * len(best)
    for hand, values in enumerate(value_list):
        winners = list(map(add, winners, map((1 << hand).__mul__, map(eq, values, best))))
    return best, winners


def _showdowns(by_winners: Mapping[int, int], hands: int) -> list[Showdowns]:
    """Return the counts of each hand from the number of boards by mask of winners."""
    boards = sum(by_winners.values())
    win, tie, share = ([0] * hands for _ in range(3))
    for winners, number in by_winners.items():
        part = number * SHARES // winners.bit_count()
        for hand in range(hands):
            if winners >> hand & 1:
                share[hand] += part
                (win if winners == 1 << hand else tie)[hand] += number
    return [Showdowns(*counts[:2], boards - sum(counts[:2]), counts[2]) for counts in zip(win, tie, share, strict=True)]


BOARD_SIZE = 5
_MOST_OF_A_RANK = 4


def count_sets(live: Sequence[int], size: int) -> list[list[int]]:
    """Return the number of ways to deal each multiset of ranks.

    Args:
        live: the number of cards of each rank, deuce first.
        size: the size of the largest multisets.

    Returns:
        For each size from 0 to `size`, the number of ways for each multiset.
    """
    weights: list[list[int]] = [[1], *([] for _ in range(size))]
    for cards in live:
        for total in range(size, 0, -1):
            new = [
                list(map(comb(cards, count).__mul__, weights[total - count]))
                for count in range(min(total, _MOST_OF_A_RANK), 0, -1)
            ]
            weights[total] = [*chain.from_iterable(new), *weights[total]]
    return weights


@cache
def _all_ranks() -> list[list[tuple[int, ...]]]:
    """Return the ranks (0 to 12) of each multiset of 0 to 5 cards, by size."""
    ranks: list[list[tuple[int, ...]]] = [[()], *([] for _ in range(BOARD_SIZE))]
    for rank in range(13):
        for total in range(BOARD_SIZE, 0, -1):
            new = [
                [(rank,) * count + others for others in ranks[total - count]]
                for count in range(min(total, _MOST_OF_A_RANK), 0, -1)
            ]
            ranks[total] = [*chain.from_iterable(new), *ranks[total]]
    return ranks


def set_keys(size: int) -> list[int]:
    """Return the sum of rank weights of each multiset of `size` ranks; the sums of one size are all different."""
    return _all_keys()[size]


@cache
def _all_keys() -> list[list[int]]:
    """Return the sum of rank weights of each multiset of 0 to 5 ranks, by size."""
    return [[sum(map(RANK_WEIGHTS.__getitem__, ranks)) for ranks in of_size] for of_size in _all_ranks()]


@cache
def _index_of_key(size: int) -> dict[int, int]:
    """Return the index of each multiset among those of its size, by its sum of rank weights."""
    return {key: index for index, key in enumerate(set_keys(size))}


@cache
def joined_indices(mask: int, size: int) -> list[int]:
    """Return the index of each multiset of `size` ranks after the ranks of `mask` are added to it.

    The index is 0 if that makes five of a rank, which no deck has.
    """
    index_of = _index_of_key(size + mask.bit_count()).get
    key = sum(weight for rank, weight in enumerate(RANK_WEIGHTS) if mask >> rank & 1)
    return [index_of(key + other, 0) for other in set_keys(size)]


@cache
def masks_of(ranks: int, count: int) -> list[int]:
    """Return the masks of every `count` ranks of a mask."""
    bits = [1 << rank for rank in range(13) if ranks >> rank & 1]
    return list(map(sum, combinations(bits, count)))


@cache
def _class_tables(size: int) -> tuple[list[int], list[int]]:
    """Return rows and classes for sums of `size` ranks, with entries for the sums of impossible hands.

    Impossible hands are looked up together with the others, but have the weight 0, so their classes have no meaning.
    """
    rows, classes = read_tables(f"rows {size}", f"classes {size}")
    last_row = size * RANK_WEIGHTS[-1] >> COLUMN_BITS
    longer = [*rows, *[0] * (last_row + 1 - len(rows))]
    return longer, [*classes, *[NO_HAND_CLASS] * (max(longer) + COLUMN_MASK + 1 - len(classes))]


def classes_of_sums(sums: Iterable[int], size: int) -> list[int]:
    """Return the classes, without flushes, of hands of `size` cards (5 to 7) with these sums of rank weights."""
    rows, classes = _class_tables(size)
    return [classes[rows[key >> COLUMN_BITS] + (key & COLUMN_MASK)] for key in sums]


@cache
def flush_classes() -> list[int]:
    """Return the class of the best flush for each mask of a suit's ranks; `NO_HAND_CLASS` if there is none."""
    return read_tables("flushes")[0].tolist()


@cache
def board_triples(known: tuple[int, ...], size: int) -> list[list[int]]:
    """Return, for each of the ten ways to take three of five board cards, the index of the three among the triples.

    Args:
        known: the ranks (0 to 12) of the board so far.
        size: the number of cards to come.

    Returns:
        A list for each way, in the order of the multisets of `size` ranks.
    """
    columns = [[RANK_WEIGHTS[rank]] * len(set_keys(size)) for rank in known]
    columns += [list(map(RANK_WEIGHTS.__getitem__, column)) for column in zip(*_all_ranks()[size], strict=True)]
    index_of = _index_of_key(3).get
    return [
        [index_of(key, 0) for key in map(add, map(add, first, second), third)]
        for first, second, third in combinations(columns, 3)
    ]
