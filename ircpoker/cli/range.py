"""`ircpoker range`: a range of hands as a grid.

Prints a range of hold'em hands as the grid of the 169 kinds, suited above the diagonal, with the number of
combinations. A percentage is the share of a kind that is in the range. With --board, hands with a card of the board are
left out.

On a terminal the colour is the equity against any hand: red loses, green wins. `ircpoker odds --help` explains how to
write ranges.

  $ ircpoker range "QQ+,AKs,AQs:0.5"
     A    K    Q    J    …
  A  AA   AKs  50%  .    …
  …
  QQ+,AKs,AQs:0.5: 26 of 1326 combinations (2.0 %), with their weights 24 (1.8 %)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.cli.configuration import words_here
from ircpoker.cli.lines import answer_one
from ircpoker.cli.output import ansi, on_terminal
from ircpoker.cli.ranges import with_charts

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from ircpoker.equity.grid import Grid


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.usage = "ircpoker range RANGE [--board CARDS]"
    parser.add_argument("--board", action="append", default=[], metavar="CARDS", help="three, four or five cards")
    parser.add_argument("range", metavar="RANGE", help="such as QQ+,AKs,T9s,22-55,A2s+,AQo:0.5 or 25%%")


def run(arguments: Namespace) -> int:
    """Print the grid and return the exit status."""
    return answer_one(lambda: _answer(arguments.range, " ".join(arguments.board)))


def _answer(text: str, board: str) -> str:
    from ircpoker.equity.grid import format_grid, make_grid
    from ircpoker.words.understood.cards import understand_cards

    grid = make_grid(with_charts([text])[0], understand_cards(board))
    return _coloured(grid) if on_terminal() else format_grid(grid, words_here().text)


def _coloured(grid: Grid) -> str:
    """Return the grid, with colours unless the terminal or NO_COLOR forbids them."""
    from rich.table import Table
    from rich.text import Text

    from ircpoker.equity.grid import format_cell, format_size, kind_equities

    equities = kind_equities(grid)
    table = Table.grid(padding=(0, 0))
    for row in grid.rows:
        table.add_row(*[Text(f" {format_cell(cell):4}", style=_style(equities.get(cell.kind))) for cell in row])
    return ansi([table]) + format_size(grid, words_here().text)


def _style(equity: float | None) -> str:
    """Return the style of a cell by its equity: from red at 25 % to green at 75 %."""
    if equity is None:
        return "dim"
    green = min(1.0, max(0.0, 2 * equity - 0.5))
    return f"black on rgb({round(235 - 155 * green)},{round(90 + 110 * green)},90)"
