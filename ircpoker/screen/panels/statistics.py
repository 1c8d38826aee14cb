"""The statistics of each seat, with their definitions."""

from __future__ import annotations

from ircpoker.screen.panels.panel import Panel, PanelRow, columns_of

COLUMNS = ("vpip", "pfr", "three_bet", "af", "wtsd")
"""The statistics, in the order of the columns."""


class StatisticsPanel(Panel):
    """The statistics."""

    NAME = "statistics"
    KEY = "s"

    async def load(self) -> list[PanelRow]:
        """Return a line for each seat, and the definitions."""
        seats = await self.app.player.figures()
        if not seats:
            return [PanelRow(self.say("no_table"), "dim")]
        marks = self.app.scene().marks
        head = [self.say(f"column_{name}") for name in ("seat", "hands", "net", "rate", *COLUMNS)]
        cells = [head]
        for seat in seats:
            name = f"{seat['seat']} {marks.text(str(seat['name']))}"
            if "hands" not in seat:
                cells.append([name, "0", *["-"] * (len(head) - 2)])
                continue
            figures = [f"{seat['hands']:,}", f"{seat['net']:+,}", str(seat["rate"])]
            cells.append([name, *figures, *[str(seat[column]) for column in COLUMNS]])
        first, *lines = columns_of(cells)
        rows = [PanelRow(first, "title"), *[PanelRow(line) for line in lines], PanelRow("")]
        rows += [PanelRow(self.say(f"means_{name}"), "dim") for name in ("rate", *COLUMNS)]
        return rows
