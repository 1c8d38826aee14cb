"""Subgames: the winnings of a best response by number of iterations, and the processor time.

`python -m benchmarks.subgames [spots]`, for docs/robot-measurements.md: random boards, and ranges with random weights.
"""

from __future__ import annotations

import sys
import time

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.measure import describe_machine, parse_words
from ircpoker.postflop.engine.engine import Subgame
from ircpoker.postflop.engine.native import LIMIT_HOLDEM
from ircpoker.postflop.engine.solving import gains, solve
from ircpoker.robots.nolimit.betting import RIVER, TURN, subgame_tree
from ircpoker.robots.nolimit.resolving import turn_sizes
from ircpoker.robots.nolimit.strategy import tree_arrays

SPOTS = 10
STACK = 100
"""Small blinds: 50 big blinds."""
BETS = (6, 12, 24)
"""The chips that each player has put in before the street: half the pot."""
CONSOLE = Console(file=sys.stdout, width=110)


def make_subgame(rng: np.random.Generator, street: int, bet: int) -> Subgame:
    """Return a random subgame."""
    board = rng.permutation(52)[: street + 2]
    highs = np.repeat(np.arange(52), np.arange(52))
    lows = np.concatenate([np.arange(high) for high in range(52)])
    ranges = rng.random((2, len(highs))).astype(np.float32) ** 3
    ranges[:, np.isin(highs, board) | np.isin(lows, board)] = 0
    tree = subgame_tree(STACK, street, bet, turn_sizes(STACK) if street == TURN else None)
    return Subgame(LIMIT_HOLDEM, tree_arrays(tree), bytes(board.astype(np.uint8)), ranges)


def measure(street: int, bet: int, iterations: int, spots: int) -> tuple[float, float, float, int]:
    """Return the best responses' mean win in % of the pot, the mean and the longest time in ms, and the decisions."""
    rng = np.random.default_rng([street, bet])
    wins, times = [], []
    for _ in range(spots):
        subgame = make_subgame(rng, street, bet)
        start = time.process_time()
        solution = solve(subgame, iterations)
        times.append(1000 * (time.process_time() - start))
        wins.append(100 * sum(gains(subgame, solution)) / 2 / (2 * bet))
    return float(np.mean(wins)), float(np.mean(times)), max(times), len(subgame.tree[0])


def main(spots: int) -> None:
    """Print the table."""
    CONSOLE.print(describe_machine())
    table = Table("street", "pot, big blinds", "decisions", "iterations", "% of the pot", "ms, mean", "ms, longest")
    for street, name, counts in ((RIVER, "river", (100, 200, 400)), (TURN, "turn", (100, 200, 400))):
        for bet in BETS:
            for iterations in counts:
                won, mean, longest, nodes = measure(street, bet, iterations, spots)
                cells = (name, bet, nodes, iterations, f"{won:.2f}", f"{mean:.0f}", f"{longest:.0f}")
                table.add_row(*map(str, cells))
    CONSOLE.print(table)


if __name__ == "__main__":
    main(*map(int, parse_words(__doc__, spots=SPOTS)))
