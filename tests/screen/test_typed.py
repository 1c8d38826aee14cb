"""Lines that are typed on the screen: where they go, and the question that an all-in asks."""

from __future__ import annotations

import asyncio

import pytest

from tests.screen.recorded import FLOP
from tests.screen.settled import settle
from tests.screen.test_keys import ACT, FIXED, FREE, SAY, SHORT, pressed, screen, table_with

pytestmark = pytest.mark.slow(1)


def private(table=FLOP):
    return {**table, "place": "private", "network": ""}


@pytest.mark.parametrize(
    ("table", "hint"),
    [(FLOP, "Enter chats, / gives commands, ? shows the keys"), (private(), "Enter gives commands, ? shows the keys")],
)
def test_the_hint_tells_chat_from_commands(table, hint):
    async def run():
        async with screen(table) as (app, pilot, _):
            await settle(pilot)
            return app._line.placeholder

    assert asyncio.run(run()) == hint


ALL_IN = {**ACT, "action": "raise_to", "amount": 420}
LAST_RAISE = table_with(raise_to=[420, 420])


@pytest.mark.parametrize("line", ["all", "ALL  IN!", "!allin", "all-in", "shove", "tapis", "a"])
def test_an_all_in_that_is_typed_at_a_private_table_asks(line):
    async def run():
        async with screen(private()) as (app, pilot, script):
            await pilot.press(":", *line, "enter")
            await settle(pilot)
            assert script.asked == []
            assert app.controls.pending.question.key == "screen.sure_all_in"
            await pilot.press("enter")
            await settle(pilot)
            return [{name: value for name, value in each.items() if name != "id"} for each in script.asked]

    assert asyncio.run(run()) == [ALL_IN]


@pytest.mark.parametrize(
    ("table", "sent"), [(SHORT, {**ACT, "action": "call"}), (LAST_RAISE, ALL_IN)], ids=["a call", "the only raise"]
)
def test_any_all_in_that_is_typed_asks(table, sent):
    assert pressed(":", *"all", "enter", table=private(table)) == []
    assert pressed(":", *"all", "enter", "enter", table=private(table)) == [sent]
    assert pressed("a", "enter", table=table) == [sent]


FOR_BOT = {
    "a question": (private(), "all in?"),
    "another action": (private(), "call"),
    "where one cannot go all-in": (private(FIXED), "all"),
    "at pot limit": (private(table_with(call=0, check=True, raise_to=None, bet=[10, 100])), "all"),
    "not on one's turn": (private({**FREE, "you": {**FREE["you"], "turn": "", "legal": None}}), "all"),
}


@pytest.mark.parametrize(("table", "line"), FOR_BOT.values(), ids=FOR_BOT)
def test_other_lines_go_to_the_bot(table, line):
    assert pressed(":", *line, "enter", table=table) == [{"do": "say", "text": line, "place": "t7"}]


def test_in_a_channel_a_line_is_chat():
    assert pressed(":", *"all", "enter") == [{**SAY, "text": "all"}]
