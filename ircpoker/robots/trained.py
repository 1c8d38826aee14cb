"""A trained strategy: an open file, with the look-up of a hand's bucket in its arrays."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import ClassVar, Self, cast

import numpy as np
from numpy.typing import NDArray

from ircpoker.errors import StrategyError
from ircpoker.robots.all_hands import FileArrays, hand_buckets, kind
from ircpoker.robots.limit import buckets
from ircpoker.robots.strategy_file import FLOP_HANDS, FLOPS, FileKind, FileShape, make_header, verify_file


class TrainedStrategy:
    """The strategy of a robot that was trained.

    Attributes:
        kind: the kind of its files.
        depth: the stacks, in big blinds; 0 for `limit`, where they do not count.
        shape: the numbers of buckets.
        arrays: the arrays by the names of the file's layout.
        fingerprint: the SHA-256 of the file's content, in hexadecimal.
    """

    kind: ClassVar[FileKind]

    def __init__(self, shape: FileShape, others: Sequence[int], arrays: FileArrays, fingerprint: str) -> None:
        """Create the strategy; use `open`.

        Args:
            shape: the numbers of buckets.
            others: the other numbers of its file.
            arrays: its arrays; read only when needed.
            fingerprint: the SHA-256 of the file's content.
        """
        self.depth = next(iter(others), 0)
        self.shape = shape
        self.arrays = arrays
        self.fingerprint = fingerprint
        self._lists: dict[str, list[int]] = {}
        self.buckets = lru_cache(maxsize=4)(partial(hand_buckets, arrays))
        """Returns the bucket of every hand on a board of card codes, 0 for those that hold one of its cards."""

    @classmethod
    def open(cls, path: Path) -> Self:
        """Return the strategy in a file; it is read once and shared.

        Raises:
            StrategyError: it cannot be used.
        """
        return cast("Self", _open(cls, path))  # type: ignore[arg-type]  # mypy takes no class for hashable

    @classmethod
    def write(cls, path: Path, shape: FileShape, arrays: FileArrays, *others: int) -> None:
        """Write a file.

        Args:
            path: the file.
            shape: the numbers of buckets.
            arrays: the arrays by the names of the file's layout.
            others: the other numbers of its header.

        Raises:
            ValueError: an array has another shape.
        """
        parts = []
        for name, type_, size in cls.kind.layout(shape, *others):
            array = np.ascontiguousarray(arrays[name], type_)
            if array.shape != size:
                raise ValueError(f"{name} has shape {array.shape}: expected {size}")
            parts.append(array.tobytes())
        rest = b"".join(parts)
        path.write_bytes(make_header(cls.kind, shape, others, rest) + rest)

    def damage(self) -> str:
        """Return what cannot be in the file, which may come from anybody; empty if all can.

        No look-up may leave a table.
        """
        _, flop, _, river = self.shape.buckets
        arrays, starts = self.arrays, self.arrays["starts"].astype(np.int64)
        if arrays["flop"].max() >= flop or arrays["rivers"].max() >= river or (starts >= FLOP_HANDS).any():
            return "a hand has a bucket that does not exist"
        return ""

    def bucket(self, hole: Sequence[int], board: Sequence[int]) -> int:
        """Return the bucket of a hand.

        Args:
            hole: two card codes.
            board: no, three, four or five card codes.
        """
        arrays = self.arrays
        if not board:
            return kind(*hole)
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
        numbers = self._lists.get(name)
        if numbers is None:
            numbers = self._lists[name] = self.arrays[name].ravel().tolist()
        return numbers


@lru_cache(maxsize=20)
def _open(strategy: type[TrainedStrategy], path: Path) -> TrainedStrategy:
    shape, others, rest, fingerprint = verify_file(path, strategy.kind)
    arrays: dict[str, NDArray[np.integer]] = {}
    at = 0
    for name, type_, size in strategy.kind.layout(shape, *others):
        arrays[name] = np.frombuffer(rest, type_, int(np.prod(size)), at).reshape(size)
        at += arrays[name].nbytes
    loaded = strategy(shape, others, arrays, fingerprint)
    if damage := loaded.damage():
        raise StrategyError(path.name, f"it is damaged: {damage}")
    return loaded
