"""Draws poker tables as SVG: seats, stacks, bets, board and cards. A drawing needs no other files and has no scripts.

A drawing that a script fills again has an element for each place of `picture.slots`, with its name as `data-slot`.
"""

from __future__ import annotations

import math
import re
from functools import cache
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from ircpoker.records.picture import BOARD_CARDS, HIDDEN, TablePicture, slots
from ircpoker.records.steps import street_steps
from ircpoker.records.view import HandView

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ircpoker.records.reading import RecordedHand

WIDTH, HEIGHT = 480, 400
"""The size of a table."""
_TITLE = 34
_MIDDLE, _CENTRE = WIDTH / 2, 228
_RADII = (186, 142)
"""Of the ellipse on which the seats are."""
_BET_RADII = (124, 74)
_PLATE = (106, 52)
_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_COLOURS = {
    "text": "#e8eaed",
    "soft": "#b9c0c9",
    "felt": "#256345",
    "rim": "#4a3628",
    "felt-line": "#3b7d5c",
    "on-felt": "#f4f1e4",
    "plate": "#20252c",
    "plate-edge": "#4c5560",
    "chips": "#ffd76a",
    "accent": "#ffd76a",
    "on-accent": "#25200c",
    "back": "#7a3145",
    "back-edge": "#c9a2ad",
}
"""Those of a picture on its own, which cannot know what is around it."""


class _Cards(NamedTuple):
    """A row of cards.

    Attributes:
        middle: the middle of the row.
        top: the upper edge.
        width: the width of a card.
        height: the height of a card.
        step: the distance between the left edges of two cards.
    """

    middle: float
    top: float
    width: float
    height: float
    step: float


def draw_hands(hands: Sequence[RecordedHand]) -> str:
    """Return a picture of deals, one below the other, with the cards that their files name.

    Args:
        hands: at least one deal.

    Returns:
        The text of an SVG file.
    """
    views = [HandView(hand, hand.history.deal, shows_all=True) for hand in hands]
    rows = [[step.picture for step in street_steps(view)] for view in views]
    width, height = WIDTH * max(map(len, rows)), (HEIGHT + _TITLE) * len(rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="table" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">',
        f"<style>{_plain_style()}</style>",
        f'<rect width="{width}" height="{height}" fill="#14181d"/>',
    ]
    for row, (view, pictures) in enumerate(zip(views, rows, strict=True)):
        top = row * (HEIGHT + _TITLE)
        parts.append(f'<text class="title" x="14" y="{top + 24}">{escape(view.title)}</text>')
        for column, picture in enumerate(pictures):
            parts.append(f'<g transform="translate({column * WIDTH} {top + _TITLE})">')
            parts += _table(picture, picture.most_cards, is_filled_again=False)
            parts.append("</g>")
    return "\n".join([*parts, "</svg>", ""])


def draw_table(picture: TablePicture, label: str, *, hole_cards: int | None = None) -> str:
    """Return a drawing of a table for a page that has `table.css`.

    Args:
        picture: the table.
        label: what people read who do not see the drawing.
        hole_cards: the places for cards that each seat has in a drawing that a script fills again; None for a drawing
            that stays as it is.

    Returns:
        The element.
    """
    is_filled_again = hole_cards is not None
    most = picture.most_cards if hole_cards is None else hole_cards
    return "".join(
        [
            f'<svg class="table" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(label)}">',
            *_table(picture, most, is_filled_again=is_filled_again),
            "</svg>",
        ]
    )


@cache
def style_sheet() -> str:
    """Return the style of drawings; its colours are variables of the page around them."""
    return files("ircpoker.records").joinpath("table.css").read_text("utf-8")


def _plain_style() -> str:
    return re.sub(r"var\(--([a-z-]+)\)", lambda found: _COLOURS[found[1]], style_sheet())


def _table(picture: TablePicture, hole_cards: int, *, is_filled_again: bool) -> Iterator[str]:
    texts = slots(picture, hole_cards)
    drawing = _Drawing(texts, is_filled_again=is_filled_again)
    yield drawing.text("title", 14, 20)
    x, y = _RADII
    yield f'<rect class="felt" x="{_MIDDLE - x + 22}" y="{_CENTRE - y + 34}" width="{2 * x - 44}" '
    yield f'height="{2 * y - 68}" rx="{y - 34}"/>'
    yield f'<rect class="line" x="{_MIDDLE - x + 40}" y="{_CENTRE - y + 52}" width="{2 * x - 80}" '
    yield f'height="{2 * y - 104}" rx="{y - 52}"/>'
    yield from drawing.cards("board", BOARD_CARDS, _Cards(_MIDDLE, _CENTRE - 36, 36, 50, 40))
    yield drawing.text("pot", _MIDDLE, _CENTRE + 38)
    count = len(picture.seats)
    places = [math.pi / 2 + 2 * math.pi * seat / count for seat in range(count)]
    for seat, angle in enumerate(places):
        bet_x, bet_y = _MIDDLE + _BET_RADII[0] * math.cos(angle), _CENTRE + _BET_RADII[1] * math.sin(angle)
        yield drawing.pill(f"{seat}.bet", bet_x, bet_y, '<circle cx="0" cy="-11" r="5.5"/>')
    for seat, angle in enumerate(places):
        x, y = _MIDDLE + _RADII[0] * math.cos(angle), _CENTRE + _RADII[1] * math.sin(angle)
        yield from drawing.seat(seat, x, y, hole_cards)


