"""The order in which the screens of a process are drawn."""

from __future__ import annotations

import asyncio
import gc

import pytest
from textual._context import active_app
from textual.strip import Strip

from ircpoker.screen.redraws import Painter
from tests.screen.test_keys import screen


def test_who_is_to_act_is_drawn_first_and_each_once():
    drawn = []

    async def run():
        painter = Painter()
        for name in ("ann", "bob", "ann", "cat"):
            painter.ask(name, lambda name=name: drawn.append(name), is_first=False)
        painter.ask("cat", lambda: drawn.append("cat"), is_first=True)
        painter.ask("cat", lambda: drawn.append("cat, too late"), is_first=False)
        while len(drawn) < 3:
            await asyncio.sleep(0)
        await asyncio.sleep(0)

    asyncio.run(run())
    assert drawn == ["cat", "ann", "bob"]


def test_each_screen_is_drawn_as_its_own_app():
    """Else Textual takes it for a screen that something covers, and sends the whole of it."""
    drawn = []

    async def play(painter, name):
        active_app.set(name)
        painter.ask(name, lambda: drawn.append((name, active_app.get())), is_first=False)

    async def run():
        painter = Painter()
        await asyncio.gather(*[play(painter, name) for name in ("ann", "bob")])
        while len(drawn) < 2:
            await asyncio.sleep(0)

    asyncio.run(run())
    assert drawn == [("ann", "ann"), ("bob", "bob")]


def test_other_work_has_its_turn_between_two_screens():
    order = []

    async def run():
        painter = Painter()
        for name in ("ann", "bob"):
            painter.ask(name, lambda name=name: order.append(name), is_first=False)
        asyncio.get_running_loop().call_soon(order.append, "other")
        while len(order) < 3:
            await asyncio.sleep(0)

    asyncio.run(run())
    assert order == ["ann", "other", "bob"]


def test_a_screen_that_cannot_be_drawn_holds_up_no_other():
    drawn = []

    async def run():
        asyncio.get_running_loop().set_exception_handler(lambda *_: drawn.append("failed"))
        painter = Painter()
        painter.ask("ann", lambda: 1 // 0, is_first=True)
        painter.ask("bob", lambda: drawn.append("bob"), is_first=False)
        while len(drawn) < 2:
            await asyncio.sleep(0)

    asyncio.run(run())
    assert drawn == ["failed", "bob"]


@pytest.mark.slow(5)
def test_redraws_leave_no_garbage_behind():
    async def run():
        async with screen() as (app, pilot, _):
            await pilot.pause(0.02)
            gc.collect()
            gc.set_debug(gc.DEBUG_SAVEALL)
            for _ in range(3):
                app._face._strips = []
                app._face.redraw()
                await pilot.pause(0.01)
            gc.collect()
            found = [each for each in gc.garbage if isinstance(each, Strip)]
            gc.set_debug(0)
            gc.garbage.clear()
            return len(found)

    assert not asyncio.run(run())


@pytest.mark.slow(5)
def test_a_motion_has_one_timer(monkeypatch):
    async def run():
        timers = []
        async with screen() as (app, _, _):
            with monkeypatch.context() as patch:
                patch.setattr(app._motion, "is_on", lambda _: True)
                patch.setattr(app, "set_timer", lambda pause, _: timers.append(pause))
                app.redraws.draw_now()
                for _ in range(3):
                    app.redraw()
        return timers

    assert len(asyncio.run(run())) == 1
