"""The panels by their names."""

from __future__ import annotations

from ircpoker.screen.panels.help import Help
from ircpoker.screen.panels.lobby import Lobby
from ircpoker.screen.panels.panel import Panel
from ircpoker.screen.panels.settings import SettingsPanel

PANELS: dict[str, type[Panel]] = {panel.NAME: panel for panel in (Lobby, Help, SettingsPanel)}
"""What `controls.PANEL_KEYS` names."""
