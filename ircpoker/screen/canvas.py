"""A grid of cells on which the parts of the screen are drawn, and the places on it that take clicks.

Each cell has a sign, the ink with which it is drawn and the ground on which it stands; what they look like is the
palette's to say. A cell is also two square pixels, one above the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, compress, count, pairwise
from operator import ne
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from ircpoker.screen.colours import TERMINAL, Palette
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


_JOINED = 4
"""Spans that are not farther from each other are sent as one."""
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
        inks: the inks.
        grounds: the grounds.
        edges: 1 for each column in which another ink or ground may begin, also for the first one.
    """

    chars: tuple[str, ...]
    inks: tuple[str, ...]
    grounds: tuple[str, ...]
    edges: bytes

    def part(self, first: int, end: int) -> PastedRow:
        """Return some columns of it."""
        edges = b"\1" + self.edges[first + 1 : end]
        return PastedRow(self.chars[first:end], self.inks[first:end], self.grounds[first:end], edges)


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
        self.inks = [[""] * columns for _ in range(lines)]
        self.grounds = [[ground] * columns for _ in range(lines)]
        # Where another ink or ground may begin: to look for these in each cell takes half of the time of a line.
        self._edges = [_edges_at(columns) for _ in range(lines)]

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
        chars, inks = self.chars[y], self.inks[y]
        if len(text) <= room and is_narrow(text):
            end = x + len(text)
            chars[x:end] = text
            inks[x:end] = [style] * len(text)
            edges = self._edges[y]
            edges[x] = edges[end] = 1
            return end
        self._edges[y][x] = 1
        for char in cut(text, room, self.ellipsis):
            cells = cells_of(char)
            if not cells:
                if x:
                    chars[x - 1] += char
                continue
            chars[x], inks[x] = char, style
            if cells == 2:
                chars[x + 1], inks[x + 1] = "", style
            x += cells
        self._edges[y][x] = 1
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
        if first >= end:
            return
        for y in range(max(0, rect.y), min(self.height, rect.y + rect.height)):
            self.chars[y][first:end] = " " * (end - first)
            self.inks[y][first:end] = [""] * (end - first)
            self.grounds[y][first:end] = [ground] * (end - first)
            self._edges[y][first : end + 1] = _edges_at(end - first)

    def paste(self, x: int, y: int, rows: Iterable[PastedRow]) -> None:
        """Paint rows that were drawn before, from an upper left cell on, as far as there is room."""
        for line, row in zip(range(y, self.height), rows, strict=False):
            end = min(self.width, x + len(row.chars))
            chars, inks, grounds, edges = row if end == x + len(row.chars) else row.part(0, end - x)
            self.chars[line][x:end] = chars
            self.inks[line][x:end] = inks
            self.grounds[line][x:end] = grounds
            self._edges[line][x:end] = edges
            self._edges[line][end] = 1

    def rows(self) -> tuple[PastedRow, ...]:
        """Return all that is drawn, for `paste`."""
        rows = zip(self.chars, self.inks, self.grounds, self._edges, strict=True)
        return tuple(
            [
                PastedRow(tuple(chars), tuple(inks), tuple(grounds), bytes(edges[:-1]))
                for chars, inks, grounds, edges in rows
            ]
        )

    def pixels(self, x: int, y: int, upper: str, lower: str, sign: str = "▀", *, wide: int = 1) -> None:
        """Paint the two pixels of each cell of a row, each with a role; an empty one stays as it is."""
        first, end = max(0, x), min(self.width, x + wide)
        if not 0 <= y < self.height or first >= end:
            return
        self.chars[y][first:end] = (sign if upper else "▄") * (end - first)
        self.inks[y][first:end] = [f"@{upper or lower}"] * (end - first)
        if upper and lower:
            self.grounds[y][first:end] = [lower] * (end - first)
        edges = self._edges[y]
        edges[first] = edges[end] = 1

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
        for y in range(self.height):
            now = (self.chars[y], self.inks[y], self.grounds[y])
            then = (before.chars[y], before.inks[y], before.grounds[y])
            if now == then:
                continue
            pairs = zip(now, then, strict=True)
            differ = {x for cells, others in pairs for x in compress(count(), map(ne, cells, others))}
            start = min(differ)
            for x, after in pairwise([*sorted(differ), self.width + _JOINED + 1]):
                if after > x + 1 + _JOINED:
                    changed.append(_whole_signs(Rect(start, y, x + 1 - start, 1), now[0], then[0]))
                    start = after
        return changed

    def strip(self, y: int, first: int = 0, end: int | None = None) -> Strip:
        """Return a line, or some columns of it, as a terminal shows it.

        Blanks have the style of the text beside them where nobody sees it.
        """
        columns = slice(first, self.width if end is None else end)
        chars, inks, grounds = self.chars[y][columns], self.inks[y][columns], self.grounds[y][columns]
        line, styles, wide = "".join(chars), self.palette.styles, len(chars)
        starts = places = [0, *compress(count(1), self._edges[y][columns][1:]), wide]
        if "" in chars or len(line) != wide:
            offsets = [0, *accumulate(map(len, chars))]
            places = [offsets[start] for start in starts]
        segments: list[Segment] = []
        done, shown, around, is_bare = 0, _UNSEEN, _UNSEEN, True
        for start, begin, stop in zip(starts, places, places[1:], strict=False):
            drawn, below = styles[inks[start], grounds[start]]
            if below is around and drawn is shown:
                continue
            piece = line[begin:stop]
            rest = piece.lstrip(" ")
            if below is not around:
                if begin > done:
                    segments.append(Segment(line[done:begin], shown))
                done, shown, around, is_bare = begin, drawn if rest else below, below, not rest
            elif rest:
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


def _edges_at(columns: int) -> bytearray:
    """Return the edges of a part of a line that looks the same everywhere: at its first column, and behind it."""
    edges = bytearray(columns + 1)
    edges[0] = edges[columns] = 1
    return edges
