"""`ircpoker chart`: the play of the robot `pushfold` with each kind of hand, as two grids."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentTypeError
from typing import TYPE_CHECKING

from ircpoker.cli.main import DONE, write
from ircpoker.errors import quote

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence

    from ircpoker.equity.grid import Cell

DESCRIPTION = """\
Prints the hands with which the robot pushfold goes all-in as the small blind, first to act, and those with which it
calls as the big blind: grids of the 169 kinds, suited above the diagonal. Nobody who only goes all-in or folds can win
from it in the long run. A percentage shows how often a kind goes all-in or calls.
"""
EXAMPLE = """\
  $ ircpoker chart pushfold --stack 10
  small blind, 10 big blinds: all-in with 58.3 % of the hands
     A    K    Q    J    …
  A  AA   AKs  AQs  AJs  …
  …
"""
_STACK = re.compile(r"[0-9]{1,2}(\.[0-9])?")


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.usage = "ircpoker chart pushfold [--stack N]"
    parser.add_argument("robot", choices=("pushfold",), metavar="pushfold", help="the robot")
    parser.add_argument(
        "--stack", type=_read_stack, default=100, metavar="N", help="the shorter stack in big blinds (default: 10)"
    )


def run(arguments: Namespace) -> int:
    """Print the charts and return the exit status."""
    from ircpoker.robots.pushfold.charts import read_charts

    of_stack = read_charts(arguments.stack)
    stack = f"{arguments.stack / 10:g} big blind{'s' * (arguments.stack != 10)}"
    write(_format_chart(f"small blind, {stack}: all-in with", of_stack.all_in))
    write("\n" + _format_chart(f"big blind, {stack}: calls all-in with", of_stack.calls))
    return DONE


def _read_stack(text: str) -> int:
    """Return a stack in tenths of a big blind."""
    if _STACK.fullmatch(text) and 1 <= float(text) <= 20:
        return round(10 * float(text))
    raise ArgumentTypeError(f"{quote(text)}: expected 1 to 20 big blinds, such as 10 or 7.5")


def _format_chart(title: str, chart: Sequence[int]) -> str:
    """Return a chart with its title; in colours on a terminal."""
    from ircpoker.equity.grid import format_rows

    rows = _rows(chart)
    cells = [cell for row in rows for cell in row]
    share = sum(cell.weight * cell.possible for cell in cells) / sum(cell.possible for cell in cells)
    lines = format_rows(rows)
    if sys.stdout is not None and sys.stdout.isatty():
        lines = _coloured(lines, rows)
    return "\n".join([f"{title} {100 * share:.1f} % of the hands", *lines]) + "\n"


def _rows(chart: Sequence[int]) -> list[list[Cell]]:
    from ircpoker.equity.grid import Cell, kind_rows
    from ircpoker.robots.pushfold.charts import WHOLE

    rows = []
    weights = iter(chart)
    for row in kind_rows():
        cells = []
        for kind, packed in zip(row, weights, strict=False):
            possible = {"s": 4, "o": 12}.get(kind[2:], 6)
            weight = packed / WHOLE
            # What is rounded to none or all is.
            weight = 0.0 if weight < 0.005 else 1.0 if weight > 0.995 else weight
            cells.append(Cell(kind, possible if weight else 0, possible, weight))
        rows.append(cells)
    return rows


def _coloured(lines: list[str], rows: list[list[Cell]]) -> list[str]:
    """Return the lines, with colours unless the terminal or NO_COLOR forbids them."""
    from rich.console import Console
    from rich.text import Text

    console = Console(file=sys.stdout, highlight=False)
    coloured = [lines[0]]
    for line, row in zip(lines[1:], rows, strict=True):
        text = Text(line.ljust(68))
        for column, cell in enumerate(row):
            style = "black on green" if cell.weight == 1 else "black on yellow" if cell.weight else "dim"
            text.stylize(style, 3 + 5 * column, 7 + 5 * column)
        with console.capture() as capture:
            console.print(text, end="", soft_wrap=True)
        coloured.append(capture.get())
    return coloured
