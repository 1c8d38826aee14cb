"""The arrays of a strategy file, and the look-up of a hand's bucket in them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

import numpy as np

from ircpoker.errors import StrategyError
from ircpoker.robots.limit import buckets
from ircpoker.robots.strategy_file import FLOP_HANDS, FLOPS, make_header

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from ircpoker.robots.strategy_file import FileKind, FileShape, Layout

    FileArrays = Mapping[str, NDArray[np.integer]]


class BucketTables:
    """Finds the bucket of one hand."""

    def __init__(self, shape: FileShape, arrays: FileArrays) -> None:
        """Create the look-up.

        Args:
            shape: the numbers of buckets.
            arrays: the arrays by the names of `bucket_layout`; read only when needed.
        """
        self.shape = shape
        self.arrays = arrays
        self._lists: dict[str, list[int]] = {}

    def bucket(self, hole: Sequence[int], board: Sequence[int]) -> int:
        """Return the bucket of a hand.

        Args:
            hole: two card codes.
            board: no, three, four or five card codes.
        """
        arrays = self.arrays
        if not board:
            return buckets.kind(*hole)
        if len(board) == 3:
            index, number = buckets.flop_index(hole, board)
            flop = min(bisect_left(self._numbers("flops"), index), FLOPS - 1)
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
        """Return a small array as a list, because Python reads a list's item ten times faster than an array's."""
        found = self._lists.get(name)
        if found is None:
            found = self._lists[name] = self.arrays[name].ravel().tolist()
        return found


def split(layout: Layout, rest: memoryview) -> dict[str, NDArray[np.integer]]:
    """Return the arrays of a file."""
    arrays: dict[str, NDArray[np.integer]] = {}
    at = 0
    for name, kind, size in layout:
        count = int(np.prod(size))
        arrays[name] = np.frombuffer(rest, kind, count, at).reshape(size)
        at += arrays[name].nbytes
    return arrays


def check_buckets(name: str, shape: FileShape, arrays: FileArrays) -> None:
    """Check that no look-up of a bucket can leave a table: the file may come from anybody.

    Raises:
        StrategyError: a look-up could.
    """
    _, flop, _, river = shape.buckets
    starts = arrays["starts"].astype(np.int64)
    if arrays["flop"].max() >= flop or arrays["rivers"].max() >= river or (starts >= FLOP_HANDS).any():
        raise StrategyError(name, "it is damaged: a hand has a bucket that does not exist")


def write_file(path: Path, kind: FileKind, numbers: Iterable[int], layout: Layout, arrays: FileArrays) -> None:
    """Write a strategy file.

    Args:
        path: the file.
        kind: the kind of file.
        numbers: the header's numbers.
        layout: the names, types and shapes of the arrays.
        arrays: the arrays by name.

    Raises:
        ValueError: an array has another shape.
    """
    parts = []
    for name, type_, size in layout:
        array = np.ascontiguousarray(arrays[name], type_)
        if array.shape != size:
            raise ValueError(f"{name} has shape {array.shape}: expected {size}")
        parts.append(array.tobytes())
    rest = b"".join(parts)
    path.write_bytes(make_header(kind, numbers, rest) + rest)
