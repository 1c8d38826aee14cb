"""Whoever has kept a seat goes on there at the next start, and buys in nowhere else."""

from __future__ import annotations

import asyncio

import pytest

from ircpoker.app import make_router, open_feed
from ircpoker.config.settings import CONSOLE_NETWORK
from ircpoker.screen.lines import LineTable
from ircpoker.screen.marks import ASCII
from ircpoker.words.catalogue import load_catalogue
from tests.screen.sessions import NICK, default_settings_here, session
from tests.screen.test_stranger import CHANNEL, NETWORK, public_router

PRIVATE, PUBLIC = "private", CHANNEL
ADVICE = "You still sit at a table: leave it first, then play easy."


class Leaver:
    """Somebody in lines who leaves at once."""

    def __init__(self):
        self.lines = []

    async def read(self):
        return None

    def write(self, line):
        self.lines.append(line)


async def left_behind(place):
    """Return a router at which the person has a seat, and their chips in the bank."""
    router = make_router(default_settings_here(), seed=5) if place == PRIVATE else public_router()
    words, where = ("play caller 300", "") if place == PRIVATE else ("!sit 300", f"{NETWORK}/{CHANNEL}")
    async with open_feed(router, CONSOLE_NETWORK, NICK) as client:
        await client.say(words, where)
        chips = (await client.refresh())["chips"]
    return router, chips


@pytest.mark.parametrize("command", ["play easy", ""])
@pytest.mark.parametrize("place", [PRIVATE, PUBLIC])
def test_the_screen_goes_on_at_a_kept_seat(place, command):
    async def run():
        router, chips = await left_behind(place)
        async with session(command, (200, 60), router=router) as here:
            await here.until(lambda: here.player.watched, "no table is shown")
            await here.until(lambda: (ADVICE in here.text()) is bool(command), "no advice is shown")
            assert here.player.watched.table["place"] == place
            assert here.player.watched.seat is not None
            assert here.bank == chips

    asyncio.run(run())


@pytest.mark.parametrize("command", ["play easy", "play"])
@pytest.mark.parametrize("place", [PRIVATE, PUBLIC])
def test_lines_go_on_at_a_kept_seat(place, command):
    async def run():
        router, chips = await left_behind(place)
        typist = Leaver()
        async with open_feed(router, CONSOLE_NETWORK, NICK) as client:
            table = LineTable(client, typist, ASCII, load_catalogue("en").text)
            await table.run(command)
            assert table.player.watched.table["place"] == place
            assert table.player.chips == chips
        router.services.close()
        return typist.lines

    lines = asyncio.run(run())
    assert lines.count(ADVICE) == (command == "play easy")
