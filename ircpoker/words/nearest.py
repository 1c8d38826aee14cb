"""Suggests the name that somebody probably meant.

Names that look alike: the skeleton of Unicode Technical Standard 39, for characters that look like ASCII.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from unicodedata import normalize

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


_FILE = Path(__file__).with_name("confusables.toml")
_ASCII = {"0": "O", "1": "l", "I": "l", "|": "l", "m": "rn"}
"""Characters of ASCII that look like others."""


@lru_cache(1024)
def skeleton(name: str) -> str:
    """Return what two names have in common if they look alike, in any case.

    Examples:
        >>> skeleton("\N{CYRILLIC SMALL LETTER A}nn") == skeleton("ann"), skeleton("al") == skeleton("aI")
        (True, True)
    """
    for _ in range(2):  # small letters may look like others than the large ones
        table = _table()
        name = normalize("NFD", "".join([table.get(char, char) for char in normalize("NFKD", name)])).casefold()
    return name


@lru_cache(1)
def _table() -> dict[str, str]:
    data = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return {char: looks for looks, chars in data.items() for char in chars} | _ASCII
