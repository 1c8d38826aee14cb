"""Odds in milliseconds: `python -m benchmarks.equity`.

The estimates in `ircpoker.equity.odds` rest on these figures.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from random import Random

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from benchmarks.measure import best_seconds, describe_machine, parse_words
from ircpoker.cards import parse_cards
from ircpoker.equity import Plan, make_spot, plan, showdown_counts, work_out

FLOP, TURN = "2s 7h 9c", "2s 7h 9c Jd"
TEN = "AsKs QhJh 7c7d 2c2d 9c8c TsTh 5s4s 6h5h QcJc AdKd"


def known(hands: str, board: str = "", *, omaha: bool = False) -> Callable[[], object]:
    """Return a run that counts the showdowns of known hands."""
    hole = [tuple(map(int, parse_cards(hand))) for hand in hands.split()]
    return partial(showdown_counts, hole, tuple(map(int, parse_cards(board))), omaha=omaha)


def asked(hands: str, board: str = "", samples: int = 0, *, game: str = "holdem") -> Callable[[], object]:
    """Return a run that computes the odds of a spot as `plan` decides, or from this many samples."""
    spot = make_spot(hands.split(), board, game=game)
    how = Plan("sample", 0, 0, samples) if samples else plan(spot)
    return partial(work_out, spot, how, Random(1))


def main() -> int:
    """Measure and print; return the exit status."""
    few = {
        "two hands before the flop": known("AsAh KdKc"),
        "the same, four ranks in four suits": known("AsKh QdJc"),
        "three hands before the flop": known("AsKs QhJd 7c7d"),
        "ten hands before the flop": known(TEN),
        "two hands on the flop": known("AsKs QhJh", FLOP),
        "two hands on the turn": known("AsKs QhJh", TURN),
        "two Omaha hands before the flop": known("AsAhKsKh QcJcTd9d", omaha=True),
        "two Omaha hands on the flop": known("AsAhKsKh QcJcTd9d", FLOP, omaha=True),
        "two hands from the table": asked("AsAh KdKc"),
        "a hand against any hand, from the table": asked("AsAh any"),
        "1,000 samples of two hands": asked("AsAh KdKc", samples=1000),
        "100 samples of two Omaha hands": asked("AsAhKsKh QcJcTd9d", samples=100, game="omaha"),
    }
    seconds = best_seconds(few)
    many = {
        "a hand against any hand on the flop": asked("AsAh any", FLOP),
        "any hand against any hand on the flop": asked("any any", FLOP),
        "any hand against any hand before the flop": asked("any any"),
    }
    seconds |= best_seconds(many, rounds=3)
    table = Table("", "ms", title=describe_machine(), title_justify="left", box=SIMPLE)
    for name, spent in seconds.items():
        table.add_row(name, f"{1000 * spent:,.3f}")
    Console(file=sys.stdout, width=100).print(table)
    return 0


if __name__ == "__main__":
    parse_words(__doc__)
    raise SystemExit(main())
