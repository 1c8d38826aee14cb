"""Keys that come in one burst, as from a slow line: each one is taken in its turn, and typed where a line is open."""

from __future__ import annotations

import asyncio

import pytest
from textual.events import AppBlur, AppFocus, Key, Paste

from tests.screen.recorded import FLOP
from tests.screen.settled import settle
from tests.screen.test_keys import ACT, SAY, screen

pytestmark = pytest.mark.slow(1)


async def burst(app, pilot, text):
    """Send keys as a terminal does that has read several at once: none waits for the one before."""
    names = {"\r": "enter", "\b": "backspace", ":": "colon", "/": "slash", "!": "exclamation_mark"}
    for character in text:
        app.post_message(Key(names.get(character, character), character))
    await settle(pilot)


OPENED = {
    "digits": ("250", "250"),
    "two digits": ("45", "45"),
    "digits in place of the amount that is offered": ("r25", "25"),
    "an amount that is corrected": ("251\b\b75", "275"),
    "a colon": (":pay", "pay"),
    "a colon and a key of the table": (":call", "call"),
    "a slash": ("/robots", "!robots"),
    "Enter": ("\rhello", "hello"),
    "a line that is given up and begun anew": (":a\b\b:quite", "quite"),
}


@pytest.mark.parametrize(("text", "line"), OPENED.values(), ids=OPENED)
def test_keys_that_come_at_once_are_typed_in_order(text, line):
    async def run():
        async with screen() as (app, pilot, script):
            await burst(app, pilot, text)
            assert len(app.screen_stack) == 1
            assert app._line.value == line
            assert script.asked == []

    asyncio.run(run())


AT_ONCE = {
    "an amount": ("165\r", FLOP, [{**ACT, "action": "raise_to", "amount": 165}]),
    "an amount that asks": ("300\r\r", FLOP, [{**ACT, "action": "raise_to", "amount": 300}]),
    "two lines": (":one\r:two\r", FLOP, [{**SAY, "text": "one"}, {**SAY, "text": "two"}]),
    "a line and a key": (":hi\rt", FLOP, [{**SAY, "text": "hi"}, {**SAY, "text": "!time"}]),
}


@pytest.mark.parametrize(("text", "table", "sent"), AT_ONCE.values(), ids=AT_ONCE)
def test_keys_that_come_at_once_are_sent_in_order(text, table, sent):
    async def run():
        async with screen(table) as (app, pilot, script):
            await burst(app, pilot, text)
            return [{name: value for name, value in each.items() if name != "id"} for each in script.asked]

    assert [each for each in asyncio.run(run()) if each["do"] != "me"] == sent


def test_a_paste_keeps_its_place_among_keys():
    async def run():
        async with screen() as (app, pilot, _):
            for event in (Key("colon", ":"), Key("a", "a"), Paste("bc\nd"), Key("e", "e")):
                app.post_message(event)
            await settle(pilot)
            assert app._line.value == "abce"
            assert app._line.has_focus

    asyncio.run(run())


def test_a_key_after_another_window_had_the_focus_is_typed():
    async def run():
        async with screen() as (app, pilot, _):
            await burst(app, pilot, ":a")
            for event in (AppBlur(), AppFocus(), Key("p", "p"), AppBlur(), Key("w", "w")):
                app.post_message(event)
            await settle(pilot)
            assert app._line.value == "apw"

    asyncio.run(run())
