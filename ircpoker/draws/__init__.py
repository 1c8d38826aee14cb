"""Draw poker: the exact worth of every way to keep cards of a five-card hand."""

from ircpoker.draws.holds import (
    HoldOption,
    Outcome,
    by_class,
    chance_of_better,
    discards,
    discards_data,
    format_hold,
    hold_data,
    mean_strength,
    outcome_of,
    outcomes_by_class,
)
from ircpoker.draws.sums import CLASSES, ValueFunction

__all__ = [
    "CLASSES",
    "HoldOption",
    "Outcome",
    "ValueFunction",
    "by_class",
    "chance_of_better",
    "discards",
    "discards_data",
    "format_hold",
    "hold_data",
    "mean_strength",
    "outcome_of",
    "outcomes_by_class",
]
