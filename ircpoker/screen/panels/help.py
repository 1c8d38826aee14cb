"""The keys, on one page."""

from __future__ import annotations

from ircpoker.screen.panels.panel import Panel, Row

LINES = ("act", "raise", "amounts", "early", "undo", "draw", "panels", "talk", "odds", "leave", "seat", "machine")


class Help(Panel):
    """The keys."""

    NAME = "help"
    KEY = "?"

    async def load(self) -> list[Row]:
        """Return a row for each group of keys."""
        rows: list[Row] = []
        for name in LINES:
            rows += [Row(self.say(f"help_{name}")), Row("")]
        return rows
