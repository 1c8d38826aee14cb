"""The files with the strategies of `limit`, `nolimit` and `ring`; they are verified here, without NumPy.

    8 bytes     magic
    4 bytes     format
    4 * n       the stacks in big blinds, but for `limit`; five numbers of buckets, those of the three later streets;
                more numbers of `ring`; then the size of the rest (2 numbers)
    32 bytes    SHA-256 of the rest
    the rest    arrays, one after the other, little-endian; first those of `bucket_layout`

The file is only data: nothing in it is run. It is read once and shared by all robots of a process. It is not mapped: a
file that is cut or copied over while it is mapped kills the process at the next look-up.
"""

from __future__ import annotations

import hashlib
import mmap
import os
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from math import prod
from pathlib import Path
from typing import NamedTuple, TypeAlias

from ircpoker.errors import StrategyError

Layout: TypeAlias = "Iterable[tuple[str, str, tuple[int, ...]]]"
"""Name, type and shape of each array."""

FLOPS = 1755
FLOP_HANDS = 1_286_792
"""The number of hands on flops, counted once where they differ only in suits."""
KINDS = 169
_TEXTURES, _STRENGTHS = 27, 1981
_MOST_BUCKETS = 0xFFFF


class FileShape(NamedTuple):
    """The numbers of a strategy's buckets: on the flop and the turn groups by mean strength, and parts by spread."""

    flop_groups: int
    flop_parts: int
    turn_groups: int
    turn_parts: int
    river: int

    @property
    def buckets(self) -> tuple[int, int, int, int]:
        """The number of buckets on each street."""
        return KINDS, self.flop_groups * self.flop_parts, self.turn_groups * self.turn_parts, self.river

    @property
    def is_possible(self) -> bool:
        """Whether a strategy can have these numbers of buckets."""
        return min(self) >= 1 and self.turn_parts >= 2 and self.turn_groups >= 2 and max(self.buckets) <= _MOST_BUCKETS


class FileKind(NamedTuple):
    """A kind of strategy files.

    Attributes:
        magic: the first 8 bytes.
        version: the version of the format.
        game: the game of its strategies.
        layout: the arrays of a file, by its buckets and its other numbers.
        others: the possible values of each other number: first the stacks, which stand before the buckets.
    """

    magic: bytes
    version: int
    game: str
    layout: Callable[..., Layout]
    others: tuple[range, ...] = ()

    @property
    def header(self) -> struct.Struct:
        """The form of the header."""
        return struct.Struct(f"<8s{len(FileShape._fields) + len(self.others) + 3}I32s")

    def is_possible(self, shape: FileShape, others: Sequence[int]) -> bool:
        """Return whether a strategy can have these numbers."""
        return shape.is_possible and all(number in span for number, span in zip(others, self.others, strict=True))


class VerifiedFile(NamedTuple):
    """A verified file.

    Attributes:
        shape: the numbers of buckets.
        others: the other numbers of its header.
        rest: the bytes after the header.
        fingerprint: its SHA-256 in hexadecimal.
    """

    shape: FileShape
    others: tuple[int, ...]
    rest: memoryview
    fingerprint: str


def bucket_layout(shape: FileShape) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """Yield the name, type and shape of the arrays for finding buckets.

    * `starts`: where the hands of each canonical flop begin in `flop`, the bucket of each; `flops`: the places of these
      flops, as `ircpoker.robots.limit.buckets.flop_index` gives them.
    * `means`, `spreads`: the edges of the buckets on the turn; `rivers`: the bucket by texture and strength.
    """
    yield "starts", "<u4", (FLOPS,)
    yield "means", "<u4", (shape.turn_groups - 1,)
    yield "spreads", "<u4", (shape.turn_groups, shape.turn_parts - 1)
    yield "flops", "<u2", (FLOPS,)
    yield "flop", "<u2", (FLOP_HANDS,)
    yield "rivers", "<u2", (_TEXTURES, _STRENGTHS)


def size_of(layout: Layout) -> int:
    """Return the number of bytes of the arrays."""
    return sum(prod(size) * int(kind[-1]) for _, kind, size in layout)


def make_header(kind: FileKind, shape: FileShape, others: Sequence[int], rest: bytes) -> bytes:
    """Return the header of a file."""
    size, digest = len(rest), hashlib.sha256(rest).digest()
    numbers = *others[:1], *shape, *others[1:], size & 0xFFFFFFFF, size >> 32
    return kind.header.pack(kind.magic, kind.version, *numbers, digest)


def verify_file(path: Path, kind: FileKind) -> VerifiedFile:
    """Return the content of a file after verifying it.

    Args:
        path: the file.
        kind: the kind of file expected.

    Raises:
        StrategyError: it is missing, is not a strategy, is damaged or of another version.
    """
    try:
        with path.open("rb") as file:
            # Memory of its own, so that all of it goes back to the system when nobody needs it.
            memory = mmap.mmap(-1, os.fstat(file.fileno()).st_size or 1)
            file.readinto(memory)
    except OSError as error:
        raise StrategyError(path.name, f"it cannot be read: {error.strerror}") from error
    header, content = kind.header, memoryview(memory).toreadonly()
    if content[: len(kind.magic)] != kind.magic:
        raise StrategyError(path.name, f"it is not a strategy for {kind.game}")
    if len(content) < header.size:
        raise StrategyError(path.name, "it ends within its header")
    _, version, *numbers, low, high, digest = header.unpack(content[: header.size])
    if version != kind.version:
        raise StrategyError(path.name, f"it has format {version}: expected {kind.version}")
    first = min(1, len(kind.others))
    last = first + len(FileShape._fields)
    shape, others = FileShape(*numbers[first:last]), (*numbers[:first], *numbers[last:])
    if not kind.is_possible(shape, others):
        raise StrategyError(path.name, "it is damaged: no strategy has these numbers of buckets")
    size = size_of(kind.layout(shape, *others))
    if low | high << 32 != size:
        raise StrategyError(path.name, "it is damaged: its size does not fit its buckets")
    rest = content[header.size :]
    verify_rest(path, rest, size, digest)
    return VerifiedFile(shape, others, rest, digest.hex())


@lru_cache(maxsize=16)
def fingerprint_of(path: Path, kind: FileKind) -> str:
    """Return the SHA-256 of a file in hexadecimal after verifying it; its content is not kept.

    Raises:
        StrategyError: as `verify_file` does.
    """
    return verify_file(path, kind).fingerprint


def verify_rest(path: Path, rest: bytes | memoryview, size: int, digest: bytes) -> None:
    """Compare the rest of a file with the size and the SHA-256 that it should have.

    Raises:
        StrategyError: it differs.
    """
    if len(rest) != size:
        raise StrategyError(path.name, f"it has {len(rest)} bytes after its header: expected {size}")
    if hashlib.sha256(rest).digest() != digest:
        raise StrategyError(path.name, "it is damaged: its SHA-256 is not the one that it names")
