"""Poker hands: category, value, name and the best five of 5 to 52 cards.

Imports nothing outside this package but `ircpoker.cards` and `ircpoker.errors`; the tables are read when
the first value is asked for. NumPy is imported by `evaluate_many` alone.
"""

from ircpoker.hands.best import BestHand, best_hand
from ircpoker.hands.bulk import evaluate_many
from ircpoker.hands.evaluator import evaluate, evaluate_unchecked
from ircpoker.hands.values import CLASS_COUNT, VALUES, Category, HandValue

__all__ = [
    "CLASS_COUNT",
    "VALUES",
    "BestHand",
    "Category",
    "HandValue",
    "best_hand",
    "evaluate",
    "evaluate_many",
    "evaluate_unchecked",
]
