"""Turns and rivers that `nolimit`'s blueprint reaches: what best responses win there.

`python -m benchmarks.roots [street] [roots] [file]`: docs/robot-measurements.md has the tables. On the `river` they
show the blueprint, on the `turn` the solution as at the table, inside its betting tree, with a line for each root; then
several ways to solve the street again.
"""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.blueprint_roots import exploitability, judge_ways, play_river, sample_root, solve_turn
from benchmarks.measure import describe_machine, parse_words
from ircpoker.postflop.engine.solving import solve
from ircpoker.robots.nolimit.betting import RIVER, TURN
from ircpoker.robots.nolimit.file import SHIPPED
from ircpoker.robots.nolimit.resolving import iterations_for
from ircpoker.robots.nolimit.strategy import Blueprint

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.blueprint_roots import Root, Worth

    Ways = dict[str, list[Worth]]

ROOTS = 20
ITERATIONS = 200
CONSOLE = Console(file=sys.stdout, width=110)


def sample_roots(blueprint: Blueprint, street: int, count: int) -> Iterator[Root]:
    """Yield roots, the same ones for the same blueprint."""
    rng = np.random.default_rng(1)
    while count:
        root = sample_root(blueprint, rng, street)
        if root is not None:
            yield root
            count -= 1


def print_rivers(blueprint: Blueprint, count: int) -> None:
    """Print what is won from the blueprint and from its solutions on rivers."""
    lost: dict[str, list[float]] = defaultdict(list)
    worth: Ways = defaultdict(list)
    for root in sample_roots(blueprint, RIVER, count):
        played = play_river(blueprint, root)
        lost["blueprint"].append(exploitability(root, played))
        lost[f"solved again, {ITERATIONS} iterations"].append(exploitability(root, solve(root.subgame, ITERATIONS)))
        _add_ways(worth, blueprint, root, ITERATIONS)
    table = Table("play on the river", "best responses win, % of the pot", "95 %")
    for name, values in lost.items():
        table.add_row(name, *_mean(values))
    CONSOLE.print(table)
    _print_ways(worth)


def print_turns(blueprint: Blueprint, count: int) -> None:
    """Print what is won from the solutions of turns, the largest first, and their processor time."""
    found = []
    worth: Ways = defaultdict(list)
    for root in sample_roots(blueprint, TURN, count):
        start = time.process_time()
        won = exploitability(root, solve_turn(root))
        found.append((won, root.pot / 2, len(root.tree.to), iterations_for(root.tree), time.process_time() - start))
        _add_ways(worth, blueprint, root, iterations_for(root.tree))
    table = Table("best responses win, % of the pot", "pot, big blinds", "actions", "iterations", "processor time, s")
    for won, pot, actions, iterations, spent in sorted(found, reverse=True):
        table.add_row(f"{100 * won:.2f}", f"{pot:g}", str(actions), str(iterations), f"{spent:.2f}")
    CONSOLE.print(table)
    mean, interval = _mean([won for won, *_ in found])
    times = [spent for *_, spent in found]
    CONSOLE.print(f"mean {mean} {interval} % of the pot, {np.mean(times):.2f} s, longest {max(times):.2f} s")
    _print_ways(worth)


def _add_ways(worth: Ways, blueprint: Blueprint, root: Root, iterations: int) -> None:
    for seat in (0, 1):
        for name, found in judge_ways(blueprint, root, seat, iterations).items():
            worth[name].append(found)


def _print_ways(worth: Ways) -> None:
    table = Table("solved again", "opponent's range, % of the pot", "95 %", "harm by any hand, % of the pot", "95 %")
    for name, found in worth.items():
        table.add_row(name, *_mean([change for change, _ in found]), *_mean([harm for _, harm in found]))
    CONSOLE.print(table)


def _mean(values: list[float]) -> tuple[str, str]:
    return f"{100 * np.mean(values):+.2f}", f"± {196 * np.std(values, ddof=1) / len(values) ** 0.5:.2f}"


def main(street: str, count: str, file: str) -> None:
    """Print the tables of one blueprint."""
    CONSOLE.print(f"{Path(file).name}, {count} {street}s; {describe_machine()}")
    {"river": print_rivers, "turn": print_turns}[street](Blueprint.open(Path(file)), int(count))


if __name__ == "__main__":
    main(*parse_words(__doc__, street="river", count=ROOTS, file=SHIPPED[50]))
