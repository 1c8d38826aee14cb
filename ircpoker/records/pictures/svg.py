"""Draws poker tables as SVG: seats, stacks, bets, board and cards. A drawing needs no other files and has no scripts.

A drawing that a script fills again has an element for each place of `picture.slots`, with its name as `data-slot`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import NamedTuple

from ircpoker.feed.data import FinishedDeal
from ircpoker.records.deal_data import deal_data
from ircpoker.records.pictures.picture import BOARD_CARDS, HIDDEN, TablePicture, all_cards, slots
from ircpoker.records.pictures.steps import deal_title, street_steps
from ircpoker.records.played import OWNER, PlayedHand
from ircpoker.words.catalogue import Catalogue, load_catalogue

WIDTH, HEIGHT = 480, 400
"""The size of a table."""
CARD_WIDTH, CARD_HEIGHT = 26, 40
_BACK = "back"
_TITLE = 34
_MIDDLE, _CENTRE = WIDTH / 2, 228
_RADII = (186, 142)
"""Of the ellipse on which the seats are."""
_FELT = (164, 108)
"""Half the width and the height of the table."""
_BET_RADII = (114, 60)
_PLATE = (106, 52)
SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_COLOURS = {
    "page": "#14181d",
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
        step: the distance between the left edges of two cards.
        scale: the size of the cards.
    """

    middle: float
    top: float
    step: float
    scale: float = 1


def draw_hands(hands: Sequence[PlayedHand], words: Catalogue | None = None) -> str:
    """Return a picture of deals, one below the other, with the cards that their files name.

    Args:
        hands: at least one deal.
        words: the words of its language; English if they are left out.

    Returns:
        The text of an SVG file.
    """
    return draw_deals([deal_data(hand, OWNER, words) for hand in hands], words)


def draw_deals(
    deals: Sequence[FinishedDeal], words: Catalogue | None = None, *, size: tuple[int, int] | None = None
) -> str:
    """Return a picture of deals, one below the other, with the cards that their reader sees.

    Args:
        deals: at least one deal.
        words: the words of its language; English if they are left out.
        size: the pixels of a wide picture of their ends, without the streets before.
    """
    words = words or load_catalogue()
    rows = [[step.picture for step in street_steps(deal, words.text)][-1 if size else 0 :] for deal in deals]
    width, height = WIDTH * max(map(len, rows)), (HEIGHT + _TITLE) * len(rows)
    pixels = size or (width, height)
    aside = max(0, height * pixels[0] // pixels[1] - width) // 2
    box = -aside, 0, width + 2 * aside, height
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="table" width="{pixels[0]}" height="{pixels[1]}" '
        f'viewBox="{" ".join(map(str, box))}" preserveAspectRatio="xMidYMid slice">',
        f"<style>{plain_style()}</style>",
        draw_cards(card for row in rows for picture in row for card in all_cards(picture)),
        f'<rect x="{box[0]}" width="{box[2]}" height="{height}" fill="{_COLOURS["page"]}"/>',
    ]
    for row, (deal, pictures) in enumerate(zip(deals, rows, strict=True)):
        top = row * (HEIGHT + _TITLE)
        parts.append(f'<text class="title" x="14" y="{top + 24}">{escape(deal_title(deal, words.text))}</text>')
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
    return files("ircpoker.records.pictures").joinpath("table.css").read_text("utf-8")


@cache
def plain_style() -> str:
    """Return the style of a picture on its own."""
    return re.sub(r"var\(--([a-z-]+)\)", lambda found: _COLOURS[found[1]], style_sheet())


