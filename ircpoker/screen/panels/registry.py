"""The panels by their names."""

from __future__ import annotations

from ircpoker.screen.panels.hands import DrillPanel, HandsPanel, WhyPanel
from ircpoker.screen.panels.lists import HelpPanel, ProofPanel, SettingsPanel, StatisticsPanel
from ircpoker.screen.panels.lobby import LobbyPanel, NewTablePanel, PodiumPanel
from ircpoker.screen.panels.panel import Panel

_ALL = (
    LobbyPanel,
    HandsPanel,
    WhyPanel,
    StatisticsPanel,
    ProofPanel,
    DrillPanel,
    HelpPanel,
    SettingsPanel,
    NewTablePanel,
    PodiumPanel,
)
PANELS: dict[str, type[Panel]] = {panel.NAME: panel for panel in _ALL}
"""What `controls.PANEL_KEYS` names, and those that open from the lobby."""
