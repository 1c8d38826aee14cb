"""A finished deal as HTML: a picture and the text of each street, and a table that a script moves step by step.

Without the script everything can be read. `replay_page` makes a file that needs no other.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from html import escape
from importlib.resources import files
from itertools import groupby, pairwise

from msgspec.structs import replace

from ircpoker.equity.answers import whole_percent
from ircpoker.equity.odds import plan, work_out
from ircpoker.equity.spots import GAMES as GAMES_WITH_ODDS
from ircpoker.equity.spots import MOST_HANDS, make_spot
from ircpoker.feed.data import FinishedDeal, tables_of
from ircpoker.feed.messages import TableSnapshot
from ircpoker.records.pictures.picture import HIDDEN, SeatPicture, TablePicture, all_cards, changes, slots
from ircpoker.records.pictures.snapshots import seat_order
from ircpoker.records.pictures.steps import Step, deal_steps, deal_title
from ircpoker.records.pictures.svg import SIGNS, draw_cards, draw_table, style_sheet
from ircpoker.runtime.json_text import to_json
from ircpoker.words import Phrase
from ircpoker.words.catalogue import Catalogue, load_catalogue

LARGEST_FILE = 70_000
"""The most bytes of a file with one deal."""
_CARD = re.compile("(?<![A-Za-z0-9])([2-9TJQKA])(?:([cdhs])(?![A-Za-z0-9])|([♣♦♥♠]))")
_SUITS = {sign: suit for suit, sign in SIGNS.items()}
_BUTTONS = (
    ("first", "⇤"),
    ("back", "←"),
    ("play", ""),
    ("next", "→"),
    ("last", "⇥"),
)


def replay_page(deal: FinishedDeal, words: Catalogue | None = None) -> str:
    """Return a deal as a whole page that works from a disk.

    Args:
        deal: the deal as docs/feed-data.md has it.
        words: the words of its language; English if they are left out.

    Returns:
        The text of an HTML file.
    """
    words = words or load_catalogue()
    style, script = "".join([_asset("page.css"), style_sheet()]), _asset("replay.js")
    policy = (
        f"default-src 'none'; script-src {source_hash(script)}; style-src {source_hash(style)}; base-uri 'none'; "
        "form-action 'none'"
    )
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{words.language}">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(deal_title(deal, words.text))}</title>",
            f"<style>{style}</style>",
            "</head>",
            "<body><main>",
            replay_article(deal, words.text),
            "</main>",
            f'<script type="module">{script}</script>',
            "</body>",
            "</html>",
            "",
        ]
    )


def replay_article(deal: FinishedDeal, say: Callable[[Phrase], str] = str) -> str:
    """Return a deal as an element for a page that has `page.css`, `table.css` and `replay.js`.

    Args:
        deal: the deal as docs/feed-data.md has it.
        say: words a phrase; in English if it is left out.
    """
    steps = steps_with_chances(deal, say)
    seen = {card for step in steps for card in all_cards(step.picture)}
    hole_cards = max(step.picture.most_cards for step in steps)
    filled = [slots(step.picture, hole_cards) for step in steps]
    changed = [filled[0], *[changes(before, after) for before, after in pairwise(filled)]]
    return "\n".join(
        [
            f'<article class="replay" {_script_words(say)}>',
            f'<svg class="table cards" aria-hidden="true">{draw_cards(seen)}</svg>',
            f"<header><h1>{escape(deal_title(deal, say))}</h1>{_meta(deal, say)}</header>",
            _player(steps[0].picture, hole_cards, say),
            f'<div class="streets" tabindex="0" role="region" aria-label="{escape(say(Phrase("pictures.streets")))}">',
            f"{_streets(steps, say)}</div>",
            f'<script type="application/json">{_json(changed)}</script>',
            "</article>",
        ]
    )


def describe(picture: TablePicture, say: Callable[[Phrase], str] = str) -> str:
    """Return a table in words, for people who do not see it.

    Examples:
        >>> from ircpoker.records.pictures.picture import SeatPicture, TablePicture
        >>> describe(TablePicture("flop", (SeatPicture("ann", "490", "10", ("Th", "?")),), ("2c",), "pot 20"))
        'flop, board 2c, pot 20; ann 490, bet 10, cards Th, 1 unknown card'
    """
    table = [picture.title]
    table += [say(Phrase("pictures.board", cards=" ".join(picture.board)))] if picture.board else []
    table += [picture.pot] if picture.pot else []
    return "; ".join([", ".join(table), *[_seat_words(seat, say) for seat in picture.seats if seat.name]])


def _seat_words(seat: SeatPicture, say: Callable[[Phrase], str]) -> str:
    words = [f"{seat.name} {seat.stack}"]
    words += [say(Phrase("pictures.button"))] if seat.has_button else []
    words += [seat.note] if seat.note else []
    words += [say(Phrase("pictures.bet", chips=seat.bet))] if seat.bet else []
    unknown = seat.cards.count(HIDDEN)
    known = [card for card in seat.cards if card != HIDDEN]
    words += [say(Phrase("pictures.cards", cards=" ".join(known)))] if known else []
    words += [say(Phrase("pictures.unknown", n=unknown))] if unknown else []
    words += [say(Phrase("pictures.chance", chance=seat.chance))] if seat.chance else []
    return ", ".join(words)


def _meta(deal: FinishedDeal, say: Callable[[Phrase], str]) -> str:
    ended, reader = deal.ended.replace("T", " ").removesuffix("Z"), deal.reader
    words = [deal.network, f"{ended} UTC" if ended else ""]
    words.append(say(Phrase("pictures.yours", seat=reader) if reader else Phrase("pictures.button_first")))
    return f'<p class="quiet">{escape(" · ".join([word for word in words if word]))}</p>'


def _script_words(say: Callable[[Phrase], str]) -> str:
    """Return the words that the script shows, as attributes."""
    step_of = Phrase("pictures.step_of", step="{step}", steps="{steps}")
    words = {"play": Phrase("pictures.play"), "pause": Phrase("pictures.pause"), "of": step_of}
    return " ".join([f'data-{name}="{escape(say(phrase))}"' for name, phrase in words.items()])


def _player(picture: TablePicture, hole_cards: int, say: Callable[[Phrase], str]) -> str:
    drawing = draw_table(picture, say(Phrase("pictures.step")), hole_cards=hole_cards)
    buttons = "".join(
        [
            f'<button type="button" name="{name}" aria-label="{label}">{text or label}</button>'
            for name, text in _BUTTONS
            for label in [escape(say(Phrase(f"pictures.{name}")))]
        ]
    )
    return (
        f'<div class="player" hidden><figure>{drawing}</figure><p class="says" role="status"></p>'
        f'<div class="controls">{buttons}<output></output></div></div>'
    )


def _streets(steps: Sequence[Step], say: Callable[[Phrase], str]) -> str:
    parts = []
    number = 0
    for _, grouped in groupby(steps, key=lambda step: step.street):
        of_street = list(grouped)
        picture = of_street[-1].picture
        board = f" {mark_cards(' '.join(picture.board))}" if picture.board else ""
        lines = []
        for step in of_street:
            number += 1
            lines.append(f'<li id="step-{number}">{_line(step)}</li>')
        parts.append(
            f"<section><h2>{escape(picture.title)}{board}</h2>"
            f"<figure>{draw_table(picture, describe(picture, say))}</figure>"
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


def source_hash(text: str) -> str:
    """Return a script or a style as a policy names it that allows no other."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


