"""The strategy file: what `limit` does in each situation, as the solver writes it; verified here, without NumPy.

    8 bytes     magic
    4 * 8       format; groups and parts of the flop, of the turn; buckets on the river; size of the rest (2)
    32 bytes    SHA-256 of the rest
    the rest    the arrays of `layout`, one after the other, little-endian

The file is data: nothing in it is run. It is mapped, not read, and shared by all robots of a process.
"""

from __future__ import annotations

import hashlib
import mmap
import struct
from functools import lru_cache
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ircpoker.errors import StrategyError
from ircpoker.robots.limit.betting import HISTORIES, NODES

if TYPE_CHECKING:
    from collections.abc import Iterator

MAGIC = b"ircpLIM\n"
FORMAT = 1
SHIPPED = Path(__file__).with_name("strategy.bin")
FLOPS = 1755
FLOP_HANDS = 1_286_792
"""Hands on flops up to the names of suits."""
HEADER = struct.Struct("<8s8I32s")
_KINDS = 169
_TEXTURES, _STRENGTHS = 27, 1981
_MOST_BUCKETS = 0xFFFF


class FileShape(NamedTuple):
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


class Verified(NamedTuple):
    """A file that holds what it says.

    Attributes:
        shape: of the strategy.
        rest: what follows the header.
        fingerprint: its SHA-256 in hexadecimal.
    """

    shape: FileShape
    rest: memoryview
    fingerprint: str


def layout(shape: FileShape) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """Yield the name, type and shape of each array of the file.

    * `starts`: where the hands of each canonical flop begin in `flop`, the bucket of each; `flops`: the places of these
      flops, as `buckets.flop_place` gives them.
    * `means`, `spreads`: the edges of the buckets on the turn; `rivers`: the bucket by texture and strength.
    * `play0` to `play3`: chances by [history][node][bucket]; the low four bits fold, the high four raise, in
      fifteenths; what is left is the call.
    """
    yield "starts", "<u4", (FLOPS,)
    yield "means", "<u4", (shape.turn_groups - 1,)
    yield "spreads", "<u4", (shape.turn_groups, shape.turn_parts - 1)
    yield "flops", "<u2", (FLOPS,)
    yield "flop", "<u2", (FLOP_HANDS,)
    yield "rivers", "<u2", (_TEXTURES, _STRENGTHS)
    for street, count in enumerate(shape.buckets):
        yield f"play{street}", "<u1", (HISTORIES[street], NODES[street], count)


def size_of(shape: FileShape) -> int:
    """Return how many bytes the arrays of a file have."""
    return sum(prod(size) * int(kind[-1]) for _, kind, size in layout(shape))


def make_header(shape: FileShape, rest: bytes) -> bytes:
    """Return what stands before the arrays."""
    digest = hashlib.sha256(rest).digest()
    return HEADER.pack(MAGIC, FORMAT, *shape, len(rest) & 0xFFFFFFFF, len(rest) >> 32, digest)


@lru_cache(maxsize=4)
def verify(path: Path) -> Verified:
    """Return what a file holds, once it is found to be whole.

    Args:
        path: of the file.

    Raises:
        StrategyError: it is missing, is not a strategy, is damaged or of another version.
    """
    try:
        with path.open("rb") as file:
            content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "it is empty"
        raise StrategyError(path.name, f"it cannot be read: {reason}") from error
    shape, digest = _read_header(path.name, content)
    rest = memoryview(content)[HEADER.size :]
    if len(rest) != size_of(shape):
        raise StrategyError(path.name, f"it has {len(rest)} bytes behind its header: expected {size_of(shape)}")
    if hashlib.sha256(rest).digest() != digest:
        raise StrategyError(path.name, "it is damaged: its SHA-256 is not the one that it names")
    return Verified(shape, rest, digest.hex())


def _read_header(name: str, content: mmap.mmap) -> tuple[FileShape, bytes]:
    if content[: len(MAGIC)] != MAGIC:
        raise StrategyError(name, "it is not a strategy for limit hold'em")
    if len(content) < HEADER.size:
        raise StrategyError(name, "it ends within its header")
    _, version, *numbers, low, high, digest = HEADER.unpack(content[: HEADER.size])
    if version != FORMAT:
        raise StrategyError(name, f"it has format {version}: expected {FORMAT}")
    shape = FileShape(*numbers)
    if min(shape) < 1 or shape.turn_parts < 2 or shape.turn_groups < 2 or max(shape.buckets) > _MOST_BUCKETS:
        raise StrategyError(name, "it is damaged: no strategy has so many buckets")
    if low | high << 32 != size_of(shape):
        raise StrategyError(name, "it is damaged: its size does not fit its buckets")
    return shape, digest
