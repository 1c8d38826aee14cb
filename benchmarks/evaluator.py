"""The evaluator beside those one can install: `python -m benchmarks.evaluator`.

Random seven-card hands, already parsed, one call each; then text to checked value and full name; then many
at once. treys, eval7 and phevaluator check nothing: they take any numbers for cards.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import eval7
import numpy as np
import phevaluator
from pokerkit import StandardHighHand
from treys import Card as TreysCard
from treys import Evaluator as TreysEvaluator

from benchmarks.measure import best_seconds, describe_machine, print_rates
from ircpoker.cards import CARDS
from ircpoker.hands import evaluate, evaluate_many, evaluate_unchecked

HANDS = 50_000
SLOW_HANDS = 500
OURS, OURS_CHECKED = "ircpoker, unchecked", "ircpoker, duplicate check"


def each(function: Callable[[Any], object], inputs: Sequence[Any]) -> Callable[[], None]:
    """Return a run that calls `function` on each input."""

    def run() -> None:
        for one in inputs:
            function(one)

    return run


def parsed_hands(hands: list[list[int]]) -> None:
    """Seven parsed cards to a value, one call a hand."""
    names = [[str(CARDS[code]) for code in hand] for hand in hands]
    cards = [tuple(CARDS[code] for code in hand) for hand in hands]
    treys_hands = [[TreysCard.new(name) for name in hand] for hand in names]
    eval7_hands = [[eval7.Card(name) for name in hand] for hand in names]
    kit_hands = ["".join(hand) for hand in names[:SLOW_HANDS]]
    evaluator = TreysEvaluator()
    runs = {
        OURS: each(evaluate_unchecked, cards),
        OURS_CHECKED: each(evaluate, cards),
        "eval7": each(eval7.evaluate, eval7_hands),
        "phevaluator": each(lambda hand: phevaluator.evaluate_cards(*hand), hands),
        "treys": each(lambda hand: evaluator.evaluate([], hand), treys_hands),
        "pokerkit (parses too)": each(StandardHighHand.from_game, kit_hands),
    }
    items = {name: SLOW_HANDS if name.startswith("pokerkit") else HANDS for name in runs}
    print_rates("Seven parsed cards to a value", best_seconds(runs), items, "eval7")


def named_hands(hands: list[list[int]]) -> None:
    """The text of seven cards to a checked value and its name; the rivals' category is less than our name."""
    texts = [" ".join(str(CARDS[code]) for code in hand) for hand in hands]
    evaluator = TreysEvaluator()
    card7, value7, type7 = eval7.Card, eval7.evaluate, eval7.handtype

    def treys_name(text: str) -> str:
        value = evaluator.evaluate([], [TreysCard.new(token) for token in text.split()])
        return str(evaluator.class_to_string(evaluator.get_rank_class(value)))

    runs = {
        "ircpoker": each(lambda text: evaluate(text).name, texts),
        "eval7 (category only)": each(lambda text: type7(value7([card7(token) for token in text.split()])), texts),
        "treys (category only)": each(treys_name, texts),
    }
    items = dict.fromkeys(runs, HANDS)
    print_rates("Text to checked value and full name", best_seconds(runs), items, "eval7 (category only)")


def many_hands(rng: random.Random) -> None:
    """Rows of card codes to classes."""
    rows = np.array([rng.sample(range(52), 9) for _ in range(4 * HANDS)], np.uint8)
    sevens = np.ascontiguousarray(rows[:, :7])
    runs = {
        "evaluate_many, 7 cards": lambda: evaluate_many(sevens, 7),
        "evaluate_many, 9 cards": lambda: evaluate_many(rows, 9),
        "evaluate, 7 cards": each(evaluate, [tuple(CARDS[code] for code in row) for row in sevens[:HANDS].tolist()]),
    }
    items = {name: HANDS if name == "evaluate, 7 cards" else len(rows) for name in runs}
    print_rates("Many hands at once", best_seconds(runs), items, "evaluate, 7 cards")


def main() -> None:
    """Print the three tables."""
    print(describe_machine("eval7", "phevaluator", "treys", "pokerkit", "numpy"))
    rng = random.Random(7)
    hands = [rng.sample(range(52), 7) for _ in range(HANDS)]
    parsed_hands(hands)
    named_hands(hands)
    many_hands(rng)


if __name__ == "__main__":
    main()
