"""How the screen looks: contrast, room, overlaps, numbers without colours, bytes, motion; in all themes and sizes."""

from __future__ import annotations

import re
from copy import deepcopy
from itertools import product
from types import SimpleNamespace

import pytest

from ircpoker.feed.moments import TableMoment
from ircpoker.screen.bar import BarNote, draw_bar
from ircpoker.screen.canvas import Canvas, Rect
from ircpoker.screen.colours import names_of, palette_of
from ircpoker.screen.draw_screen import ScreenView, draw_face, draw_motion
from ircpoker.screen.draw_table import Scene
from ircpoker.screen.machine import MachineScene
from ircpoker.screen.marks import ASCII, UNICODE
from ircpoker.screen.motion import Motion
from ircpoker.screen.pieces import MOST_COLUMNS, chips_of, draw_pile
from ircpoker.screen.preferences import Options
from ircpoker.screen.redraws import Painter
from ircpoker.screen.seat_places import SMALL, lay_out, place_bet, place_seats
from ircpoker.screen.table_places import place_table
from ircpoker.words import Phrase
from ircpoker.words.catalogue import load_catalogue
from tests.feed.wire import table_of
from tests.screen.recorded import DRAW, FLOP, seat
from tests.screen.recorded import machine as recorded_machine
from tests.screen.sessions import text_in

SAY = load_catalogue("en", "!").text
SIZES = ((80, 24), (120, 40), (200, 60))
THEMES = [*product(("felt", "midnight", "paper"), ("full", "256"))]
LEAST_CONTRAST, LEAST_OF_SIGNS = 4.5, 3.0
MOST_BARE = 0.1


def table(**changes):
    """Return a table in the middle of a deal of six, on the player's turn."""
    seats = [
        seat(1, "root", 472, kind="person", cards=["Kh", "Qs"], is_button=True, position="BTN"),
        seat(2, "hard", 495, in_hand=False, last="folds", position="SB"),
        seat(3, "regular", 472, last="checks", position="BB"),
        seat(4, "tight", 500, in_hand=False, last="folds", position="UTG"),
        seat(5, "loose", 500, in_hand=False, last="folds", position="HJ"),
        seat(6, "wild", 412, bet=60, last="bets 60", position="CO"),
    ]
    legal = {"fold": True, "check": False, "call": 60, "bet": None, "raise_to": [120, 472], "discard": 0}
    you = {**FLOP["you"], "cards": ["Kh", "Qs"], "hand": "Pair of Queens", "turn": "31:7", "to_win": 149}
    usual = {"deal": "31", "street": "flop", "board": ["Qh", "4s", "Jh"], "pot": 149, "pots": [149], "seats": seats}
    usual |= {"place": "private", "is_open": False, "most_seats": 6, "you": {**you, "legal": legal}}
    usual |= {"turn": {"seat": 1, "id": "31:7", "seconds": 24.0, "of": 30.0}}
    usual["log"] = ["#31 5/10", "wild raises to 28", "FLOP Q♥ 4♠ J♥ | pot 89", "regular checks", "wild bets 60"]
    return deepcopy({**FLOP, **usual, **changes})


def waiting():
    found = table(turn={"seat": 3, "id": "31:6", "seconds": 20.0, "of": 30.0})
    found["you"] |= {"turn": "", "legal": None}
    return found


def run_out():
    found = waiting() | {"turn": None, "board": ["Qh", "4s", "Jh", "Qc"], "street": "turn", "pot": 1505, "pots": [1505]}
    for number, cards in ((0, ["Kh", "Qs"]), (2, ["4d", "4c"]), (5, ["Ah", "Th"])):
        found["seats"][number] |= {"stack": 0, "bet": 0, "all_in": True, "cards": cards}
    return found


def covering(game="holdem"):
    """A run-out in which one seat has chips behind."""
    found = run_out() | {"game": game}
    found["seats"][2] |= {"stack": 7431, "all_in": False}
    if game == "omaha":
        for number, more in ((0, ["2s", "3s"]), (2, ["5c", "6d"]), (5, ["7h", "8c"])):
            found["seats"][number]["cards"] += more
        found["you"]["cards"] = found["seats"][0]["cards"]
    return found


