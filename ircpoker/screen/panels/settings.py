"""The screen's own settings, each switched by Enter and kept."""

from __future__ import annotations

from functools import partial

from ircpoker.screen.panels.panel import Panel, PanelRow
from ircpoker.screen.preferences import SWITCHES


class SettingsPanel(Panel):
    """The settings."""

    NAME = "settings"
    KEY = ","

    async def load(self) -> list[PanelRow]:
        """Return a row for each switch."""
        chosen = self.app.preferences
        rows = []
        for name in SWITCHES:
            state = self.say("on" if getattr(chosen, name) else "off")
            rows.append(PanelRow(f"{self.say(f'set_{name}')}: {state}", choose=partial(self._switch, name)))
        return rows

    async def _switch(self, name: str) -> None:
        at = self.chosen
        self.app.switch(name)
        self.rows = await self.load()
        self.chosen = at
        self.redraw()
