"""What the figures of trackers mean, in one sentence each. docs/statistics.md has the corner cases."""

from __future__ import annotations

DEFINITIONS = {
    "vpip": "Put chips in voluntarily before the flop; the big blind that only checks did not.",
    "pfr": "Raised before the flop, of the hands in which a raise was possible.",
    "rfi": "Raised when all before had folded.",
    "limp": "Only called the big blind when all before had folded.",
    "steal": "Raised first in from the cutoff, the button or the small blind.",
    "sb_steal_fold": "Folded the small blind to such a raise.",
    "bb_steal_fold": "Folded the big blind to such a raise.",
    "3bet": "Raised again when exactly one other player had raised.",
    "f3bet": "Raised first, and folded to a 3-bet.",
    "4bet": "Raised first, and raised again over a 3-bet.",
    "f4bet": "Made a 3-bet, and folded to a 4-bet.",
    "squeeze": "Made a 3-bet after a raise and at least one call.",
    "f_cbet": "Raised last before the flop, and bet the flop first.",
    "t_cbet": "After that bet, bet the turn first, too.",
    "r_cbet": "After both, bet the river first, too.",
    "f_fcbet": "Folded to a continuation bet on the flop.",
    "t_fcbet": "Folded to a continuation bet on the turn.",
    "r_fcbet": "Folded to a continuation bet on the river.",
    "f_xr": "Checked the flop and then raised.",
    "t_xr": "Checked the turn and then raised.",
    "r_xr": "Checked the river and then raised.",
    "f_donk": "Bet the flop before the player who raised last before it.",
    "af": "Bets and raises for each call, after the flop.",
    "afq": "Bets and raises among all bets, raises, calls and folds after the flop.",
    "wtsd": "Went to the showdown, of the hands that saw the flop.",
    "wsd": "Won chips at the showdown, of those that went there.",
    "wwsf": "Won chips, of the hands that saw the flop.",
}
"""By the keys of `ircpoker.records.statistics.counters.STATISTICS`."""