def ended():
    found = run_out()
    board = ["Qh", "4s", "Jh", "Qc", "Ks"]
    results = [(1, 1505, 1005, ["Kh", "Qs"]), (3, 0, -500, ["4d", "4c"]), (6, 0, -500, ["Ah", "Th"])]
    paid = [
        {"seat": number, "won": won, "net": net, "cards": cards, "hand": "Full House: Queens full of Kings"}
        for number, won, net, cards in results
    ]
    last = {"is": "event", "event": "paid", "table": "t7", "seq": 3, "words": "#31 root wins 1,505", "deal": "31"}
    found |= {"deal": "", "street": "", "board": board, "pot": 0, "pots": []}
    found |= {"last": {**last, "board": board, "pots": [], "results": paid}}
    for number, _, net, _ in results:
        found["seats"][number - 1] |= {"last": f"{net:+,}", "all_in": False}
    found["seats"][0]["stack"] = 1505
    return found


def full():
    seats = [
        seat(number, f"player{number}", 1_000_000 + number, bet=4000 + number, last="raises to 4000", position="HJ")
        for number in range(1, 11)
    ]
    return table(seats=seats, most_seats=10, pots=[100, 49])


TABLES = {
    "turn": table,
    "waits": waiting,
    "run-out": run_out,
    "run-out, covering": covering,
    "run-out, omaha": lambda: covering("omaha"),
    "end": ended,
    "full": full,
    "side pots": lambda: table(pots=[120, 29]),
    "free seats": lambda: table(is_open=True, most_seats=9),
    "draw": lambda: deepcopy(DRAW),
    "omaha": lambda: table(game="omaha", you={**table()["you"], "cards": ["Kh", "Qs", "2c", "2d"]}),
}


class _Watched:
    def __init__(self, moment):
        self.latest = moment

    def now(self):
        return 0.0


class _Player:
    """What the drawing needs of the person."""

    who = None
    chips = 1284
    client = SimpleNamespace(is_connected=True)
    lines = ()

    def __init__(self, moment):
        self.watched = _Watched(moment)


def drawn(found, size, palette, marks=UNICODE, machine=None, *, is_far=False):
    """Return the canvas of a whole screen."""
    snapshot = table_of(found)
    moment = TableMoment(snapshot, snapshot.log, 5, (10, -20, 50), "", 5.0, 0.0, (0.0, 0.0))
    scene = Scene(marks, SAY, 24.0, frozenset({2}) if found["street"] == "postdraw" else frozenset(), palette, is_far)
    held = (4.0, 0.7) if not found["deal"] else None
    note = BarNote(
        odds="[o]dds 73 % against random, needs 29 %" if found["you"] and found["you"]["turn"] else "", held=held
    )
    return draw_face(size[0], size[1] - 1, ScreenView(_Player(moment), scene, note, moment, 0, machine))


def test_the_line_below_the_board_touches_no_bet_and_no_plate():
    felt = palette_of("felt", "full")
    for size, seats, street in product((*SIZES, (116, 36)), range(2, 7), ("flop", "predraw", "postdraw")):
        found = table(street=street, most_seats=seats, pot=40_000, board=[] if "draw" in street else table()["board"])
        found["seats"] = [seat(number, f"player{number}", 500, bet=92 * number) for number in range(1, seats + 1)]
        lines = drawn(found, size, felt).lines()
        street_words = SAY(Phrase(f"screen.street_{street}"))
        assert any(re.search(rf"  {street_words}( · .* bets [\d,]+)?  ", line) for line in lines), "\n".join(lines)


@pytest.mark.slow(1)
def test_the_banner_of_the_winner_covers_no_seat():
    for size, seats, won in product((*SIZES, (100, 30), (116, 36)), range(2, 11), (30, 1505, 1_250_000)):
        found = ended()
        found["seats"] = [seat(number, f"player{number}", 500, last="-500") for number in range(1, seats + 1)]
        for result in found["last"]["results"]:
            result["won"] = won if result["won"] else 0
        found["most_seats"] = seats
        for palette, marks in ((palette_of("felt", "full"), UNICODE), (palette_of("terminal", "16"), ASCII)):
            canvas = drawn(found, size, palette, marks)
            bare = drawn({**found, "last": None}, size, palette, marks)
            parts = lay_out(canvas.width, canvas.height)
            placed = place_table(table_of(found), parts.felt, parts.size, is_framed=palette.is_framed)
            assert f"{won:,}" in "\n".join(canvas.lines()) or parts.size is not SMALL
            for number, rect in placed.plates.items():
                if number not in (1, 3, 6):  # Those say what has become of them.
                    assert text_in(canvas, rect) == text_in(bare, rect), (size, seats, won, number)


