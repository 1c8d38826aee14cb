"""Suggests the name that somebody probably meant."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_NEAR = 0.66
"""The least similarity of two near words, from 0 to 1: `are` is not near `raise`."""
_LOOKED_AT = 32
"""Characters of a word that are compared: the time grows with their square, and no name of ours is longer."""


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the name that a word nearly is.

    Args:
        word: as somebody typed it.
        known: the names there are.

    Returns:
        One of them, in any case of letters; empty if none is near.

    Examples:
        >>> nearest("Prase", ["parse", "value"]), nearest("hlep", ["hole", "help"]), nearest("x", ["parse", "value"])
        ('parse', 'help', '')
    """
    names, typed = {name.lower(): name for name in known}, word.strip().lower()[:_LOOKED_AT]
    # Two letters in the wrong order are a likelier slip than other letters.
    swapped = {typed[:at] + typed[at : at + 2][::-1] + typed[at + 2 :] for at in range(len(typed))}
    close = [name for name in names if name in swapped] or get_close_matches(typed, names, 1, _NEAR)
    return names[close[0]] if close else ""


def meant(word: str, known: Iterable[str]) -> str:
    """Return a hint for an unknown name.

    Args:
        word: as somebody typed it.
        known: the names there are.

    Returns:
        A question if one of them is near, else all of them.

    Examples:
        >>> meant("prase", ["parse", "value"])
        'did you mean parse?'
        >>> meant("x", ["parse", "value"])
        'expected parse, value'
    """
    names = tuple(known)
    near = nearest(word, names)
    return f"did you mean {near}?" if near else f"expected {', '.join(names)}"
