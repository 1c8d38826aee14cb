"""The table of docs/tournaments.md about players who are not there, read from the page."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

_PAGE = Path(__file__).parents[2] / "docs" / "tournaments.md"
DEAL, TURN, SHOWDOWN = MOMENTS = ("at the deal", "at the turn", "at the showdown")
STATES = ("present", "away", "left", "sitting out", "unreachable")
HAS_TURN, BY_ANTE, BY_BLIND = CHIPS = ("has a turn", "all-in by the ante", "all-in by a blind")


class Cell(NamedTuple):
    """What happens, and whose rule it is."""

    rule: str
    source: str


def read_table() -> dict[tuple[str, str, str], Cell]:
    """Return the cells by the moment, the state of the player, and their chips."""
    section = _PAGE.read_text(encoding="utf-8").split("### Players who are not there")[1].split("\n#")[0]
    rows = [[cell.strip() for cell in line.strip("| \n").split("|")] for line in section.splitlines() if "|" in line]
    header, _, *body = rows
    cells = {}
    for moment, state, *rules in body:
        for chips, rule in zip(header[2:], rules, strict=True):
            cells[moment, state, chips] = Cell(*rule.split(", "))
    return cells
