"""The order in which the screens of a process are drawn."""

from __future__ import annotations

import asyncio

from ircpoker.screen.painter import Painter


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
