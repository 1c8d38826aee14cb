"""The strategy file of `limit`, as the solver writes it: its actions in each situation."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ircpoker.robots.limit.betting import HISTORIES, NODES
from ircpoker.robots.strategy_file import FileKind, FileShape, bucket_layout, verify_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ircpoker.robots.strategy_file import Layout

FILE = FileKind(magic=b"ircpLIM\n", version=1, numbers=5, game="limit hold'em")
SHIPPED = Path(__file__).with_name("strategy.bin")


class Verified(NamedTuple):
    """A verified file.

    Attributes:
        shape: the shape of the strategy.
        rest: the bytes after the header.
        fingerprint: its SHA-256 in hexadecimal.
    """

    shape: FileShape
    rest: memoryview
    fingerprint: str


def layout(shape: FileShape) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """Yield the name, type and shape of each array of the file: first the buckets, then their actions.

    `play0` to `play3` are chances by [history][node][bucket], in fifteenths: the low four bits for a fold, the high
    four for a raise; the rest is the call.
    """
    yield from bucket_layout(shape)
    for street, count in enumerate(shape.buckets):
        yield f"play{street}", "<u1", (HISTORIES[street], NODES[street], count)


def _layout_of(numbers: tuple[int, ...]) -> Layout | None:
    shape = FileShape(*numbers)
    return layout(shape) if shape.is_possible else None


def verify(path: Path) -> Verified:
    """Return the content of a file after verifying it.

    Args:
        path: the file.

    Raises:
        StrategyError: it is missing, is not a strategy, is damaged or of another version.
    """
    numbers, rest, fingerprint = verify_file(path, FILE, _layout_of)
    return Verified(FileShape(*numbers), rest, fingerprint)
