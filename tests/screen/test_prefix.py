"""The keys that give commands begin them as the bot has said: with its prefix, whatever that is."""

from __future__ import annotations

import asyncio

import pytest

from ircpoker.app import open_feed
from ircpoker.config.networks import CONSOLE_NETWORK
from ircpoker.screen.lines import LineTable
from tests.screen.sessions import NICK, session
from tests.screen.talking import PLAIN, Typed
from tests.screen.test_keys import SENT, pressed
from tests.screen.test_stranger import CHANNEL, public_router

pytestmark = pytest.mark.slow(1)

COMMANDS = {name: case for name, case in SENT.items() if case[2].get("text", "").startswith("!")}


@pytest.mark.parametrize(("keys", "table", "sent"), COMMANDS.values(), ids=COMMANDS)
def test_commands_have_the_prefix_of_the_bot(keys, table, sent):
    text = sent["text"].replace("!", ".", 1)
    assert pressed(*keys, table=table, bot={"prefix": "."}) == [{**sent, "text": text}]


def test_the_screen_of_a_bot_with_another_prefix():
    async def run():
        async with session(size=(100, 30), router=public_router(".")) as here:
            await here.until(lambda: "Lobby" in here.text(), "no lobby")
            await here.press("escape")
            await here.player.watch(CHANNEL)
            await here.press("j")
            await here.until(lambda: here.player.watched.seat is not None, "nobody sits down")
            await here.press("o")
            await here.until(lambda: here.app.odds.is_on and not here.player.notice, "no odds")
            await here.press("q", "enter")
            await here.until(lambda: not here.player.who.tables, "nobody leaves")

    asyncio.run(run())


def test_lines_of_a_bot_with_another_prefix():
    async def run():
        typist = Typed(f"watch {CHANNEL}", "sit 300", ".leave", ".bank")
        router = public_router(".")
        async with open_feed(router, CONSOLE_NETWORK, NICK) as client:
            await LineTable(client, typist, PLAIN).run()
        router.services.close()
        return typist.shown

    assert asyncio.run(run())[1:4] == [
        "ann sits down in seat 3 with 300 chips: #1 in 5 s.",
        "ann leaves with 300 chips.",
        f"[{CHANNEL}] you have 1000 chips",
    ]
