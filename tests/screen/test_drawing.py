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
from ircpoker.screen.canvas import STYLES, Canvas, Rect, style_of
from ircpoker.screen.draw_screen import lay_out
from ircpoker.screen.draw_table import Scene, draw_felt
from ircpoker.screen.machine import MachineScene, draw_machine
from ircpoker.screen.marks import ASCII, UNICODE, styled_cards
from ircpoker.screen.offers import wager_of
from ircpoker.screen.seat_places import place_seats
from ircpoker.screen.sidebar import draw_log, draw_results
from ircpoker.screen.text import clean, cut, width, wrapped
from ircpoker.words.catalogue import load_catalogue
from tests.screen.recorded import DRAW, FLOP, VIDEO_POKER, seat

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


def scene(marks=UNICODE, **more):
    return Scene(marks, SAY, 12.0, **more)


def drawn(table, size, marks=UNICODE):
    """Return a table's canvas at the size of a terminal."""
    columns, lines = size
    canvas = Canvas(columns, lines - 1, marks.ellipsis)
    parts = lay_out(columns, lines - 1)
    draw_felt(canvas, parts.felt, table, scene(marks))
    draw_bar(canvas, parts.bar, table, scene(marks), BarNote())
    draw_log(canvas, parts.log, table["log"], scene(marks))
    draw_results(canvas, parts.results, "#18 caller wins 150", [10, -20, 30], scene(marks))
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
    for hostile, plain in zip(canvas.lines(), usual.lines(), strict=True):
        for corner in "╭╮╰╯":
            columns = [
                [cell_len(line[:at]) for at, char in enumerate(line) if char == corner] for line in (hostile, plain)
            ]
            assert columns[0] == columns[1]


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
@pytest.mark.parametrize("others", range(10))
@pytest.mark.parametrize("has_own", [False, True])
def test_seats_do_not_overlap(size, others, has_own):
    area = lay_out(size[0], size[1] - 1).felt
    places = place_seats(area, others, has_own=has_own)
    cells = set()
    for rect in (places.below, *places.others):
        own = {(x, y) for x in range(rect.x, rect.x + rect.width) for y in range(rect.y, rect.y + rect.height)}
        assert not own & cells
        assert all(area.has(*cell) for cell in own)
        cells |= own
    assert len(places.others) == others
    # The board has room in the middle, and touches no seat.
    board = Rect(places.middle.x + (places.middle.width - 24) // 2, places.middle.y, 24, places.middle.height)
    assert not cells & {
        (x, y) for x in range(board.x, board.x + 24) for y in range(board.y + 1, board.y + board.height - 1)
    }
    assert places.middle.height >= 6


@pytest.mark.parametrize("size", SIZES)
def test_the_clock_stands_apart_from_the_log(size):
    lines = drawn(FLOP, size).lines()
    line = next(line for line in lines if " 12 s" in line)
    end = lay_out(size[0], size[1] - 1).felt.width - 1
    assert re.search(r"12 s [▓░]{10} |12 s ─", line[: end + 1])
    assert not set("▓░") & set(line[end:])


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


def test_the_order_of_seats_is_that_of_play():
    places = place_seats(Rect(0, 1, 80, 16), 9, has_own=True)
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
    assert "A♥ K♥" in text
    assert "pot 210 (150 + 60)" in text
    assert "all-in" in text


@pytest.mark.parametrize("size", SIZES)
def test_the_draw_has_numbers_and_marks(size):
    canvas = Canvas(size[0], size[1] - 1)
    parts = lay_out(size[0], size[1] - 1)
    draw_felt(canvas, parts.felt, DRAW, scene(chosen=frozenset({2})))
    text = "\n".join(canvas.lines())
    assert ("2:8♦*" in text) or ("2*" in text and "│8♦│" in text)
    assert any(canvas.key_at(x, y) == "5" for x in range(size[0]) for y in range(size[1] - 1))


@pytest.mark.parametrize("stage", ["deal", "end"])
@pytest.mark.parametrize("machine", ["slot", "videopoker"])
def test_machines_are_drawn(machine, stage):
    canvas = Canvas(80, 23)
    parts = lay_out(80, 23)
    shown = {**VIDEO_POKER, "machine": machine, "stage": stage, "hand": "Pair of Eights", "payout": 30}
    draw_machine(canvas, parts.felt, parts.bar, MachineScene(shown, frozenset({3})), scene())
    text = "\n".join(canvas.lines())
    assert all(f"│{card}│" in text for card in ("T♥", "8♦", "8♣", "2♠", "A♣"))
    assert ("pays 30" in text) is (stage == "end")
    assert ("HELD" in text) is (machine == "videopoker" and stage == "deal")


def test_reels_stop_one_after_the_other():
    shown = {**VIDEO_POKER, "machine": "slot", "stage": "end"}
    seen = []
    for turned in (0.0, 0.35, 0.7, 1.0):
        canvas = Canvas(80, 23)
        parts = lay_out(80, 23)
        draw_machine(canvas, parts.felt, parts.bar, MachineScene(shown, turned=turned), scene())
        row = next(line for line in canvas.lines() if line.count("│") == 12)
        seen.append(sum(f"│{card}│" in row for card in ("T♥", "8♦", "8♣", "2♠", "A♣")))
    assert seen == sorted(seen)
    assert (seen[0], seen[-1]) == (0, 5)


def test_amounts_are_those_of_the_bot():
    """½ and the pot of the bar are what `!raise half` and `!raise pot` mean."""
    wager = wager_of(FLOP)
    assert (wager.half, wager.pot, wager.least, wager.most) == (165, 290, 80, 420)
    assert [wager.asks(amount) for amount in (80, 290, 291, 420)] == ["", "", "raise_to", "all_in"]


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
    assert styled_cards("T♦ x", "") == [("T♦", "diamonds"), (" x", "")]


def test_without_colours_the_styles_still_differ():
    plain = {name: (style.bold, style.dim, style.underline, style.reverse) for name, style in STYLES.items()}
    assert plain["chosen"] != plain[""] != plain["dim"]
    assert plain["turn"] != plain["dim"]
    assert style_of("hearts+chosen").reverse
