"""Exact showdowns of known hands over all boards, by classes of boards.

Without flushes only ranks matter, and there are only 6,175 multisets of five ranks, each with its number of boards. At
most one suit can have three of the five board cards, so flushes are corrected suit by suit: for every set of board
cards of the suit that can make a flush, and for every multiset of the other ranks, the boards are moved from the hands
that are best by ranks to those with the best flush, if it is better. The number of hands and the board are arbitrary.

Arguments are card codes (4 · rank + suit) and plain numbers; results are plain numbers.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import chain, combinations
from operator import add, eq
from typing import NamedTuple

from ircpoker.cards import MOST_CARDS, RANK_WEIGHTS
from ircpoker.equity.rank_sets import (
    BOARD_SIZE,
    board_triples,
    classes_of_sums,
    count_sets,
    flush_classes,
    joined_indices,
    masks_of,
    set_keys,
)
from ircpoker.hands.kernel import KERNEL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

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
