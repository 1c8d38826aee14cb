"""Every key, on recorded tables: what it sends to the bot, or changes on the screen."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from copy import deepcopy
from time import monotonic

import pytest

from ircpoker.feed import FeedClient
from ircpoker.feed.requests import PersonGiven
from ircpoker.screen.app import TO_LINES, TableApp
from ircpoker.screen.controls import MACHINE_KEYS, PANEL_KEYS, TABLE_KEYS
from ircpoker.screen.preferences import Options
from tests.feed.wire import ACTED
from tests.screen.recorded import DRAW, FLOP, Script, machine
from tests.screen.settled import settle
from tests.waiting import PATIENCE

pytestmark = pytest.mark.slow(1)

ACT = {"do": "act", "table": "t7", "turn": "19:7"}
SAY = {"do": "say", "place": "libera/#poker"}


def table_with(**legal):
    table = deepcopy(FLOP)
    table["you"]["legal"] |= legal
    return table


def waiting():
    """Return the table on somebody else's turn."""
    table = deepcopy(FLOP)
    table["turn"]["seat"] = 2
    table["you"] |= {"turn": "", "legal": None}
    return table


@asynccontextmanager
async def screen(table=FLOP, now=monotonic, **answers):
    script = Script(table, **answers)

    async def open_link():
        return script

    async with await FeedClient.start(open_link, person=PersonGiven("ann")) as client:
        app = TableApp(client, Options("ann"), now=now)
        async with app.run_test(size=(100, 30)) as pilot:
            while app.player.watched is None:
                await pilot.pause(0.005)
            script.asked.clear()
            yield app, pilot, script


def pressed(*keys, table=FLOP, **answers):
    """Return what the screen sends after keys, without numbers."""

    async def run():
        async with screen(table, **answers) as (_, pilot, script):
            await pilot.press(*keys)
            await settle(pilot)
            return [{name: value for name, value in each.items() if name != "id"} for each in script.asked]

    return [each for each in asyncio.run(run()) if each["do"] != "me"]


FREE = table_with(call=0, check=True, raise_to=None, bet=[10, 420])
FIXED = table_with(raise_to=[80, 80])
SHORT = table_with(call=420, raise_to=None)
SENT = {
    "fold": (["f"], FLOP, {**ACT, "action": "fold"}),
    "fold where a check is free": (["f"], FREE, {**ACT, "action": "check"}),
    "k": (["k"], FREE, {**ACT, "action": "check"}),
    "x": (["x"], FREE, {**ACT, "action": "check"}),
    "call": (["c"], FLOP, {**ACT, "action": "call"}),
    "call where nothing is to call": (["c"], FREE, {**ACT, "action": "check"}),
    "raise by digits": (["1", "6", "5", "enter"], FLOP, {**ACT, "action": "raise_to", "amount": 165}),
    "raise by r": (["r", "enter"], FLOP, {**ACT, "action": "raise_to", "amount": 80}),
    "digits in place of the amount that is offered": (
        ["r", "2", "5", "5", "enter"],
        FLOP,
        {**ACT, "action": "raise_to", "amount": 255},
    ),
    "a digit after the amount that is offered": (
        ["r", "right", "backspace", "5", "enter"],
        FLOP,
        {**ACT, "action": "raise_to", "amount": 85},
    ),
    "a digit before it": (["r", "home", "1", "enter"], FLOP, {**ACT, "action": "raise_to", "amount": 180}),
    "digits in place of a usual amount": (
        ["r", "h", "9", "9", "enter"],
        FLOP,
        {**ACT, "action": "raise_to", "amount": 99},
    ),
    "bet by b": (["b", "enter"], FREE, {**ACT, "action": "bet", "amount": 10}),
    "fixed raise at once": (["r"], FIXED, {**ACT, "action": "raise_to", "amount": 80}),
    "half the pot": (["r", "h", "enter"], FLOP, {**ACT, "action": "raise_to", "amount": 165}),
    "the pot": (["r", "p", "enter"], FLOP, {**ACT, "action": "raise_to", "amount": 290}),
    "the least": (["9", "m", "enter"], FLOP, {**ACT, "action": "raise_to", "amount": 80}),
    "a big blind more": (["r", "up", "enter"], FLOP, {**ACT, "action": "raise_to", "amount": 90}),
    "a big blind less": (["r", "up", "up", "down", "enter"], FLOP, {**ACT, "action": "raise_to", "amount": 90}),
    "all-in": (["a", "enter"], FLOP, {**ACT, "action": "raise_to", "amount": 420}),
    "all-in while typing": (["r", "a", "enter", "enter"], FLOP, {**ACT, "action": "raise_to", "amount": 420}),
    "over the pot": (["3", "0", "0", "enter", "enter"], FLOP, {**ACT, "action": "raise_to", "amount": 300}),
    "all-in by a call": (["c", "enter"], SHORT, {**ACT, "action": "call"}),
    "a call is all-in": (["a", "enter"], SHORT, {**ACT, "action": "call"}),
    "an amount in words": (["r", "2", "x", "enter"], FLOP, {**SAY, "text": "!raise 2x"}),
    "draw": (["1", "3", "3", "5", "d"], DRAW, {**ACT, "action": "discard", "cards": [1, 5]}),
    "draw by Enter": (["2", "enter"], DRAW, {**ACT, "action": "discard", "cards": [2]}),
    "stand pat": (["d"], DRAW, {**ACT, "action": "stand_pat"}),
    "chat": (["enter", *"hello", "enter"], FLOP, {**SAY, "text": "hello"}),
    "chat by a colon": ([":", *"hello", "enter"], FLOP, {**SAY, "text": "hello"}),
    "a command": (["/", *"bank", "enter"], FLOP, {**SAY, "text": "!bank"}),
    "sit": (["j"], FLOP, {**SAY, "text": "!sit"}),
    "time": (["t"], FLOP, {**SAY, "text": "!time"}),
    "more chips": (["+", *"200", "enter"], waiting(), {**SAY, "text": "!topup 200"}),
    "the bot says why there is no check": (["k"], FLOP, {**ACT, "action": "check"}),
    "the bot says why there is no raise": (["r"], SHORT, {**ACT, "action": "raise_to", "amount": 0}),
    "leave": (["q", "enter"], FLOP, {**SAY, "text": "!leave"}),
}


