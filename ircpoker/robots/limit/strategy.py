"""The strategy file: what `limit` does in each situation, as the solver writes it.

    8 bytes     magic
    4 * 8       format; groups and parts of the flop, of the turn; buckets on the river; size of the rest (2)
    32 bytes    SHA-256 of the rest
    the rest    the arrays below, one after the other, little-endian

Each probability array is [history][node][bucket]: the low four bits fold, the high four raise, in fifteenths; what is
left is the call. The file is data: nothing in it is run. It is mapped, not read, and shared by all robots of a process.
"""

from __future__ import annotations

import hashlib
import mmap
import struct
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ircpoker.errors import StrategyError
from ircpoker.robots.limit import buckets
from ircpoker.robots.limit.betting import HISTORIES, NODES, place_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

MAGIC = b"ircpLIM\n"
FORMAT = 1
SHIPPED = Path(__file__).with_name("strategy.bin")
FLOPS = 1755
FLOP_HANDS = 1_286_792
"""Hands on flops up to the names of suits."""
PARTS = 15
"""Of which a probability is made."""
_HEADER = struct.Struct("<8s8I32s")
_KINDS = 169
_TEXTURES, _STRENGTHS = 27, 1981
_MOST_BUCKETS = 0xFFFF


class Shape(NamedTuple):
    """How many buckets a strategy has; the fields are those of `ircpoker.solver.buckets.Shape`, one by one."""

    flop_groups: int
    flop_parts: int
    turn_groups: int
    turn_parts: int
    river: int

    @property
    def buckets(self) -> tuple[int, int, int, int]:
        """How many there are on each street."""
        return _KINDS, self.flop_groups * self.flop_parts, self.turn_groups * self.turn_parts, self.river


def layout(shape: Shape) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """Yield the name, type and shape of each array of the file.

    * `flops`: the places of canonical flops, as `buckets.flop_place` gives them; `starts`: where the hands of each
      begin in `flop`, the bucket of each.
    * `means`, `spreads`: the edges of the buckets on the turn; `rivers`: the bucket by texture and strength.
    * `play0` to `play3`: the probabilities.
    """
    yield "starts", "<u4", (FLOPS,)
    yield "means", "<u4", (shape.turn_groups - 1,)
    yield "spreads", "<u4", (shape.turn_groups, shape.turn_parts - 1)
    yield "flops", "<u2", (FLOPS,)
    yield "flop", "<u2", (FLOP_HANDS,)
    yield "rivers", "<u2", (_TEXTURES, _STRENGTHS)
    for street, count in enumerate(shape.buckets):
        yield f"play{street}", "u1", (HISTORIES[street], NODES[street], count)


@dataclass(frozen=True)
class Chances:
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

    def __init__(self, shape: Shape, arrays: Mapping[str, NDArray[np.integer]], fingerprint: str) -> None:
        """Set it up; use `open_strategy`."""
        self.shape = shape
        self.arrays = arrays
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
            flop = min(int(np.searchsorted(arrays["flops"], place)), FLOPS - 1)
            return int(arrays["flop"][min(int(arrays["starts"][flop]) + number, FLOP_HANDS - 1)])
        if len(board) == 4:
            total, spread = buckets.turn_sums(hole, board)
            group = int(np.searchsorted(arrays["means"], total, side="right"))
            return group * self.shape.turn_parts + int((arrays["spreads"][group] <= spread).sum())
        strength = buckets.strengths(hole, np.array([board], np.uint8))[0]
        return int(arrays["rivers"][buckets.texture(board), strength])

    def chances(self, history: str, hole: Sequence[int], board: Sequence[int]) -> Chances:
        """Return what a hand does.

        Args:
            history: as for `betting.place_of`.
            hole: two card codes.
            board: those of the street.

        Raises:
            ValueError: the game has no such decision.
        """
        street, number, node = place_of(history)
        bucket = self.bucket(hole, board)
        packed = int(self.arrays[f"play{street}"][number, node, bucket])
        fold, raise_ = packed & 15, packed >> 4
        return Chances(fold, PARTS - fold - raise_, raise_, bucket)


@lru_cache(maxsize=4)
def open_strategy(path: Path) -> Strategy:
    """Return the strategy in a file.

    Args:
        path: of the file.

    Raises:
        StrategyError: it is not there, is none, is damaged or of another version.
    """
    try:
        with path.open("rb") as file:
            content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "it is empty"
        raise StrategyError(path.name, f"it cannot be read: {reason}") from error
    shape, digest = _read_header(path.name, content)
    rest = memoryview(content)[_HEADER.size :]
    if len(rest) != size_of(shape):
        raise StrategyError(path.name, f"it has {len(rest)} bytes behind its header: expected {size_of(shape)}")
    if hashlib.sha256(rest).digest() != digest:
        raise StrategyError(path.name, "it is damaged: its SHA-256 is not the one that it names")
    arrays = _split(shape, rest)
    _check(path.name, shape, arrays)
    return Strategy(shape, arrays, digest.hex())


def size_of(shape: Shape) -> int:
    """Return how many bytes the arrays of a file have."""
    return sum(int(np.prod(size)) * np.dtype(kind).itemsize for _, kind, size in layout(shape))


def write_strategy(path: Path, shape: Shape, arrays: Mapping[str, NDArray[np.integer]]) -> None:
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
    header = _HEADER.pack(MAGIC, FORMAT, *shape, len(rest) & 0xFFFFFFFF, len(rest) >> 32, hashlib.sha256(rest).digest())
    path.write_bytes(header + rest)


def _read_header(name: str, content: mmap.mmap) -> tuple[Shape, bytes]:
    if content[: len(MAGIC)] != MAGIC:
        raise StrategyError(name, "it is no strategy for limit hold'em")
    if len(content) < _HEADER.size:
        raise StrategyError(name, "it ends within its header")
    _, version, *numbers, low, high, digest = _HEADER.unpack(content[: _HEADER.size])
    if version != FORMAT:
        raise StrategyError(name, f"it has format {version}: expected {FORMAT}")
    shape = Shape(*numbers)
    if min(shape) < 1 or shape.turn_parts < 2 or shape.turn_groups < 2 or max(shape.buckets) > _MOST_BUCKETS:
        raise StrategyError(name, "it is damaged: no strategy has so many buckets")
    if low | high << 32 != size_of(shape):
        raise StrategyError(name, "it is damaged: its size does not fit its buckets")
    return shape, digest


def _split(shape: Shape, rest: memoryview) -> dict[str, NDArray[np.integer]]:
    arrays: dict[str, NDArray[np.integer]] = {}
    at = 0
    for name, kind, size in layout(shape):
        count = int(np.prod(size))
        arrays[name] = np.frombuffer(rest, kind, count, at).reshape(size)
        at += arrays[name].nbytes
    return arrays


def _check(name: str, shape: Shape, arrays: Mapping[str, NDArray[np.integer]]) -> None:
    """See to it that no look-up can leave a table: the file may have been made by anybody."""
    _, flop, _, river = shape.buckets
    starts = arrays["starts"].astype(np.int64)
    if arrays["flop"].max() >= flop or arrays["rivers"].max() >= river or (starts >= FLOP_HANDS).any():
        raise StrategyError(name, "it is damaged: a hand has a bucket that is not there")
    for street in range(len(NODES)):
        packed = arrays[f"play{street}"]
        if ((packed & PARTS) + (packed >> 4)).max() > PARTS:
            raise StrategyError(name, "it is damaged: chances that add up to more than one")
