"""Ranges on the command line: as text, by the name of a chart, or from the file of one."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ircpoker.config.ini import quote_path
from ircpoker.equity.ranges import Range, parse_range
from ircpoker.errors import UsageError, quote
from ircpoker.study.names import NAME, spell_out

MOST_BYTES = 100_000
"""A chart has 169 kinds."""


def with_charts(hands: Sequence[str]) -> list[str | Range]:
    """Return hands and ranges, each name of a chart's range, and each `@FILE:ACTION`, as that range.

    Raises:
        UsageError: no range has such a name, or the file is no chart with such an action.
    """
    return [
        replace(parse_range(text), text=hand) if text != hand else hand
        for hand, text in zip(hands, spelled_out(hands), strict=True)
    ]


def spelled_out(ranges: Sequence[str]) -> list[str]:
    """Return ranges as text that `parse_range` reads; errors as for `with_charts`."""
    return [
        _from_file(text) if text.startswith("@") and not NAME.fullmatch(text) else spell_out(text)[0] for text in ranges
    ]


def _from_file(text: str) -> str:
    """Return the range of an action in a table of `ircpoker chart --csv`."""
    name, _, action = text[1:].rpartition(":")
    try:
        with Path(name).open(encoding="utf-8") as file:
            rows = list(csv.DictReader(file.read(MOST_BYTES).splitlines()))
    except (OSError, ValueError, csv.Error) as error:
        reason = getattr(error, "strerror", "") or "not a text"
        raise UsageError(f"{quote_path(Path(name))}: {reason}: expected @FILE:ACTION, the table of a chart") from None
    played = [f"{row['kind']}:{row[action]}" for row in rows if row.get("kind") and float_of(row.get(action)) > 0]
    if not played:
        raise UsageError(f"{quote(text)}: expected an action of {quote_path(Path(name))} behind the colon")
    return ",".join(played)


def float_of(text: str | None) -> float:
    """Return a number in a table; 0 for anything else."""
    try:
        return float(text or 0)
    except ValueError:
        return 0.0
