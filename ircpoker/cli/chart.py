"""`ircpoker chart`: what trained robots do with each kind of hand before the flop, as grids.

Prints what a trained robot does with each of the 169 kinds of hands before the flop, suited above the diagonal. A
percentage shows how often a kind is played so; on a terminal, each kind is coloured by its actions.

NAME is the robot with seats and big blinds, and whose turn it is: ring6-100/BTN when everybody before has folded, or
ring6-100/ffr after these actions: f fold, c call, r raise (nolimit: h half the pot, p pot), a all-in. ring has 3 to 6
seats, nolimit2 two; both have 20, 50 and 100 big blinds: ring --seats 6 --stack 100 --line "f f r" is the same. With
/open, /raise, /call, /all-in or /play behind it, a name is a range, wherever a range is taken: ircpoker range
ring6-100/BTN/open

pushfold prints the hands with which the robot of that name goes all-in as the small blind, first to act, and those
with which it calls as the big blind. Nobody who only goes all-in or folds can win from it in the long run.

  $ ircpoker chart ring6-100/BTN
  $ ircpoker chart ring6-100/ffr --svg > button.svg
  $ ircpoker chart pushfold --stack 10
  small blind, 10 big blinds: all-in with 58.3 % of the hands
     A    K    Q    J    …
  A  AA   AKs  AQs  AJs  …
  …
"""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from ircpoker.cli.configuration import words_here
from ircpoker.cli.main import DONE, json_line, write
from ircpoker.cli.output import ansi, on_terminal, open_output
from ircpoker.errors import UsageError, quote
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ircpoker.equity.grid import Cell
    from ircpoker.study.charts import Chart

PUSHFOLD = "pushfold"
_STACK = re.compile(r"[0-9]{1,2}(\.[0-9])?")
_DEEPEST = 100
_WIDTH = 5
"""The characters of a cell."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.usage = (
        "ircpoker chart NAME [--csv | --json | --svg [FILE]]\n"
        "       ircpoker chart ROBOT [--seats N] [--stack N] [--line ACTIONS] [--csv | --json | --svg [FILE]]\n"
        "       ircpoker chart pushfold [--stack N]"
    )
    parser.add_argument("name", metavar="NAME", help="such as ring6-100/BTN, ring6-100/ffr, nolimit2-50/p, pushfold")
    parser.add_argument("--seats", type=int, metavar="N", help="of a table of ROBOT (6, of nolimit 2)")
    help_text = "big blinds: of ROBOT (100), or the shorter stack of pushfold (10)"
    parser.add_argument("--stack", type=_read_stack, metavar="N", help=help_text)
    parser.add_argument("--line", metavar="ACTIONS", help='the betting before, such as "f f r" or "f f r2.5"')
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help="print comma-separated values, a row for each kind")
    form.add_argument("--json", action="store_true", help="print JSON (docs/json.md)")
    form.add_argument("--svg", nargs="?", const="", metavar="FILE", help="print a picture, or make it in a new file")


def run(arguments: Namespace) -> int:
    """Print the chart and return the exit status."""
    if arguments.name == PUSHFOLD:
        if arguments.csv or arguments.json or arguments.svg is not None:
            raise UsageError("pushfold is printed as text only")
        write(_pushfold(100 if arguments.stack is None else arguments.stack))
        return DONE
    with open_output(Path(arguments.svg) if arguments.svg else None) as output:
        output(_chart(_named(arguments), arguments))
    return DONE


def _named(arguments: Namespace) -> Chart:
    from ircpoker.study.charts import chart_of, read_chart

    seats, stack = arguments.seats, arguments.stack
    if arguments.name in {"ring", "nolimit"}:
        usual = 6 if arguments.name == "ring" else 2
        depth = _DEEPEST if stack is None else stack // 10
        return chart_of(arguments.name, usual if seats is None else seats, depth, arguments.line or "")
    if seats is not None or stack is not None or arguments.line is not None:
        raise UsageError("--seats, --stack and --line are part of a name: expected ring6-100/ffr, or ring or nolimit")
    return read_chart(arguments.name)


def _chart(chart: Chart, arguments: Namespace) -> str:
    from ircpoker.study.chart_output import chart_csv, chart_data, chart_svg, chart_text

    if arguments.json:
        return json_line(chart_data(chart))
    if arguments.csv:
        return chart_csv(chart)
    if arguments.svg is not None:
        return chart_svg(chart, words_here().text)
    return _coloured_chart(chart) if on_terminal() else chart_text(chart, words_here().text)


def _coloured_chart(chart: Chart) -> str:
    """Return one grid for all actions: as much of each cell has an action's colour as takes it."""
    from rich.text import Text

    from ircpoker.study.chart_output import COLOURS, RANKS, action_name, chart_title

    by_action = {letter: list(chart.kinds(letter).values()) for letter in sorted(chart.shares, key="aphrcf".index)}
    say = words_here().text
    rows = [Text(chart_title(chart, say))]
    for number, kind in enumerate(chart.kinds("f")):
        if number % RANKS == 0:
            rows.append(Text())
        cell, left = Text(f" {kind:{_WIDTH - 1}}", style="black"), 0.0
        for letter, shares in by_action.items():
            right = left + shares[number] * _WIDTH
            cell.stylize(f"on {COLOURS[letter]}", round(left), round(right))
            left = right
        rows[-1].append_text(cell)
    legend = Text()
    for letter in chart.shares:
        legend.append(f" {action_name(letter, say)} {chart.share(letter):.1%} ", style=f"black on {COLOURS[letter]}")
        legend.append(" ")
    return ansi([*rows, legend])