@pytest.mark.parametrize(("keys", "table", "sent"), SENT.values(), ids=SENT)
def test_keys_that_send(keys, table, sent):
    assert pressed(*keys, table=table) == [sent]


SILENT = {
    "all-in asks": (["a"], FLOP),
    "over the pot asks": (["3", "0", "0", "enter"], FLOP),
    "all-in by a call asks": (["c"], SHORT),
    "u takes a question back": (["a", "u", "u"], FLOP),
    "Esc takes a question back": (["a", "escape"], FLOP),
    "u takes an amount back": (["1", "6", "5", "u"], FLOP),
    "Esc takes an amount back": (["1", "6", "5", "escape"], FLOP),
    "u takes marks back": (["1", "2", "u"], DRAW),
    "an amount that is not legal": (["7", "enter"], FLOP),
    "leaving asks": (["q"], FLOP),
    "leaving is taken back": (["q", "u"], FLOP),
    "no cards to show before the end": (["v", "m"], FLOP),
    "no more chips from a table to which one has not sat down": (["+", "5", "enter"], {**FLOP, "you": None}),
    "a key without meaning": (["z", "n", "tab"], FLOP),
}


@pytest.mark.parametrize(("keys", "table"), SILENT.values(), ids=SILENT)
def test_keys_that_send_nothing(keys, table):
    assert pressed(*keys, table=table) == []


def test_a_question_is_dropped_at_another_table():
    async def run():
        async with screen() as (app, pilot, script):
            await pilot.press("q")
            assert app.controls.pending is not None
            script.answers["watch"] = [{**FLOP, "table": "t9"}]
            await app.player.watch("t9")
            assert app.controls.pending is None
            await pilot.press("enter", "escape")
            await settle(pilot)
            assert "say" not in [each["do"] for each in script.asked]

    asyncio.run(run())


@pytest.mark.parametrize("is_own", [True, False])
def test_the_end_of_a_table_whose_players_are_moved(is_own):
    """The player sees the next table; a spectator, whom nobody moved, the lobby."""

    async def run():
        async with screen() as (app, pilot, script):
            script.answers["me"] = [script.welcome_at(*["t9"] * is_own)]
            script.answers["watch"] = [{**FLOP, "table": "t9"}]
            moved = {
                "is": "event", "table": "t7", "seq": 413, "event": "player_moved", "name": "ann", "to": "t9",
                "place": "#poker", "number": 2, "seat": 1, "chips": 1500, "why": "moved",
            }  # fmt: skip
            script.tell({**moved, "set": {"you": None}})
            script.tell({"is": "event", "table": "t7", "seq": 414, "event": "closed"})
            for _ in range(400):
                if (app.player.watched.id if app.player.watched else "") == ("t9" if is_own else ""):
                    break
                await pilot.pause(0.005)
            else:
                raise AssertionError(app.player.watched)
            assert app.player.moves == set()

    asyncio.run(run())


