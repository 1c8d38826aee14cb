"""What is drawn: the frame holds whatever names and words come, at each size and for each number of seats."""

from __future__ import annotations

import re
import unicodedata
from copy import deepcopy

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len

from ircpoker.screen.bar import BarNote, draw_bar
from ircpoker.screen.canvas import Canvas
from ircpoker.screen.colours import INKS, TERMINAL, palette_of
from ircpoker.screen.draw_table import Scene, draw_table
from ircpoker.screen.machine import MachineScene, draw_machine, place_machine
from ircpoker.screen.marks import ASCII, UNICODE, styled_cards
from ircpoker.screen.offers import wager_of
from ircpoker.screen.pieces import draw_card
from ircpoker.screen.seat_places import lay_out, place_seats
from ircpoker.screen.sidebar import draw_log, draw_results
from ircpoker.screen.table_places import place_table
from ircpoker.screen.text import clean, cut, width, wrapped
from ircpoker.words.catalogue import load_catalogue
from tests.feed.wire import table_of
from tests.screen.recorded import DRAW, FLOP, seat
from tests.screen.recorded import machine as recorded_machine

SAY = load_catalogue("en", "!").text
SIZES = ((80, 24), (100, 30), (120, 40), (200, 60))
HOSTILE = [
    "\x1b[2J\x1b]0;owned\x07",
    "a\u202eb\u2066c\u200f",
    "z\u0300\u0301\u0302\u0303\u0304\u0305algo",
    "漢字かな交じり文の長い名前",
    "👩‍👩‍👧‍👦🏳️‍🌈🇩🇪👍🏽",
    "\u200b\u2060\ufeff",
    "שלום",
    "line\nbreak\r\ttab",
    "\u1160\u3164\ua9c0",
    "[f]old [x]",
]


FELT = palette_of("felt", "full")


def scene(marks=UNICODE, **more):
    palette = TERMINAL if marks.is_ascii else FELT
    return Scene(marks, SAY, 12.0, **{"palette": palette, **more})


def drawn(table, size, marks=UNICODE):
    """Return a table's canvas at the size of a terminal."""
    columns, lines = size
    table = table_of(table)
    canvas = Canvas(columns, lines - 1, marks.ellipsis, scene(marks).palette)
    parts = lay_out(columns, lines - 1)
    draw_table(canvas, parts.felt, parts.size, table, scene(marks))
    draw_bar(canvas, parts.bar, table, scene(marks), BarNote())
    draw_log(canvas, parts.log, table.log, scene(marks))
    draw_results(canvas, parts.side, "#18 caller wins 150", [10, -20, 30], scene(marks))
    return canvas


def named(name):
    table = deepcopy(FLOP)
    for each in table["seats"]:
        each["name"] = name
    table["log"] = [f"{name} bets 40"]
    return table


def assert_clean(canvas):
    for line, strip in zip(canvas.lines(), canvas.strips(), strict=True):
        assert cell_len(line) == strip.cell_length == canvas.width, line
        for char in line:
            assert unicodedata.category(char)[0] != "C", ascii(char)
            assert unicodedata.bidirectional(char) not in {"RLO", "RLE", "RLI", "LRO", "LRE", "PDF", "PDI", "FSI"}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_moves_the_frame(name, size):
    canvas, usual = drawn(named(name), size), drawn(named("bob"), size)
    assert_clean(canvas)
    assert [row.grounds for row in canvas.rows()] == [row.grounds for row in usual.rows()]


@given(st.text(max_size=40))
@example("\x9b31m")
def test_cleaned_text_is_only_text(text):
    shown = clean(text)
    assert clean(shown) == shown
    assert width(shown) == cell_len(shown)
    assert all(char.isprintable() for char in shown)
    for columns in range(12):
        assert width(cut(shown, columns)) <= columns


@given(st.text(max_size=60), st.integers(8, 30))
def test_wrapped_lines_fit(text, columns):
    lines = wrapped(clean(text), columns)
    assert all(width(line) <= columns for line in lines)
    assert "".join("".join(lines).split()) == "".join(clean(text).split())


@given(st.text(max_size=30))
def test_ascii_shows_nothing_else(text):
    assert ASCII.text(text).isascii()
    assert ASCII.line(f"{text} ♥ … –").isascii()


