"""Buckets: groups of hands that a strategy plays alike.

The strength of a hand on a river is twice the number of hands that it beats there plus those that it ties, 0 to
1,980. Before the flop, each of the 169 kinds of hands is a bucket. On the flop and the turn, hands are ordered by the
sum of their strengths over all boards to come and cut into groups of equal frequency; each group is cut again by the
spread of these strengths. On the river, hands are cut by strength, separately for each of 27 textures of the board
(suits, pairs, straights). Everything is counted in whole numbers, so that a hand has the same bucket everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ircpoker.postflop.engine.native import solver
from ircpoker.postflop.engine.solving import hand_pairs
from ircpoker.robots.all_hands import HANDS, TURN_RIVERS, Buckets, Edges
from ircpoker.robots.strategy_file import FileShape

Numbers = NDArray[np.int64]

CANONICAL_TURNS = 16_432
TEXTURES = 27
STRENGTHS = 1981
FLOP_RIVERS = 2 * 1081
"""The number of strengths added up for a hand on a flop: each pair of turn and river counts twice."""
_BATCH = 64
_RIVER_BOARDS = 20_000
_RIVER_SEED = 2
_TEXTURE_POWER = 0.6
"""The number of cells of a texture is proportional to this power of its frequency (found by trial)."""


@dataclass(frozen=True)
class Sums:
    """Strengths of the hands on canonical boards, added up over the boards to come; [board, hand].

    Attributes:
        flop: sums.
        flop_spread: count * sum of squares − sum²; the same for equal standard deviations.
        turn: as `flop`.
        turn_spread: as `flop_spread`.
    """

    flop: Numbers
    flop_spread: Numbers
    turn: Numbers
    turn_spread: Numbers


@dataclass(frozen=True)
class Abstraction:
    """The buckets of all hands.

    Attributes:
        shape: their numbers.
        flops: by number of canonical flop and hand.
        turns: by number of canonical turn and hand.
        rivers: by texture and strength.
        turn_edges: the edges from which `turns` is computed.
    """

    shape: FileShape
    flops: Buckets
    turns: Buckets
    rivers: Buckets
    turn_edges: Edges

    @property
    def classes(self) -> tuple[int, int, int, int]:
        """The number of buckets on each street."""
        return self.shape.buckets

    @property
    def tables(self) -> tuple[Buckets, Buckets, Buckets]:
        """The tables in the form that the solver needs."""
        return self.flops, self.turns, self.rivers


def count_strengths(on_turn: Callable[[int], object] = lambda _: None) -> Sums:
    """Add up the strengths of all hands on all flops and turns.

    Args:
        on_turn: is called with the number of canonical turns finished.

    Returns:
        The sums, about 0.7 GB.
    """
    native = solver()
    sums = np.zeros((CANONICAL_TURNS, HANDS), np.uint32)
    squares = np.zeros_like(sums)
    for first in range(0, CANONICAL_TURNS, _BATCH):
        count = min(_BATCH, CANONICAL_TURNS - first)
        native.turn_sums(sums[first : first + count], squares[first : first + count], first, count)
        on_turn(first + count)
    flops = len(native.canonical_boards(3)[0]) // 3
    flop_sums = np.zeros((flops, HANDS), np.uint32)
    flop_squares = np.zeros((flops, HANDS), np.uint64)
    native.flop_sums(sums, squares, flop_sums, flop_squares)
    turn, flop = sums.astype(np.int64), flop_sums.astype(np.int64)
    return Sums(
        flop=flop,
        flop_spread=FLOP_RIVERS * flop_squares.astype(np.int64) - flop * flop,
        turn=turn,
        turn_spread=TURN_RIVERS * squares.astype(np.int64) - turn * turn,
    )


def make_abstraction(sums: Sums, shape: FileShape) -> Abstraction:
    """Return the buckets of a shape."""
    flop_edges = _find_edges(3, sums.flop, sums.flop_spread, shape.flop_groups, shape.flop_parts)
    turn_edges = _find_edges(4, sums.turn, sums.turn_spread, shape.turn_groups, shape.turn_parts)
    return Abstraction(
        shape=shape,
        flops=flop_edges.find(sums.flop, sums.flop_spread),
        turns=turn_edges.find(sums.turn, sums.turn_spread),
        rivers=_cut_rivers(shape.river),
        turn_edges=turn_edges,
    )


def _find_edges(size: int, sums: Numbers, spreads: Numbers, groups: int, cuts: int) -> Edges:
    """Cut the hands on the boards of a size into groups of equal frequency, and these by spread into so many parts."""
    cards, boards = solver().canonical_boards(size)
    codes = np.frombuffer(cards, np.uint8).reshape(-1, size)
    is_dealt = np.ones((len(codes), HANDS), bool)
    for hand, cards_held in enumerate(hand_pairs()):
        is_dealt[:, hand] = ~np.isin(codes, cards_held).any(axis=1)
    weights = np.broadcast_to(np.frombuffer(boards, np.uint16).astype(np.int64)[:, None], sums.shape)[is_dealt]
    means, parts = sums[is_dealt], spreads[is_dealt]
    order = np.lexsort((parts, means))
    means, parts, weights = means[order], parts[order], weights[order]
    edges = _quantiles(means, weights, groups)
    starts = [0, *np.searchsorted(means, edges, side="left").tolist(), len(means)]
    inner = []
    for start, end in pairwise(starts):
        by_spread = np.argsort(parts[start:end], kind="stable")
        inner.append(_quantiles(parts[start:end][by_spread], weights[start:end][by_spread], cuts))
    return Edges(edges, np.array(inner, np.int64).reshape(groups, cuts - 1))


def _quantiles(values: Numbers, weights: Numbers, parts: int) -> Numbers:
    """Return the values at which parts of about equal weight begin; `values` ascend."""
    if not len(values):
        return np.zeros(parts - 1, np.int64)
    heaped = np.cumsum(weights)
    indices = np.searchsorted(heaped, heaped[-1] * np.arange(1, parts) / parts)
    quantiles: Numbers = values[indices]
    return quantiles


def _cut_rivers(cells: int) -> Buckets:
    """Return the bucket by texture and strength, from a sample of boards."""
    rng = np.random.default_rng(_RIVER_SEED)
    counts = np.zeros((TEXTURES, STRENGTHS), np.int64)
    for _ in range(_RIVER_BOARDS):
        board = rng.permutation(52)[:5].astype(np.uint8)
        _, strengths, texture = solver().river(board.tobytes())
        counts[texture] += np.bincount(np.frombuffer(strengths, np.uint16), minlength=STRENGTHS)
    shares = counts.sum(axis=1) ** _TEXTURE_POWER
    widths = 1 + np.floor(shares / shares.sum() * (cells - TEXTURES)).astype(np.int64)
    widths[np.argmax(widths)] += cells - widths.sum()
    below = np.cumsum(counts, axis=1) - counts
    total = np.maximum(1, counts.sum(axis=1, keepdims=True))
    within = np.minimum(widths[:, None] - 1, (2 * below + counts) * widths[:, None] // (2 * total))
    starts = np.cumsum(widths) - widths
    buckets: Buckets = (starts[:, None] + within).astype(np.uint16)
    return buckets
