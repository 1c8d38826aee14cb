"""Texts of people and of the network are never markup, wherever they stand."""

from __future__ import annotations

import json
import random
import re
from html.parser import HTMLParser
from importlib.resources import files
from typing import Any

import pytest
from msgspec.structs import replace

from ircpoker.config.web import WebSettings
from ircpoker.feed.data import FinishedDeal
from ircpoker.feed.lines import decode_answer, encode
from ircpoker.feed.messages import TableSnapshot
from ircpoker.records.deal_data import deal_data
from ircpoker.records.pictures.page import mark_cards, replay_page
from ircpoker.web.live_table import LiveTable
from ircpoker.web.pages import level_rows, prize_rows
from ircpoker.web.rendering import ASSETS, Renderer, asset
from tests.feed.wire import TABLE, table_of
from tests.records.deals import random_history, read_one, view_of

EVIL = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "</script><script>alert(1)</script>",
    "]]><svg onload=alert(1)>",
    "{{ 7 * 7 }}{% raw %}",
    "javascript:alert(1)",
    "&lt;b&gt;&#60;i&#62;",
    "\u202e\u2066 right to left",
    "<!-- --!>",
)


class Shape(HTMLParser):
    """The elements and the names of their attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, tuple[str, ...]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, tuple(name for name, _ in attrs)))


def snapshot(text: str, **legal_now: Any) -> TableSnapshot:
    """Return a table with a text wherever a text may be."""
    seat = {
        "seat": 1, "name": text, "kind": "person", "stack": 500, "bet": 10, "status": "playing", "in_hand": True,
        "position": text, "is_button": True, "card_count": 2, "cards": [], "hand": "", "last": text, "all_in": False,
        "drawn": None,
    }  # fmt: skip
    legal = {"fold": True, "check": False, "call": 10, "bet": None, "raise_to": [20, 500], "discard": 0} | legal_now
    return table_of({
        **TABLE,
        "table": f"table:{text}", "seq": 1, "place": text, "network": text, "number": 0, "game": "holdem",
        "betting": "no_limit", "title": text, "most_seats": 6, "is_open": True, "policy": text,
        "seats": [seat, seat | {"seat": 2}], "deal": text, "street": "flop", "board": ["2c"], "pot": 20,
        "pots": [20, 5],
        "turn": {"seat": 1, "id": text, "seconds": 3.0, "of": 45.0}, "next": None, "sealed": text,
        "you": {
            "seat": 1,
            "cards": ["Th", "8d"],
            "hand": text,
            "turn": text,
            "seconds": 3.0,
            "to_win": 25,
            "legal": legal,
        },
        "log": [text, text],
        "tournament": {
            "tournament": text, "name": text, "number": 1, "tables": 2, "level": 3, "blinds": text, "next": text,
            "is_break": False, "hand_for_hand": True, "left": 2, "entries": 9, "average": 500,
            "leader": {"name": text, "chips": 900}, "prizes": [5, 4], "places": {},
            "hands": None, "seconds": None,
        },
    })  # fmt: skip


LEGALS: tuple[dict[str, Any], ...] = (
    {},
    {"check": True, "call": 0, "bet": [10, 500], "raise_to": None},
    {"fold": False, "call": 0, "raise_to": None, "discard": 5},
    {"call": 500, "raise_to": None},
)


def live_html(text: str) -> str:
    """Return all HTML of a live table's page and of its first frame."""
    renderer = Renderer("")
    table = LiveTable(snapshot(text), renderer)
    page = renderer.page(
        "table.html",
        table=table.state,
        drawing="",
        cards="",
        parts=table.view.html,
        log=table.log,
        visitor=None,
        web=WebSettings(guests=True, ways=("ircs://irc.example.org/poker",)),
        prefix="!",
        longest_line=400,
    )
    frame = json.loads(table.whole().decode().removeprefix("data: "))
    return "".join([page, *frame["html"].values(), *frame["log"], table.drawing()])


@pytest.mark.few(3)
@pytest.mark.parametrize("text", EVIL)
def test_a_live_table(text: str) -> None:
    assert Shape(live_html(text)).found == Shape(live_html("harmless")).found


@pytest.mark.few(3)
@pytest.mark.parametrize("text", EVIL)
def test_a_frame_is_one_line(text: str) -> None:
    frame = LiveTable(snapshot(f"{text}\r\n\u2028\n\ndata: x"), Renderer("")).whole()
    assert frame.startswith(b"data: ")
    assert frame.endswith(b"\n\n")
    assert frame.count(b"\n") == 2
    assert b"\r" not in frame


def buttons_of_forms(html: str) -> list[list[str]]:
    """Return the buttons of each form that send it; the first of them is what Enter in a field presses."""
    forms = re.findall(r"<form.*?</form>", html, re.DOTALL)
    return [re.findall(r"<button(?![^>]*type=.button)[^>]*>", form) for form in forms]