def _read_stack(text: str) -> int:
    """Return a stack in tenths of a big blind."""
    if text in {"50", str(_DEEPEST)} or (_STACK.fullmatch(text) and 1 <= float(text) <= 20):
        return round(10 * float(text))
    raise ArgumentTypeError(f"{quote(text)}: expected 1 to 20 big blinds, such as 10 or 7.5")


def _pushfold(stack: int) -> str:
    from ircpoker.robots.pushfold.charts import read_charts

    of_stack = read_charts(stack)
    pushes, calls = (
        _format_grid(key, stack, shares) for key, shares in (("pushes", of_stack.all_in), ("calls", of_stack.calls))
    )
    return f"{pushes}\n{calls}"


def _format_grid(key: str, stack: int, shares: Sequence[int]) -> str:
    """Return a grid with its title, a phrase of charts; in colours on a terminal."""
    from ircpoker.equity.grid import format_rows, kind_rows
    from ircpoker.robots.pushfold.charts import WHOLE
    from ircpoker.study.chart_output import cells_of

    kinds = [kind for row in kind_rows() for kind in row]
    rows = cells_of(dict(zip(kinds, [share / WHOLE for share in shares], strict=True)))
    cells = [cell for row in rows for cell in row]
    share = sum(cell.weight * cell.possible for cell in cells) / sum(cell.possible for cell in cells)
    lines = format_rows(rows)
    body = _coloured(lines, rows) if on_terminal() else "\n".join(lines) + "\n"
    title = Phrase(
        f"chart.{key}",
        blinds=Phrase("chart.blinds", n=stack / 10 if stack % 10 else stack // 10),
        share=f"{100 * share:.1f}",
    )
    return f"{words_here().text(title)}\n{body}"


def _coloured(lines: list[str], rows: list[list[Cell]]) -> str:
    """Return the lines of a grid with a colour for each kind that is always, sometimes or never played."""
    from rich.text import Text

    coloured = [Text(lines[0])]
    for line, row in zip(lines[1:], rows, strict=True):
        text = Text(line.ljust(68))
        for column, cell in enumerate(row):
            style = "black on green" if cell.weight == 1 else "black on yellow" if cell.weight else "dim"
            text.stylize(style, 3 + 5 * column, 7 + 5 * column)
        coloured.append(text)
    return ansi(coloured)
