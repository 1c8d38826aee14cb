"""Odds: how often each of several hands or ranges wins, exactly over all boards where that is quick."""

from ircpoker.equity.exact import SHARES, Showdowns, showdown_counts
from ircpoker.equity.odds import Equity, Outs, Plan, equity, find_outs, plan, work_out
from ircpoker.equity.range_counts import COMBINATIONS, RangeCounts, combination_number, range_vs_range
from ircpoker.equity.ranges import Range, parse_range
from ircpoker.equity.spots import Spot, make_spot

__all__ = [
    "COMBINATIONS",
    "SHARES",
    "Equity",
    "Outs",
    "Plan",
    "Range",
    "RangeCounts",
    "Showdowns",
    "Spot",
    "combination_number",
    "equity",
    "find_outs",
    "make_spot",
    "parse_range",
    "plan",
    "range_vs_range",
    "showdown_counts",
    "work_out",
]
