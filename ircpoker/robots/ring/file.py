"""The strategy files of `ring`, one for each depth of stacks: the chances of all actions in each spot.

The header's numbers are the stacks in big blinds, the buckets, the number of spots and the bytes of their chances.
After the arrays of the buckets come `keys`, the features of each spot as `ircpoker.robots.ring.features` packs them,
and `play`: for each spot, and each of its actions but the first, the chances of all buckets in fifteenths, two to a
byte, the low four bits first. The first action has the rest. Each spot begins with a byte of its own.
"""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from ircpoker.robots.strategy_file import FileKind, FileShape, bucket_layout, verify_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ircpoker.robots.strategy_file import Layout

FILE = FileKind(magic=b"ircpRNG\n", version=1, numbers=8, game="no-limit hold'em at tables of three to six")
SHIPPED: Mapping[int, Path] = MappingProxyType(
    {depth: Path(__file__).with_name(f"{depth}.bin") for depth in (20, 50, 100)}
)
"""The files by their stacks, in big blinds."""
EASY: Mapping[int, Path] = MappingProxyType({50: Path(__file__).with_name("easy.bin")})
"""The file of a much shorter training, for all depths."""
DEPTHS = range(2, 201)
"""The possible stacks of a file."""
PARTS = 15
"""The number of parts that make a probability of 1."""
_MOST_SPOTS = 1 << 20


class VerifiedRing(NamedTuple):
    """A verified file.

    Attributes:
        depth: the stacks, in big blinds.
        shape: the numbers of buckets.
        spots: the number of spots.
        size: the bytes of their chances.
        rest: the bytes after the header.
        fingerprint: its SHA-256 in hexadecimal.
    """

    depth: int
    shape: FileShape
    spots: int
    size: int
    rest: memoryview
    fingerprint: str


def layout(shape: FileShape, spots: int, size: int) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """Yield the name, type and shape of each array of a file."""
    yield from bucket_layout(shape)
    yield "keys", "<u4", (spots,)
    yield "play", "<u1", (size,)


def _layout_of(numbers: tuple[int, ...]) -> Layout | None:
    depth, *buckets, spots, size = numbers
    shape = FileShape(*buckets)
    return layout(shape, spots, size) if depth in DEPTHS and shape.is_possible and spots <= _MOST_SPOTS else None


def verify(path: Path) -> VerifiedRing:
    """Return the content of a file after verifying it.

    Args:
        path: the file.

    Raises:
        StrategyError: it is missing, is not a strategy, is damaged or of another version.
    """
    (depth, *buckets, spots, size), rest, fingerprint = verify_file(path, FILE, _layout_of)
    return VerifiedRing(depth, FileShape(*buckets), spots, size, rest, fingerprint)
