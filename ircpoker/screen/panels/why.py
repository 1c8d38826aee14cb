"""Why the robots did what they did in the last finished deal: sentences, and ranges as grids of 13 × 13."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.screen.panels.panel import MOST_COLUMNS, Panel, PanelRow
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ircpoker.feed.data import RobotRanges

RANKS = "AKQJT98765432"
_STEPS = ((67, "heat4"), (34, "heat3"), (10, "heat2"), (1, "heat1"))
"""The style of each share in per cent, from the greatest down."""
_GAP = "   "
_TWO_GRIDS = 2 * (13 * 4 - 1) + len(_GAP)
"""The columns of two grids side by side."""


def kind_of(row: int, column: int) -> str:
    """Return the kind of hands in a cell of the grid: suited ones stand above the pairs, the others below.

    Examples:
        >>> kind_of(0, 0), kind_of(0, 1), kind_of(1, 0)
        ('AA', 'AKs', 'AKo')
    """
    high, low = RANKS[min(row, column)], RANKS[max(row, column)]
    return high + low + ("" if row == column else "s" if row < column else "o")


def action_phrase(action: str) -> Phrase:
    """Return what was done, in words, of an action as the feed has it: `check`, `call`, `bet 20`, `raise 60`."""
    name, _, amount = action.partition(" ")
    return Phrase("screen.why_call") if name == "call" else Phrase(f"did.{name}", amount=amount)


class WhyPanel(Panel):
    """The reasons; the arrows to the sides go from one decision's ranges to another's.

    Attributes:
        number: which of the decisions with ranges is shown.
    """

    NAME = "why"
    KEY = "w"

    def __init__(self) -> None:
        super().__init__()
        self.number = -1
        self._lines: tuple[str, ...] = ()
        self._ranges: tuple[RobotRanges, ...] = ()
        self._deal = ""

    async def load(self) -> list[PanelRow]:
        """Return the sentences and the ranges of the last decision."""
        found = await self.app.player.why()
        if found is None:
            return [PanelRow(self.say("hands_none"), "dim")]
        self._lines, self._ranges, self._deal = found.lines, found.ranges, found.deal
        self.number = len(self._ranges) - 1
        return self._rows()

    def step(self, by: int) -> None:
        """Go to the ranges of another decision."""
        if self._ranges:
            self.number = min(max(self.number + by, 0), len(self._ranges) - 1)
            self.rows = self._rows()
            self.redraw()

    def _rows(self) -> list[PanelRow]:
        rows = [PanelRow(self.say("why_deal", deal=self._deal), "bold")]
        rows += [PanelRow(line) for line in self._lines]
        if not self._ranges:
            return [*rows, PanelRow(""), PanelRow(self.say("why_no_ranges"), "dim")]
        shown = self._ranges[self.number]
        at = self.say("hands_at", step=self.number + 1, steps=len(self._ranges))
        action = self.app.say(action_phrase(shown.action))
        title = self.say("why_ranges", who=shown.who, action=action, where=at)
        rows += [PanelRow(""), PanelRow(title, "bold")]
        if min(self.size.width - 2, MOST_COLUMNS) - 4 >= _TWO_GRIDS:
            rows += [_pair_of_rows(shown.own, shown.opponents, row) for row in range(13)]
            rows.append(PanelRow(self.say("why_sides"), "dim"))
        else:
            for name, shares in (("own", shown.own), ("opponents", shown.opponents)):
                rows.append(PanelRow(self.say(f"why_{name}"), "dim"))
                rows += [PanelRow("", parts=tuple(_cells(shares, row))) for row in range(13)]
        return [*rows, PanelRow(self.say("why_legend"), "dim")]

    def ways(self) -> list[str]:
        """Return the keys of the panel."""
        return [self.say("why_ways"), self.say("panel_close")]


def _pair_of_rows(own: Sequence[int], opponents: Sequence[int], row: int) -> PanelRow:
    """Return one row of two grids side by side."""
    return PanelRow("", parts=(*_cells(own, row), (_GAP, ""), *_cells(opponents, row)))


def _cells(shares: Sequence[int], row: int) -> list[tuple[str, str]]:
    """Return one row of a grid; hands that are not in the range are dots."""
    cells: list[tuple[str, str]] = []
    for column in range(13):
        share = shares[13 * row + column]
        style = next((style for least, style in _STEPS if share >= least), "dim")
        text = f"{kind_of(row, column):<3}" if share else " . "
        cells += [(text, style), (" ", "")]
    return cells[:-1]
