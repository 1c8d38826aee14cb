"""Discards, committed decks and the machines: `python -m benchmarks.draws`.

`discards` is compared with the Swedish robot's search, which values each of the 2,598,960 hands that can follow. Here
NumPy does that, many times faster than the original's recursion.
"""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from math import comb

import numpy as np

from benchmarks.measure import best_seconds, describe_machine, parse_words, print_rates
from ircpoker.cards import CARDS, Card
from ircpoker.draws import CLASSES, discards
from ircpoker.fairness.shuffle import make_deck
from ircpoker.hands import evaluate_many
from ircpoker.machines.rules import VIDEO_POKER_PAYS, deal, payout_values, spin
from ircpoker.machines.rules.best_holds import best_hold_counts

HANDS = 200
BRUTE = "every draw, NumPy"
FIRST_CALL = """
from time import perf_counter
from ircpoker.draws import discards
start = perf_counter()
discards("Ah Ad Kc 7s 2h")
print(perf_counter() - start)
"""


def by_every_draw(hand: Sequence[Card]) -> list[float]:
    """Return the mean class of each of the 32 holds by valuing every hand that can be drawn."""
    others = [int(card) for card in CARDS if card not in hand]
    means = []
    for kept in range(6):
        drawn = np.array(list(combinations(others, 5 - kept)), np.uint8).reshape(comb(47, 5 - kept), 5 - kept)
        for held in combinations(hand, kept):
            fixed = np.broadcast_to(np.array([int(card) for card in held], np.uint8), (len(drawn), kept))
            means.append(float(evaluate_many(np.hstack([fixed, drawn]), 5).mean()))
    return means


def times(count: int, work: Callable[[int], object]) -> Callable[[], None]:
    """Return a run that calls `work` with 0, 1, … `count` - 1."""

    def run() -> None:
        for number in range(count):
            work(number)

    return run


def holds() -> None:
    """All 32 holds of a five-card hand, exactly."""
    rng = random.Random(1)
    hands = [rng.sample(CARDS, 10) for _ in range(HANDS)]
    payouts = payout_values(VIDEO_POKER_PAYS)
    runs = {
        "mean class": (HANDS, lambda number: discards(hands[number][:5])),
        "mean payout": (HANDS, lambda number: discards(hands[number][:5], payouts)),
        "mean class, five dead cards": (5, lambda number: discards(hands[number][:5], CLASSES, hands[number][5:])),
        BRUTE: (1, lambda number: by_every_draw(hands[number][:5])),
    }
    run_table("The 32 holds of a hand", runs, BRUTE, rounds=5)


def machines() -> None:
    """Decks, spins, hints, and the exact return of a pay table."""
    deck = make_deck(bytes(32), "1", [])
    runs = {
        "committed deck": (2000, lambda number: make_deck(bytes(32), str(number), ["a", "b"])),
        "spin of a deck": (2000, lambda _: spin(deck, 1)),
        "video poker, deal and hint": (200, lambda _: deal(deck, 1).best_hold()),
        "exact return of a video poker table": (1, lambda _: best_hold_counts(VIDEO_POKER_PAYS.pays)),
    }
    run_table("Decks and machines", runs, "committed deck", rounds=3)


def run_table(
    title: str, runs: Mapping[str, tuple[int, Callable[[int], object]]], reference: str, *, rounds: int
) -> None:
    """Time each of `runs`, name → (repetitions, work), and print the rates."""
    seconds = best_seconds({name: times(count, work) for name, (count, work) in runs.items()}, rounds)
    print_rates(title, seconds, {name: count for name, (count, _) in runs.items()}, reference)


def main() -> None:
    """Print the tables."""
    print(describe_machine("numpy"))
    holds()
    machines()
    first = [float(subprocess.check_output([sys.executable, "-c", FIRST_CALL])) for _ in range(5)]
    print(f"The first 32 holds of a process: {1000 * min(first):.0f} ms")


if __name__ == "__main__":
    parse_words(__doc__)
    main()
