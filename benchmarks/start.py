"""How long a start takes, over bare Python: `python -m benchmarks.start`.

Each command runs in a process of its own, all in turn in each round; what counts is the processor time of
the best round, since waiting for a shared machine says nothing about the program.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile

from rich.console import Console
from rich.table import Table

from benchmarks.measure import describe_machine

ROUNDS = 20
BARE = "bare Python"
COMMANDS = {
    BARE: ("-c", "pass"),
    "import ircpoker.hands": ("-c", "import ircpoker.hands"),
    "first value, 7 cards": ("-c", "from ircpoker.hands import evaluate; evaluate('Ah Td 4c 3s Js 7h 2d')"),
    "ircpoker parse": ("-m", "ircpoker", "parse", "Ah Td 4c 3s Js 7h"),
    "ircpoker value kev": ("-m", "ircpoker", "value", "kev", "Ah Td 4c 3s Js 7h"),
    "ircpoker --help": ("-m", "ircpoker", "--help"),
    "first value, phevaluator": ("-c", "import phevaluator; phevaluator.evaluate_cards(1, 2, 3, 4, 17)"),
    "first value, treys": (
        "-c",
        "from treys import Card, Evaluator; Evaluator().evaluate([], [Card.new(c) for c in 'Ah Td 4c 3s Js'.split()])",
    ),
    "first value, eval7": (
        "-c",
        "import eval7; eval7.evaluate([eval7.Card(c) for c in ('Ah', 'Td', '4c', '3s', 'Js')])",
    ),
    "first value, pokerkit": ("-c", "from pokerkit import StandardHighHand; StandardHighHand('AhTd4c3sJs')"),
}


def seconds_of(arguments: tuple[str, ...]) -> float:
    """Return the processor time of one run in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, cwd=tempfile.gettempdir(), timeout=60
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print the table."""
    print(describe_machine("eval7", "phevaluator", "treys", "pokerkit"))
    best = dict.fromkeys(COMMANDS, float("inf"))
    for _ in range(ROUNDS):
        for name, arguments in COMMANDS.items():
            best[name] = min(best[name], seconds_of(arguments))
    table = Table("", "ms", "over bare Python", title="Start", title_justify="left")
    for name, spent in best.items():
        table.add_row(name, f"{1e3 * spent:.1f}", f"+{1e3 * (spent - best[BARE]):.1f}")
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
