"""What opens above the table by a key. Each panel asks the feed for what it shows.

panel.py  the frame, the rows, scrolling and choosing
lobby.py  the tables here, games against robots, machines
hands.py  finished deals, step by step; the robots' reasons, with their ranges; decisions to train with
lists.py  the keys, the screen's own settings, the figures of each seat, the proof of the last deck; all commands in
          Textual's own palette
"""

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
