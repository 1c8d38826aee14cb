"""Panels that only list something: the keys, the screen's own settings, the statistics of each seat."""

from __future__ import annotations

from functools import partial

from ircpoker.screen.panels.panel import Panel, PanelRow, columns_of
from ircpoker.screen.preferences import SWITCHES

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


class SettingsPanel(Panel):
    """The settings."""

    NAME = "settings"
    KEY = ","

    async def load(self) -> list[PanelRow]:
        """Return a row for each switch."""
        chosen = self.app.preferences
        rows = []
        for name in SWITCHES:
            value = getattr(chosen, name)
            state = self.say(f"{name}_{value}" if isinstance(value, str) else "on" if value else "off")
            rows.append(PanelRow(f"{self.say(f'set_{name}')}: {state}", choose=partial(self._switch, name)))
        return rows

    async def _switch(self, name: str) -> None:
        at = self.chosen
        self.app.switch(name)
        self.rows = await self.load()
        self.chosen = at
        self.redraw()


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
            name = f"{seat.seat} {marks.text(seat.name)}"
            if seat.hands is None or seat.net is None:
                cells.append([name, "0", *["-"] * (len(head) - 2)])
                continue
            figures = [f"{seat.hands:,}", f"{seat.net:+,}", seat.rate]
            cells.append([name, *figures, *[getattr(seat, column) for column in COLUMNS]])
        first, *lines = columns_of(cells)
        rows = [PanelRow(first, "bold"), *[PanelRow(line) for line in lines], PanelRow("")]
        rows += [PanelRow(self.say(f"means_{name}"), "dim") for name in ("rate", *COLUMNS)]
        return rows
