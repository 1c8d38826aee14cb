"""The evaluator compared with those of other packages: `python -m benchmarks.evaluator`.

Random seven-card hands, already parsed, one call each; then from text to a checked value and the full name. The others
check nothing: they accept any numbers as cards. Both of our paths run, the native one if it was built.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import eval7
import phevaluator
import pkrbot
from pokerkit import StandardHighHand
from treys import Card as TreysCard
from treys import Evaluator as TreysEvaluator

from benchmarks.measure import all_seconds, describe_kernel, describe_machine, parse_words, print_comparison
from ircpoker.cards import CARDS
from ircpoker.hands import evaluate, evaluate_unchecked
from ircpoker.hands import evaluator as pure

HANDS = 50_000
SLOW_HANDS = 500
OURS, OURS_CHECKED = "ircpoker, unchecked", "ircpoker, duplicate check"


def each(function: Callable[[Any], object], inputs: Sequence[Any]) -> Callable[[], None]:
    """Return a run that calls `function` on each input."""

    def run() -> None:
        for hand in inputs:
            function(hand)

    return run


def parsed_hands(hands: list[list[int]]) -> None:
    """From seven parsed cards to a value, one call per hand."""
    names = [[str(CARDS[code]) for code in hand] for hand in hands]
    cards = [tuple(CARDS[code] for code in hand) for hand in hands]
    treys_hands = [[TreysCard.new(name) for name in hand] for hand in names]
    eval7_hands = [[eval7.Card(name) for name in hand] for hand in names]
    pkrbot_hands = [[pkrbot.Card(name) for name in hand] for hand in names]
    pkrbot_parts = [([card.rank for card in hand], [card.suit for card in hand]) for hand in pkrbot_hands]
    kit_hands = ["".join(hand) for hand in names[:SLOW_HANDS]]
    evaluator = TreysEvaluator()

    def pkrbot_in_parts() -> None:
        function = pkrbot.evaluate
        for ranks, suits in pkrbot_parts:
            function(ranks, suits)

    def classes() -> None:
        for hand in cards:
            _ = evaluate(hand).class_

    runs = {
        OURS: each(evaluate_unchecked, cards),
        OURS_CHECKED: each(evaluate, cards),
        "ircpoker, checked class number": classes,
        "Python path, unchecked": each(pure.evaluate_unchecked, cards),
        "Python path, duplicate check": each(pure.evaluate, cards),
        "pkrbot": each(pkrbot.evaluate, pkrbot_hands),
        "pkrbot, ranks and suits": pkrbot_in_parts,
        "eval7": each(eval7.evaluate, eval7_hands),
        "phevaluator": each(lambda hand: phevaluator.evaluate_cards(*hand), hands),
        "treys": each(lambda hand: evaluator.evaluate([], hand), treys_hands[:SLOW_HANDS]),
        "pokerkit (parses too)": each(StandardHighHand.from_game, kit_hands),
    }
    slow = ("treys", "pokerkit (parses too)")
    items = {name: SLOW_HANDS if name in slow else HANDS for name in runs}
    print_comparison("Seven parsed cards to a value", all_seconds(runs), items, "pkrbot")


def named_hands(hands: list[list[int]]) -> None:
    """From the text of seven cards to a checked value and its name; the others give only the category."""
    texts = [" ".join(str(CARDS[code]) for code in hand) for hand in hands]
    evaluator = TreysEvaluator()

    def ours() -> None:
        for text in texts:
            _ = evaluate(text).name

    def in_python() -> None:
        for text in texts:
            _ = pure.evaluate(text).name

    def eval7_names() -> None:
        card, value, name = eval7.Card, eval7.evaluate, eval7.handtype
        for text in texts:
            name(value([card(token) for token in text.split()]))

    def pkrbot_names() -> None:
        card, value, name = pkrbot.Card, pkrbot.evaluate, pkrbot.handtype
        for text in texts:
            name(value([card(token) for token in text.split()]))

    def treys_names() -> None:
        for text in texts[:SLOW_HANDS]:
            value = evaluator.evaluate([], [TreysCard.new(token) for token in text.split()])
            evaluator.class_to_string(evaluator.get_rank_class(value))

    runs = {
        "ircpoker": ours,
        "Python path": in_python,
        "pkrbot (category only)": pkrbot_names,
        "eval7 (category only)": eval7_names,
        "treys (category only)": treys_names,
    }
    items = {name: SLOW_HANDS if name.startswith("treys") else HANDS for name in runs}
    print_comparison("Text to checked value and full name", all_seconds(runs), items, "eval7 (category only)")


def main() -> None:
    """Print the two tables."""
    print(describe_machine("pkrbot", "eval7", "phevaluator", "treys", "pokerkit"), f"kernel: {describe_kernel()}")
    rng = random.Random(7)
    hands = [rng.sample(range(52), 7) for _ in range(HANDS)]
    parsed_hands(hands)
    named_hands(hands)


if __name__ == "__main__":
    parse_words(__doc__)
    main()
