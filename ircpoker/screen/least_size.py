"""Whether this process's terminal can show the screen, and which signs; it imports nothing that takes long."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

from ircpoker.words import Phrase

LEAST_COLUMNS, LEAST_LINES = 80, 24
"""A smaller terminal gets lines."""


def is_on_terminal() -> bool:
    """Return whether somebody types on a terminal and reads there."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def fits_screen(term: str, columns: int, lines: int) -> bool:
    """Return whether a terminal can show the screen.

    Args:
        term: its type; empty without a terminal.
        columns: its columns.
        lines: its lines.
    """
    return term not in {"dumb", "unknown", ""} and columns >= LEAST_COLUMNS and lines >= LEAST_LINES


def can_show_screen(environ: Mapping[str, str]) -> bool:
    """Return whether this process has a terminal that can show the screen."""
    if not is_on_terminal():
        return False
    try:
        size = os.get_terminal_size(sys.stdout.fileno())  # Not what COLUMNS may say: the window decides.
    except (OSError, ValueError):
        return False
    return fits_screen(environ.get("TERM", ""), *size)


def shows_only_ascii(environ: Mapping[str, str]) -> bool:
    """Return whether the locale is one that promises nothing but ASCII.

    Examples:
        >>> shows_only_ascii({"LANG": "C"}), shows_only_ascii({"LANG": "C", "LC_ALL": "C.UTF-8"}), shows_only_ascii({})
        (True, False, False)
    """
    # Python sets LC_CTYPE itself where the locale is C, so it says nothing here.
    chosen = environ.get("LC_ALL") or environ.get("LANG") or ""
    return chosen in {"C", "POSIX"}


def way_back(*, can_go: bool, comes: bool = False) -> Phrase:
    """Return the line that says how lines change to the screen, or why they cannot; `comes` if it comes by itself."""
    if can_go:
        return Phrase("screen.lines_back")
    return Phrase(f"screen.lines_{'until' if comes else 'small'}", columns=LEAST_COLUMNS, lines=LEAST_LINES)
