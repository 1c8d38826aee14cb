"""The prompt of `ircpoker solve`: walks through a solution."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ircpoker.cli.configuration import words_here
from ircpoker.errors import PokerError, UsageError
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from ircpoker.postflop.lines import LinePlace
    from ircpoker.postflop.solution import Solution

HELP = """\
check, bet 94, call …   the decision after an action; several at once with commas; short: k b c r f a
7c                      the next card
back, start             one step back; the first decision
hands AhKd, hands AKs,QQ  frequencies, EV and equity of single hands of who decides
grid                    the grid again
save FILE               store the solution
quit"""
_COLOURS = {
    "fold": (70, 110, 190),
    "check": (90, 160, 90),
    "call": (90, 160, 90),
    "all-in": (140, 40, 60),
}
_BETS = ((225, 130, 90), (205, 90, 70), (180, 60, 60), (160, 45, 90), (130, 40, 110))
_EMPTY = (45, 45, 45)


class SolutionPrompt:
    """A walk through a solution, line by line.

    Attributes:
        place: where it is.
        is_over: whether it was asked to end.
    """

    def __init__(self, solution: Solution, line: str = "", *, coloured: bool) -> None:
        """Begin at a line.

        Args:
            solution: what is walked through.
            line: the first decision.
            coloured: whether grids have colours.
        """
        self._solution = solution
        self._say = words_here().text
        self._coloured = coloured
        self._path = [solution.place()]
        self.is_over = False
        self._go(line)

    @property
    def place(self) -> LinePlace:
        """Where it is."""
        return self._path[-1]

    def answer(self, line: str) -> str:
        """Return the answer to a line.

        Raises:
            PokerError: the line is wrong; the place stays.
        """
        word, _, rest = line.strip().partition(" ")
        if word in {"quit", "exit", "q"}:
            self.is_over = True
            return ""
        if word in {"help", "?"}:
            return HELP
        if word == "hands":
            return self._hands(rest)
        if word == "save":
            return self._save(rest)
        if word == "back":
            self._path = self._path[:-1] or self._path
        elif word == "start":
            del self._path[1:]
        elif word not in {"", "grid"}:
            self._go(line)
        return self.show()

    def _go(self, line: str) -> None:
        from ircpoker.postflop.lines import split_line

        path = list(self._path)
        for step in split_line(line):
            path.append(self._solution.follow(path[-1], step))
        self._path = path

    def show(self) -> str:
        """Return the sums and the grid of the place."""
        from ircpoker.postflop.views import format_plain_grid, format_sums

        place = self.place
        if place.is_over():
            return self._say(Phrase("solve.is_over", board=place.board_text, line=place.text))
        if place.needs_card(self._solution.nodes):
            return self._say(Phrase("solve.needs_card", board=place.board_text, line=place.text))
        sums = format_sums(self._solution, place, self._say)
        if not self._coloured:
            return f"{sums}\n{format_plain_grid(self._solution, place, self._say)}"
        return f"{sums}\n{_coloured_grid(self._solution, place)}"

    def _hands(self, text: str) -> str:
        from ircpoker.equity.range_counts import combination_number
        from ircpoker.equity.ranges import parse_range
        from ircpoker.postflop.views import NAMES, hand_lines

        place = self._solution.decision(self.place)
        numbers = {combination_number(*hand): None for hand in parse_range(text).weights}
        lines = "\n".join(hand_lines(self._solution, place, numbers, self._say))
        return lines or self._say(Phrase("solve.no_hand", who=NAMES[self._solution.player(place)]))

    def _save(self, text: str) -> str:
        from ircpoker.postflop.storage import save

        if not text.strip():
            raise UsageError("save: expected the name of a file")
        save(self._solution, Path(text.strip()))
        return self._say(Phrase("solve.saved", file=text.strip()))


def browse(prompt: SolutionPrompt) -> None:
    """Answer lines of standard input until it ends."""
    watched = sys.stdin is not None and sys.stdin.isatty()
    sys.stdout.write(f"{prompt.show()}\n")
    while not prompt.is_over:
        if watched:
            sys.stdout.write("> ")
        sys.stdout.flush()
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            break
        try:
            answer = prompt.answer(line)
        except PokerError as error:
            answer = str(error)
        sys.stdout.write(f"{answer}\n" if answer else "")


def _coloured_grid(solution: Solution, place: LinePlace) -> str:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from ircpoker.postflop.views import play_of_kinds

    actions = solution.actions(place)
    colours = action_colours(actions)
    table = Table.grid(padding=(0, 0))
    for row in play_of_kinds(solution, place):
        cells = []
        for cell in row:
            red, green, blue = cell_colour(cell.weight, cell.shares, colours)
            cells.append(Text(f" {cell.kind:4}", style=f"white on rgb({red},{green},{blue})"))
        table.add_row(*cells)
    console = Console(file=sys.stdout, highlight=False)
    with console.capture() as capture:
        console.print(table)
        for action, (red, green, blue) in zip(actions, colours, strict=True):
            console.print(Text(f" {action} ", style=f"white on rgb({red},{green},{blue})"), end=" ")
    return capture.get()


def action_colours(actions: list[str]) -> list[tuple[int, int, int]]:
    """Return a colour for each action: blue folds, green checks and calls, red bets, darker the larger they are."""
    colours, bets = [], 0
    for action in actions:
        name = action.split()[0]
        if name in _COLOURS:
            colours.append(_COLOURS[name])
        else:
            colours.append(_BETS[min(bets, len(_BETS) - 1)])
            bets += 1
    return colours


def cell_colour(weight: float, shares: tuple[float, ...], colours: list[tuple[int, int, int]]) -> tuple[int, int, int]:
    """Return the mixed colour of a kind; the rarer it is in the range, the darker."""
    part = min(1.0, weight) ** 0.5
    mixed = [
        sum(share * colour[channel] for share, colour in zip(shares, colours, strict=True)) * part
        + _EMPTY[channel] * (1 - part)
        for channel in range(3)
    ]
    return round(mixed[0]), round(mixed[1]), round(mixed[2])
