"""The strategy file of `limit`: after the arrays of the buckets, its actions in each situation.

`play0` to `play3` are chances by [history][node][bucket], in fifteenths: the low four bits for a fold, the high four
for a raise; the rest is the call.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ircpoker.robots.limit.betting import HISTORIES, NODES
from ircpoker.robots.strategy_file import FileKind, FileShape, bucket_layout

SHIPPED = Path(__file__).with_name("strategy.bin")


def layout(shape: FileShape) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """Yield the name, type and shape of each array of the file."""
    yield from bucket_layout(shape)
    for street, count in enumerate(shape.buckets):
        yield f"play{street}", "<u1", (HISTORIES[street], NODES[street], count)


FILE = FileKind(b"ircpLIM\n", 1, "limit hold'em", layout)