@pytest.mark.parametrize("name", ["ann", "hostmaster", "terminator-9"])
def test_frames_show_the_own_name_whole(name):
    for size in SIZES:
        found = table()
        found["seats"][0]["name"] = name
        assert f"1 {name}" in "\n".join(drawn(found, size, palette_of("terminal", "16"), ASCII).lines()), size


def test_a_player_without_chips_reads_how_to_go_on():
    found = table(deal="", street="", board=[], pot=0, pots=[], turn=None)
    found["you"] |= {"turn": "", "legal": None}
    found["seats"][0] |= {"stack": 0, "in_hand": False}
    for size in SIZES:
        text = "\n".join(drawn(found, size, palette_of("felt", "full")).lines())
        assert "no chips left: [j] buys in again" in text
        assert "second player" not in text


def test_a_question_is_whole_beside_the_odds():
    question = SAY(Phrase("screen.sure_raise_to", amount="1,234,567"))
    for size in SIZES:
        canvas = Canvas(size[0], size[1] - 1)
        note = BarNote(question, odds="[o]dds 73 % against random, needs 29 %")
        draw_bar(canvas, lay_out(*size).bar, table_of(table()), Scene(UNICODE, SAY), note)
        assert question in "\n".join(canvas.lines()), size


def all_screens(palette, marks=UNICODE):
    for size in SIZES:
        for make in TABLES.values():
            yield drawn(make(), size, palette, marks)
        for name, stage in product(("slot", "videopoker"), ("deal", "end")):
            shown = recorded_machine(machine=name, stage=stage, hand="Pair of Eights", payout=30)
            yield drawn(table(), size, palette, marks, MachineScene(shown, frozenset({3})))


def luminance(colour):
    parts = [part / 255 for part in colour.get_truecolor()]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(ink, ground):
    low, high = sorted((luminance(ink), luminance(ground)))
    return (high + 0.05) / (low + 0.05)


def is_text(char):
    return char.strip() != "" and not 0x2500 <= ord(char[0]) <= 0x259F


@pytest.mark.few(2)
@pytest.mark.parametrize(("theme", "depth"), THEMES)
def test_all_text_can_be_read(theme, depth):
    palette = palette_of(theme, depth)
    pairs = {
        (ink, ground): char
        for canvas in all_screens(palette)
        for row in ((chars, names_of(inks), names_of(grounds)) for chars, inks, grounds in canvas.rows())
        for char, ink, ground in zip(*row, strict=True)
        if is_text(char)
    }
    assert len(pairs) > 30
    poor = {}
    for (ink, ground), char in pairs.items():
        style = palette.make(ink, ground)[0]
        found = contrast(style.color, style.bgcolor)
        if found < LEAST_CONTRAST:
            poor[ink, ground] = (char, round(found, 2))
    assert not poor


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["turn", "waits", "run-out", "end", "draw"])
def test_little_of_the_table_is_bare(name, size):
    canvas = drawn(TABLES[name](), size, palette_of("felt", "full"))
    felt = lay_out(canvas.width, canvas.height).felt
    cells = [(x, y) for y in range(felt.y, felt.y + felt.height) for x in range(felt.x, felt.x + felt.width)]
    bare = sum(canvas.chars[y][x] == " " and canvas.grounds_at(x, y) == ["room"] for x, y in cells)
    assert bare / len(cells) <= MOST_BARE


@pytest.mark.parametrize("columns", range(80, 201, 15))
def test_nothing_overlaps_at_any_size(columns):
    for lines, others, cards in product(range(24, 61, 5), range(10), (0, 2, 4, 5)):
        parts = lay_out(columns, lines - 1)
        places = place_seats(parts.felt, parts.size, others, cards)
        board, last = places.board[0], places.board[-1]
        pot = Rect(board.x, board.y - 2, last.x + last.width - board.x, 2)
        taken = [places.below, *places.others, *places.board, pot]
        if cards:
            first = places.cards[0]
            taken.append(first._replace(width=places.cards[-1].x + places.cards[-1].width - first.x))
        for plate in (places.below, *places.others):
            around = [*taken, *places.cards]
            bet = place_bet(plate, parts.felt, 9, 1, around) or place_bet(plate, parts.felt, 5, 1, around)
            taken += [bet] if bet is not None else []  # Else the amount stands on the plate.
        for number, rect in enumerate(taken):
            assert rect.x >= 0, (columns, lines, others, cards)
            assert not any(rect.touches(other) for other in taken[:number]), (columns, lines, others, cards)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize(("palette", "marks"), [(("terminal", "16"), ASCII), (("felt", "none"), UNICODE)])
