"""A connection of the page to the feed, when tables are closed or watched no more at the wrong moment."""

from __future__ import annotations

import asyncio
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from ircpoker.errors import TransportError
from ircpoker.feed import FeedClient, InProcessLink
from ircpoker.runtime.shares import SHARES
from ircpoker.web.live_table import OVER, FeedConnection, LivePage
from ircpoker.web.rendering import Renderer
from ircpoker.web.streaming import WIRE, Browser, Stream
from tests.feed.server.visitors import FeedHall
from tests.lobby.hall import NET, calm_command
from tests.waiting import PATIENCE
from tests.web.streams import FullTransport

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

PEOPLE = {"ann": "#poker", "bob": "#cards", "carol": "#chips"}


def look(work: Callable[[FeedHall, FeedConnection], Awaitable[None]]) -> None:
    """Do something with the view of spectators, in a hall where three people have a table each."""

    async def run() -> None:
        with FeedHall() as hall:
            for nick, channel in PEOPLE.items():
                hall.services.presence.note_open(NET, channel, is_open=True)
                hall.say(nick, "!open 300", channel)

            async def open_link() -> InProcessLink:
                return InProcessLink(hall.endpoints["web"].connect)

            view = FeedConnection(await FeedClient.start(open_link), Renderer(""))
            await work(hall, view)
            await view.close()

    asyncio.run(asyncio.wait_for(run(), PATIENCE))


def test_a_table_is_closed_while_others_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SHARES, "watched", SHARES["watched"]._replace(total=2))

    async def work(hall: FeedHall, view: FeedConnection) -> None:
        async def slow(table: str) -> None:
            await unwatch(table)
            for _ in range(20):
                await asyncio.sleep(0)

        unwatch = view.client.unwatch
        monkeypatch.setattr(view.client, "unwatch", slow)
        ann, bob, carol = [hall.table(place).id for place in PEOPLE.values()]
        await view.table(ann)
        await view.table(bob)
        opening = asyncio.create_task(view.table(carol))
        await asyncio.sleep(0)
        hall.say("bob", "!leave", "#cards")
        assert not hall.has_table("#cards")
        assert (await opening).state.table == carol
        assert list(view.client.tables) == [carol]

    look(work)


def test_a_table_is_closed_while_it_is_opened() -> None:
    async def work(hall: FeedHall, view: FeedConnection) -> None:
        opening = asyncio.create_task(view.table(hall.table("#poker").id))
        await asyncio.sleep(0)
        hall.say("ann", "!leave")
        with pytest.raises(TransportError, match="the table has just been closed"):
            await opening

    look(work)


def test_a_stream_of_a_closed_table_ends() -> None:
    async def work(hall: FeedHall, view: FeedConnection) -> None:
        table = await view.table(hall.table("#poker").id)
        hall.say("ann", "!leave")
        while view._watched:
            await asyncio.sleep(0)

        async def receive() -> Any:
            await asyncio.Event().wait()

        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        await Stream(table)({"type": "http", "method": "GET", "extensions": {WIRE: FullTransport()}}, receive, send)
        assert [message.get("body") for message in sent] == [None, OVER, b""]

    look(work)


@pytest.mark.slow(1)
def test_parts_are_those_of_the_table_as_it_is() -> None:
    """A part that is not made anew is the one that would be made."""

    async def work(hall: FeedHall, view: FeedConnection) -> None:
        table, renderer, rng = await view.table(hall.table("#poker").id), Renderer(""), Random(1)
        table.browsers.add(Browser(FullTransport()))
        hall.say("bob", "!leave", "#cards")
        hall.say("bob", "!sit 300")
        facts = set()
        for _ in range(30):
            if nick := hall.actor():
                hall.say(nick, calm_command(hall, rng))
            hall.wait(5)
            for _ in range(20):
                await asyncio.sleep(0)
            assert table.view.html == renderer.parts(table.shown)
            facts.add(table.view.html["facts"])
        assert len(facts) > 2

    look(work)


def test_a_page_that_cannot_be_read_ends_its_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ircpoker.web.live_table.LIST_SECONDS", 0)

    async def read() -> dict[str, str]:
        raise ValueError

    async def run() -> None:
        page, browser = LivePage(read, {}), Browser(FullTransport())
        page.browsers.add(browser)
        await asyncio.wait_for(browser.wait(), PATIENCE)
        assert (page.is_closed, browser.is_closed) == (True, True)

    asyncio.run(run())
