"""The end of a table on its page: its last deal is seen to the end, and who plays on elsewhere is led there."""

from __future__ import annotations

import asyncio
import json
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from ircpoker.errors import TransportError
from ircpoker.feed import FeedClient, InProcessLink
from ircpoker.tournaments.settings import TournamentSettings
from ircpoker.web.live_table import FeedConnection
from ircpoker.web.rendering import Renderer
from ircpoker.web.streaming import Browser
from tests.feed.server.visitors import FeedHall
from tests.lobby.hall import CHANNEL, Hall
from tests.waiting import PATIENCE
from tests.web.streams import FullTransport
from tests.web.test_player import enter
from tests.web.web_hall import WebHall

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser as Chromium

PLUGINS = ("holdem", "bank", "help", "tournaments")
PEOPLE = ("ann", "bob", "carl", "dora")


class Wire(FullTransport):
    """A connection that takes all bytes at once, and keeps the frames."""

    def __init__(self) -> None:
        super().__init__()
        self.frames: list[dict[str, Any]] = []

    def get_write_buffer_size(self) -> int:
        return 0

    def is_closing(self) -> bool:
        return False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.frames.append(json.loads(bytes(data).partition(b"data: ")[2].partition(b"\n")[0]))


@pytest.mark.usefixtures("brief_scenes")
def test_a_tournaments_last_all_in_is_seen_before_its_table_closes() -> None:
    async def run() -> list[dict[str, Any]]:
        with FeedHall(drama=True, plugins=PLUGINS) as hall:
            hall.say("ann", "!sng 2")
            hall.say("bob", "!sng")
            hall.wait(10)

            async def open_link() -> InProcessLink:
                return InProcessLink(hall.endpoints["web"].connect)

            view = FeedConnection(await FeedClient.start(open_link), Renderer(""))
            table, wire = await view.table(next(iter(hall.lobby.tables)).id), Wire()
            browser = Browser(wire)
            browser.is_behind = False
            table.browsers.add(browser)
            for _ in range(2):
                hall.say(hall.actor(), "!allin")
            while not browser.is_closed:
                hall.wait(1)
                await asyncio.sleep(0.01)
            with pytest.raises(TransportError):
                await view.table(table.state.table)
            await view.close()
            return wire.frames

    *frames, last = asyncio.run(asyncio.wait_for(run(), PATIENCE))
    assert last == {"is_over": True}
    boards = [sum(place.startswith("board") for place in frame.get("texts", {})) for frame in frames]
    assert [new for new in boards if new] == [3, 1, 1]
    assert [line for frame in frames for line in frame["log"]][-1].startswith("sng is over: ")


def tables_of(hall: Hall) -> dict[str, str]:
    """Return the tables of all who sit, by nick."""
    return {seat.nick: table.id for table in hall.lobby.tables for seat in table.seats.values()}


def play_all_in(hall: Hall, wanted: int) -> None:
    """Play for all chips at the first table until there are so many tables."""
    while len(tables := list(hall.lobby.tables)) > wanted:
        table = tables[0]
        if table.hand is not None and table.hand.actor is not None:
            where = CHANNEL if table.place.channel else None
            hall.say(table.seats[table.hand.actor].nick, "!allin", where)
        hall.wait(1)


@pytest.mark.slow(10)
@pytest.mark.usefixtures("brief_scenes")
def test_a_player_who_is_moved_is_led_there_and_reads_when_it_is_over(browser: Chromium, tmp_path: Path) -> None:
    rules = TournamentSettings(create="accounts")
    cup = "!tournament new cup in 1 min free seats 3 stack 1000 10/20@4h"
    with WebHall(tmp_path, seed=3, plugins=PLUGINS, sections={"tournaments": rules}) as house, ExitStack() as opened:
        house.call(lambda hall: hall.say("op", cup, account="Op"))
        for nick in PEOPLE:
            house.call(partial(Hall.say, nick=nick, text="!tournament register cup"))
        house.call(lambda hall: hall.wait(70))
        pages = {}
        for nick, table in house.call(tables_of).items():
            pages[nick] = opened.enter_context(browser.new_context()).new_page()
            enter(pages[nick], house, nick)
            pages[nick].goto(f"{house.address}/table/{quote(table)}")
            pages[nick].wait_for_selector("#connection:text('live')")
        before = house.call(tables_of)
        house.call(lambda hall: play_all_in(hall, 1))
        after = house.call(tables_of)
        moved = [nick for nick, table in after.items() if before[nick] != table]
        assert moved
        for nick, table in after.items():
            pages[nick].wait_for_url(f"**/table/{quote(table, safe='')}")
            pages[nick].wait_for_selector("#connection:text('live')")
        house.call(lambda hall: play_all_in(hall, 0))
        for page in pages.values():
            page.wait_for_selector("#over:text('This table is closed.')")
            assert not page.query_selector("#facts, #connection")
        again = house.get(f"/table/{quote(before['ann'])}/events", Accept="text/event-stream")
        assert (again.status, again.body) == (200, b'data: {"is_over":true}\n\n'), "for whose stream was cut off"
