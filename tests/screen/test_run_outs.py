"""At one's own table, too, an all-in is seen street by street, and its end before the table is left."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager

import pytest

from ircpoker.feed.moments import SHOWDOWN_SECONDS, STREET_SECONDS
from ircpoker.screen.preferences import ScreenSettings
from tests.screen.sessions import session
from tests.screen.test_go_on import Clock

pytestmark = pytest.mark.slow(1)


@asynccontextmanager
async def all_in(motion, begin="play caller 400", seed=3):
    """Go all-in against a robot that calls; nobody waits for anybody there, and all is told at once."""
    clock = Clock()
    settings = ScreenSettings(motion=motion, bell=False, title=False)
    async with session(begin, (120, 40), seed=seed, preferences=settings, now=clock.now) as here:
        await here.next_turn()
        await here.press("a", "enter")
        await here.until(lambda: here.player.watched.is_closed)
        yield here, clock


def board(here):
    """Return how many cards of the board are seen."""
    here.shown()
    return len(here.app._shown.table.board)


@pytest.mark.parametrize(("motion", "part"), [("normal", 1), ("fast", 0.5)])
def test_each_street_is_seen(motion, part):
    async def run():
        async with all_in(motion) as (here, clock):
            for cards in (0, 3, 4):
                assert board(here) == cards
                assert {seat.stack for seat in here.app._shown.table.seats} == {0}
                assert "ALL-IN: no more decisions" in here.text()
                assert "ann · you" in here.text()
                clock.seconds += 0.9 * part * STREET_SECONDS
                assert board(here) == cards
                clock.seconds += 0.1 * part * STREET_SECONDS
            assert board(here) == 5
            assert {seat.name: seat.stack for seat in here.app._shown.table.seats} == {"ann": 800, "caller": 0}
            assert "the table is closed" in here.text()
            assert here.player.nets == [400]
            clock.seconds += SHOWDOWN_SECONDS
            await here.until(here.over)

    asyncio.run(run())


def test_a_key_goes_on_to_the_next_street():
    async def run():
        async with all_in("normal") as (here, _):
            for cards in (0, 3, 4, 5):
                assert board(here) == cards
                await here.press("space")
            await here.until(here.over)

    asyncio.run(run())


def test_who_is_out_keeps_their_seat_until_the_end_was_seen():
    async def run():
        async with all_in("normal", "play sng 4") as (here, _):
            for cards in (0, 3, 4):
                assert board(here) == cards
                assert "ann · you" in here.text()
                await here.press("space")
            assert board(here) == 5
            assert "ann · you" in here.text()
            assert "buys in again" not in here.text()
            assert [box.number for box in here.boxes().values() if "leaves" in box.text] == []
            assert here.player.watched.seat is None
            (nets,) = filter(None, here.player.client.nets.values())
            assert sum(nets.values()) == -1500

    asyncio.run(run())


def test_the_lobby_comes_after_a_panel_that_was_opened_at_the_end():
    async def run():
        async with all_in("off") as (here, clock):
            await here.press("h")
            await here.until(lambda: "other hands" in here.text())
            clock.seconds += SHOWDOWN_SECONDS
            await here.pilot.pause(0.3)
            assert "other hands" in here.text()
            await here.press("escape")
            await here.until(lambda: "Play against robots" in here.text())
            assert here.player.watched is None

    asyncio.run(run())


def test_without_motion_the_end_is_seen_at_once():
    async def run():
        async with all_in("off") as (here, _):
            assert board(here) == 5

    asyncio.run(run())
