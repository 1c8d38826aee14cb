"""What a table is furnished with: the felt, cards in four sizes, piles of chips, large digits, bars.

Where the palette paints nothing, each of them is a frame, or words alone.
"""

from __future__ import annotations

from functools import lru_cache
from math import hypot
from typing import Literal

from ircpoker.screen.canvas import Canvas, PastedRow, Rect
from ircpoker.screen.colours import NUMBERS
from ircpoker.screen.marks import SUIT_STYLES, Marks
from ircpoker.screen.seat_places import SMALL, SizeClass

BACK = "?"
"""A card whose face is down; an empty one is a place where a card will be."""
CardState = Literal["", "won", "lost", "chosen"]
_SUITS = {
    "h": ("▄█▄█▄", "▀███▀", "  ▀  "),
    "d": (" ▄█▄ ", "▀███▀", "  ▀  "),
    "s": (" ▄█▄ ", "█████", " ▄█▄ "),
    "c": (" ███ ", "██▄██", " ▄█▄ "),
}
_LARGE = {
    "0": ("█▀█", "█ █", "▀▀▀"),
    "1": ("▄█ ", " █ ", "▀▀▀"),
    "2": ("▀▀█", "█▀▀", "▀▀▀"),
    "3": ("▀▀█", " ▀█", "▀▀▀"),
    "4": ("█ █", "▀▀█", "  ▀"),
    "5": ("█▀▀", "▀▀█", "▀▀▀"),
    "6": ("█▀▀", "█▀█", "▀▀▀"),
    "7": ("▀▀█", "  █", "  ▀"),
    "8": ("█▀█", "█▀█", "▀▀▀"),
    "9": ("█▀█", "▀▀█", "▀▀▀"),
    ",": (" ", " ", "█"),
    "A": ("▄▀▄", "█▀█", "▀ ▀"),
    "K": ("█▄▀", "█▀▄", "▀ ▀"),
    "Q": ("█▀█", "█ █", "▀▀█"),
    "J": ("  █", "█ █", "▀▀▀"),
}
_CHIPS = (5000, 1000, 500, 100, 25, 5, 1)
MOST_COLUMNS = 5
"""The most columns of a pile; of a larger one only the dearest chips are seen."""


@lru_cache(64)
def _felt_rows(size: SizeClass, columns: int, lines: int) -> tuple[PastedRow, ...]:
    """Return the lines of an empty table: a rail, its upper half lit, and an inner oval."""
    thick, radius = size.rail
    top = 0 if size.is_small else 1

    def outside(x: float, y: float, half_wide: float, half_high: float, corner: float, centre: float) -> float:
        """Return how far a pixel is from the edge of a rounded rectangle; less than 0 inside."""
        across, down = abs(x - columns / 2) - half_wide + corner, abs(y - centre) - half_high + corner
        return hypot(max(across, 0), max(down, 0)) + min(max(across, down), 0) - corner

    def role(x: int, pixel: int) -> str:
        across, down, centre = x + 0.5, pixel + 0.5, (lines + top)
        far = outside(across, down, columns / 2, lines - top, radius, centre)
        if far > 0:
            return "room"
        if far > -thick:
            return "lit" if far > -thick / 2 and down < centre else "rail"
        oval = min(columns * 0.36, lines * 0.6)
        is_inner = outside(across, down, columns * 0.36, lines * 0.6, oval, lines * 1.0 + 1) < 0
        return "inner" if is_inner else "felt"

    rows = []
    for y in range(lines):
        pairs = [(role(x, 2 * y), role(x, 2 * y + 1)) for x in range(columns)]
        cells = [(" ", "", upper) if upper == lower else ("▀", f"@{upper}", lower) for upper, lower in pairs]
        chars, *looks = zip(*cells, strict=True)
        rows.append(PastedRow(chars, *[b"".join(map(NUMBERS.__getitem__, names)) for names in looks]))
    return tuple(rows)


