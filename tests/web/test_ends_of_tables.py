"""The end of a table on its page: its last deal is seen to the end, and who plays on elsewhere is led there."""

from __future__ import annotations

import asyncio
import json
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from ircpoker.errors import TransportError
from ircpoker.feed import FeedClient, InProcessLink, moments
from ircpoker.feed.requests import Redeem, Welcome
from ircpoker.tournaments.settings import TournamentSettings
from ircpoker.web import live_table, pages
from ircpoker.web.live_table import OVER, FeedConnection
from ircpoker.web.rendering import Renderer
from ircpoker.web.streaming import Browser
from tests.feed.server.visitors import FeedHall
from tests.lobby.hall import CHANNEL, NET, Hall
from tests.transports.virtual import run_virtually
from tests.web.streams import FullTransport
from tests.web.test_player import enter
from tests.web.web_hall import WebHall, own_page

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from pathlib import Path

    from playwright.sync_api import Browser as Chromium

PLUGINS = ("holdem", "bank", "help", "tournaments")
PEOPLE = ("ann", "bob", "carl", "dora")
SECTIONS = {"tournaments": TournamentSettings(create="accounts")}


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


async def connect(hall: FeedHall, session: str = "") -> FeedConnection:
    async def open_link() -> InProcessLink:
        return InProcessLink(hall.endpoints["web"].connect)

    return FeedConnection(await FeedClient.start(open_link, session=session), Renderer(""))


async def sign_in(hall: FeedHall, nick: str) -> FeedConnection:
    """Return the connection of somebody by the link of `!web`."""
    hall.settings = hall.services.settings = replace(
        hall.settings, others={**hall.settings.others, "web": own_page(guests=True)}
    )
    hall.tell(nick, "!web")
    code = hall.to(nick)[-1].rpartition("/sit/")[2].split()[0]
    stranger = await connect(hall)
    welcome = await stranger.client.get(Redeem(code, address="192.0.2.7"), Welcome)
    await stranger.close()
    return await connect(hall, welcome.session)


async def look(view: FeedConnection, table: str) -> tuple[Browser, list[dict[str, Any]]]:
    """Let a browser look at a table, and return it and the frames that it gets from now on."""
    wire = Wire()
    browser = Browser(wire)
    browser.is_behind = False
    (await view.table(table)).browsers.add(browser)
    return browser, wire.frames


