"""Exact showdowns of known hands over all boards, by classes of boards.

Without flushes only ranks matter, and there are 6,175 multisets of five ranks, each with the number of its
boards. At most one suit can have three of five board cards, so flushes are put right suit by suit: for every set
of board cards of the suit that can make a flush, and every multiset of the other ranks, the boards go over from
the hands that are best by ranks to those with the best flush, if that is better. Any number of hands, any board.

Arguments are card codes (4 · rank + suit) and plain numbers, results plain numbers.
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
    joined_places,
    masks_of,
    set_keys,
)
from ircpoker.hands.kernel import KERNEL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

SHARES = 2520
"""A pot in parts: the least common multiple of 1 to 10, so that up to ten hands split it in whole parts."""
_HOLE_PART, _BOARD_PART = 2, 3
"""How many hole cards and how many of the board make an Omaha hand."""


class Showdowns(NamedTuple):
    """How one hand does over all boards.

    Attributes:
        win: boards on which only it is best.
        tie: boards on which it is best together with others.
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
        The counts of each hand, in the order given. That the cards differ, and that the deck holds enough for the
        board, is not checked.

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
    """Where the cards of one suit are, as masks of ranks; suits that are equal in this have equal flushes."""

    held: tuple[int, ...]
    board: int
    live: int


class _Boards:
    """All boards that can come, with who wins them: by ranks until a flush takes them."""

    def __init__(self, best: Sequence[int], winners: Sequence[int], live_ranks: Sequence[int], to_come: int) -> None:
        """Give all boards to the winners by ranks.

        Args:
            best: the best class, flushes apart, by multiset of the ranks to come.
            winners: the mask of the hands that have it.
            live_ranks: how many cards of each rank can come.
            to_come: how many cards come.
        """
        self._best = best
        self._winners = winners
        self._live_ranks = live_ranks
        self._to_come = to_come
        self._ways = count_sets(live_ranks, to_come)[to_come]
        self._by_flush: dict[int, int] = defaultdict(int)

    def take_flushes(self, suit: _SuitRanks, times: int, *, omaha: bool) -> None:
        """Give boards that a flush wins to the hands that have it.

        Args:
            suit: where the cards of its suit are.
            times: how many suits are like that.
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
                for place, number in zip(joined_places(mask, self._to_come - count), multiples, strict=True):
                    if flush < best[place]:
                        ways[place] -= number
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
    """Return the class of a hand, flushes apart, by multiset of the ranks to come."""
    to_come = BOARD_SIZE - len(board)
    if not omaha:
        held = sum(RANK_WEIGHTS[card >> 2] for card in chain(hand, board))
        return classes_of_sums(map(held.__add__, set_keys(to_come)), BOARD_SIZE + len(hand))
    pairs = {RANK_WEIGHTS[a >> 2] + RANK_WEIGHTS[b >> 2] for a, b in combinations(hand, _HOLE_PART)}
    by_pair = [classes_of_sums(map(pair.__add__, set_keys(_BOARD_PART)), BOARD_SIZE) for pair in pairs]
    by_triple = list(map(min, zip(*by_pair, strict=True)))
    triples = board_triples(tuple(sorted([card >> 2 for card in board])), to_come)
    return list(map(min, *[map(by_triple.__getitem__, places) for places in triples]))


def _cards_needed(held: int, board: int, *, omaha: bool) -> int:
    """Return how many cards of a suit have to come for a flush; more than can come if there can be none."""
    if omaha:
        return max(0, _BOARD_PART - board.bit_count()) if held.bit_count() >= _HOLE_PART else BOARD_SIZE + 1
    return max(0, BOARD_SIZE - held.bit_count() - board.bit_count())


def _flushes(held: int, board: int, masks: Iterable[int], *, omaha: bool) -> list[int]:
    """Return the class of a hand's best flush for each mask of ranks to come of the suit."""
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
        value_list: for each hand its class in each case.
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
