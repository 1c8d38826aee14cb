"""Rivers that `nolimit`'s blueprint reaches: its losses there, and the gain from solving them again.

`python -m benchmarks.roots [roots] [file]`: docs/robots.md has the tables.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.measure import describe_machine
from ircpoker.robots.nolimit.file import SHIPPED
from ircpoker.robots.nolimit.strategy import open_blueprint
from ircpoker.solver.roots import exploitability, judge_ways, sample_root
from ircpoker.subgames.solving import judge, solve

ROOTS = 20
ITERATIONS = 200
CONSOLE = Console(file=sys.stdout, width=110)


def main(count: int, path: Path) -> None:
    """Print the tables of one blueprint."""
    blueprint = open_blueprint(path)
    rng = np.random.default_rng(1)
    lost: dict[str, list[float]] = defaultdict(list)
    worth: dict[str, list[tuple[float, float]]] = defaultdict(list)
    while len(lost["blueprint"]) < count:
        root = sample_root(blueprint, rng)
        if root is None:
            continue
        lost["blueprint"].append(exploitability(root, judge(root.subgame, root.strategy)))
        lost[f"solved again, {ITERATIONS} iterations"].append(exploitability(root, solve(root.subgame, ITERATIONS)))
        for seat in (0, 1):
            for name, found in judge_ways(root, seat, ITERATIONS).items():
                worth[name].append(found)
    CONSOLE.print(f"{path.name}, {count} rivers; {describe_machine()}")
    table = Table("play on the river", "best responses win, % of the pot", "95 %")
    for name, values in lost.items():
        table.add_row(name, *_mean(values))
    CONSOLE.print(table)
    table = Table("solved again", "opponent's range, % of the pot", "95 %", "harm by any hand, % of the pot", "95 %")
    for name, pairs in worth.items():
        table.add_row(name, *_mean([change for change, _ in pairs]), *_mean([harm for _, harm in pairs]))
    CONSOLE.print(table)


def _mean(values: list[float]) -> tuple[str, str]:
    return f"{100 * np.mean(values):+.2f}", f"± {196 * np.std(values, ddof=1) / len(values) ** 0.5:.2f}"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else ROOTS, Path(sys.argv[2]) if len(sys.argv) > 2 else SHIPPED[50])
