"""What is written to a terminal with fewer bytes: of colours and the like only what changes from sign to sign."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_LOOK = re.compile(r"\x1b\[([0-9;]*)m")
_ATTRIBUTES = frozenset(map(str, range(1, 10)))
_BLANK = re.compile(r"(?: |\r\n|\x1b\[\d+;\d+H)+")
_SEEN_ON_BLANKS = frozenset("479")
"""Underlined, reversed, struck out."""


class _Looks(NamedTuple):
    """How text looks: codes of bold and the like, and of both colours; empty for the usual ones."""

    attributes: str = ""
    ink: str = ""
    ground: str = ""


_USUAL = _Looks()


def shorter(data: str) -> str:
    r"""Return text with codes for a terminal so that it looks the same, if the codes before it were ended.

    Examples:
        >>> shorter("\x1b[1;31;40ma\x1b[0m\x1b[1;32;40mb\x1b[0m")
        '\x1b[1;31;40ma\x1b[32mb\x1b[0m'
        >>> shorter("\x1b[31;40ma\x1b[0m\x1b[40m \x1b[0m\x1b[31;40mb\x1b[0m")
        '\x1b[31;40ma b\x1b[0m'
    """
    pieces = _LOOK.split(data)
    now = wanted = _USUAL
    spans = [pieces[0]]
    for number in range(1, len(pieces), 2):
        wanted = _looks(pieces[number])
        text = pieces[number + 1]
        if _BLANK.fullmatch(text) and bool(wanted.ground) >= bool(now.ground):
            wanted = _on_blanks(now, wanted)
        if text and wanted != now:
            spans.append(_change(now, wanted))
            now = wanted
        spans.append(text)
    if now != _USUAL:
        spans.append("\x1b[0m")
    return "".join(spans)


@lru_cache(1024)
def _looks(codes: str) -> _Looks:
    """Return what a sequence makes of the usual looks, as Textual writes them: it ends each of them."""
    attributes, ink, ground = [], "", ""
    parts = codes.split(";") if codes not in {"", "0"} else []
    while parts:
        code = parts.pop(0)
        if code in {"38", "48"}:
            many = 2 if parts[0] == "5" else 4
            colour = ";".join([code, *parts[:many]])
            del parts[:many]
        else:
            colour = code
        if code in _ATTRIBUTES:
            attributes.append(code)
        elif code[0] in {"3", "9"}:
            ink = colour
        else:
            ground = colour
    return _Looks(";".join(attributes), ink, ground)


def _on_blanks(now: _Looks, wanted: _Looks) -> _Looks:
    """Return the looks of blanks: they have no ink, so it may stay."""
    has_lines = not _SEEN_ON_BLANKS.isdisjoint(now.attributes + wanted.attributes)
    return wanted if has_lines else now._replace(ground=wanted.ground)


@lru_cache(4096)
def _change(now: _Looks, wanted: _Looks) -> str:
    """Return the sequence that leads from one look to another."""
    lost = any(before and not after for before, after in zip(now, wanted, strict=True))
    if lost or now.attributes != wanted.attributes:
        start = "0" if now != _USUAL else ""
        return f"\x1b[{';'.join(filter(None, [start, *wanted]))}m"
    codes = [after for before, after in zip(now, wanted, strict=True) if before != after]
    return f"\x1b[{';'.join(codes)}m"
