"""A grid of cells on which the parts of the screen are drawn, and the places on it that take clicks.

Each cell has a sign, the ink with which it is drawn and the ground on which it stands; what they look like is the
palette's to say. A cell is also two square pixels, one above the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import accumulate, compress, pairwise
from operator import ne
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from ircpoker.screen.colours import NUMBERS, TERMINAL, Palette, names_of
from ircpoker.screen.text import cells_of, cut, is_narrow, width


class Rect(NamedTuple):
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int

    def has(self, x: int, y: int) -> bool:
        """Return whether a cell is in it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    def touches(self, other: Rect) -> bool:
        """Return whether a cell is in both."""
        across = self.x < other.x + other.width and other.x < self.x + self.width
        return across and self.y < other.y + other.height and other.y < self.y + self.height


_SPAN = re.compile(rb"[^\0]+(?:\0{1,4}[^\0]+)*")
"""Cells that have changed; those that are not farther from each other are sent as one."""
_UNSEEN = Style()
"""The style before a line begins."""


class Clickable(NamedTuple):
    """A place that takes clicks.

    Attributes:
        rect: where it is.
        key: the key that does the same.
    """

    rect: Rect
    key: str


class PastedRow(NamedTuple):
    """A row of cells as it was drawn before.

    Attributes:
        chars: the signs.
        inks: the inks, as `NUMBERS` has them.
        grounds: the grounds, too.
    """

    chars: Sequence[str]
    inks: bytes
    grounds: bytes

    def part(self, first: int, end: int) -> PastedRow:
        """Return some columns of it."""
        return PastedRow(self.chars[first:end], self.inks[first:end], self.grounds[first:end])


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
        palette: what inks and grounds look like.
        chars: the signs of each line.
    """

    def __init__(
        self, columns: int, lines: int, ellipsis: str = "…", palette: Palette = TERMINAL, ground: str = "panel"
    ) -> None:
        self.width = columns
        self.height = lines
        self.ellipsis = ellipsis
        self.palette = palette
        self.spots: list[Clickable] = []
        self.chars = [[" "] * columns for _ in range(lines)]
        # One byte a cell: what is painted, compared and looked for is then many cells at once.
        self._inks = [bytearray(columns) for _ in range(lines)]
        self._grounds = [bytearray(NUMBERS[ground] * columns) for _ in range(lines)]

    def grounds_at(self, x: int, y: int, columns: int = 1) -> list[str]:
        """Return the names of the grounds of some cells."""
        return names_of(self._grounds[y][x : x + columns])

    def put(self, x: int, y: int, text: str, style: str = "", *, most: int | None = None) -> int:
        """Draw a cleaned text on what is there.

        Args:
            x: the first column.
            y: the line.
            text: one line.
            style: the name of its ink.
            most: the most columns that it may take; the rest of the line by default.

        Returns:
            The column after it.
        """
        room = self.width - x if most is None else min(most, self.width - x)
        if not 0 <= y < self.height or x < 0 or room <= 0:
            return x
        chars, inks, ink = self.chars[y], self._inks[y], NUMBERS[style]
        if len(text) <= room and is_narrow(text):
            end = x + len(text)
            chars[x:end] = text
            inks[x:end] = ink * len(text)
            return end
        for char in cut(text, room, self.ellipsis):
            cells = cells_of(char)
            if not cells:
                if x:
                    chars[x - 1] += char
                continue
            chars[x : x + cells] = [char, ""][:cells]
            inks[x : x + cells] = ink * cells
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

    def fill(self, rect: Rect, ground: str) -> None:
        """Paint a rectangle with a ground, on which nothing stands."""
        first, end = max(0, rect.x), min(self.width, rect.x + rect.width)
        wide = max(0, end - first)
        blank, inks, grounds = " " * wide, bytes(wide), NUMBERS[ground] * wide
        for y in range(max(0, rect.y), min(self.height, rect.y + rect.height) if wide else 0):
            self.chars[y][first:end] = blank
            self._inks[y][first:end] = inks
            self._grounds[y][first:end] = grounds

    def paste(self, x: int, y: int, rows: Iterable[PastedRow]) -> None:
        """Paint rows that were drawn before, from an upper left cell on, as far as there is room."""
        for line, row in zip(range(y, self.height), rows, strict=False):
            end = min(self.width, x + len(row.chars))
            self.chars[line][x:end], self._inks[line][x:end], self._grounds[line][x:end] = (
                row if end == x + len(row.chars) else row.part(0, end - x)
            )

    def rows(self) -> tuple[PastedRow, ...]:
        """Return all that is drawn, for `paste`."""
        rows = zip(self.chars, self._inks, self._grounds, strict=True)
        return tuple([PastedRow(tuple(chars), bytes(inks), bytes(grounds)) for chars, inks, grounds in rows])

    def pixels(self, x: int, y: int, upper: str, lower: str, sign: str = "▀", *, wide: int = 1) -> None:
        """Paint the two pixels of each cell of a row, each with a role; an empty one stays as it is."""
        first, end = max(0, x), min(self.width, x + wide)
        if not 0 <= y < self.height or first >= end:
            return
        self.chars[y][first:end] = (sign if upper else "▄") * (end - first)
        self._inks[y][first:end] = NUMBERS[f"@{upper or lower}"] * (end - first)
        if upper and lower:
            self._grounds[y][first:end] = NUMBERS[lower] * (end - first)

    def box(self, rect: Rect, signs: str, style: str = "frame") -> None:
        """Draw a frame.

        Args:
            rect: where it is.
            signs: its four corners, its horizontal and its vertical line.
            style: the name of its ink.
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
        return ["".join(chars) for chars in self.chars]

    def strips(self) -> list[Strip]:
        """Return the lines as a terminal shows them."""
        return [self.strip(y) for y in range(self.height)]

    def changed(self, before: Canvas) -> list[Rect]:
        """Return the spans that differ from another canvas of the same size; those close to each other are one."""
        changed: list[Rect] = []
        now = zip(self.chars, self._inks, self._grounds, strict=True)
        then = zip(before.chars, before._inks, before._grounds, strict=True)
        for y, (cells, others) in enumerate(zip(now, then, strict=True)):
            if cells == others:
                continue
            signs = bytes(map(ne, cells[0], others[0]))
            looks = (_number(cells[1]) ^ _number(others[1])) | (_number(cells[2]) ^ _number(others[2]))
            differ = (looks | _number(signs)).to_bytes(self.width, "big")
            for span in _SPAN.finditer(differ):
                start, end = span.span()
                changed.append(_whole_signs(Rect(start, y, end - start, 1), cells[0], others[0]))
        return changed

    def strip(self, y: int, first: int = 0, end: int | None = None) -> Strip:
        """Return a line, or some columns of it, as a terminal shows it.

        Blanks have the style of the text beside them where nobody sees it.
        """
        columns = slice(first, self.width if end is None else end)
        chars, inks, grounds = self.chars[y][columns], self._inks[y][columns], self._grounds[y][columns]
        line, styles, wide = "".join(chars), self.palette.styles, len(chars)
        ink, ground = _number(inks), _number(grounds)
        edges = ((ink ^ ink >> 8) | (ground ^ ground >> 8)).to_bytes(wide, "big")
        starts = [0, *compress(range(1, wide), edges[1:])]
        places = [*starts, wide]
        if "" in chars or len(line) != wide:
            offsets = [0, *accumulate(map(len, chars))]
            places = [offsets[place] for place in places]
        looks = map(
            styles.__getitem__, zip(map(inks.__getitem__, starts), map(grounds.__getitem__, starts), strict=True)
        )
        segments: list[Segment] = []
        done, shown, around, is_bare = 0, _UNSEEN, _UNSEEN, True
        for (begin, stop), (drawn, below) in zip(pairwise(places), looks, strict=True):
            if below is not around:
                if begin > done:
                    segments.append(Segment(line[done:begin], shown))
                    done = begin
                is_bare = not line[begin:stop].strip(" ")
                shown, around = below if is_bare else drawn, below
            elif drawn is not shown and (rest := line[begin:stop].lstrip(" ")):
                if not is_bare:
                    segments.append(Segment(line[done : stop - len(rest)], shown))
                    done = stop - len(rest)
                shown, is_bare = drawn, False
        segments.append(Segment(line[done:], shown))
        return CanvasLine(segments, wide)


def _whole_signs(span: Rect, *lines: Sequence[str]) -> Rect:
    """Return a span with the whole of wide signs at its ends."""
    start, end = span.x, span.x + span.width
    while start and any(line[start] == "" for line in lines):
        start -= 1
    while end < len(lines[0]) and any(line[end] == "" for line in lines):
        end += 1
    return Rect(start, span.y, end - start, 1)


def _number(cells: bytes | bytearray) -> int:
    """Return the bytes of cells as one number: of many cells at once, what differs is a single operation."""
    return int.from_bytes(cells, "big")