def _table(picture: TablePicture, hole_cards: int, *, is_filled_again: bool) -> Iterator[str]:
    texts = slots(picture, hole_cards)
    drawing = _SlotDrawing(texts, is_filled_again=is_filled_again)
    yield drawing.text("title", 14, 20)
    for kind, margin in (("felt", 0), ("line", 18)):
        half_width, half_height = _FELT[0] - margin, _FELT[1] - margin
        corner = f'x="{_MIDDLE - half_width:.0f}" y="{_CENTRE - half_height}"'
        yield f'<rect class="{kind}" {corner} width="{2 * half_width}" height="{2 * half_height}" rx="{half_height}"/>'
    yield from drawing.cards("board", BOARD_CARDS, _Cards(_MIDDLE, _CENTRE - 42, 35, 1.2))
    yield drawing.text("pot", _MIDDLE, _CENTRE + 28)
    count = len(picture.seats)
    places = [math.pi / 2 + 2 * math.pi * seat / count for seat in range(count)]
    for seat, angle in enumerate(places):
        bet_x, bet_y = _MIDDLE + _BET_RADII[0] * math.cos(angle), _CENTRE + _BET_RADII[1] * math.sin(angle)
        yield drawing.pill(f"{seat}.bet", bet_x, bet_y, '<circle cx="0" cy="-11" r="5.5"/>')
    for seat, angle in enumerate(places):
        x, y = _MIDDLE + _RADII[0] * math.cos(angle), _CENTRE + _RADII[1] * math.sin(angle)
        yield from drawing.seat(seat, x, y, hole_cards)


class _SlotDrawing:
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
        """Yield the cards of a row; those of a board begin at the left, others stand in the middle."""
        shown = count if self._is_filled_again else sum(bool(self._texts[f"{slot}{place}"]) for place in range(count))
        places = count if slot == "board" else shown
        left = row.middle - (row.step * (places - 1) + CARD_WIDTH * row.scale) / 2
        for place in range(shown):
            scale = f" scale({row.scale})" if row.scale != 1 else ""
            where = f'transform="translate({left + row.step * place:.0f} {row.top:.0f}){scale}"'
            yield f'<use href="{card_link(self._texts[f"{slot}{place}"])}"{self._mark(f"{slot}{place}")} {where}/>'

    def seat(self, seat: int, x: float, y: float, hole_cards: int) -> Iterator[str]:
        """Yield a seat around a point."""
        width, height = _PLATE
        marks = self._texts[f"{seat}.marks"]
        classes = f"seat {marks}".strip()
        yield f'<g class="{classes}"{self._mark(f"{seat}.marks")} transform="translate({x:.0f} {y:.0f})">'
        step = 28 if hole_cards <= 2 else 74 / (hole_cards - 1)
        yield from self.cards(f"{seat}.card", hole_cards, _Cards(0, -65, min(28, step)))
        corner = f'x="{-width / 2:.0f}" y="{-height / 2:.0f}"'
        yield f'<rect class="plate" {corner} width="{width}" height="{height}" rx="9"/>'
        yield self.text(f"{seat}.name", 0, -9, "name")
        yield self.text(f"{seat}.stack", 0, 6, "stack")
        yield self.text(f"{seat}.note", 0, 20, "note")
        yield self.pill(f"{seat}.chance", 30, -30, '<rect x="-29" y="-4" width="58" height="16" rx="8"/>')
        if "button" in marks or self._is_filled_again:
            is_off = "" if "button" in marks.split() else " off"
            yield f'<g class="dealer{is_off}" transform="translate(-48 -24)"><circle r="8"/><text y="3.5">D</text></g>'
        yield "</g>"

    def _mark(self, slot: str) -> str:
        return f' data-slot="{slot}"' if self._is_filled_again else ""


def card_link(name: str) -> str:
    """Return what an element that shows a card refers to; empty where there is none.

    Examples:
        >>> card_link("Th"), card_link("?"), card_link("")
        ('#Th', '#back', '')
    """
    return f"#{_BACK if name == HIDDEN else name}" if name else ""


def draw_cards(names: Iterable[str]) -> str:
    """Return the drawings of cards to which the tables of a page refer.

    Args:
        names: the cards, and `HIDDEN` for the back.

    Returns:
        An element that is not seen itself.
    """
    face = f'<rect class="face" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="4"/>'
    cards = []
    for name in sorted(set(names) - {""}):
        if name == HIDDEN:
            cards.append(f'<g id="{_BACK}" class="back">{face}</g>')
            continue
        rank, suit = name[0], name[1]
        x = CARD_WIDTH // 2
        cards.append(
            f'<g id="{name}" class="card {suit}">{face}<text x="{x}" y="17">{rank}</text>'
            f'<text x="{x}" y="34">{SIGNS[suit]}</text></g>'
        )
    return f"<defs>{''.join(cards)}</defs>"
