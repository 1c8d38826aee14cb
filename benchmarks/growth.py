"""Times by the size of ranges, the number of open tables and of accounts: `python -m benchmarks.growth`.

Tables and accounts are those of `benchmarks.lobby` and `benchmarks.ledger`, in a shorter form.
"""

from __future__ import annotations

import random
import tempfile
from functools import partial
from pathlib import Path
from statistics import median

from benchmarks.ledger import OPERATIONS, make, measure
from benchmarks.lobby import Hall, open_tables, play
from benchmarks.measure import best_seconds, describe_machine, parse_words, print_growth
from ircpoker.cards import parse_cards
from ircpoker.equity import range_vs_range

RANGE_SIZES = (10, 50, 200, 600, 1326)
TABLES = (10, 100, 1000)
COMMANDS = 1000
SECONDS_AT_TABLE = 10.0
"""Seconds between two commands at a table, for any number of tables: enough for a robot's turn."""
ACCOUNTS = (1_000, 10_000, 100_000)


def ranges() -> None:
    """A range against another of its size on a flop, exact."""
    rng = random.Random(1)
    flop = tuple(map(int, parse_cards("2s 7h 9c")))
    points, sizes = {}, {}
    for size in RANGE_SIZES:
        first, second = ([int(number < size) for number in rng.sample(range(1326), 1326)] for _ in range(2))
        points[f"{size} hands each"] = partial(range_vs_range, first, second, flop)
        sizes[f"{size} hands each"] = size
    print_growth("A range against a range on a flop", "hand", best_seconds(points, 5), sizes)


def tables() -> None:
    """A command at a table: the median of all."""
    points = {}
    for number in TABLES:
        with tempfile.TemporaryDirectory(prefix="ircpoker-bench-") as folder:
            hall = Hall(Path(folder), tuple(f"#c{channel}" for channel in range(number)))
            open_tables(hall, number)
            pause = SECONDS_AT_TABLE / number
            points[f"{number:,} tables"] = median(play(hall, COMMANDS, random.Random(2), pause))
            hall.services.close()
    print_growth("A command by tables in play", "command", points, dict.fromkeys(points, 1))


def accounts() -> None:
    """A gift of chips, committed to disk, and the ten richest: medians."""
    with tempfile.TemporaryDirectory(prefix="ircpoker-bench-") as folder:
        subjects = [make(f"sqlite:///{Path(folder) / str(size)}.db", size) for size in ACCOUNTS]
        for name in ("gift", "top 10"):
            times = measure(subjects, OPERATIONS[name])
            points = {f"{size:,} accounts": median(spent) / 1000 for size, spent in zip(ACCOUNTS, times, strict=True)}
            print_growth(f"{name.capitalize()} by accounts", "call", points, dict.fromkeys(points, 1))
        for subject in subjects:
            subject.ledger.close()


def main() -> None:
    """Print the curves."""
    print(describe_machine("sqlalchemy"))
    ranges()
    tables()
    accounts()


if __name__ == "__main__":
    parse_words(__doc__)
    main()