@pytest.mark.parametrize("size", SIZES)
def test_ascii_tables_are_ascii(size):
    assert all(line.isascii() for line in drawn(FLOP, size, ASCII).lines())
    assert "+-" in "\n".join(drawn(FLOP, size, ASCII).lines())
    assert "Th" in "\n".join(drawn(FLOP, size, ASCII).lines())


@pytest.mark.parametrize("size", SIZES)
def test_the_clock_stands_in_the_plate(size):
    canvas = drawn(FLOP, size)
    parts = lay_out(size[0], size[1] - 1)
    below = place_table(table_of(FLOP), parts.felt, parts.size, is_framed=False).places.below
    rows = ["".join(canvas.chars[y][below.x : below.x + below.width]) for y in range(below.y, below.y + below.height)]
    assert " 12 s ━" in rows[2]
    assert sum("━" in line for line in canvas.lines()) == 1


@pytest.mark.parametrize("size", SIZES)
def test_a_full_table_is_drawn(size):
    table = deepcopy(FLOP)
    table["seats"] = [
        seat(number, f"player{number}", 1_000_000 + number, bet=40 * (number % 2)) for number in range(1, 11)
    ]
    table["most_seats"] = 10
    text = "\n".join(drawn(table, size).lines())
    for number in range(1, 11):
        assert f"{number} player" in text
        assert f"{1_000_000 + number:,}" in text
    assert len(re.findall(r"(?<![\d,])40\b", text)) >= 5


def test_the_order_of_seats_is_that_of_play():
    parts = lay_out(80, 23)
    places = place_seats(parts.felt, parts.size, 9, 2)
    lefts, rights = places.others[:3], places.others[-3:]
    assert [rect.y for rect in lefts] == sorted((rect.y for rect in lefts), reverse=True)
    assert [rect.y for rect in rights] == sorted(rect.y for rect in rights)
    assert [rect.x for rect in places.others[3:6]] == sorted(rect.x for rect in places.others[3:6])


def test_states_of_seats():
    table = deepcopy(FLOP)
    states = ["waiting", "sitting_out", "away", "leaving"]
    table["seats"][1:4] = [
        seat(number, f"p{number}", 5, status=status, in_hand=False) for number, status in enumerate(states[:3], 2)
    ]
    text = "\n".join(drawn(table, (80, 24)).lines())
    assert all(word in text for word in ("waits", "sits out", "away", "free seat"))


def test_shown_hands_and_side_pots():
    table = deepcopy(FLOP)
    table["seats"][3] |= {"cards": ["Ah", "Kh"], "hand": "Ace High", "all_in": True, "bet": 0}
    table |= {"pots": [150, 60]}
    text = "\n".join(drawn(table, (80, 24)).lines())
    assert "A♥   K♥" in text
    assert "POT 210 (150 + 60)" in text
    assert "ALL-IN" in text


@pytest.mark.parametrize("size", SIZES)
def test_the_draw_has_numbers_and_marks(size):
    canvas = Canvas(size[0], size[1] - 1, palette=FELT)
    parts = lay_out(size[0], size[1] - 1)
    draw_table(canvas, parts.felt, parts.size, table_of(DRAW), scene(chosen=frozenset({2})))
    text = "\n".join(canvas.lines())
    assert all(f" {number} " in text for number in (1, 3, 4, 5))
    assert " 2*" in text
    assert any(canvas.key_at(x, y) == "5" for x in range(size[0]) for y in range(size[1] - 1))


@pytest.mark.parametrize("stage", ["deal", "end"])
@pytest.mark.parametrize("machine", ["slot", "videopoker"])
def test_machines_are_drawn(machine, stage):
    canvas = Canvas(80, 23, palette=FELT)
    parts = lay_out(80, 23)
    shown = recorded_machine(machine=machine, stage=stage, hand="Pair of Eights", payout=30)
    draw_machine(canvas, parts, MachineScene(shown, frozenset({3})), scene())
    text = "\n".join(canvas.lines())
    assert all(text.count(card) == 2 for card in ("10♥", "8♦", "8♣", "2♠", "A♣"))
    assert ("pays 30" in text) is (stage == "end")
    assert ("HELD" in text) is (machine == "videopoker" and stage == "deal")