def draw_felt(canvas: Canvas, area: Rect, size: SizeClass, marks: Marks) -> None:
    """Draw an empty table."""
    if canvas.palette.is_framed:
        canvas.box(area, marks.box)
        return
    canvas.paste(area.x, area.y, _felt_rows(size, area.width, area.height))


def uncover(canvas: Canvas, rect: Rect, area: Rect, size: SizeClass) -> None:
    """Draw the empty table again in a rectangle.

    Args:
        canvas: where it is drawn.
        rect: the rectangle.
        area: the area of the table.
        size: the class of the terminal.
    """
    top = area.y + (not size.is_small)
    rows = _felt_rows(size, area.width, area.height + area.y - top)
    first, end = max(rect.x, area.x), min(rect.x + rect.width, area.x + area.width)
    for y in range(max(rect.y, top), min(rect.y + rect.height, top + len(rows)) if first < end else 0):
        canvas.paste(first, y, [rows[y - top].part(first - area.x, end - area.x)])


def draw_shadow(canvas: Canvas, rect: Rect) -> None:
    """Draw the shadow of something on the felt, below it and to its right."""
    x, y, columns, lines = rect
    if canvas.palette.is_framed:
        return
    canvas.pixels(x + 1, y + lines, "shadow", "", wide=columns)
    for line in range(y, y + lines):
        canvas.pixels(x + columns, line, "shadow", "", "▌" if line > y else "▖")


def draw_card(canvas: Canvas, rect: Rect, card: str, marks: Marks, state: CardState = "") -> None:
    """Draw a card in a place of one of the sizes.

    Args:
        canvas: where it is drawn.
        rect: its place.
        card: such as `Th`; `BACK`, or empty.
        marks: the signs.
        state: whether it is one of the five that have won, or not, or marked for the draw.
    """
    if canvas.palette.is_framed:
        _draw_framed(canvas, rect, card, marks, state)
        return
    if not card:
        canvas.box(rect, marks.box)
        return
    if rect.height > SMALL.card[1]:
        draw_shadow(canvas, rect)
    face = "lost" if state in {"lost", "chosen"} else "face"
    canvas.paste(rect.x, rect.y, _card_rows(card, rect.width, rect.height, marks, face))
    if state == "won":
        canvas.pixels(rect.x, rect.y + rect.height, "amber", "", wide=rect.width)


@lru_cache(512)
def _card_rows(card: str, columns: int, lines: int, marks: Marks, face: str) -> tuple[PastedRow, ...]:
    """Return the lines of a card."""
    rect = Rect(0, 0, columns, lines)
    canvas = Canvas(columns, lines, ground="back" if card == BACK else face)
    if card == BACK:
        edge = int(columns > SMALL.card[0])
        for y in range(edge, lines - edge):
            canvas.put(edge, y, "▚" * (columns - 2 * edge), "weave")
    else:
        _draw_face(canvas, rect, card, marks, f"{face}_{SUIT_STYLES[card[1]]}")
    return canvas.rows()


def _draw_face(canvas: Canvas, rect: Rect, card: str, marks: Marks, style: str) -> None:
    x, y, columns, lines = rect
    text = marks.card_text(card)
    if columns == SMALL.card[0]:
        canvas.put(x, y, text, style)
        canvas.put_right(x + columns, y + lines - 1, text, style)
        return
    rank, sign = text[0].replace("T", "10"), text[1]
    big = (x + 1, y + 1)
    if lines >= 8:
        at = x + 1
        for char in rank:
            at = _put_large(canvas, at, y + 1, char, style)
        canvas.put(at, y + 1, sign, style)
        big = (x + 5, y + 4)
    else:
        canvas.put(x + 1, y, rank + sign, style)
        canvas.put_right(x + columns - 1, y + lines - 1, rank + sign, style)
    for number, row in enumerate(_SUITS[card[1]]):
        canvas.put(big[0], big[1] + number, row, style)


