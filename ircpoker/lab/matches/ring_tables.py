"""Matches at tables of three to six, played by the solver in C: files of `ring` and players with one rule.

Everything happens inside the betting that `ring` was trained for, so a match of a million deals takes seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ircpoker.errors import SolverError, UsageError, quote
from ircpoker.lab.training.buckets import CANONICAL_TURNS, Abstraction, count_strengths, make_abstraction
from ircpoker.lab.training.folder import Report
from ircpoker.lab.training.ring import RULES, play_match
from ircpoker.robots.ring.file import SHIPPED
from ircpoker.robots.ring.strategy import RingStrategy, unpack_spots
from ircpoker.robots.strategy_file import FileShape
from ircpoker.words.nearest import meant

RING = "ring"
NAMES = (RING, *RULES)
SEATS = range(3, 7)
Z_95 = 1.96
_SUFFIX = ".bin"


class Win(NamedTuple):
    """What a player wins, in thousandths of a big blind per deal and seat.

    Attributes:
        mean: the mean.
        error: half the width of the 95 % interval.
    """

    mean: float
    error: float


def measure_win(won: NDArray[np.float64]) -> Win:
    """Return the mean of what was won with each deck, with its interval."""
    count = len(won)
    return Win(float(won.mean()), Z_95 * float(won.std(ddof=1)) / count**0.5 if count > 1 else 0.0)


def make_buckets(shape: FileShape, report: Report) -> Abstraction:
    """Return the buckets of a file, which takes half a minute."""
    sums = count_strengths(lambda done: report("hand strengths", done, CANONICAL_TURNS))
    return make_abstraction(sums, shape)


def find_ring(name: str, depth: int) -> Path | None:
    """Return the file of a player of this name; None if it plays by a rule.

    Args:
        name: `ring`, a player with one rule, or a file of `ring`.
        depth: the stacks of the match, in big blinds.

    Raises:
        UsageError: there is no such player, or no file for these stacks.
    """
    if name in RULES:
        return None
    if name.endswith(_SUFFIX):
        return Path(name)
    if name != RING:
        raise UsageError(f"{quote(name)} cannot sit there: {meant(name, NAMES)}, or the file of a strategy, *.bin")
    return shipped_ring(depth)


def shipped_ring(depth: int) -> Path:
    """Return the file of `ring` for stacks of so many big blinds.

    Raises:
        UsageError: there is none.
    """
    if depth not in SHIPPED:
        raise UsageError(f"ring has no file for {depth} big blinds: expected {', '.join(map(str, SHIPPED))}")
    return SHIPPED[depth]


class RingTables:
    """The players of a match, and their buckets."""

    def __init__(self, names: Sequence[str], depth: int, report: Report) -> None:
        """Open the players' files.

        Args:
            names: as `find_ring` takes them.
            depth: the stacks, in big blinds.
            report: is told how far the buckets are.

        Raises:
            UsageError: there is no such player, or no file for these stacks.
            SolverError: the files have other stacks or buckets.
            StrategyError: a file cannot be used.
        """
        files = list(dict.fromkeys(file for name in names if (file := find_ring(name, depth)) is not None))
        if not files:
            raise UsageError("nobody there plays by a file: expected ring, or the file of a strategy")
        strategies = [RingStrategy.open(file) for file in files]
        for file, strategy in zip(files, strategies, strict=True):
            _check(file, strategy, strategies[0], depth)
        self._depth = depth
        self._players = {
            name: RULES[name] if file is None else files.index(file)
            for name in names
            for file in (find_ring(name, depth),)
        }
        self._parts = [unpack_spots(strategy, as_played=True) for strategy in strategies]
        self._buckets = make_buckets(strategies[0].shape, report)

    def play(self, lineup: Sequence[str], decks: range, seed: int) -> NDArray[np.float64]:
        """Return what each chair wins with each deck in all rotations, [deck][chair]."""
        chairs = [self._players[name] for name in lineup]
        return play_match(self._buckets, self._depth, self._parts, chairs, decks, seed)


def _check(file: Path, strategy: RingStrategy, first: RingStrategy, depth: int) -> None:
    if strategy.depth != depth:
        raise SolverError(f"{file} is for {strategy.depth} big blinds: expected {depth}")
    if strategy.shape != first.shape:
        raise SolverError(f"{file} has other buckets than the first file")
