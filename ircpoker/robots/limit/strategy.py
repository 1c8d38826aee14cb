"""A strategy that was opened: the arrays of its file, and what a hand does by them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ircpoker.errors import StrategyError
from ircpoker.robots.limit import buckets
from ircpoker.robots.limit.betting import NODES, place_of
from ircpoker.robots.limit.file import FLOP_HANDS, FLOPS, FileShape, layout, make_header, verify

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

PARTS = 15
"""Of which a probability is made."""


class Chances(NamedTuple):
    """How likely the actions are, in fifteenths.

    Attributes:
        fold: of folding.
        call: of checking or calling.
        raise_: of betting or raising.
        bucket: of the hand.
    """

    fold: int
    call: int
    raise_: int
    bucket: int


class Strategy:
    """A strategy that was opened."""

    def __init__(self, shape: FileShape, arrays: Mapping[str, NDArray[np.integer]], fingerprint: str) -> None:
        """Set it up; use `open_strategy`."""
        self.shape = shape
        self.arrays = arrays
        self._lists: dict[str, list[int]] = {}
        self.fingerprint = fingerprint
        """The SHA-256 of the file's content, in hexadecimal."""

    def bucket(self, hole: Sequence[int], board: Sequence[int]) -> int:
        """Return the bucket of a hand.

        Args:
            hole: two card codes.
            board: none, three, four or five.
        """
        arrays = self.arrays
        if not board:
            return buckets.kind(*hole)
        if len(board) == 3:
            place, number = buckets.flop_place(hole, board)
            flop = min(bisect_left(self._numbers("flops"), place), FLOPS - 1)
            return int(arrays["flop"][min(self._numbers("starts")[flop] + number, FLOP_HANDS - 1)])
        if len(board) == 4:
            total, spread = buckets.turn_sums(hole, board)
            group = bisect_right(self._numbers("means"), total)
            edges = self.shape.turn_parts - 1
            first = edges * group
            part = bisect_right(self._numbers("spreads"), spread, first, first + edges) - first
            return group * self.shape.turn_parts + part
        return int(arrays["rivers"][buckets.texture(board), buckets.river_strength(hole, board)])

    def _numbers(self, name: str) -> list[int]:
        """Return a small array as a list, in which Python looks a number up in a tenth of NumPy's time."""
        found = self._lists.get(name)
        if found is None:
            found = self._lists[name] = self.arrays[name].ravel().tolist()
        return found

    def chances(self, history: str, hole: Sequence[int], board: Sequence[int]) -> Chances:
        """Return what a hand does.

        Args:
            history: as for `betting.place_of`.
            hole: two card codes.
            board: those of the street.

        Raises:
            ValueError: the game has no such decision.
        """
        street, number, node = _place_of(history)
        bucket = self.bucket(hole, board)
        packed = int(self.arrays[f"play{street}"][number, node, bucket])
        fold, raise_ = packed & 15, packed >> 4
        return Chances(fold, PARTS - fold - raise_, raise_, bucket)


@lru_cache(maxsize=8192)
def _place_of(history: str) -> tuple[int, int, int]:
    return place_of(history)


@lru_cache(maxsize=4)
def open_strategy(path: Path) -> Strategy:
    """Return the strategy in a file.

    Args:
        path: of the file.

    Raises:
        StrategyError: it cannot be used.
    """
    shape, rest, fingerprint = verify(path)
    arrays = _split(shape, rest)
    _check(path.name, shape, arrays)
    return Strategy(shape, arrays, fingerprint)


def write_strategy(path: Path, shape: FileShape, arrays: Mapping[str, NDArray[np.integer]]) -> None:
    """Write a file.

    Args:
        path: of the file.
        shape: of the strategy.
        arrays: by the names of `layout`.

    Raises:
        ValueError: an array has another shape.
    """
    parts = []
    for name, kind, size in layout(shape):
        array = np.ascontiguousarray(arrays[name], kind)
        if array.shape != size:
            raise ValueError(f"{name} has shape {array.shape}: expected {size}")
        parts.append(array.tobytes())
    rest = b"".join(parts)
    path.write_bytes(make_header(shape, rest) + rest)


def _split(shape: FileShape, rest: memoryview) -> dict[str, NDArray[np.integer]]:
    arrays: dict[str, NDArray[np.integer]] = {}
    at = 0
    for name, kind, size in layout(shape):
        count = int(np.prod(size))
        arrays[name] = np.frombuffer(rest, kind, count, at).reshape(size)
        at += arrays[name].nbytes
    return arrays


def _check(name: str, shape: FileShape, arrays: Mapping[str, NDArray[np.integer]]) -> None:
    """Check that no look-up can leave a table: the file may have been made by anybody."""
    _, flop, _, river = shape.buckets
    starts = arrays["starts"].astype(np.int64)
    if arrays["flop"].max() >= flop or arrays["rivers"].max() >= river or (starts >= FLOP_HANDS).any():
        raise StrategyError(name, "it is damaged: a hand has a bucket that is not there")
    for street in range(len(NODES)):
        packed = arrays[f"play{street}"]
        if ((packed & PARTS) + (packed >> 4)).max() > PARTS:
            raise StrategyError(name, "it is damaged: chances that add up to more than one")
