"""A grid of styled cells on which the parts of the screen are drawn, and the places on it that take clicks.

The styles are made of the terminal's own sixteen colours, so that its theme decides what they are.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from ircpoker.screen.text import cells_of, cut, width

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

STYLES: dict[str, Style] = {
    "": Style(),
    "dim": Style(dim=True),
    "bold": Style(bold=True),
    "key": Style(bold=True, underline=True),
    "title": Style(bold=True),
    "frame": Style(dim=True),
    "turn": Style(color="yellow", bold=True),
    "own": Style(color="cyan"),
    "won": Style(color="green", bold=True),
    "lost": Style(color="red"),
    "pot": Style(bold=True),
    "spades": Style(bold=True),
    "hearts": Style(color="red", bold=True),
    "diamonds": Style(color="blue", bold=True),
    "clubs": Style(color="green", bold=True),
    "chosen": Style(reverse=True),
    "error": Style(color="red", bold=True),
    "offer": Style(color="cyan", bold=True),
    "heat1": Style(color="blue"),
    "heat2": Style(color="cyan"),
    "heat3": Style(color="green", bold=True),
    "heat4": Style(color="yellow", bold=True),
}
"""Without colours (`NO_COLOR`) each still differs by bold, dim, underline or reverse where it must."""


def style_of(name: str) -> Style:
    """Return a style; two names joined by `+` are put one upon the other."""
    found = STYLES.get(name)
    if found is None:
        first, _, second = name.partition("+")
        found = STYLES[name] = STYLES[first] + STYLES[second]
    return found


class Rect(NamedTuple):
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int

    def has(self, x: int, y: int) -> bool:
        """Return whether a cell is in it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


class Clickable(NamedTuple):
    """A place that takes clicks.

    Attributes:
        rect: where it is.
        key: the key that does the same.
    """

    rect: Rect
    key: str


class CanvasLine(Strip):
    """A line that does not keep itself in its cache when it is divided into one part, as Textual's own does.

    What refers to itself waits for a full collection of garbage; with fifty screens in a process one took 0.3 s, every
    five seconds.
    """

    def divide(self, cuts: Iterable[int]) -> Sequence[Strip]:
        """Return the parts between these columns."""
        columns = list(cuts)
        return [self] if columns == [self.cell_length] else super().divide(columns)


class Canvas:
    """The cells. What is drawn outside of them is lost.

    Attributes:
        width: in columns.
        height: in lines.
        spots: the places that take clicks, later ones above earlier ones.
        ellipsis: stands for text that is cut off.
    """

    def __init__(self, columns: int, lines: int, ellipsis: str = "…") -> None:
        self.width = columns
        self.height = lines
        self.ellipsis = ellipsis
        self.spots: list[Clickable] = []
        self._chars = [[" "] * columns for _ in range(lines)]
        self._styles = [[""] * columns for _ in range(lines)]

    def put(self, x: int, y: int, text: str, style: str = "", *, most: int | None = None) -> int:
        """Draw a cleaned text.

        Args:
            x: the first column.
            y: the line.
            text: one line.
            style: the name of its style.
            most: the most columns that it may take; the rest of the line by default.

        Returns:
            The column after it.
        """
        room = self.width - x if most is None else min(most, self.width - x)
        if not 0 <= y < self.height or x < 0 or room <= 0:
            return x
        chars, styles = self._chars[y], self._styles[y]
        for char in cut(text, room, self.ellipsis):
            cells = cells_of(char)
            if not cells:
                if x:
                    chars[x - 1] += char
                continue
            chars[x], styles[x] = char, style
            if cells == 2:
                chars[x + 1], styles[x + 1] = "", style
            x += cells
        return x

    def put_right(self, end: int, y: int, text: str, style: str = "") -> int:
        """Draw a cleaned text that ends before a column, and return its first column."""
        start = max(0, end - width(text))
        self.put(start, y, text, style)
        return start

    def put_middle(self, rect: Rect, y: int, text: str, style: str = "") -> None:
        """Draw a cleaned text in the middle of a rectangle's columns."""
        shown = cut(text, rect.width, self.ellipsis)
        self.put(rect.x + (rect.width - width(shown)) // 2, y, shown, style)

    def box(self, rect: Rect, signs: str, style: str = "frame") -> None:
        """Draw a frame.

        Args:
            rect: where it is.
            signs: its four corners, its horizontal and its vertical line.
            style: the name of its style.
        """
        x, y, columns, lines = rect
        across = signs[4] * (columns - 2)
        self.put(x, y, signs[0] + across + signs[1], style)
        for line in range(y + 1, y + lines - 1):
            self.put(x, line, signs[5], style)
            self.put(x + columns - 1, line, signs[5], style)
        self.put(x, y + lines - 1, signs[2] + across + signs[3], style)

    def spot(self, rect: Rect, key: str) -> None:
        """Let a rectangle take clicks as a key."""
        self.spots.append(Clickable(rect, key))

    def key_at(self, x: int, y: int) -> str:
        """Return the key of the uppermost spot at a cell; empty if there is none."""
        return next((spot.key for spot in reversed(self.spots) if spot.rect.has(x, y)), "")

    def lines(self) -> list[str]:
        """Return the text of each line."""
        return ["".join(chars) for chars in self._chars]

    def strips(self) -> list[Strip]:
        """Return the lines as a terminal shows them."""
        return [self.strip(y) for y in range(self.height)]

    def changed(self, before: Canvas) -> list[int]:
        """Return the lines that differ from those of another canvas of the same size."""
        now, then = zip(self._chars, self._styles, strict=True), zip(before._chars, before._styles, strict=True)
        return [y for y, (line, other) in enumerate(zip(now, then, strict=True)) if line != other]

    def strip(self, y: int) -> Strip:
        """Return a line as a terminal shows it."""
        chars, styles = self._chars[y], self._styles[y]
        segments: list[Segment] = []
        at = 0
        for name, run in groupby(styles):
            end = at + len(list(run))
            segments.append(Segment("".join(chars[at:end]), style_of(name)))
            at = end
        return CanvasLine(segments, self.width)
