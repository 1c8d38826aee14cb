"""An open strategy file: its arrays, and the probabilities for a hand."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ircpoker.errors import StrategyError
from ircpoker.robots.bucket_tables import BucketTables, check_buckets, split, write_file
from ircpoker.robots.limit.betting import NODES, index_of
from ircpoker.robots.limit.file import FILE, layout, verify

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from ircpoker.robots.strategy_file import FileShape

PARTS = 15
"""The number of parts that make a probability of 1."""


class Chances(NamedTuple):
    """The probabilities of the actions, in fifteenths.

    Attributes:
        fold: the probability of a fold.
        call: the probability of a check or call.
        raise_: the probability of a bet or raise.
        bucket: the hand's bucket.
    """

    fold: int
    call: int
    raise_: int
    bucket: int


class Strategy:
    """An open strategy file."""

    def __init__(self, shape: FileShape, arrays: Mapping[str, NDArray[np.integer]], fingerprint: str) -> None:
        """Create the strategy; use `open_strategy`."""
        self.shape = shape
        self.arrays = arrays
        self.fingerprint = fingerprint
        """The SHA-256 of the file's content, in hexadecimal."""
        self.bucket = BucketTables(shape, arrays).bucket

    def chances(self, history: str, hole: Sequence[int], board: Sequence[int]) -> Chances:
        """Return the probabilities of a hand's actions.

        Args:
            history: as for `betting.index_of`.
            hole: two card codes.
            board: the card codes of the street's board.

        Raises:
            ValueError: the game has no such decision.
        """
        street, number, node = _index_of(history)
        bucket = self.bucket(hole, board)
        packed = int(self.arrays[f"play{street}"][number, node, bucket])
        fold, raise_ = packed & 15, packed >> 4
        return Chances(fold, PARTS - fold - raise_, raise_, bucket)


@lru_cache(maxsize=8192)
def _index_of(history: str) -> tuple[int, int, int]:
    return index_of(history)


@lru_cache(maxsize=4)
def open_strategy(path: Path) -> Strategy:
    """Return the strategy in a file.

    Args:
        path: the file.

    Raises:
        StrategyError: it cannot be used.
    """
    shape, rest, fingerprint = verify(path)
    arrays = split(layout(shape), rest)
    check_buckets(path.name, shape, arrays)
    for street in range(len(NODES)):
        packed = arrays[f"play{street}"]
        if ((packed & PARTS) + (packed >> 4)).max() > PARTS:
            raise StrategyError(path.name, "it is damaged: chances add up to more than one")
    return Strategy(shape, arrays, fingerprint)


def write_strategy(path: Path, shape: FileShape, arrays: Mapping[str, NDArray[np.integer]]) -> None:
    """Write a file.

    Args:
        path: the file.
        shape: the shape of the strategy.
        arrays: the arrays by the names of `layout`.

    Raises:
        ValueError: an array has another shape.
    """
    write_file(path, FILE, shape, layout(shape), arrays)
