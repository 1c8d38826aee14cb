"""Draw poker: the exact worth of every way to keep cards of a five-card hand."""

from ircpoker.draws.keeps import Keep, discards, discards_data, format_keep, keep_data, mean_strength
from ircpoker.draws.outcomes import Outcome, by_class, outcome_of, outcomes_by_class
from ircpoker.draws.sums import CLASSES, Values

__all__ = [
    "CLASSES",
    "Keep",
    "Outcome",
    "Values",
    "by_class",
    "discards",
    "discards_data",
    "format_keep",
    "keep_data",
    "mean_strength",
    "outcome_of",
    "outcomes_by_class",
]