class _Drawing:
    """Draws the places of a picture; empty ones only if a script fills them later."""

    def __init__(self, texts: dict[str, str], *, is_filled_again: bool) -> None:
        self._texts = texts
        self._is_filled_again = is_filled_again

    def text(self, slot: str, x: float, y: float, kind: str = "") -> str:
        """Return a text in the middle above a point."""
        text = self._texts[slot]
        if not text and not self._is_filled_again:
            return ""
        return f'<text class="{kind or slot}"{self._mark(slot)} x="{x:.0f}" y="{y:.0f}">{escape(text)}</text>'

    def pill(self, slot: str, x: float, y: float, shape: str) -> str:
        """Return a text with a shape that is only there with it."""
        text, kind = self._texts[slot], slot.partition(".")[2]
        if not text and not self._is_filled_again:
            return ""
        is_off = "" if text else " off"
        return (
            f'<g class="{kind}{is_off}"{self._mark(slot)} transform="translate({x:.0f} {y:.0f})">{shape}'
            f'<text y="8">{escape(text)}</text></g>'
        )

    def cards(self, slot: str, count: int, row: _Cards) -> Iterator[str]:
        """Yield the cards of a row, which begins at the left unless it is filled and stays so."""
        shown = count if self._is_filled_again else sum(bool(self._texts[f"{slot}{place}"]) for place in range(count))
        left = row.middle - (row.step * ((count if slot == "board" else shown) - 1) + row.width) / 2
        for place in range(shown):
            name = self._texts[f"{slot}{place}"]
            yield (
                f'<g class="card {card_kind(name)}"{self._mark(f"{slot}{place}")} '
                f'transform="translate({left + row.step * place:.1f} {row.top:.1f})">'
                f'<rect class="face" width="{row.width:.0f}" height="{row.height:.0f}" rx="4"/>'
            )
            rank, sign = (name[0], _SIGNS[name[1]]) if len(name) == 2 else ("", "")
            if rank or self._is_filled_again:
                x = min(row.step, row.width) / 2
                yield f'<text x="{x:.0f}" y="{row.height * 0.42:.0f}">{rank}</text>'
                yield f'<text x="{x:.0f}" y="{row.height * 0.86:.0f}">{sign}</text>'
            yield "</g>"

    def seat(self, seat: int, x: float, y: float, hole_cards: int) -> Iterator[str]:
        """Yield a seat around a point."""
        width, height = _PLATE
        marks = self._texts[f"{seat}.marks"]
        classes = f"seat {marks}".strip()
        yield f'<g class="{classes}"{self._mark(f"{seat}.marks")} transform="translate({x:.0f} {y:.0f})">'
        step = 29 if hole_cards <= 2 else 74 / (hole_cards - 1)
        yield from self.cards(f"{seat}.card", hole_cards, _Cards(0, -62, 27, 44, min(29, step)))
        yield f'<rect class="plate" x="{-width / 2:.0f}" y="{-height / 2:.0f}" width="{width}" height="{height}" rx="9"/>'
        yield self.text(f"{seat}.name", 0, -9, "name")
        yield self.text(f"{seat}.stack", 0, 6, "stack")
        yield self.text(f"{seat}.note", 0, 20, "note")
        yield self.pill(f"{seat}.chance", 36, -30, '<rect x="-21" y="-4" width="42" height="16" rx="8"/>')
        if "button" in marks or self._is_filled_again:
            is_off = "" if "button" in marks.split() else " off"
            yield f'<g class="dealer{is_off}" transform="translate(-48 -24)"><circle r="8"/><text y="3.5">D</text></g>'
        yield "</g>"

    def _mark(self, slot: str) -> str:
        return f' data-slot="{slot}"' if self._is_filled_again else ""


def card_kind(name: str) -> str:
    """Return the class of a card's element: its suit, `back`, or `off` where there is none.

    Examples:
        >>> card_kind("Th"), card_kind("?"), card_kind("")
        ('h', 'back', 'off')
    """
    if not name:
        return "off"
    return "back" if name == HIDDEN else name[1]