def hold_for(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Let each scene of a table stay for so long."""
    for name in ("SHOWDOWN_SECONDS", "END_SECONDS", "STREET_SECONDS", "RIVER_SECONDS"):
        monkeypatch.setattr(moments, name, seconds)


def run(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    run_virtually(work())


@pytest.mark.usefixtures("brief_scenes")
def test_a_tournaments_last_all_in_is_seen_before_its_table_closes() -> None:
    async def work() -> None:
        with FeedHall(drama=True, plugins=PLUGINS) as hall:
            hall.say("ann", "!sng 2")
            hall.say("bob", "!sng")
            hall.wait(10)
            view, (table,) = await connect(hall), hall.lobby.tables
            browser, frames = await look(view, table.id)
            for _ in range(2):
                hall.say(hall.actor(), "!allin")
            while not browser.is_closed:
                hall.wait(1)
                await asyncio.sleep(0.01)
            with pytest.raises(TransportError):
                await view.table(table.id)
            await view.close()
        assert frames.pop() == {"is_over": True}
        boards = [sum(place.startswith("board") for place in frame.get("texts", {})) for frame in frames]
        assert [new for new in boards if new] == [3, 1, 1]
        assert [line for frame in frames for line in frame["log"]][-1].startswith("sng is over: ")

    run(work)


def test_a_table_that_may_be_seen_again_while_its_end_is_held_is_shown_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hold_for(monkeypatch, 3600)

    async def work() -> None:
        with FeedHall() as hall:
            hall.seat("ann", "bob")
            view = await connect(hall)
            table = (await view.table(CHANNEL)).state.table
            browser, _ = await look(view, table)
            hall.say(hall.actor(), "!fold")
            hall.wait(6)  # the next deal waits behind the end of this one
            for is_open in (False, True):
                hall.services.presence.note_open(NET, CHANNEL, is_open=is_open)
                hall.say(hall.actor(), "!check" if is_open else "!call")
                while (table in view.client.tables) and not is_open:
                    await asyncio.sleep(0.01)
            again = await view.table(CHANNEL)
            hall.say(hall.actor(), "!check")
            hall.run()
            while again.state.seq < hall.table().state.events:
                await asyncio.sleep(0.01)
            assert list(again.state.board) == list(map(str, hall.table().hand.deal.board))
            assert not browser.is_closed, "the end is still held"
            await view.close()

    run(work)


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


def tournament(hall: Hall) -> None:
    """Begin a tournament of four people at two tables."""
    hall.say("op", "!tournament new cup in 1 min free seats 3 stack 1000 10/20@4h", account="Op")
    for nick in PEOPLE:
        hall.say(nick, "!tournament register cup")
    hall.wait(70)


@pytest.mark.parametrize("hold", [0.0, 3600.0])
def test_only_the_page_of_who_is_moved_is_led_away(monkeypatch: pytest.MonkeyPatch, hold: float) -> None:
    """At once, however long the end of the deal is held."""
    hold_for(monkeypatch, hold)

    async def work() -> None:
        with FeedHall(plugins=PLUGINS, sections=SECTIONS) as hall:
            tournament(hall)
            before, seen = tables_of(hall), {}
            views = {nick: await sign_in(hall, nick) for nick in PEOPLE}
            for nick, view in views.items():
                for table in set(before.values()):
                    seen[nick, table] = await look(view, table)
            play_all_in(hall, 1)
            after = tables_of(hall)
            moved = {nick for nick, table in after.items() if table != before[nick]}
            assert moved
            while not all(seen[nick, before[nick]][0].is_closed for nick in moved):
                await asyncio.sleep(0.01)
            for (nick, table), (browser, frames) in seen.items():
                if nick in moved and table == before[nick]:
                    assert frames[-1] == {"to": after[nick]}
                    continue
                assert not [frame for frame in frames if "to" in frame]
                if table not in after.values():
                    while not (browser.is_closed or hold):
                        await asyncio.sleep(0.01)
                    assert (frames[-1] == {"is_over": True}) is not bool(hold)
            for view in views.values():
                await view.close()

    run(work)


@pytest.mark.slow(10)
@pytest.mark.usefixtures("brief_scenes")
def test_a_player_who_is_moved_is_led_there_and_reads_when_it_is_over(browser: Chromium, tmp_path: Path) -> None:
    with WebHall(tmp_path, seed=3, plugins=PLUGINS, sections=SECTIONS) as house, ExitStack() as opened:
        house.call(tournament)
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
            assert not page.is_visible("#connection")
            assert not page.query_selector(".actions, .offer, #facts *")
        again = house.get(f"/table/{quote(before['ann'])}/events", Accept="text/event-stream")
        assert (again.status, again.body) == (200, OVER), "for whose stream was cut off"


@pytest.mark.slow(3)
def test_a_page_whose_table_is_seen_again_goes_on(
    browser: Chromium, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A channel is closed to strangers for a while; the page asks again by itself."""
    for module in (live_table, pages):
        monkeypatch.setattr(module, "OVER", OVER.replace(b"10000", b"100"))
    with WebHall(tmp_path, seed=3) as house:
        house.call(lambda hall: hall.seat("ann", "bob"))
        page = browser.new_page()
        page.goto(house.address + house.table_path())
        page.wait_for_selector("#connection:text('live')")
        for is_open in (False, True):
            house.call(lambda hall, is_open=is_open: hall.services.presence.note_open(NET, CHANNEL, is_open=is_open))
            house.call(lambda hall: hall.say(hall.actor(), "!call"))
            page.wait_for_selector("#connection:text('live')" if is_open else "#over:text('This table is closed.')")
            assert page.is_visible("#facts *") is is_open
        house.call(lambda hall: hall.say(hall.actor(), "!check"))
        page.wait_for_selector("#log p:has-text('checks')", state="attached")
        page.close()
