"""Text from elsewhere, such as nicks and remarks, as the screen may show it: no codes, and widths that are certain.

A terminal and this program must agree on the width of each character, or a nick moves the frame. Characters on whose
width terminals differ become `?`; invisible ones are left out.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from rich.cells import get_character_cell_size

MOST_MARKS = 2
"""The most combining marks that stay above or below one letter."""
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_REGIONAL_A, _REGIONAL_Z = 0x1F1E6, 0x1F1FF
_VARIATION_SELECTORS = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))


@lru_cache(4096)
def clean(text: str) -> str:
    r"""Return text on one line, without control, format and other invisible characters.

    Args:
        text: any text.

    Returns:
        Printable characters whose widths are certain.

    Examples:
        >>> clean("\x1b[31mbob\x07"), clean("a\u202eb\u200bc"), clean("two\nlines"), clean("e\u0301")
        ('[31mbob', 'abc', 'two lines', 'é')
    """
    if text.isascii() and text.isprintable():
        return text
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", text):
        shown = _shown(char)
        is_mark = shown != "" and unicodedata.category(char) in {"Mn", "Me"}
        marks = marks + 1 if is_mark else 0
        if is_mark and (not kept or marks > MOST_MARKS):
            continue
        kept.append(shown)
    return "".join(kept)


@lru_cache(4096)
def _shown(char: str) -> str:
    """Return what stands for a character: itself, a space, `?`, or nothing."""
    code, category = ord(char), unicodedata.category(char)
    if char.isspace():
        return " "
    if category[0] == "C" or code in _SKIN_TONES or any(code in each for each in _VARIATION_SELECTORS):
        return ""
    if _REGIONAL_A <= code <= _REGIONAL_Z:  # Two of them are a flag, as wide as one letter or two.
        return chr(ord("A") + code - _REGIONAL_A)
    expected = 0 if category in {"Mn", "Me"} else 2 if unicodedata.east_asian_width(char) in {"W", "F"} else 1
    return char if get_character_cell_size(char) == expected else "?" if expected else ""


@lru_cache(4096)
def cells_of(char: str) -> int:
    """Return the columns that a cleaned character takes: 0 for a combining mark, 2 for a wide one."""
    return get_character_cell_size(char)


def width(text: str) -> int:
    """Return the columns that a cleaned text takes."""
    return len(text) if is_narrow(text) else sum(map(cells_of, text))


@lru_cache(4096)
def is_narrow(text: str) -> bool:
    """Return whether each character of a cleaned text takes one column."""
    return text.isascii() or all(cells_of(char) == 1 for char in text)


def cut(text: str, columns: int, ellipsis: str = "…") -> str:
    """Return a cleaned text that takes at most some columns, cut with an ellipsis.

    Examples:
        >>> cut("caller", 6), cut("terminator", 6), cut("漢字漢字", 5)
        ('caller', 'termi…', '漢字…')
    """
    if width(text) <= columns:
        return text
    room = columns - len(ellipsis)
    if room < 0:
        return ""
    kept: list[str] = []
    for char in text:
        room -= cells_of(char)
        if room < 0:
            break
        kept.append(char)
    return "".join(kept) + ellipsis


def wrapped(text: str, columns: int, indent: str = "  ") -> list[str]:
    """Return a cleaned text as lines of at most some columns, broken at spaces; later lines are indented further.

    Examples:
        >>> wrapped("bob bets 40 and calls", 10)
        ['bob bets', '  40 and', '  calls']
    """
    lines: list[str] = []
    line = text[: len(text) - len(text.lstrip())]
    indent = line + indent
    for word in text.lstrip().split(" "):
        longer = f"{line} {word}" if line.strip() else f"{line}{word}"
        if width(longer) <= columns:
            line = longer
            continue
        if line.strip():
            lines.append(line)
        line = f"{indent}{word}" if lines else word
        while width(line) > columns > len(indent) + 1:  # A word that is longer than the line.
            head = cut(line, columns, "")
            lines.append(head)
            line = indent + line[len(head) :]
    return [*lines, line]