def _draw_framed(canvas: Canvas, rect: Rect, card: str, marks: Marks, state: CardState) -> None:
    x, y, columns, lines = rect
    for line in range(y, y + lines):
        canvas.put(x, line, " " * columns)
    canvas.box(rect, marks.card)
    if not card:
        return
    if card == BACK:
        for line in range(y + 1, y + lines - 1):
            canvas.put(x + 1, line, marks.back[0] * (columns - 2), "dim")
        return
    text, style = marks.card_text(card), SUIT_STYLES[card[1]]
    middle = y + lines // 2
    if state == "won":
        canvas.put(x + (columns - 4) // 2, middle, "[", "bold")
        canvas.put(x + (columns - 4) // 2 + 3, middle, "]", "bold")
    canvas.put(x + (columns - 2) // 2, middle, text, style + "+chosen" * (state == "chosen"))


def _put_large(canvas: Canvas, x: int, y: int, char: str, style: str) -> int:
    for number, row in enumerate(_LARGE[char]):
        canvas.put(x, y + number, row, style)
    return x + len(_LARGE[char][0]) + 1


def put_digits(canvas: Canvas, x: int, y: int, amount: int, style: str = "") -> int:
    """Draw an amount in large digits, three lines high, from its upper left cell; return the next column."""
    for char in f"{amount:,}":
        x = _put_large(canvas, x, y, char, style)
    return x


def digits_wide(amount: int) -> int:
    """Return the columns of large digits."""
    return sum(len(_LARGE[char][0]) + 1 for char in f"{amount:,}")


def chips_of(amount: int, most: int) -> list[tuple[int, int]]:
    """Return the chips of an amount, as their values and numbers; the dearest change while the next column has room.

    Examples:
        >>> chips_of(149, 6), chips_of(60, 4)
        ([(25, 5), (5, 4), (1, 4)], [(25, 2), (5, 2)])
    """
    numbers: list[int] = []
    for value in _CHIPS:
        numbers.append(amount // value)
        amount %= value
    for number in range(len(_CHIPS) - 1):
        rate = _CHIPS[number] // _CHIPS[number + 1]
        while numbers[number] and numbers[number + 1] + rate <= most:
            numbers[number] -= 1
            numbers[number + 1] += rate
    return [(value, count) for value, count in zip(_CHIPS, numbers, strict=True) if count][:MOST_COLUMNS]


def pile_wide(amount: int, most: int, wide: int) -> int:
    """Return the columns of a pile, with the gap behind it."""
    gap = int(wide > 2)
    return len(chips_of(amount, most)) * (wide + gap) + 1 - gap


def draw_pile(canvas: Canvas, x: int, y: int, amount: int, most: int, wide: int) -> int:
    """Draw a pile of chips whose feet stand on a line; return the column for its number.

    Args:
        canvas: where it is drawn.
        x: the first column.
        y: the line of its feet.
        amount: the chips.
        most: the most chips of a column.
        wide: the columns of a chip.
    """
    if canvas.palette.is_framed:
        return x
    for value, count in chips_of(amount, most):
        for chip in range(min(count, most)):
            shade = "b" * (chip % 2)
            line = y - chip // 2
            canvas.pixels(x, line, f"chip{value}{shade}" if chip % 2 else "", f"chip{value}", wide=wide)
        x += wide + (wide > 2)
    return x + 1 - (wide > 2)


def draw_line_bar(canvas: Canvas, line: Rect, share: float, ink: str, marks: Marks) -> None:
    """Draw a thin bar of which a share is full."""
    x, y, wide, _ = line
    full = round(wide * min(1.0, max(0.0, share)))
    if canvas.palette.is_framed:
        canvas.put(x, y, marks.full * full + marks.empty * (wide - full), "bold")
        return
    canvas.put(x, y, "━" * full, ink)
    canvas.put(x + full, y, "━" * (wide - full), "@rest")
