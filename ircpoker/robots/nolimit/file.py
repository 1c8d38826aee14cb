"""The strategy files of `nolimit`, one for each depth of stacks: the blueprint's actions in each situation.

After the arrays of the buckets come the chances:
`play0` to `play3` by [bucket][edge], in 255ths before the turn. From the turn on they are fifteenths, two to a byte,
the low four bits first. The first action of each node is left out, because it has the rest. So the index of an action
is that of its edge in the tree, less one for each node up to its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from ircpoker.robots.nolimit.betting import count_stored
from ircpoker.robots.strategy_file import FileKind, FileShape, bucket_layout

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


def layout(shape: FileShape, depth: int) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """Yield the name, type and shape of each array of a file."""
    yield from bucket_layout(shape)
    for street, stored in enumerate(count_stored(depth)):
        yield f"play{street}", "<u1", (shape.buckets[street], stored if street < PACKED_FROM else -(-stored // 2))


FILE = FileKind(b"ircpNOL\n", 1, "no-limit hold'em", layout, (DEPTHS,))
