"""A finished deal as HTML: a picture and the text of each street, and a table that a script moves step by step.

Without the script everything can be read. `replay_page` makes a file that needs no other.
"""

from __future__ import annotations

import base64
import hashlib
import re
from html import escape
from importlib.resources import files
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from ircpoker.records.pictures.picture import HIDDEN, all_cards, changes, slots
from ircpoker.records.pictures.svg import SIGNS, draw_cards, draw_table, style_sheet
from ircpoker.records.steps import deal_steps, deal_title
from ircpoker.runtime.json_text import to_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ircpoker.records.pictures.picture import SeatPicture, TablePicture
    from ircpoker.records.steps import DealData, Step

LARGEST_FILE = 60_000
"""The most bytes of a file with one deal."""
_CARD = re.compile("(?<![A-Za-z0-9])([2-9TJQKA])(?:([cdhs])(?![A-Za-z0-9])|([♣♦♥♠]))")
_SUITS = {sign: suit for suit, sign in SIGNS.items()}
_BUTTONS = (
    ("first", "⇤", "First step"),
    ("back", "←", "Step back"),
    ("play", "Play", "Play"),
    ("next", "→", "Next step"),
    ("last", "⇥", "Last step"),
)


def replay_page(deal: DealData) -> str:
    """Return a deal as a whole page that works from a disk.

    Args:
        deal: the deal as docs/feed-data.md has it.

    Returns:
        The text of an HTML file.
    """
    style, script = "".join([_asset("page.css"), style_sheet()]), _asset("replay.js")
    policy = (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; base-uri 'none'; form-action 'none'"
    )
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(deal_title(deal))}</title>",
            f"<style>{style}</style>",
            "</head>",
            "<body><main>",
            replay_article(deal),
            "</main>",
            f'<script type="module">{script}</script>',
            "</body>",
            "</html>",
            "",
        ]
    )


def replay_article(deal: DealData) -> str:
    """Return a deal as an element for a page that has `page.css`, `table.css` and `replay.js`.

    Args:
        deal: the deal as docs/feed-data.md has it.
    """
    steps = deal_steps(deal)
    seen = {card for step in steps for card in all_cards(step.picture)}
    hole_cards = max(step.picture.most_cards for step in steps)
    filled = [slots(step.picture, hole_cards) for step in steps]
    changed = [filled[0], *[changes(before, after) for before, after in pairwise(filled)]]
    return "\n".join(
        [
            '<article class="replay">',
            f'<svg class="table cards" aria-hidden="true">{draw_cards(seen)}</svg>',
            f"<header><h1>{escape(deal_title(deal))}</h1>{_meta(deal)}</header>",
            _player(steps[0].picture, hole_cards),
            '<div class="streets" tabindex="0" role="region" aria-label="The deal, street by street">',
            f"{_streets(steps)}</div>",
            f'<script type="application/json">{_json(changed)}</script>',
            "</article>",
        ]
    )


def describe(picture: TablePicture) -> str:
    """Return a table in words, for people who do not see it.

    Examples:
        >>> from ircpoker.records.pictures.picture import SeatPicture, TablePicture
        >>> describe(TablePicture("flop", (SeatPicture("ann", "490", "10", ("Th", "?")),), ("2c",), "pot 20"))
        'flop, board 2c, pot 20; ann 490, bet 10, cards Th, 1 unknown cards'
    """
    table = [picture.title]
    table += [f"board {' '.join(picture.board)}"] if picture.board else []
    table += [picture.pot] if picture.pot else []
    return "; ".join([", ".join(table), *[_seat_words(seat) for seat in picture.seats if seat.name]])


def _seat_words(seat: SeatPicture) -> str:
    words = [f"{seat.name} {seat.stack}"]
    words += ["has the button"] if seat.has_button else []
    words += [seat.note] if seat.note else []
    words += [f"bet {seat.bet}"] if seat.bet else []
    unknown = seat.cards.count(HIDDEN)
    known = [card for card in seat.cards if card != HIDDEN]
    words += [f"cards {' '.join(known)}"] if known else []
    words += [f"{unknown} unknown cards"] if unknown else []
    words += [f"chance {seat.chance}"] if seat.chance else []
    return ", ".join(words)


def _meta(deal: DealData) -> str:
    ended = deal["ended"].replace("T", " ").removesuffix("Z")
    words = [deal["network"], f"{ended} UTC" if ended else ""]
    words.append(f"the cards of seat {deal['reader']} are yours" if deal["reader"] else "the button sits at the bottom")
    return f'<p class="quiet">{escape(" · ".join([word for word in words if word]))}</p>'


def _player(picture: TablePicture, hole_cards: int) -> str:
    drawing = draw_table(picture, "The table at this step; the text below says what happens", hole_cards=hole_cards)
    buttons = "".join(
        [f'<button type="button" name="{name}" aria-label="{label}">{text}</button>' for name, text, label in _BUTTONS]
    )
    return (
        f'<div class="player" hidden><figure>{drawing}</figure><p class="says" role="status"></p>'
        f'<div class="controls">{buttons}<output></output></div></div>'
    )


def _streets(steps: Sequence[Step]) -> str:
    parts = []
    number = 0
    for street, grouped in groupby(steps, key=lambda step: step.street):
        of_street = list(grouped)
        picture = of_street[-1].picture
        board = f" {mark_cards(' '.join(picture.board))}" if picture.board else ""
        lines = []
        for step in of_street:
            number += 1
            lines.append(f'<li id="step-{number}">{_line(step)}</li>')
        parts.append(
            f"<section><h2>{escape(street)}{board}</h2><figure>{draw_table(picture, describe(picture))}</figure>"
            f'<ol start="{number - len(of_street) + 1}">{"".join(lines)}</ol></section>'
        )
    return "".join(parts)


def _line(step: Step) -> str:
    who = f"<strong>{escape(step.who)}</strong> " if step.who else ""
    return f"{who}{mark_cards(step.words)}"


def mark_cards(text: str) -> str:
    """Return a text as HTML, with the cards in it as people see them.

    Examples:
        >>> mark_cards("flop Th <2c>")
        'flop <b class="h">T♥</b> &lt;<b class="c">2♣</b>&gt;'
    """
    return _CARD.sub(_mark_card, escape(text))


def _mark_card(card: re.Match[str]) -> str:
    suit = card[2] or _SUITS[card[3]]
    return f'<b class="{suit}">{card[1]}{SIGNS[suit]}</b>'


def _json(value: object) -> str:
    """Return JSON that cannot end the element around it."""
    return to_json(value, ascii_only=False, compact=True).replace("<", "\\u003c")


def _asset(name: str) -> str:
    return files("ircpoker.records.pictures").joinpath(name).read_text("utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
