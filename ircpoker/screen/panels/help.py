"""The keys, on one page."""

from __future__ import annotations

from ircpoker.screen.panels.panel import Panel, PanelRow

LINES = ("act", "raise", "amounts", "early", "undo", "draw", "panels", "talk", "odds", "leave", "seat", "show")
MACHINES = "machine"


class HelpPanel(Panel):
    """The keys."""

    NAME = "help"
    KEY = "?"

    async def load(self) -> list[PanelRow]:
        """Return a row for each group of keys."""
        rows: list[PanelRow] = []
        for name in (*LINES, MACHINES):
            rows += [PanelRow(self.say(f"help_{name}")), PanelRow("")]
        return rows
