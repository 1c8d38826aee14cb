"""Where everything stands: the parts of the screen, the seats around the table, the board, what is bet."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from ircpoker.screen.canvas import Rect

_SHARES = (
    (0, 0, 0),
    (0, 1, 0),
    (0, 2, 0),
    (1, 1, 1),
    (1, 2, 1),
    (1, 3, 1),
    (2, 2, 2),
    (2, 3, 2),
    (2, 4, 2),
    (3, 3, 3),
)
"""For each number of other seats: how many stand to the left, above, and to the right."""


class SizeClass(NamedTuple):
    """The sizes of one class of terminals, each as columns and lines.

    Attributes:
        card: a card of the board and of one's own.
        gap: the columns between cards of the board.
        plate: a seat.
        own: one's own seat, beside its cards.
        shown: the columns that are seen of all but the last of own cards that have too little room.
        margins: the lines above and below the seats at the sides.
        rail: the thickness of the rail, and the radius of its corners, in half cells.
        side: the columns of the sidebar; 0 for none.
        bar: the lines of the dock.
        log: the lines of the log below the dock, where there is no sidebar.
        pile: the chips in a column of a bet and of the pot, and their columns.
    """

    name: str
    card: tuple[int, int]
    gap: int
    plate: tuple[int, int]
    own: tuple[int, int]
    shown: int
    margins: tuple[int, int]
    rail: tuple[int, int]
    side: int
    bar: int
    log: int
    pile: tuple[int, int, int]

    @property
    def is_small(self) -> bool:
        """Whether it is the smallest one."""
        return not self.side


SMALL = SizeClass("S", (4, 3), 1, (18, 3), (36, 3), 3, (4, 4), (2, 14), 0, 2, 3, (4, 2, 2))
MIDDLE = SizeClass("M", (7, 5), 1, (21, 4), (40, 4), 4, (6, 7), (2, 22), 31, 6, 0, (4, 6, 3))
LARGE = SizeClass("L", (11, 8), 2, (28, 5), (48, 5), 6, (9, 9), (3, 34), 52, 6, 0, (4, 8, 4))


def size_of(columns: int, lines: int) -> SizeClass:
    """Return the class of a terminal, with its input line."""
    if columns < 116 or lines < 36:
        return SMALL
    return LARGE if columns >= 180 and lines >= 50 else MIDDLE


class Layout(NamedTuple):
    """Where the parts of the screen are.

    Attributes:
        size: its class.
        felt: the table.
        bar: the dock.
        log: the log; in the sidebar, if there is one.
        side: the sidebar; where there is none, what stands beside the log.
    """

    size: SizeClass
    felt: Rect
    bar: Rect
    log: Rect
    side: Rect


@lru_cache(64)
def lay_out(columns: int, lines: int) -> Layout:
    """Return where the parts of a screen are, below its header and above its input line."""
    size = size_of(columns, lines + 1)
    left = columns - size.side
    felt = Rect(0, 1, left, lines - 1 - size.bar - size.log)
    bar = Rect(0, felt.y + felt.height, left, size.bar)
    if size.is_small:
        y, wide = bar.y + bar.height, columns * 62 // 100
        return Layout(size, felt, bar, Rect(1, y, wide - 1, size.log), Rect(wide + 2, y, columns - wide - 3, size.log))
    side = Rect(left + 1, 1, size.side - 2, lines - 1)
    return Layout(size, felt, bar, Rect(side.x, 7, side.width, lines - 10), side)


class Places(NamedTuple):
    """The places around a table.

    Attributes:
        below: the plate of the player's own seat, or of the first one.
        cards: the places of own cards, of which later ones cover earlier ones.
        others: the plates of the other seats, clockwise from the left of the first.
        board: the places of the five cards of the board.
    """

    below: Rect
    cards: tuple[Rect, ...]
    others: tuple[Rect, ...]
    board: tuple[Rect, ...]

    def taken(self) -> list[Rect]:
        """Return all of them."""
        return [self.below, *self.cards, *self.others, *self.board]


@lru_cache(256)
def place_seats(area: Rect, size: SizeClass, others: int, cards: int = 0) -> Places:
    """Return where the seats of a table stand.

    Args:
        area: the whole area.
        size: the class of the terminal.
        others: the number of seats beside the one below; at most 9.
        cards: the number of own cards; 0 for a seat below that is like the others.

    Returns:
        Places that do not overlap.
    """
    wide, high = size.plate
    left, above, right = _SHARES[min(others, len(_SHARES) - 1)]
    top = [
        Rect(area.x + (2 * number + 1) * area.width // (2 * above) - wide // 2, area.y, wide, high)
        for number in range(above)
    ]
    first, last = area.y + size.margins[0], area.y + area.height - size.margins[1]

    def column(x: int, count: int) -> list[Rect]:
        spread = last - first
        return [
            Rect(x, first + (2 * number + 1) * spread // (2 * count) - high // 2, wide, high) for number in range(count)
        ]

    sides = [*reversed(column(area.x + 1, left)), *top, *column(area.x + area.width - wide - 2, right)]
    return Places(*_below(area, size, cards), tuple(sides), _board(area, size))


def _below(area: Rect, size: SizeClass, cards: int) -> tuple[Rect, tuple[Rect, ...]]:
    """Return the plate below and the places of its cards."""
    wide, high = size.card
    plate = size.own if cards else size.plate
    steps = [
        step for step in (wide + 1, wide, size.shown) if cards * step + wide - step + 1 + plate[0] <= area.width - 2
    ]
    step = steps[0] if steps else size.shown
    cards_wide = (cards - 1) * step + wide + 1 if cards else 0
    x = area.x + (area.width - cards_wide - plate[0]) // 2
    end = area.y + area.height - (not size.is_small)
    below = Rect(x + cards_wide, end - plate[1], *plate)
    return below, tuple([Rect(x + number * step, end - high, wide, high) for number in range(cards)])


def _board(area: Rect, size: SizeClass) -> tuple[Rect, ...]:
    wide, high = size.card
    x = area.x + (area.width - 5 * wide - 4 * size.gap) // 2
    y = area.y + (area.height - high) // 2 - size.is_small
    return tuple([Rect(x + number * (wide + size.gap), y, wide, high) for number in range(5)])


def place_bet(plate: Rect, area: Rect, wide: int, high: int, taken: Iterable[Rect]) -> Rect | None:
    """Return where a bet stands before its plate: the first place that has room.

    Args:
        plate: the plate.
        area: the table.
        wide: the columns that it takes.
        high: its lines.
        taken: what stands there already.
    """
    middle = area.x + area.width // 2
    is_left, is_top = plate.x + plate.width // 2 < middle, plate.y == area.y
    below, above = plate.y + plate.height, plate.y - high
    inner = plate.x + plate.width - wide if is_left else plate.x + 1
    centre = plate.x + (plate.width - wide) // 2
    beside = plate.x + plate.width + 1 if is_left else plate.x - wide - 1
    if is_top:
        corners = [(centre, below + 1), (centre, below), (inner, below)]
    elif plate.y + plate.height >= area.y + area.height - 1:
        corners = [(plate.x + 6, above - 1), (plate.x + 6, above)]
    else:
        corners = [(inner, below + 1), (inner, below), (beside, below - high), (beside, plate.y), (inner, above)]
    around = list(taken)
    for x, y in corners:
        rect = Rect(x, y, wide, high)
        if area.x < x and x + wide < area.x + area.width and not any(rect.touches(each) for each in around):
            return rect
    return None