def test_every_key_is_tested():
    """The keys of the tables, but those of panels and machines below, occur in the tests above."""
    used = {key for keys, *_ in [*SENT.values(), *SILENT.values()] for key in keys}
    assert set(TABLE_KEYS) - used <= {*"0468", "o"}


@pytest.mark.parametrize(("key", "panel"), PANEL_KEYS.items())
def test_each_panel_opens_and_closes_by_its_key(key, panel):
    async def run():
        async with screen() as (app, pilot, _):
            for way in (key, "escape", "q"):
                await pilot.press({"?": "question_mark", ",": "comma"}.get(key, key))
                await settle(pilot)
                assert panel == app.screen.NAME
                await pilot.press({"?": "question_mark", ",": "comma"}.get(way, way))
                await settle(pilot)
                assert len(app.screen_stack) == 1

    asyncio.run(run())


@pytest.mark.parametrize(
    ("key", "legal", "sent"),
    [
        ("f", {"check": True}, "check"),
        ("f", {"fold": True}, "fold"),
        ("c", {"call": 40}, "call"),
        ("c", {"check": True}, "check"),
    ],
)
def test_actions_before_the_turn(key, legal, sent):
    async def run():
        async with screen(waiting()) as (app, pilot, script):
            await pilot.press(key)
            assert script.asked == []
            you = {
                **FLOP["you"],
                "turn": "19:8",
                "legal": {
                    "fold": True,
                    "check": False,
                    "call": 0,
                    "bet": None,
                    "raise_to": None,
                    "discard": 0,
                    **legal,
                },
            }
            script.tell({**ACTED, "table": "t7", "seq": 413, "set": {"you": you}})
            await settle(pilot)
            assert [each["action"] for each in script.asked] == [sent]
            assert app.player.before == ""

    asyncio.run(run())


PAID = {
    "is": "event",
    "table": "t7",
    "seq": 413,
    "event": "paid",
    "deal": "19",
    "board": [],
    "results": [],
    "pots": [],
    "words": "#19 ann wins 210",
    "set": {"deal": "", "turn": None, "you": {**FLOP["you"], "cards": [], "turn": "", "legal": None}},
}
"""The end of a deal."""


@pytest.mark.parametrize("prefix", ["!", "."])
@pytest.mark.parametrize(("key", "word"), [("v", "show"), ("m", "muck")])
def test_cards_that_nobody_saw_are_shown_or_kept_hidden_after_a_deal(key, word, prefix):
    own = {"seat": 1, "won": 210, "net": 100, "cards": [], "hand": ""}

    async def run():
        async with screen(bot={"prefix": prefix}) as (app, pilot, script):
            script.tell({**PAID, "results": [own]})
            await until_shown(app, pilot, "[v] show my cards   [m]uck")
            await pilot.press(key)
            await settle(pilot)
            assert [each["text"] for each in script.asked if each["do"] == "say"] == [prefix + word]
            # Once is enough.
            await pilot.press(key)
            await until_gone(app, pilot, "show my cards")

    asyncio.run(run())


def test_cards_that_everybody_saw_are_not_offered_to_be_shown():
    async def run():
        async with screen() as (app, pilot, script):
            shown = {"seat": 1, "won": 210, "net": 100, "cards": ["Th", "8d"], "hand": "Pair of Tens"}
            script.tell({**PAID, "results": [shown]})
            await until_shown(app, pilot, "ann wins 210")
            assert "show my cards" not in "\n".join(app._face.canvas.lines())

    asyncio.run(run())


def test_an_action_before_the_turn_is_taken_back():
    async def run():
        async with screen(waiting()) as (app, pilot, _):
            for key in ("u", "c", "escape"):
                await pilot.press("c" if key == "u" else "f")
                assert app.player.before
                await pilot.press("u" if key == "c" else key)
                await settle(pilot)
            assert app.player.before == ""

    asyncio.run(run())


async def until_shown(app, pilot, text):
    """Wait until a text is on the screen."""
    async with asyncio.timeout(PATIENCE):
        while text not in "\n".join(app._face.canvas.lines()):
            await pilot.pause(0.01)


