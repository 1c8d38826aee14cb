"""Odds: how often each of several hands wins, exactly over all boards that can come."""

from ircpoker.equity.exact import SHARES, Showdowns, showdown_counts
from ircpoker.equity.range_counts import COMBINATIONS, RangeCounts, combination_number, range_vs_range

__all__ = [
    "COMBINATIONS",
    "SHARES",
    "RangeCounts",
    "Showdowns",
    "combination_number",
    "range_vs_range",
    "showdown_counts",
]
