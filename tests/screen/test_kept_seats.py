"""Whoever has kept a seat goes on there at the next start, and buys in nowhere else."""

from __future__ import annotations

import asyncio

import pytest

from ircpoker.app import make_router, open_feed
from ircpoker.config.networks import CONSOLE_NETWORK
from ircpoker.screen.app import TO_LINES, TableApp
from ircpoker.screen.go_on import last_line
from ircpoker.screen.lines import LineTable
from ircpoker.screen.preferences import Options
from ircpoker.screen.seat_places import lay_out
from tests.screen.sessions import NICK, QUICK, SIZES, Session, default_settings_here, session, text_in
from tests.screen.talking import PLAIN, Typed
from tests.screen.test_stranger import CHANNEL, NETWORK, public_router

PRIVATE, PUBLIC = "private", CHANNEL
ADVICE = "You still sit at a table: leave it first, then play easy."


async def left_behind(place):
    """Return a router at which the person has a seat, and their chips in the bank."""
    router = make_router(default_settings_here(), seed=5) if place == PRIVATE else public_router(deal_pause=0.0)
    words, where = ("play caller 300", "") if place == PRIVATE else ("!sit 300", f"{NETWORK}/{CHANNEL}")
    async with open_feed(router, CONSOLE_NETWORK, NICK) as client:
        await client.say(words, where)
        chips = (await client.refresh()).chips
    return router, chips


def log_of(here):
    """Return the log beside the table, as one line."""
    here.shown()
    canvas = here.app._face.canvas
    return " ".join(" ".join(text_in(canvas, lay_out(canvas.width, canvas.height).log)).split())


@pytest.mark.parametrize("command", ["play easy", ""])
@pytest.mark.parametrize("place", [PRIVATE, PUBLIC])
def test_the_screen_goes_on_at_a_kept_seat(place, command):
    async def run():
        router, chips = await left_behind(place)
        async with session(command, (200, 60), router=router) as here:
            await here.until(lambda: here.player.watched, "no table is shown")
            await here.until(lambda: (ADVICE in log_of(here)) is bool(command), "no advice is shown")
            assert here.player.watched.table.place == place
            assert here.player.watched.seat is not None
            assert here.bank == chips

    asyncio.run(run())


@pytest.mark.parametrize("command", ["play easy", "play"])
@pytest.mark.parametrize("place", [PRIVATE, PUBLIC])
def test_lines_go_on_at_a_kept_seat(place, command):
    async def run():
        router, chips = await left_behind(place)
        typist = Typed()
        async with open_feed(router, CONSOLE_NETWORK, NICK) as client:
            table = LineTable(client, typist, PLAIN)
            await table.run(command)
            assert len(client.person.tables) == 1
            assert client.person.chips == chips
        router.services.close()
        return typist.shown

    lines = asyncio.run(run())
    assert lines.count(ADVICE) == (command == "play easy")


async def by_f2(client, *keys):
    """Leave the screen by F2, perhaps after a deal that keys have ended, and return the lines that begin then."""
    app = TableApp(client, Options(NICK, preferences=QUICK))
    async with app.run_test(size=SIZES[0]) as pilot:
        while app.player.watched is None:
            await pilot.pause(0.005)
        await pilot.press(*keys)
        while keys and app.player.watched.table.last is None:
            await pilot.pause(0.005)
        await pilot.press("f2")
    assert app.return_value == TO_LINES
    typist = Typed("screen")
    await LineTable(client, typist, PLAIN).run()
    return typist.shown


STANDING = {
    PRIVATE: [
        "private table | no-limit hold'em 5/10 | hand #1 | before the flop | pot 15",
        "SB ann 295 bet 5 to act | BB caller 290 bet 10",
        "you hold 2s Ad | your turn: !call 5, !raise 20-300, !fold",
    ],
    PUBLIC: [
        "#poker | no-limit hold'em 5/10 | hand #1 | before the flop | pot 15",
        "SB bob 495 bet 5 to act | BB cat 490 bet 10 | ann 300 waits",
        "Nothing to decide now.",
    ],
}


@pytest.mark.parametrize("place", [PRIVATE, PUBLIC])
def test_lines_after_the_screen_begin_with_how_the_deal_stands(place):
    async def run():
        router, _ = await left_behind(place)
        async with open_feed(router, CONSOLE_NETWORK, NICK, keeps_time=False) as client:
            shown = [await by_f2(client), await by_f2(client)]
        router.services.close()
        return shown

    for shown in asyncio.run(run()):
        assert shown[-3:] == STANDING[place]


def test_lines_after_the_screen_begin_with_the_end_that_was_still_shown():
    async def run():
        router, _ = await left_behind(PRIVATE)
        async with open_feed(router, CONSOLE_NETWORK, NICK, keeps_time=False) as client:
            shown = await by_f2(client, "f")
        router.services.close()
        return shown

    shown = asyncio.run(run())
    assert [line for line in shown if "wins" in line] == ["#1 caller wins 10 (+5)"]
    assert "wins" in next(line for line in shown if "#1" in line or "#2" in line), "the end comes before the new deal"


class Terminal(Typed):
    columns = 60


def test_a_hand_that_ends_in_lines_counts_on_the_screen():
    async def run():
        router = make_router(default_settings_here(), seed=5)
        async with open_feed(router, CONSOLE_NETWORK, NICK, keeps_time=False) as client:
            assert await LineTable(client, Terminal("play caller", "fold", "screen"), PLAIN).run()
            async with TableApp(client, Options(NICK, preferences=QUICK)).run_test(size=(120, 40)) as pilot:
                here = Session(pilot.app, pilot, router)
                await here.until(lambda: "-5 in 1 hand" in here.text(), "it is not in the session")
                line = await last_line(here.player, here.app.say, "left_play")
        router.services.close()
        return line

    assert asyncio.run(run()).startswith("-5 in 1 hand · ")