async def until_gone(app, pilot, text):
    """Wait until a text is on the screen no longer."""
    async with asyncio.timeout(PATIENCE):
        while text in "\n".join(app._face.canvas.lines()):
            await pilot.pause(0.01)


MACHINE_SENT = {
    "hold": (["1", "3", "enter"], "hold 1 3"),
    "hold none": (["space"], "hold none"),
    "hold and let go": (["1", "1", "2", "enter"], "hold 2"),
    "let go of all": (["4", "5", "u", "enter"], "hold 4 5"),
    "advice": (["o"], "hint"),
    "the pay table": (["t"], "vp pays"),
    "a line": ([":", *"bank", "enter"], "bank"),
    "a command": (["/", *"bank", "enter"], "!bank"),
}


@pytest.mark.parametrize(("keys", "line"), MACHINE_SENT.values(), ids=MACHINE_SENT)
def test_keys_at_a_machine(keys, line):
    async def run():
        async with screen() as (app, pilot, script):
            app.player.machine = machine()
            await pilot.press(*keys)
            await settle(pilot)
            assert [each["text"] for each in script.asked if each["do"] == "say"] == [line]

    asyncio.run(run())


def test_stakes_and_the_end_of_a_machine():
    async def run():
        async with screen() as (app, pilot, script):
            app.player.machine = machine(stage="end")
            await pilot.press("b", *"25", "enter")
            await settle(pilot)
            app.player.machine = machine(machine="slot", stage="end")
            await pilot.press("7", "enter", "enter", "space", "t")
            await settle(pilot)
            words = [each["text"] for each in script.asked if each["do"] == "say"]
            assert words == ["vp 25", "slot 7", "slot 7", "slot 7", "slot pays"]
            await pilot.press("q")
            assert app.player.machine is None

    asyncio.run(run())


def test_every_key_of_a_machine_is_tested():
    used = {key for keys, _ in MACHINE_SENT.values() for key in keys} | {*"b257tq", "enter", "space", "escape"}
    assert set(MACHINE_KEYS) - used <= {*"0689"}


def test_the_log_is_scrolled_by_keys_and_wheel():
    table = {**FLOP, "log": [f"line {number}" for number in range(20)] * 4}

    async def run():
        async with screen(table) as (app, pilot, _):
            await pilot.press("pageup")
            assert app.log_back == 5
            await pilot.press("pagedown", "pagedown")
            assert app.log_back == 0

    asyncio.run(run())


def test_f2_asks_for_lines_and_control_c_ends():
    async def run(*keys):
        async with screen() as (app, pilot, _):
            await pilot.press(*keys)
            await settle(pilot)
            assert not app.is_running
            return app.return_value

    assert asyncio.run(run("f2")) == TO_LINES
    assert asyncio.run(run("ctrl+c")) is None
    assert asyncio.run(run(":", "a", "f2")) == TO_LINES
    assert asyncio.run(run(":", "a", "ctrl+c")) is None


def test_clicks_act_as_keys():
    async def run():
        async with screen() as (app, pilot, script):
            lines = app._face.canvas.lines()
            y = next(number for number, line in enumerate(lines) if "c  Call" in line)
            await pilot.click(app._face, offset=(lines[y].index("c  Call") + 1, y))
            y += 1
            x = app._face.canvas.lines()[y].index("pot 290")
            await pilot.click(app._face, offset=(x, y))
            await settle(pilot)
            assert app._line.value == "290"
            assert [each["action"] for each in script.asked if each["do"] == "act"] == ["call"]

    asyncio.run(run())


def test_a_late_answer_never_acts_on_the_next_turn():
    async def run():
        async with screen() as (_, pilot, script):
            await pilot.press("a")
            you = {**FLOP["you"], "turn": "19:9"}
            script.tell({**ACTED, "table": "t7", "seq": 413, "set": {"you": you}})
            await settle(pilot)
            await pilot.press("enter")
            assert [each for each in script.asked if each["do"] == "act"] == []

    asyncio.run(run())


def test_a_refusal_stays_until_the_next_key():
    async def run():
        async with screen() as (app, pilot, script):
            await pilot.press("9", "9", "9", "9", "enter")
            await until_shown(app, pilot, "How much? 80 to 420.")
            script.tell({**ACTED, "table": "t7", "seq": 413, "words": "bob has checked", "set": {}})
            await until_shown(app, pilot, "bob has checked")
            await until_shown(app, pilot, "How much? 80 to 420.")
            await pilot.press("escape")
            await until_gone(app, pilot, "How much?")

    asyncio.run(run())
