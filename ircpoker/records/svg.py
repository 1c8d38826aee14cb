"""Draws a deal as SVG: a table for each street, with seats, stacks, bets, board and cards.

A picture needs no other files and has no scripts.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING

from ircpoker.history.amounts import from_units
from ircpoker.records.view import HandView
from ircpoker.table import Fold
from ircpoker.table.events import (
    AntePosted,
    BetReturned,
    BlindPosted,
    CardsDrawn,
    HoleCardsDealt,
    PlayerActed,
    PotWon,
    StreetBegan,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ircpoker.cards import Card
    from ircpoker.records.reading import RecordedHand
    from ircpoker.table.events import Event

WIDTH, HEIGHT = 460, 380
"""The size of a street."""
_TITLE = 34
_CARD_WIDTH, _CARD_HEIGHT, _GAP = 24, 34, 3
_LONGEST_NAME = 14
_END = "end"
_SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_COLOURS = {"c": "#1b6e2e", "d": "#1c4fb4", "h": "#c0182b", "s": "#16181d"}
_STYLE = (
    "text{font-family:sans-serif;font-size:12px;text-anchor:middle;fill:#e8e8e8}"
    ".t{font-size:15px;font-weight:bold;text-anchor:start}.n{font-weight:bold}.b{fill:#ffd76a}"
    ".f{opacity:.4}.c{font-size:13px;font-weight:bold}"
)


@dataclass
class _StreetPicture:
    """The table at the end of a street.

    Attributes:
        title: the name of the street, or that of the end.
        board: the cards on the board.
        cards: the cards of each seat; None for one that is not known.
        stacks: the chips in front of each seat.
        bets: the chips that each seat has bet on the street, or won at the end.
        pot: the chips in the middle.
        is_out: whether each seat has folded.
    """

    title: str
    stacks: list[int]
    bets: list[int]
    cards: list[list[Card | None]]
    is_out: list[bool]
    board: list[Card] = field(default_factory=list)
    pot: int = 0

    def copy(self, title: str) -> _StreetPicture:
        """Return a copy for the next street."""
        cards = [list(hand) for hand in self.cards]
        return _StreetPicture(title, self.stacks[:], self.bets[:], cards, self.is_out[:], self.board[:], self.pot)

    def pay(self, seat: int, chips: int) -> None:
        """Let a seat put chips in."""
        self.stacks[seat] -= chips
        self.bets[seat] += chips
        self.pot += chips


def draw_hands(hands: Sequence[RecordedHand]) -> str:
    """Return a picture of deals, one below the other, with the cards that their files name.

    Args:
        hands: at least one deal.

    Returns:
        The text of an SVG file.
    """
    views = [HandView(hand, hand.history.deal, shows_all=True) for hand in hands]
    rows = [list(_pictures(view)) for view in views]
    width, height = WIDTH * max(map(len, rows)), (HEIGHT + _TITLE) * len(rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">',
        f"<style>{_STYLE}</style>",
        f'<rect width="{width}" height="{height}" fill="#20242b"/>',
    ]
    for row, (view, pictures) in enumerate(zip(views, rows, strict=True)):
        top = row * (HEIGHT + _TITLE)
        game = f"{view.history.game.title} {view.history.game.betting.replace('_', '-')}"
        parts.append(f'<text class="t" x="14" y="{top + 24}">{_safe(f"#{view.number} {game} {view.table}")}</text>')
        for column, picture in enumerate(pictures):
            parts.append(f'<g transform="translate({column * WIDTH} {top + _TITLE})">')
            parts += _draw(view, picture)
            parts.append("</g>")
    return "\n".join([*parts, "</svg>", ""])


def _pictures(view: HandView) -> Iterator[_StreetPicture]:
    """Yield the table at the end of each street, and at the end of the deal."""
    seats = len(view.names)
    picture = _StreetPicture("", list(view.deal.setup.stacks), [0] * seats, [[] for _ in range(seats)], [False] * seats)
    for event in view.deal.events:
        if isinstance(event, StreetBegan):
            if event.board or picture.title:
                yield picture
                picture = _next(picture, str(event.street))
            picture.title = str(event.street)
            picture.board += event.board
        else:
            _apply(view, picture, event)
    yield picture
    ending = _next(picture, _END)
    ending.pot = 0
    for win in view.wins:
        ending.bets[win.seat] += win.amount
    ending.stacks = list(view.final_stacks)
    for seat in range(seats):
        hand = view.deal.hole_cards[seat]
        ending.cards[seat] = [card if card in view.hand.known else None for card in hand]
    yield ending


def _next(picture: _StreetPicture, title: str) -> _StreetPicture:
    following = picture.copy(title)
    following.bets = [0] * len(picture.bets)
    return following


def _apply(view: HandView, picture: _StreetPicture, event: Event) -> None:
    """Change the picture by an event."""
    match event:
        case HoleCardsDealt(seat=seat, cards=cards):
            picture.cards[seat] = [card if card in view.hand.known else None for card in cards or ()]
        case CardsDrawn(seat=seat, discarded=discarded, drawn=drawn):
            kept = [card for card in picture.cards[seat] if card is not None and card not in (discarded or ())]
            hidden = len(picture.cards[seat]) - len(drawn or ()) - len(kept)
            new = [card if card in view.hand.known else None for card in drawn or ()]
            picture.cards[seat] = [*kept, *[None] * hidden, *new]
        case AntePosted(seat=seat, amount=paid) | BlindPosted(seat=seat, amount=paid):
            picture.pay(seat, paid)
        case PlayerActed(seat=seat, paid=paid):
            picture.pay(seat, paid)
            picture.is_out[seat] = picture.is_out[seat] or isinstance(event.action, Fold)
        case BetReturned(seat=seat, amount=amount):
            picture.stacks[seat] += amount
            picture.bets[seat] -= amount
            picture.pot -= amount
        case PotWon():
            pass


def _draw(view: HandView, picture: _StreetPicture) -> Iterator[str]:
    middle, centre = WIDTH / 2, HEIGHT / 2
    yield f'<text class="t" x="14" y="16">{picture.title}</text>'
    yield f'<ellipse cx="{middle}" cy="{centre}" rx="150" ry="92" fill="#2d6b45" stroke="#14301f" stroke-width="8"/>'
    yield from _cards(picture.board, middle, centre - 24)
    if picture.pot:
        yield f'<text x="{middle}" y="{centre + 34}">pot {_amount(view, picture.pot)}</text>'
    count = len(view.names)
    for seat, name in enumerate(view.names):
        # The button sits at the bottom, and the others follow it clockwise.
        angle = math.pi / 2 + 2 * math.pi * (seat + 1) / count
        x, y = middle + 182 * math.cos(angle), centre + 138 * math.sin(angle)
        yield '<g class="f">' if picture.is_out[seat] else "<g>"
        yield from _cards(picture.cards[seat], x, y - 30)
        button = " ●" if seat == count - 1 else ""
        yield f'<text class="n" x="{x:.0f}" y="{y + 18:.0f}">{_safe(_short(name))}{button}</text>'
        yield f'<text x="{x:.0f}" y="{y + 32:.0f}">{_amount(view, picture.stacks[seat])}</text>'
        if picture.bets[seat]:
            bet_x, bet_y = middle + 108 * math.cos(angle), centre + 66 * math.sin(angle)
            bet = f"{'+' * (picture.title == _END)}{_amount(view, picture.bets[seat])}"
            yield f'<text class="b" x="{bet_x:.0f}" y="{bet_y + 4:.0f}">{bet}</text>'
        yield "</g>"


def _cards(cards: Sequence[Card | None], middle: float, top: float) -> Iterator[str]:
    """Yield cards side by side around a place; the back of those that are not known."""
    step = _CARD_WIDTH + _GAP
    left = middle - (step * len(cards) - _GAP) / 2
    for number, card in enumerate(cards):
        x = left + step * number
        fill = "#7a3145" if card is None else "#fbfbf5"
        yield (
            f'<rect x="{x:.1f}" y="{top:.1f}" width="{_CARD_WIDTH}" height="{_CARD_HEIGHT}" rx="3" fill="{fill}" '
            'stroke="#0d0f12"/>'
        )
        if card is not None:
            rank, suit = str(card)[0], str(card)[1]
            yield (
                f'<text class="c" x="{x + _CARD_WIDTH / 2:.1f}" y="{top + 22:.1f}" style="fill:{_COLOURS[suit]}">'
                f"{rank}{_SUITS[suit]}</text>"
            )


def _amount(view: HandView, units: int) -> str:
    return str(from_units(units, view.history.decimals))


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"


def _safe(text: str | Iterable[str]) -> str:
    return escape("".join(text))
