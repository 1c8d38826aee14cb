"""Exports the arrays of a training to the strategy file of the robot `limit`, and reads the file for measurements.

These use what the file holds: its probabilities in fifteenths, and its buckets.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ircpoker.lab.responses.limit_players import legal_actions, next_lane, nodes
from ircpoker.lab.responses.respond import Asked
from ircpoker.lab.training.buckets import Abstraction
from ircpoker.lab.training.learning import ACTIONS, LANES, Floats, rows_shape
from ircpoker.postflop.engine.native import LIMIT_HOLDEM, solver
from ircpoker.robots.all_hands import NOBODY, Buckets
from ircpoker.robots.limit.betting import HISTORIES, NODES
from ircpoker.robots.limit.buckets import flop_index
from ircpoker.robots.limit.strategy import PARTS, LimitStrategy
from ircpoker.robots.strategy_file import FLOP_HANDS, FLOPS

LEAST = 0.05
"""Smaller probabilities are dropped: most of them are left over from the first boards of the training."""
STREETS = 4


def export_strategy(path: Path, abstraction: Abstraction, strategy: Sequence[Floats]) -> None:
    """Write a strategy as the robot's file.

    Args:
        path: the file.
        abstraction: the buckets.
        strategy: probabilities [block][bucket][node][action][lane] of each street.
    """
    arrays = bucket_arrays(abstraction)
    for street, rows in enumerate(strategy):
        arrays[f"play{street}"] = _pack(street, rows)
    LimitStrategy.write(path, abstraction.shape, arrays)


def bucket_arrays(abstraction: Abstraction) -> dict[str, NDArray[np.integer]]:
    """Return the arrays with which a strategy file finds buckets."""
    flops, starts, flop = _flop_table(abstraction.flops)
    edges = abstraction.turn_edges
    return {
        "starts": starts,
        "means": edges.means,
        "spreads": edges.spreads,
        "flops": flops,
        "flop": flop,
        "rivers": abstraction.rivers,
    }


def lanes_of_file(street: int) -> list[int]:
    """Return the lanes in the order of a strategy file: by the last street's end, then by the end of the one before."""
    if street == 0:
        return [0]
    ends = solver().tree(LIMIT_HOLDEM)[street - 1][2]
    before = lanes_of_file(street - 1)
    return [next_lane(LIMIT_HOLDEM, street - 1, end, lane) for end in range(ends) for lane in before]


def _flop_table(buckets: Buckets) -> tuple[NDArray[np.integer], NDArray[np.integer], Buckets]:
    """Return the index and the first row of each canonical flop, and the bucket of each hand, one a row."""
    cards, _ = solver().canonical_boards(3)
    indices = np.zeros(FLOPS, np.int64)
    counts = np.zeros(FLOPS, np.int64)
    parts = []
    for number in range(FLOPS):
        flop = cards[3 * number : 3 * number + 3]
        count, packed = solver().number_hands(flop)
        numbers = np.frombuffer(packed, np.uint16)
        _, first = np.unique(numbers[numbers != NOBODY], return_index=True)
        parts.append(buckets[number][numbers != NOBODY][first])
        indices[number], counts[number] = flop_index((0, 1), flop)[0], count
    table = np.concatenate(parts)
    assert len(table) == FLOP_HANDS  # noqa: S101 - a fact about cards
    return indices, np.cumsum(counts) - counts, table


def _pack(street: int, rows: Floats) -> NDArray[np.uint8]:
    """Return probabilities in fifteenths: [history][node][bucket]."""
    packed = np.zeros((HISTORIES[street], NODES[street], rows.shape[1]), np.uint8)
    for number, lane in enumerate(lanes_of_file(street)):
        for node in nodes(LIMIT_HOLDEM, street):
            legal = legal_actions(LIMIT_HOLDEM, street, node)
            chances = np.zeros((rows.shape[1], ACTIONS))
            chances[:, legal] = rows[lane // LANES, :, node, :, lane % LANES][:, legal]
            parts = round_chances(chances, legal)
            packed[number, node] = parts[:, 0] | parts[:, 2] << 4
    return packed


def round_chances(chances: NDArray[np.float64], legal: Sequence[int]) -> NDArray[np.uint8]:
    """Return probabilities in fifteenths that add up to one; [hand][action].

    Args:
        chances: at least 0; a hand with none at all gets the same for each legal action.
        legal: the actions that may have a probability.
    """
    weights = chances.copy()
    weights[:, legal] += (weights.sum(axis=1, keepdims=True) <= 0) * 1.0
    weights /= weights.sum(axis=1, keepdims=True)
    return to_parts(weights, PARTS)


def to_parts(chances: NDArray[np.float64], whole: int, least: float = LEAST) -> NDArray[np.uint8]:
    """Return probabilities in parts of a whole that add up to it; [hand][action].

    Args:
        chances: they add up to 1; those below `least` are dropped.
        whole: at most 255.
        least: the least chance that is kept; the largest one of a hand always is.
    """
    weights = np.where(chances < np.minimum(least, chances.max(axis=1, keepdims=True)), 0, chances)
    weights *= whole / weights.sum(axis=1, keepdims=True)
    parts = np.floor(weights + 1e-9).astype(np.int64)
    # The parts lost by rounding down go to the largest remainders.
    order = np.argsort(parts - weights, axis=1, kind="stable")
    left = whole - parts.sum(axis=1)
    for index in range(weights.shape[1]):
        parts[np.arange(len(parts)), order[:, index]] += index < left
    return parts.astype(np.uint8)


def file_player(path: Path) -> Asked:
    """Return the robot of a file in the form that the solver needs.

    Raises:
        StrategyError: the file cannot be used.
    """
    strategy = LimitStrategy.open(path)
    rows = [_unpack(street, strategy) for street in range(STREETS)]
    classes = strategy.shape.buckets

    def rows_on(street: int, board: bytes) -> tuple[Buckets, Floats, int]:
        return strategy.buckets(board), rows[street], classes[street]

    return rows_on


def _unpack(street: int, strategy: LimitStrategy) -> Floats:
    packed = np.asarray(strategy.arrays[f"play{street}"])
    rows = np.zeros(rows_shape(LIMIT_HOLDEM, street, strategy.shape.buckets[street]), np.float32)
    for number, lane in enumerate(lanes_of_file(street)):
        for node in range(NODES[street]):
            target = rows[lane // LANES, :, node, :, lane % LANES]
            target[:, 0], target[:, 2] = packed[number, node] & 15, packed[number, node] >> 4
            target[:, 1] = PARTS - target[:, 0] - target[:, 2]
    rows /= PARTS
    return rows
