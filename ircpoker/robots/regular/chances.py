"""How often a hand wins against ranges, at games with a board: by hands and boards at random.

How good four hole cards are before the flop, as a weighted sum of features of many hands at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ircpoker.cards import RANK_LETTERS, Card
from ircpoker.equity.preflop import preflop_counts
from ircpoker.equity.range_counts import COMBINATIONS
from ircpoker.hands.kernel import KERNEL
from ircpoker.hands.many import evaluate_many
from ircpoker.hands.omaha import evaluate_omaha_many
from ircpoker.robots.regular.reads import OUTSIDE, SeatRead
from ircpoker.robots.regular.tables import HOLDEM_KINDS, OMAHA_QUANTILES, OMAHA_WEIGHTS

Floats = NDArray[np.float64]


DECK, BOARD = 52, 5
HOLDEM_CARDS = 2
WORST = 9999
"""A class below all hands, for a hand that needs a card of the board."""


class Size(NamedTuple):
    """How much is sampled.

    Attributes:
        hands: the opponents' hands.
        boards: the boards to come.
        last: the opponents' hands when the board is complete.
    """

    hands: int
    boards: int
    last: int


SIZES = {
    (HOLDEM_CARDS, True): Size(72, 96, 400),
    (HOLDEM_CARDS, False): Size(36, 32, 200),
    (4, True): Size(40, 48, 300),
    (4, False): Size(10, 8, 50),
}
"""By the number of hole cards, and whether the kernel was built: so that a decision takes a few milliseconds."""


def equity(hole: Sequence[Card], board: Sequence[Card], reads: Sequence[SeatRead], rng: Random) -> float:
    """Return the part of the pot that a hand wins on average.

    Args:
        hole: the hole cards, two or four.
        board: none, three, four or five cards.
        reads: the opponents.
        rng: the source of chance.

    Returns:
        From 0 to 1; the opponents' hands are taken as independent of each other. Exact for one opponent before the flop
        of hold'em.
    """
    if not board and len(hole) == HOLDEM_CARDS and len(reads) == 1:
        return _before_flop(_same_kind(hole), reads[0].width)
    size = SIZES[len(hole), KERNEL is not None]
    generator = np.random.default_rng(rng.getrandbits(64))
    known = [card.code for card in (*hole, *board)]
    live = np.setdiff1d(np.arange(DECK), known).astype(np.uint8)
    to_come = BOARD - len(board)
    hands = _deal(generator, live, size.hands if to_come else size.last, len(hole))
    rest = _deal(generator, live, size.boards if to_come else 1, to_come)
    boards = np.concatenate([np.tile(_codes(board), (len(rest), 1)), rest], axis=1)
    own = _values(np.tile(_codes(hole), (len(boards), 1)), boards)
    fits = (_masks(hands)[:, None] & _masks(rest)[None, :]) == 0
    number, column = np.nonzero(fits)
    values = np.full(fits.shape, WORST)
    values[number, column] = _values(hands[number], boards[column])
    # Ties count half.
    scores = ((values > own) + 0.5 * (values == own)) * fits
    strengths = (values * fits).sum(axis=1) / np.maximum(fits.sum(axis=1), 1)
    ranks = _percentiles(hands)
    total: Floats = np.ones(len(boards))
    for read in reads:
        weights = _weights(ranks, strengths, read)
        total *= (weights @ scores) / np.maximum(weights @ fits, 1e-9)
    return float(total.mean())


def _same_kind(hole: Sequence[Card]) -> int:
    """Return the number of the hand in `COMBINATIONS` that stands for all hands of this kind: in clubs and diamonds."""
    low, high = sorted([card.code >> 2 for card in hole])
    is_suited = hole[0].suit is hole[1].suit
    first, second = 4 * low, 4 * high + (not is_suited)
    return COMBINATIONS.index((first, second))


@lru_cache(maxsize=4096)
def _before_flop(hand: int, width: float) -> float:
    """Return the exact equity of a hand, a number in `COMBINATIONS`, against a range of the first street."""
    ranks = _percentiles(np.array(COMBINATIONS))
    inside = round(1 / OUTSIDE)
    counts = preflop_counts({hand: 1}, {number: inside if rank <= width else 1 for number, rank in enumerate(ranks)})
    return (counts.win + counts.tie / 2) / sum(counts)


def percentiles(hands: Sequence[Sequence[Card]]) -> list[float]:
    """Return the part of all starting hands that is better than each hand, of two cards or of four."""
    of_hands: list[float] = _percentiles(np.array([[card.code for card in hand] for hand in hands])).tolist()
    return of_hands


def _percentiles(hands: NDArray[Any]) -> Floats:
    if hands.shape[1] != HOLDEM_CARDS:
        sums = features(hands) @ np.array(OMAHA_WEIGHTS)
        of_hands: Floats = np.searchsorted(-np.array(OMAHA_QUANTILES), -sums) / (len(OMAHA_QUANTILES) + 1)
        return of_hands
    ranks, is_suited = np.sort(hands >> 2, axis=1), (hands[:, 0] & 3) == (hands[:, 1] & 3)
    kinds: Floats = _of_kind()[ranks[:, 1], ranks[:, 0], is_suited.astype(int)]
    return kinds


@cache
def _of_kind() -> Floats:
    """Return the percentiles of hold'em's kinds: [high rank][low rank][suited]."""
    table = np.zeros((13, 13, 2))
    before = 0
    for kind in HOLDEM_KINDS:
        high, low, is_suited = RANK_LETTERS.index(kind[0]), RANK_LETTERS.index(kind[1]), kind.endswith("s")
        hands = 6 if high == low else 4 if is_suited else 12
        table[high, low, int(is_suited)] = (before + hands / 2) / len(COMBINATIONS)
        before += hands
    return table


def _weights(ranks: Floats, strengths: Floats, read: SeatRead) -> Floats:
    """Return how likely an opponent holds each hand."""
    weights = np.where(ranks <= read.width, 1.0, OUTSIDE)
    if not read.claims:
        return weights
    order = np.argsort(strengths)
    sums = np.cumsum(weights[order])
    parts = np.empty_like(sums)
    parts[order] = sums / sums[-1]
    for claim in read.claims:
        weights = weights * np.where(parts <= claim.part, 1.0, claim.leak)
    return weights


def _deal(generator: np.random.Generator, live: NDArray[np.uint8], rows: int, cards: int) -> NDArray[np.uint8]:
    """Return rows of different cards."""
    dealt: NDArray[np.uint8] = live[np.argsort(generator.random((rows, len(live))), axis=1)[:, :cards]]
    return dealt


def _codes(cards: Sequence[Card]) -> NDArray[np.uint8]:
    return np.array([card.code for card in cards], np.uint8)


def _masks(rows: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Return the cards of each row as bits."""
    masks: NDArray[np.uint64] = np.left_shift(np.uint64(1), rows.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    return masks


def _values(hands: NDArray[np.uint8], boards: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the class of each hand with its board."""
    rows = np.ascontiguousarray(np.concatenate([hands, boards], axis=1), np.uint8)
    hole = hands.shape[1]
    many = evaluate_many(rows, hole + BOARD) if hole == HOLDEM_CARDS else evaluate_omaha_many(rows, hole)
    return np.asarray(many).astype(np.int64)


RANKS, SUITS = 13, 4
GAPS = 4
"""Ranks further apart than this make no straight together."""
ACE = RANKS - 1


def features(hands: NDArray[Any]) -> NDArray[np.int64]:
    """Return the features of hands.

    Args:
        hands: card codes of shape (hands, 4).

    Returns:
        An array of shape (hands, 34): how many cards of each rank; whether a rank is a pair; pairs of ranks 1, 2, 3
        and 4 apart; suits of two or more cards, suits of three or more, suits of two or more with the ace; whether
        three cards have one rank.
    """
    ranks, suits = hands >> 2, hands & 3
    counts = (ranks[:, :, None] == np.arange(RANKS)).sum(axis=1)
    held = (counts > 0).astype(np.int64)
    near = [(held[:, gap:] * held[:, :-gap]).sum(axis=1) for gap in range(1, GAPS + 1)]
    of_suit = (suits[:, :, None] == np.arange(SUITS)).sum(axis=1)
    has_ace = ((suits[:, :, None] == np.arange(SUITS)) & (ranks[:, :, None] == ACE)).any(axis=1)
    rest = [
        *near,
        (of_suit >= 2).sum(axis=1),
        (of_suit >= 3).sum(axis=1),
        ((of_suit >= 2) & has_ace).sum(axis=1),
        (counts >= 3).any(axis=1),
    ]
    return np.concatenate([counts, counts == 2, np.stack(rest, axis=1)], axis=1).astype(np.int64)
