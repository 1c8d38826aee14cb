"""Compares what people see with stored screens; `SCREENS=write` in the environment writes them again."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from difflib import unified_diff
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "data" / "screens"
_VARYING = (
    (r"^\d\d:\d\d ", "TIME "),
    (r"\d\d:\d\d", "TIME"),
    (r"created .*", "created"),
    (r"synced in \d+ secs", "synced"),
    (r"\b\d+ s left\b", "SECONDS left"),
)


def compare(name: str, rows: Iterable[str]) -> None:
    """Compare a screen with the stored one, without what varies: times, and seconds that are left.

    Args:
        name: the name of the file.
        rows: what is seen.

    Raises:
        AssertionError: they differ; it shows where.
    """
    text = "\n".join(row.rstrip() for row in rows).rstrip() + "\n"
    for pattern, stands_for in _VARYING:
        text = re.sub(pattern, stands_for, text, flags=re.MULTILINE)
    file = FOLDER / name
    if os.environ.get("SCREENS") == "write":
        file.write_text(text, encoding="utf-8")
    stored = file.read_text(encoding="utf-8") if file.exists() else ""
    lines = unified_diff(stored.splitlines(), text.splitlines(), name, "now", lineterm="")
    assert stored == text, "\n".join(["the screen has changed (CONTRIBUTING.md says how to store it):", *lines])
