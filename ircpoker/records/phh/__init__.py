"""Hand histories: deals to and from PHH, the Poker Hand History format, and their replay through the engine.

It reads `.phh` files (one deal) and `.phhs` files (many), with the variants `NT`, `FT` and `PO`, and with this
project's extensions `N5D` and `F5D` (five-card draw, for which the format has no code) and `_betting = "pot_limit"`.
See docs/rules.md.
"""

from ircpoker.records.facts import HandFacts
from ircpoker.records.phh.normal_form import format_histories, format_history
from ircpoker.records.phh.parser import HandHistory, read_deal, read_histories, read_history_file
from ircpoker.records.phh.replaying import replay_history

__all__ = [
    "HandFacts",
    "HandHistory",
    "format_histories",
    "format_history",
    "read_deal",
    "read_histories",
    "read_history_file",
    "replay_history",
]
