"""Many hands at once, Omaha, counts of classes and draws, and their growth: `python -m benchmarks.bulk`.

The bulk functions are compared with the fastest loop over another package's Python calls, on the same hands. OMPEval
(C++) can be added with `--ompeval LIBRARY`, a shared library with one function in C,

    void evaluate_rows(const uint8_t *codes, size_t rows, uint16_t *values)

that evaluates rows of seven card codes, 4 · rank + suit from the deuce, one by one.
"""

from __future__ import annotations

import ctypes
from argparse import ArgumentParser
from collections.abc import Callable
from functools import partial
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pkrbot
from phevaluator import evaluate_omaha_cards

from benchmarks.evaluator import each
from benchmarks.measure import (
    all_seconds,
    best_seconds,
    describe_kernel,
    describe_machine,
    print_comparison,
    print_growth,
)
from ircpoker.cards import CARDS
from ircpoker.draws import discards
from ircpoker.equity import range_vs_range, showdown_counts
from ircpoker.hands import class_counts, evaluate_many, evaluate_omaha_many
from ircpoker.hands.kernel import KERNEL

HANDS = 10_000_000
LOOP_HANDS = 50_000
OMAHA_HANDS = 500_000
ROUNDS = 9
LOOP = "pkrbot in a loop"
OMPEVAL = "OMPEval"
OMAHA_LOOP = "phevaluator in a loop"


def random_rows(count: int, width: int) -> Any:  # noqa: ANN401 - an array of NumPy's
    """Return rows of distinct card codes."""
    rng = np.random.default_rng(7)
    rows = np.empty((count, width), np.uint8)
    filled = 0
    while filled < count:
        drawn = np.sort(rng.integers(0, 52, (1 << 20, width), np.uint8), axis=1)
        distinct = drawn[(np.diff(drawn, axis=1) > 0).all(axis=1)][: count - filled]
        rows[filled : filled + len(distinct)] = rng.permuted(distinct, axis=1)
        filled += len(distinct)
    return rows


def ompeval_run(library: Path, rows: Any) -> Callable[[], object]:  # noqa: ANN401 - an array of NumPy's
    """Return a run of OMPEval over the rows; rows and answers stay in memory."""
    function = ctypes.CDLL(str(library.resolve())).evaluate_rows
    values = np.empty(len(rows), np.uint16)
    arguments = ctypes.c_void_p(rows.ctypes.data), ctypes.c_size_t(len(rows)), ctypes.c_void_p(values.ctypes.data)
    kept = rows, values

    def run() -> object:
        function(*arguments)
        return kept

    return run


def holdem(ompeval: Path | None) -> None:
    """Ten million hands of seven cards, codes and duplicates checked."""
    rows = random_rows(HANDS, 7)
    rivals = [[pkrbot.Card(str(CARDS[code])) for code in row] for row in rows[:LOOP_HANDS].tolist()]
    runs: dict[str, Callable[[], object]] = {"evaluate_many": lambda: evaluate_many(rows, 7)}
    for level, name in enumerate(("plain C", "AVX2")):
        if KERNEL is not None and level < KERNEL.use_vectors(2):
            runs[f"evaluate_many, {name}"] = partial(with_vectors, level, lambda: evaluate_many(rows, 7))
    if ompeval:
        runs[OMPEVAL] = ompeval_run(ompeval, rows)
    runs[LOOP] = each(pkrbot.evaluate, rivals)
    items = {name: LOOP_HANDS if name == LOOP else HANDS for name in runs}
    times = all_seconds(runs, ROUNDS)
    print_comparison("Random hands of seven cards", times, items, LOOP)
    if ompeval:
        print_comparison(
            "The same beside OMPEval", {name: times[name] for name in runs if name != LOOP}, items, OMPEVAL
        )
    sizes = {f"{10**power:,} hands": 10**power for power in range(1, 8)}
    points = {name: partial(evaluate_many, rows[:size], 7) for name, size in sizes.items()}
    print_growth("evaluate_many by number of hands", "hand", best_seconds(points, ROUNDS), sizes)


def with_vectors(level: int, work: Callable[[], object]) -> object:
    """Run work with at most these instructions: 0 for plain ones, 1 for AVX2."""
    if KERNEL is None:
        return work()
    KERNEL.use_vectors(level)
    try:
        return work()
    finally:
        KERNEL.use_vectors(2)


def omaha() -> None:
    """Hands of four hole cards and five of the board."""
    rows = random_rows(OMAHA_HANDS, 9)
    listed = rows[:LOOP_HANDS].tolist()
    runs = {
        "evaluate_omaha_many": lambda: evaluate_omaha_many(rows, 4),
        OMAHA_LOOP: each(lambda row: evaluate_omaha_cards(*row[4:], *row[:4]), listed[:5000]),
    }
    items = {"evaluate_omaha_many": OMAHA_HANDS, OMAHA_LOOP: 5000}
    print_comparison("Random Omaha hands", all_seconds(runs, ROUNDS), items, OMAHA_LOOP)
    wide = {f"{hole} hole cards": random_rows(100_000, hole + 5) for hole in (2, 4, 5, 6)}
    points = {name: partial(evaluate_omaha_many, cards, cards.shape[1] - 5) for name, cards in wide.items()}
    print_growth(
        "evaluate_omaha_many by hole cards", "hand", best_seconds(points, ROUNDS), dict.fromkeys(points, 100_000)
    )


def exact_work() -> None:
    """Exact counts over all hands of a deck."""
    everything = [1] * 1326
    points: dict[str, Callable[[], object]] = {
        f"counts of the classes of all hands of {size}": partial(class_counts, size) for size in (5, 6, 7)
    }
    points["32 holds of a hand"] = lambda: discards("Ah Ad Kc 7s 2h")
    points["two hands before the flop"] = lambda: showdown_counts([(51, 47), (46, 42)])
    points["two Omaha hands before the flop"] = lambda: showdown_counts(
        [(51, 50, 45, 44), (40, 36, 33, 29)], omaha=True
    )
    points["any hand against any hand on a flop"] = lambda: range_vs_range(everything, everything, (3, 17, 40))
    print_growth("Exact work", "call", best_seconds(points, ROUNDS), dict.fromkeys(points, 1))
    shown = (3, 17, 40, 24, 9)
    boards = {f"{comb(48 - count, 5 - count):,}": comb(48 - count, 5 - count) for count in range(5, -1, -1)}
    runs = {
        name: partial(showdown_counts, [(51, 47), (46, 42)], shown[: 5 - number]) for number, name in enumerate(boards)
    }
    print_growth("Showdowns of two hands by boards to come", "board", best_seconds(runs, ROUNDS), boards)
    hands = [(4 * rank + suit, 4 * (rank + 1) + suit) for suit in (0, 1) for rank in (0, 2, 4, 6, 8)]
    players = {f"{count} players": count for count in range(2, 11)}
    runs = {name: partial(showdown_counts, hands[:count]) for name, count in players.items()}
    print_growth("Showdowns before the flop by players", "player", best_seconds(runs, ROUNDS), players)


def main(ompeval: Path | None = None) -> None:
    """Print the tables."""
    print(describe_machine("pkrbot", "phevaluator", "numpy"), f"kernel: {describe_kernel()}")
    holdem(ompeval)
    omaha()
    exact_work()


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--ompeval", type=Path, metavar="LIBRARY")
    main(parser.parse_args().ompeval)
