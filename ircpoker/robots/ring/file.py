"""The strategy files of `ring`, one for each depth of stacks: the chances of all actions in each spot.

The header has, after the buckets, the number of spots and the bytes of their chances. After the arrays of the buckets
come `keys`, the features of each spot as `ircpoker.robots.ring.features` packs them, and `play`: for each spot, and
each of its actions but the first, the chances of all buckets in fifteenths, two to a byte, the low four bits first. The
first action has the rest. Each spot begins with a byte of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from ircpoker.robots.strategy_file import FileKind, FileShape, bucket_layout

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


def layout(shape: FileShape, _depth: int, spots: int, size: int) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """Yield the name, type and shape of each array of a file."""
    yield from bucket_layout(shape)
    yield "keys", "<u4", (spots,)
    yield "play", "<u1", (size,)


FILE = FileKind(
    b"ircpRNG\n",
    1,
    "no-limit hold'em at tables of three to six",
    layout,
    (DEPTHS, range(_MOST_SPOTS + 1), range(1 << 32)),
)
