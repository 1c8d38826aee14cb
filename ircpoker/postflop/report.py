"""A spot on many flops: one row each, and their weighted mean."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, NamedTuple

from ircpoker.postflop.solution import Solution
from ircpoker.postflop.spot import make_spot
from ircpoker.postflop.tree import IP, OOP
from ircpoker.postflop.views import sums_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ircpoker.postflop.engine.engine import Rake
    from ircpoker.postflop.flops import WeightedFlop
    from ircpoker.postflop.tree import TreeSetup

MEAN = "mean"


class ReportSetup(NamedTuple):
    """What is the same for all flops.

    Attributes:
        ranges: of both players.
        setup: the chips and the sizes.
        rake: what nobody wins.
        accuracy: the wanted gap in percent of the pot.
    """

    ranges: tuple[str, str]
    setup: TreeSetup
    rake: Rake
    accuracy: float


class ReportRow(NamedTuple):
    """What a report says about a flop.

    Attributes:
        flop: the flop.
        weight: how many it stands for.
        numbers: by name of the column.
    """

    flop: str
    weight: float
    numbers: dict[str, float]


def open_flop(setup: ReportSetup, board: str) -> Solution:
    """Return the solution of a flop, not yet begun."""
    return Solution(make_spot(board, setup.ranges, setup.setup, setup.rake), accuracy=setup.accuracy)


def solve_flop(setup: ReportSetup, flop: WeightedFlop) -> ReportRow:
    """Return the row of a flop."""
    solution = open_flop(setup, flop.board)
    solution.begin()
    progress = solution.run()
    start = solution.place()
    sums = sums_at(solution, start)
    numbers = {
        "iterations": float(progress.iterations),
        "gap_percent": progress.gap,
        "ev_oop": sums.ev[OOP],
        "ev_ip": sums.ev[IP],
        "equity_oop": sums.equity[OOP],
        "equity_ip": sums.equity[IP],
    }
    numbers |= {f"oop {name}": share for name, share in zip(solution.actions(start), sums.shares, strict=True)}
    after = solution.follow(start, "check")
    shares = sums_at(solution, after).shares
    numbers |= {f"ip {name} after check": share for name, share in zip(solution.actions(after), shares, strict=True)}
    return ReportRow(flop.board, flop.weight, numbers)


def mean_row(rows: Sequence[ReportRow]) -> ReportRow:
    """Return the weighted mean of rows."""
    total = sum(row.weight for row in rows)
    names = rows[0].numbers
    return ReportRow(MEAN, total, {name: sum(row.weight * row.numbers[name] for row in rows) / total for name in names})


def format_header(row: ReportRow) -> str:
    """Return the names of the columns as a line of CSV."""
    return _line(["flop", "weight", *row.numbers])


def format_row(row: ReportRow) -> str:
    """Return a row as a line of CSV."""
    return _line([row.flop, f"{row.weight:g}", *(f"{number + 0.0:.6g}" for number in row.numbers.values())])


def _line(cells: Sequence[str]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()


def largest_bytes(setup: ReportSetup, flops: Sequence[WeightedFlop]) -> int:
    """Return the memory that the largest of some flops takes: those without symmetry have the most boards."""
    few = sorted(flops, key=lambda flop: -len({card[-1] for card in flop.board.split()}))[:3]
    return max(open_flop(setup, flop.board).engine.size().bytes for flop in few)
