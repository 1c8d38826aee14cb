"""Who comes by SSH sees the end of the all-in with which a table against robots closes."""

from __future__ import annotations

import asyncio

import pytest

from ircpoker.app import make_router
from ircpoker.feed import FeedClient
from ircpoker.feed.lines import InProcessLink
from ircpoker.feed.requests import PersonGiven
from ircpoker.feed.server.endpoints import FeedEndpoint
from ircpoker.screen.lines import LineTable
from ircpoker.transports.loop import run_scheduler
from tests.screen.sessions import NICK, default_settings_here
from tests.screen.talking import PLAIN

PERSON = PersonGiven(nick=NICK, account="SHA256:x", address="192.0.2.7")


class AllIn:
    """Somebody in lines who goes all-in, and leaves when the table is closed."""

    columns = 0

    def __init__(self):
        self.lines = []
        self._typed = asyncio.Queue()
        self._typed.put_nowait("play caller")

    async def read(self):
        return await self._typed.get()

    def write(self, line):
        self.lines.append(line)
        if "your turn:" in line:
            self._typed.put_nowait("allin")
        elif "The table is closed" in line:
            self._typed.put_nowait("quit")


@pytest.mark.slow(15)
def test_the_end_is_seen():
    async def run():
        router = make_router(default_settings_here(), seed=7)
        endpoint = FeedEndpoint("ssh", "ssh", router)
        endpoint.open()
        keeping_time = asyncio.create_task(run_scheduler(router.services.scheduler))

        async def open_link():
            return InProcessLink(endpoint.connect)

        typist = AllIn()
        async with await FeedClient.start(open_link, person=PERSON) as client, asyncio.timeout(60):
            await LineTable(client, typist, PLAIN).run()
        keeping_time.cancel()
        endpoint.close()
        router.services.close()
        return typist.lines

    lines = asyncio.run(run())
    assert any("RIVER" in line and "you win 1000" in line for line in lines), lines
    assert lines[-1].startswith("The table is closed: caller is out of chips")
