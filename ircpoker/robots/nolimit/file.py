"""The strategy files of `nolimit`, one for each depth of stacks: the blueprint's actions in each situation.

The header's numbers are the stacks in big blinds, then the buckets. After the arrays of the buckets come the chances:
`play0` to `play3` by [bucket][edge], in 255ths before the turn. From the turn on they are fifteenths, two to a byte,
the low four bits first. The first action of each node is left out, because it has the rest. So the index of an action
is that of its edge in the tree, less one for each node up to its own.
"""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from ircpoker.robots.nolimit.betting import count_stored
from ircpoker.robots.strategy_file import FileKind, FileShape, bucket_layout, verify_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ircpoker.robots.strategy_file import Layout

FILE = FileKind(magic=b"ircpNOL\n", version=1, numbers=6, game="no-limit hold'em")
SHIPPED: Mapping[int, Path] = MappingProxyType(
    {depth: Path(__file__).with_name(f"{depth}.bin") for depth in (20, 50, 100)}
)
"""The files by their stacks, in big blinds."""
EASY: Mapping[int, Path] = MappingProxyType({50: Path(__file__).with_name("easy.bin")})
"""The file of a much shorter training, for all depths."""
DEPTHS = range(10, 201)
"""The possible stacks of a file."""
PACKED_FROM = 2
"""The first street with chances in fifteenths."""
PARTS = (255, 255, 15, 15)
"""The number of parts that make a probability of 1, by street."""


class VerifiedBlueprint(NamedTuple):
    """A verified file.

    Attributes:
        depth: the stacks, in big blinds.
        shape: the shape of the strategy.
        rest: the bytes after the header.
        fingerprint: its SHA-256 in hexadecimal.
    """

    depth: int
    shape: FileShape
    rest: memoryview
    fingerprint: str


def layout(depth: int, shape: FileShape) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """Yield the name, type and shape of each array of a file."""
    yield from bucket_layout(shape)
    for street, stored in enumerate(count_stored(depth)):
        yield f"play{street}", "<u1", (shape.buckets[street], stored if street < PACKED_FROM else -(-stored // 2))


def _layout_of(numbers: tuple[int, ...]) -> Layout | None:
    depth, shape = numbers[0], FileShape(*numbers[1:])
    return layout(depth, shape) if depth in DEPTHS and shape.is_possible else None


def verify(path: Path) -> VerifiedBlueprint:
    """Return the content of a file after verifying it.

    Args:
        path: the file.

    Raises:
        StrategyError: it is missing, is not a strategy, is damaged or of another version.
    """
    (depth, *shape), rest, fingerprint = verify_file(path, FILE, _layout_of)
    return VerifiedBlueprint(depth, FileShape(*shape), rest, fingerprint)
