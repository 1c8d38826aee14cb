"""The push-or-fold charts: for each stack from 1 to 20 big blinds, how often each kind of hand goes all-in, or calls.

    8 bytes     magic
    4 bytes     format
    32 bytes    SHA-256 of the rest
    the rest    for each stack, in tenths of a big blind, two charts of 169 numbers of 16 bits, little-endian

A number is a share of `WHOLE`. The kinds stand as in a grid: 13 * row + column, aces first, pairs on the diagonal, the
suited above it. The file is data: nothing in it is run.
"""

from __future__ import annotations

import hashlib
import struct
import sys
from array import array
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from ircpoker.cards import Card
from ircpoker.equity.grid import kind_rows
from ircpoker.errors import StrategyError
from ircpoker.robots.strategy_file import verify_rest

MAGIC = b"ircpPSH\n"
FORMAT = 1
SHIPPED = Path(__file__).with_name("charts.bin")
TENTHS = range(10, 201)
"""The stacks of the charts, in tenths of a big blind."""
KINDS = 169
WHOLE = 0xFFFF
_NAMES = [name for row in kind_rows() for name in row]
_HEADER = struct.Struct("<8sI32s")


class Charts(NamedTuple):
    """The play of a stack, kind by kind, as shares of `WHOLE`.

    Attributes:
        all_in: how often the small blind, first to act, goes all-in.
        calls: how often the big blind calls.
    """

    all_in: Sequence[int]
    calls: Sequence[int]


def kind_of(cards: Sequence[Card]) -> int:
    """Return the index of the kind of two hole cards.

    Examples:
        >>> from ircpoker.cards import parse_cards
        >>> [kind_of(parse_cards(hand)) for hand in ("Ah Ad", "Kh Ah", "Kh Ad", "2c 2d")]
        [0, 1, 13, 168]
    """
    low, high = sorted(14 - int(card.rank) for card in cards)
    return 13 * low + high if cards[0].suit == cards[1].suit else 13 * high + low


def kind_name(kind: int) -> str:
    """Return the name of a kind.

    Examples:
        >>> kind_name(0), kind_name(1), kind_name(13)
        ('AA', 'AKs', 'AKo')
    """
    return _NAMES[kind]


def read_charts(tenths: int) -> Charts:
    """Return the charts of a stack.

    Args:
        tenths: one of `TENTHS`.

    Raises:
        StrategyError: the file cannot be used.
    """
    numbers = verify(SHIPPED)
    start = 2 * KINDS * TENTHS.index(tenths)
    return Charts(numbers[start : start + KINDS], numbers[start + KINDS : start + 2 * KINDS])


def pack(charts: Sequence[Charts]) -> bytes:
    """Return the content of the file for the charts of all stacks."""
    numbers = array("H", [number for of_stack in charts for chart in of_stack for number in chart])
    rest = _little_endian(numbers).tobytes()
    return _HEADER.pack(MAGIC, FORMAT, hashlib.sha256(rest).digest()) + rest


@lru_cache(maxsize=4)
def verify(path: Path) -> array[int]:
    """Return the numbers of a file after verifying it.

    Args:
        path: the file.

    Raises:
        StrategyError: it is missing, is not a file of charts, is damaged or of another version.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise StrategyError(path.name, f"it cannot be read: {error.strerror}") from error
    if content[: len(MAGIC)] != MAGIC:
        raise StrategyError(path.name, "it does not hold push-or-fold charts")
    if len(content) < _HEADER.size:
        raise StrategyError(path.name, "it ends within its header")
    _, version, digest = _HEADER.unpack_from(content)
    if version != FORMAT:
        raise StrategyError(path.name, f"it has format {version}: expected {FORMAT}")
    rest = content[_HEADER.size :]
    verify_rest(path, rest, 2 * 2 * KINDS * len(TENTHS), digest)
    return _little_endian(array("H", rest))


def _little_endian(numbers: array[int]) -> array[int]:
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
