"""Whole numbers on the command line."""

from __future__ import annotations

from argparse import ArgumentTypeError
from typing import TYPE_CHECKING

from ircpoker.errors import quote

if TYPE_CHECKING:
    from collections.abc import Callable

_MOST_DIGITS = 10


def number(least: int, most: int, noun: str) -> Callable[[str], int]:
    """Return a function for the `type` of an argument that reads a number within bounds.

    Args:
        least: the least number allowed.
        most: the greatest number allowed.
        noun: the counted things, for the error.
    """

    def read(text: str) -> int:
        if text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS and least <= int(text) <= most:
            return int(text)
        raise ArgumentTypeError(f"{quote(text)}: expected a number of {noun} from {least} to {most}")

    return read
