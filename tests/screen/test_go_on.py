"""The end of a deal stays on the screen for a moment: which key goes on, and which one opens the chat."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager

import pytest

from ircpoker.feed.moments import SHOWDOWN_SECONDS as HOLD_SECONDS
from ircpoker.screen.go_on import LATE_SECONDS, GoOnOffer
from tests.screen.recorded import FLOP
from tests.screen.settled import settle
from tests.screen.test_keys import PAID, screen, until_gone, until_shown

pytestmark = pytest.mark.slow(1)

SHOWDOWN = {"seat": 1, "won": 210, "net": 100, "cards": ["Th", "8d"], "hand": "Pair of Tens"}
NEXT_DEAL = {
    "is": "event",
    "table": "t7",
    "seq": 414,
    "event": "turn",
    "seat": 1,
    "seconds": 45.0,
    "set": {
        "deal": "20",
        "last": {
            "is": "event",
            "event": "paid",
            "deal": "19",
            "board": FLOP["board"],
            "results": [SHOWDOWN],
            "pots": [],
        },
        "you": {**FLOP["you"], "turn": "20:1"},
    },
}
"""The next deal, in which it is the player's turn at once."""
GO_ON = "Enter  Next hand"


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self):
        self.seconds = 0.0

    def now(self):
        return self.seconds


@asynccontextmanager
async def end_of_deal():
    """Show the end of a deal, although it is the player's turn in the next one."""
    clock = Clock()
    async with screen(now=clock.now) as (app, pilot, script):
        script.tell({**PAID, "results": [SHOWDOWN]})
        script.tell(NEXT_DEAL)
        await until_shown(app, pilot, GO_ON)
        yield app, pilot, script, clock


async def until_left_alone(app, pilot, clock):
    """Let the time of the end of a deal pass."""
    clock.seconds += HOLD_SECONDS
    await until_gone(app, pilot, GO_ON)


def test_enter_a_moment_after_the_end_of_a_deal_does_not_open_the_chat():
    async def run():
        async with end_of_deal() as (app, pilot, script, clock):
            await until_left_alone(app, pilot, clock)
            await pilot.press("enter")
            assert not app._line.has_focus
            await pilot.press("c")
            await settle(pilot)
            assert [each["action"] for each in script.asked if each["do"] == "act"] == ["call"]
            await pilot.press("enter")
            assert app._line.has_focus

    asyncio.run(run())


def test_enter_when_the_next_deal_has_ended_meanwhile_does_not_open_the_chat():
    async def run():
        async with end_of_deal() as (app, pilot, script, _):
            script.tell({**PAID, "seq": 415, "deal": "20"})
            await until_gone(app, pilot, GO_ON)
            await pilot.press("enter")
            assert not app._line.has_focus

    asyncio.run(run())


@pytest.mark.parametrize("key", [":", "/"])
@pytest.mark.parametrize("is_left_alone", [True, False])
def test_a_colon_and_a_slash_open_the_chat_at_the_end_of_a_deal(key, is_left_alone):
    async def run():
        async with end_of_deal() as (app, pilot, _, clock):
            if is_left_alone:
                await until_left_alone(app, pilot, clock)
            await pilot.press(key)
            assert app._line.has_focus

    asyncio.run(run())


@pytest.mark.parametrize(("seconds", "keys"), [(LATE_SECONDS, ["enter"]), (0, ["u", "enter"]), (0, ["enter", "enter"])])
def test_enter_opens_the_chat_later_and_after_another_key(seconds, keys):
    async def run():
        async with end_of_deal() as (app, pilot, _, clock):
            await until_left_alone(app, pilot, clock)
            clock.seconds += seconds
            await pilot.press(*keys)
            assert app._line.has_focus

    asyncio.run(run())


@pytest.mark.parametrize("key", ["enter", "c"])
def test_a_key_at_the_end_of_a_deal_only_goes_on(key):
    async def run():
        async with end_of_deal() as (app, pilot, script, _):
            await pilot.press(key)
            await until_gone(app, pilot, GO_ON)
            assert [each for each in script.asked if each["do"] == "act"] == []
            # It did not leave by itself: Enter is free.
            await pilot.press("enter")
            assert app._line.has_focus

    asyncio.run(run())


def test_ctrl_c_leaves_at_the_end_of_a_deal():
    async def run():
        async with end_of_deal() as (app, pilot, *_):
            await pilot.press("ctrl+c")
            return app.is_running

    assert not asyncio.run(run())


def test_a_click_goes_on_after_the_end_of_a_deal():
    async def run():
        async with end_of_deal() as (app, pilot, _, _):
            lines = app._face.canvas.lines()
            y = next(number for number, line in enumerate(lines) if GO_ON in line)
            await pilot.click(app._face, offset=(lines[y].index(GO_ON) + 1, y))
            await until_gone(app, pilot, GO_ON)
            assert not app._line.has_focus

    asyncio.run(run())


def test_a_key_is_meant_for_the_drawn_screen():
    clock = Clock()
    offer = GoOnOffer(clock.now)
    assert not offer.takes("enter")
    offer.note_drawn(is_drawn=True)
    assert offer.takes("c")
    offer.note_drawn(is_drawn=False)
    assert not offer.takes("enter")
    offer.note_drawn(is_drawn=True)
    offer.note_drawn(is_drawn=False)
    assert not offer.takes("c")
    assert not offer.takes("enter")