def test_frames_have_every_number_and_card_of_the_painted_table(name, size, palette, marks):
    """Large digits and cards count by what they mean: the snapshot's own numbers are looked for."""
    found = TABLES[name]()
    text = "\n".join(drawn(found, size, palette_of(*palette), marks).lines())
    if marks.is_ascii:
        assert text.isascii()
    own = found["you"]["cards"]
    for card in [*found["board"], *own, *(card for each in found["seats"][1:] for card in each["cards"])]:
        assert marks.card_text(card) in text, card
    for each in found["seats"]:
        assert f"{each['stack']:,}" in text or (each["all_in"] and "ALL-IN" in text), each
        assert not each["bet"] or f"{each['bet']:,}" in text
    assert not found["deal"] or f"POT {found['pot']:,}" in text
    for number in found["pots"] if len(found["pots"]) > 1 else ():
        assert re.search(rf"\b{number}\b", text)


@pytest.mark.parametrize("amount", [*range(1, 2000, 7), 4999, 5000, 12_345, 20_000])
def test_a_pile_is_exactly_its_amount(amount):
    for most in (4, 6, 8):
        chips = chips_of(amount, most)
        if sum(value * count for value, count in chips) != amount:
            assert len(chips) == MOST_COLUMNS
            continue
        if max(count for _, count in chips) > most:
            continue
        canvas = Canvas(40, 10, palette=palette_of("felt", "full"))
        draw_pile(canvas, 0, 8, amount, most, 1)
        upper = sum(char == "▀" for line in canvas.chars for char in line)
        lower = sum(char == "▄" for line in canvas.chars for char in line)
        assert 2 * upper + lower == sum(count for _, count in chips)


@pytest.mark.few(1)
@pytest.mark.parametrize("speed", [1.0, pytest.param(0.5, marks=pytest.mark.slow(2))])
@pytest.mark.parametrize("size", SIZES)
def test_motion_hides_and_shows_nothing_else(size, speed):
    """While something moves, each sign of text is where it stands without motion, or is covered."""
    palette = palette_of("felt", "full")
    before, bet, street = waiting(), table(), table(board=["Qh", "4s", "Jh", "Qc"], street="turn")
    before["seats"][5]["bet"] = 0
    street["seats"][5]["bet"] = 0
    steps = [({**before, "deal": ""}, before), (before, bet), (bet, street), (run_out(), ended())]
    for then, now in steps:
        still = drawn(now, size, palette)
        motion = Motion()
        motion.begin(table_of(then), table_of(now), Rect(0, 0, size[0], size[1] - 1), 10.0, speed)
        assert motion.is_on(10.0)
        moved = 0
        for frame in range(100):
            canvas = drawn(now, size, palette)
            motion.draw(canvas, 10.0 + frame * 0.04, UNICODE)
            for y, line in enumerate(canvas.chars):
                for x, char in enumerate(line):
                    assert char == still.chars[y][x] or not is_text(char), (char, x, y)
            moved += canvas.chars != still.chars
        assert 0 < moved < 95
        assert not motion.is_on(14.0)
        assert canvas.chars == still.chars


def test_nothing_moves_on_a_terminal_of_another_size():
    motion = Motion()
    motion.begin(table_of(run_out()), table_of(ended()), Rect(0, 0, 120, 39), 10.0, 1.0)
    canvas = drawn(ended(), (80, 24), palette_of("felt", "full"))
    still = [*map(list, canvas.chars)]
    motion.draw(canvas, 10.1, UNICODE)
    assert canvas.chars == still
    assert not motion.is_on(10.1)


@pytest.mark.parametrize(("depth", "moves"), [("full", True), ("16", False), ("none", False)])
def test_nothing_moves_where_nothing_is_painted(depth, moves):
    motion, options = Motion(), Options("ann", depth=depth)
    client = SimpleNamespace(bot=SimpleNamespace(cards="unicode"))
    player = SimpleNamespace(machine=None, watched=None, client=client)
    app = SimpleNamespace(
        player=player,
        redraws=SimpleNamespace(painter=Painter()),
        options=options,
        preferences=options.preferences,
        say=SAY,
    )
    tables = [table_of(each) for each in (run_out(), ended())]
    moments = [TableMoment(each, each.log, 5, (), "", 0.0, 10.0, (0.0, 0.0)) for each in tables]
    draw_motion(app, motion, drawn(ended(), (120, 40), palette_of("felt", depth)), moments, 10.0)
    assert motion.is_on(10.0) == moves
