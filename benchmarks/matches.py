"""Deals per second in matches of two robots, on one core: `python -m benchmarks.matches`.

It counts deals, not decks: each deck is played twice. Rates are by processor time in the best round; `ircpoker match`
itself uses one process per core. Robots with a strategy file look up each hand again.
"""

from __future__ import annotations

from functools import partial

from benchmarks.measure import best_seconds, describe_machine, parse_words, print_rates
from ircpoker.lab.matches import MatchTable, Rules
from ircpoker.robots import load_robots, make_robot

DECKS = 100
ROUNDS = 15
PAIRS = (
    ("limit", "caller", "limit"),
    ("limit", "limit", "limit"),
    ("limit", "manual", "limit"),
    ("caller", "raiser", "limit"),
    ("manual", "caller", "holdem"),
    ("swede", "caller", "draw"),
)
REFERENCE = "caller against raiser, limit"


def main() -> None:
    """Print the rates."""
    print(describe_machine())
    robots = load_robots()
    contestants = {}
    for first, second, game in PAIRS:
        table = MatchTable(Rules(game, DECKS, 1), [make_robot(robots[name]) for name in (first, second)])
        contestants[f"{first} against {second}, {game}"] = partial(table.play_block, 0)
    seconds = best_seconds(contestants, ROUNDS)
    print_rates("Deals a second", seconds, dict.fromkeys(contestants, 2 * DECKS), REFERENCE)


if __name__ == "__main__":
    parse_words(__doc__)
    main()
