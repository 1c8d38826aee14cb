"""A finished deal as HTML: a picture and the text of each street, and a table that a script moves step by step.

Without the script everything can be read. `replay_page` makes a file that needs no other.
"""

from __future__ import annotations

import base64
import hashlib
import json
from html import escape
from importlib.resources import files
from itertools import groupby
from typing import TYPE_CHECKING

from ircpoker.records.picture import changes, slots
from ircpoker.records.steps import Step, deal_steps
from ircpoker.records.svg import draw_table, style_sheet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ircpoker.records.picture import TablePicture
    from ircpoker.records.view import HandView

LARGEST_FILE = 60_000
"""The most bytes of a file with one deal."""
_SIGNS = str.maketrans({"c": "♣", "d": "♦", "h": "♥", "s": "♠"})
_BUTTONS = (("first", "First"), ("back", "← Back"), ("play", "Play"), ("next", "Next →"), ("last", "Last"))


def replay_page(view: HandView) -> str:
    """Return a deal as a whole page that works from a disk.

    Args:
        view: the deal as its reader may see it.

    Returns:
        The text of an HTML file.
    """
    style, script = "".join([_asset("page.css"), style_sheet()]), _asset("replay.js")
    policy = f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; base-uri 'none'; form-action 'none'"
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(view.title)}</title>",
            f"<style>{style}</style>",
            "</head>",
            "<body><main>",
            replay_article(view),
            "</main>",
            f'<script type="module">{script}</script>',
            "</body>",
            "</html>",
            "",
        ]
    )


def replay_article(view: HandView) -> str:
    """Return a deal as an element for a page that has `page.css`, `table.css` and `replay.js`.

    Args:
        view: the deal as its reader may see it.
    """
    steps = deal_steps(view)
    hole_cards = max(step.picture.most_cards for step in steps)
    filled = [slots(step.picture, hole_cards) for step in steps]
    changed = [filled[0], *[changes(before, after) for before, after in zip(filled, filled[1:], strict=False)]]
    return "\n".join(
        [
            '<article class="replay">',
            f"<header><h1>{escape(view.title)}</h1>{_meta(view)}</header>",
            _player(steps[0].picture, hole_cards),
            f'<div class="streets" tabindex="0" role="region" aria-label="The deal, street by street">{_streets(steps)}</div>',
            f'<script type="application/json">{_json(changed)}</script>',
            "</article>",
        ]
    )


def describe(picture: TablePicture) -> str:
    """Return a table in words, for people who do not see it.

    Examples:
        >>> from ircpoker.records.picture import SeatPicture, TablePicture
        >>> describe(TablePicture("flop", (SeatPicture("ann", "490", "10", ("Th", "?")),), ("2c",), "pot 20"))
        'flop, board 2c, pot 20; ann 490, bet 10, cards Th and one unknown'
    """
    table = [picture.title]
    table += [f"board {' '.join(picture.board)}"] if picture.board else []
    table += [picture.pot] if picture.pot else []
    return "; ".join([", ".join(table), *[_seat_words(seat) for seat in picture.seats if seat.name]])


def _seat_words(seat: object) -> str:
    raise NotImplementedError


def _meta(view: HandView) -> str:
    moment = view.hand.facts.played_at
    words = [view.venue, f"{moment:%Y-%m-%d %H:%M} UTC" if moment else "", "the dealer button sits at the bottom"]
    return f'<p class="quiet">{escape(" · ".join([word for word in words if word]))}</p>'


def _player(picture: TablePicture, hole_cards: int) -> str:
    drawing = draw_table(picture, "The table at this step; the text below says what happens", hole_cards=hole_cards)
    buttons = "".join([f'<button type="button" name="{name}">{text}</button>' for name, text in _BUTTONS])
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
        board = f" {_cards(picture.board)}" if picture.board else ""
        lines = []
        for step in of_street:
            number += 1
            lines.append(f'<li id="step-{number}">{escape(step.words)}</li>')
        parts.append(
            f"<section><h2>{escape(street)}{board}</h2><figure>{draw_table(picture, describe(picture))}</figure>"
            f'<ol start="{number - len(of_street) + 1}">{"".join(lines)}</ol></section>'
        )
    return "".join(parts)


def _cards(names: Sequence[str]) -> str:
    return " ".join([f"{name[0]}{name[1:].translate(_SIGNS)}" for name in names])


def _json(value: object) -> str:
    """Return JSON that cannot end the element around it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _asset(name: str) -> str:
    return files("ircpoker.records").joinpath(name).read_text("utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