def _cells(canvas, rect):
    return [canvas.chars[y][rect.x : rect.x + rect.width] for y in range(rect.y, rect.y + rect.height)]


def test_reels_stop_one_after_the_other():
    shown = recorded_machine(machine="slot", stage="end")
    seen = []
    for turned in (0.0, 0.35, 0.7, 1.0):
        canvas = Canvas(80, 23, palette=FELT)
        parts = lay_out(80, 23)
        draw_machine(canvas, parts, MachineScene(shown, turned=turned), scene())
        _, places = place_machine(80, 23, parts.size)
        alone = Canvas(80, 23, palette=FELT)
        for card, rect in zip(shown.cards, places, strict=True):
            draw_card(alone, rect, card, UNICODE)
        seen.append(sum(_cells(canvas, rect) == _cells(alone, rect) for rect in places))
    assert seen == sorted(seen)
    assert (seen[0], seen[-1]) == (0, 5)


def test_amounts_are_those_of_the_bot():
    """½ and the pot of the bar are what `!raise half` and `!raise pot` mean."""
    wager = wager_of(table_of(FLOP))
    assert (wager.half, wager.pot, wager.least, wager.most) == (165, 290, 80, 420)
    assert [wager.asks(amount) for amount in (80, 290, 291, 420)] == ["", "", "raise_to", "all_in"]


@pytest.mark.parametrize(("legal", "word"), [({"raise_to": [80, 420]}, "raise to"), ({"bet": [10, 420]}, "bet")])
def test_amounts_stand_behind_their_action(legal, word):
    table = deepcopy(FLOP)
    table["you"]["legal"] |= {"bet": None, "raise_to": None, **legal}
    assert any(re.search(rf"^ *{word} ½ ", line) for line in drawn(table, SIZES[1]).lines())


def test_amounts_that_are_all_in_are_shown_once():
    table = deepcopy(FLOP)
    own = next(seat for seat in table["seats"] if seat["seat"] == table["you"]["seat"])
    most = own["bet"] + own["stack"]
    table["you"]["legal"]["raise_to"] = [most - 1, most]
    table["pot"] = 10 * most
    (line,) = [line for line in drawn(table, SIZES[1]).lines() if "type a number" in line]
    assert line.count(f"{most:,}") == 1


def test_cards_in_lines():
    assert UNICODE.line("FLOP 9h 3c [Td] | As you like, (Ah)") == "FLOP 9♥ 3♣ [T♦] | As you like, (Ah)"
    assert UNICODE.line("ann holds As Kd") == "ann holds A♠ K♦"
    assert styled_cards("T♦ x", "") == (("T♦", "diamonds"), (" x", ""))


def test_without_colours_the_inks_still_differ():
    looks = {name: ink.look for name, ink in INKS.items()}
    assert looks["chosen"] != looks[""] != looks["dim"]
    assert looks["now"] != looks["bold"] != looks["dim"]
    assert palette_of("felt", "none").make("hearts+chosen", "panel")[0].reverse


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("is_button", "position"), [(True, ""), (False, "SB")])
@pytest.mark.parametrize("shown", [[], ["Th", "8d", "8c", "2s", "Ac"]])
def test_all_five_cards_of_a_draw_are_shown(shown, is_button, position, size):
    seats = [
        seat(1, "ann", 420),
        seat(2, "bob", 480, card_count=5, cards=shown, is_button=is_button, position=position),
    ]
    text = "\n".join(drawn({**DRAW, "seats": seats}, size).lines())
    parts = lay_out(size[0], size[1] - 1)
    (plate,) = place_table(table_of({**DRAW, "seats": seats}), parts.felt, parts.size, is_framed=False).places.others[
        :1
    ]
    rows = [line[plate.x : plate.x + plate.width] for line in text.split("\n")[plate.y :][: plate.height]]
    assert all(UNICODE.card_text(card) in "\n".join(rows) for card in shown)
    assert "\n".join(rows).count("▚▚") == (0 if shown else 5)
    assert rows[0].endswith(" D  " if is_button else "SB ")
