"""The connections of people who have signed in: how long they are kept, and that nobody waits for somebody else's."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.requests import Request

from ircpoker.web import site
from ircpoker.web.rendering import Renderer
from ircpoker.web.site import COOKIE, Site
from tests.waiting import wait_until
from tests.web.test_player import PLUGINS, sign_in
from tests.web.web_hall import WebHall, own_page

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_a_connection_that_nobody_uses_is_closed_and_comes_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site, "_LOOKS", 12_000)  # every 0.05 s
    with WebHall(tmp_path, plugins=PLUGINS) as house:
        house.call(lambda hall: hall.seat("ann", "bob"))
        cookie = sign_in(house)
        for _ in range(2):
            monkeypatch.setattr(site, "IDLE_SECONDS", 600.0)  # nobody is impatient in the middle of a request
            assert ">ann<" in house.get("/", Cookie=cookie).text
            monkeypatch.setattr(site, "IDLE_SECONDS", 0.2)
            wait_until(lambda: not house.people())


def test_nobody_waits_for_the_session_of_somebody_else(tmp_path: Path) -> None:
    """Three people come back to a bot that does not answer: all of them ask it at once."""

    async def run() -> None:
        connected, all_there = set[asyncio.StreamWriter](), asyncio.Event()

        async def never_answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            connected.add(writer)
            if len(connected) == 3:
                all_there.set()
            await reader.read()
            connected.discard(writer)
            writer.close()

        socket = tmp_path / "web.sock"
        async with await asyncio.start_unix_server(never_answer, socket):
            page = Site(own_page(), socket, Renderer(""))
            coming = [asyncio.create_task(page.visitor(asking(f"session{number}"))) for number in range(3)]
            waiting = asyncio.create_task(all_there.wait())
            done, _ = await asyncio.wait({*coming, waiting}, return_when=asyncio.FIRST_COMPLETED)
            assert done == {waiting}
            for task in coming:
                task.cancel()
            await asyncio.gather(*coming, return_exceptions=True)
            await page.close()

    asyncio.run(run())


def asking(session: str) -> Request:
    """Return a request of somebody with a session."""
    return Request({"type": "http", "headers": [(b"cookie", f"{COOKIE}={session}".encode())]})