@pytest.mark.parametrize("legal", LEGALS)
def test_enter_never_means_another_action(legal: dict[str, Any]) -> None:
    """A form sends one action, so Enter in one of its fields is that action, with scripts and without."""
    found = buttons_of_forms(Renderer("").parts(snapshot("x", **legal))["controls"])
    assert len(found) >= 2
    assert all(len(buttons) == 1 for buttons in found)


def test_every_form_has_one_button() -> None:
    found = [
        buttons
        for file in files("ircpoker.web").joinpath("templates").iterdir()
        if not file.name.startswith("part_")
        for buttons in buttons_of_forms(file.read_text(encoding="utf-8"))
    ]
    assert found
    assert all(len(buttons) == 1 for buttons in found)


def deal(text: str) -> FinishedDeal:
    history, _ = random_history(random.Random(3), 19, "holdem")
    data = deal_data(*view_of(read_one(history), 19))
    names = {seat.name: f"{text}{number}" for number, seat in enumerate(data.table.seats)}
    shown = encode(data).decode()
    for name, other in names.items():
        shown = shown.replace(json.dumps(name, ensure_ascii=False)[1:-1], json.dumps(other)[1:-1])
    changed = decode_answer(shown.encode())
    assert isinstance(changed, FinishedDeal)
    return replace(changed, place=text, title=text, network=text, ended=text)


@pytest.mark.parametrize("text", EVIL)
def test_a_finished_deal(text: str) -> None:
    assert Shape(replay_page(deal(text))).found == Shape(replay_page(deal("harmless"))).found


@pytest.mark.parametrize("text", EVIL)
def test_a_proof(text: str) -> None:
    shown = json.dumps({"seeds": [text]}, ensure_ascii=False)
    proof = {"is_due": True, "commitment": text, "shown": {"called_off": {"reason": text, "count": 1, "deals": 2}}}

    def page(value: dict[str, Any], shown: str) -> str:
        return Renderer("").page(
            "proof.html", deal={"deal": "1"}, is_hand=True, title="t", proof=value, shown=shown, visitor=None
        )

    harmless = json.loads(json.dumps(proof).replace(json.dumps(text), '"x"'))
    assert Shape(page(proof, shown)).found == Shape(page(harmless, "{}")).found


def tournament(text: str, phase: str) -> dict[str, Any]:
    entrant = {
        "place": 1, "name": text, "kind": "person", "is_out": phase == "ended", "table": 1, "seat": 2, "chips": 300,
        "prize": 50, "one_host": 1,
    }  # fmt: skip
    return {
        "tournament": f"tournament:{text}", "name": text, "kind": "scheduled", "title": text, "network": text,
        "place": text, "phase": phase, "is_open": True, "buy_in": 100, "pool": 900, "starts": 7500, "entries": 9,
        "wanted": 0, "left": 7, "level": 1, "blinds": text, "winner": text, "ended": text, "stack": 1500,
        "next": {"blinds": text, "seconds": 312, "hands": None}, "pause": None, "late_levels": 2, "rebuys": 1,
        "addon": 500, "average": 1928, "leader": {"name": text, "chips": 4100}, "hand_for_hand": True,
        "tables": [{"number": 1, "table": f"table:{text}", "place": text}], "entrants": [entrant, entrant],
        "more": False, "note": text,
        "transfers": [{"loser": text, "winner": text, "chips": 900, "hands": 3}],
    }  # fmt: skip


@pytest.mark.few(4)
@pytest.mark.parametrize("phase", ["registering", "playing", "ended"])
@pytest.mark.parametrize("text", EVIL)
def test_tournaments(text: str, phase: str) -> None:
    renderer = Renderer("")

    def pages(text: str) -> str:
        event = tournament(text, phase)
        fields: dict[str, Any] = {"visitor": None, "prefix": "!", "web": WebSettings(guests=True)}
        levels, prizes = list(level_rows(["10/20@8", "20/40/5@6h"])), prize_rows([450, 90, 90])
        return "".join(
            [
                renderer.page("tournaments.html", groups={"web.playing": [event]}, **fields),
                renderer.page("tournament.html", event=event, levels=levels, prizes=prizes, **fields),
            ]
        )

    assert Shape(pages(text)).found == Shape(pages("harmless")).found


def test_only_cards_are_marked() -> None:
    assert mark_cards("Ah 7♦ Kx 10h AhKh 2c") == (
        '<b class="h">A♥</b> <b class="d">7♦</b> Kx 10h AhKh <b class="c">2♣</b>'
    )


def test_every_file_that_pages_load_is_there() -> None:
    assert all(asset(name) for name in ASSETS)


@pytest.mark.parametrize(("most", "is_all_in"), [(510, True), (500, False), (20, False)])
def test_only_a_whole_stack_is_all_in(most: int, is_all_in: bool) -> None:
    controls = Renderer("").parts(snapshot("x", raise_to=[20, most]))["controls"]
    assert f'data-amount="{most}">all-in' in controls if is_all_in else "all-in" not in controls