_SECONDS = 0.02
"""The longest estimated time to count the chances of a step; otherwise they are sampled for that long, and say so."""
_ANY = "any"


def steps_with_chances(deal: FinishedDeal, say: Callable[[Phrase], str] = str) -> list[Step]:
    """Return the steps of a deal with the chances at each of them; hands that its reader does not see are random."""
    tables, steps = tables_of(deal), list[Step]()
    last: Mapping[int, str] = {}
    held = _held(tables)
    for step, table in zip(deal_steps(deal, say), tables, strict=True):
        chances = _chances(table, held)
        if not chances or any(seat.chance for seat in step.picture.seats):
            steps.append(step)
            continue
        numbers = seat_order(table, deal.button)
        seats = [
            replace(seat, chance=chances.get(number, ""))
            for number, seat in zip(numbers, step.picture.seats, strict=True)
        ]
        words = step.words
        if chances != last:
            names = {seat.seat: seat.name for seat in table.seats}
            shares = ", ".join([f"{names[number]} {chance}" for number, chance in chances.items()])
            words = say(Phrase("pictures.chances", words=words, chances=shares))
        steps.append(replace(step, words=words, picture=replace(step.picture, seats=tuple(seats))))
        last = chances
    return steps


def _held(tables: list[TableSnapshot]) -> Mapping[int, str]:
    """Return the hole cards that the reader sees at any time, by the numbers of the seats."""
    held: dict[int, str] = {}
    for table in tables:
        seen = {seat.seat: seat.cards for seat in table.seats}
        if table.you is not None and table.you.seat:
            seen[table.you.seat] = table.you.cards
        held |= {seat: "".join(cards) for seat, cards in seen.items() if cards}
    return held


def _chances(table: TableSnapshot, held: Mapping[int, str]) -> dict[int, str]:
    """Return the chances of the hands that the reader sees, by the numbers of their seats."""
    live = [seat.seat for seat in table.seats if seat.in_hand]
    seen = [seat for seat in live if seat in held]
    if not table.street or not seen or not 1 < len(live) <= MOST_HANDS or table.game not in GAMES_WITH_ODDS:
        return {}
    found = _equities(tuple([held.get(seat, _ANY) for seat in live]), "".join(table.board), table.game)
    return {seat: chance for seat, chance in zip(live, found, strict=True) if seat in held}


@lru_cache(1000)
def _equities(hands: tuple[str, ...], board: str, game: str) -> tuple[str, ...]:
    spot = make_spot(hands, board, game=game)
    how = plan(spot, _SECONDS, _SECONDS)
    about = "" if how.is_exact else "≈ "
    return tuple([f"{about}{whole_percent(each.equity)}" for each in work_out(spot, how)])
