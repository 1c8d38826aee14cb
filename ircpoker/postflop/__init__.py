"""Spots of heads-up no-limit hold'em after the flop, solved with exact ranges.

    spot.py       board, ranges, chips, rake
    sizes.py      the sizes of bets as text
    tree.py       the betting as a tree
    lines.py      `check, bet 94, call, 7c`
    solution.py   `solve` and `betting`, the way in; strategies, values, equities
    storage.py    files of solutions, and of fixed frequencies
    memory.py     how much memory there is
    budget.py     what a spot costs, and which size to drop
    flops.py      lists of flops that stand for all, and reports: one row each
    views.py      grids and sums as text
    data.py       sums and the whole play as JSON

The solver itself is `ircpoker.postflop.engine.engine`.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ircpoker.postflop.data import json_lines
    from ircpoker.postflop.solution import Solution, betting, solve
    from ircpoker.postflop.storage import load, save

__all__ = ["Solution", "betting", "json_lines", "load", "save", "solve"]


def __getattr__(name: str) -> object:
    """Load the part that has a name: NumPy and the solver are needed only then."""
    from importlib import import_module  # noqa: PLC0415 - see above

    homes = {
        "Solution": "solution",
        "betting": "solution",
        "json_lines": "data",
        "load": "storage",
        "save": "storage",
        "solve": "solution",
    }
    if name not in homes:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"ircpoker.postflop.{homes[name]}"), name)
    return value


def __dir__() -> list[str]:
    """Return all names, also those that are imported on first use."""
    return sorted({*globals(), *__all__})
