"""A stranger at the first screen does ten things, and knows of no key but those that the screen shows."""

from __future__ import annotations

import asyncio
import re
from contextlib import contextmanager
from dataclasses import replace

import pytest

from ircpoker.app import make_router
from ircpoker.chat.message import Message
from ircpoker.config import NetworkSettings
from ircpoker.people import Person
from ircpoker.runtime.delivery import Delivery
from ircpoker.screen.preferences import ScreenSettings
from tests.screen.sessions import default_settings_here, session
from tests.screen.test_machines import choose

NETWORK, CHANNEL = "net", "#poker"
KEYS = {"Enter": "enter", "Esc": "escape", "?": "question_mark", ":": "colon", "+": "plus", ",": "comma"}


class Stranger:
    """Somebody who presses a key only if the screen shows what it does."""

    def __init__(self, here):
        self._here = here
        self._keys = 0

    @contextmanager
    def task(self):
        """A task, of three keys at most; a typed amount counts as one."""
        self._keys = 0
        yield
        assert 1 <= self._keys <= 3

    async def presses(self, key):
        self._keys += 1
        await self._here.press(key)

    @property
    def app(self):
        return self._here.app

    def sees(self):
        """Return all that the screen shows, with the line for typing."""
        return f"{self._here.text()}\n{self.app._prompt.content}"

    async def reads(self, pattern):
        """Wait until the screen shows something, and return it."""
        await self._here.until(lambda: re.search(pattern, self.sees()), f"the screen does not show {pattern}")
        return re.search(pattern, self.sees())

    async def follows(self, hint):
        """Press the key that stands in brackets in a hint on the screen."""
        await self.reads(re.escape(hint))
        key = re.search(r"\[(.+?)\]", hint)[1]
        await self.presses(KEYS.get(key, key))
        await self._here.pilot.pause(0.05)

    async def types(self, text, invitation):
        """Type something to which the screen invites."""
        await self.reads(re.escape(invitation))
        self._keys += 1
        await self._here.press(*text)

    async def chooses(self, words):
        """Choose a row of a panel by the key that stands before it."""
        key = (await self.reads(rf"\[(\w)\] {re.escape(words)}"))[1]
        await self.presses(key)

    async def plays_on(self):
        """Check or call, whichever is shown, until the hand is over."""
        deal = (await self.reads(r"hand #(\d+)"))[1]
        while True:
            text = self._here.text()
            if self.is_over(deal, text):
                return deal
            if "k  Check" in text:
                await self._here.press("k")
            elif re.search(r"c  Call \d", text):
                await self._here.press("c")
                if "[Enter] does it" in self._here.text():
                    await self._here.press("enter")
            await self._here.pilot.pause(0.02)

    @staticmethod
    def is_over(deal, text):
        return "Enter  Next hand" in text or f"hand #{deal} " not in text

    async def goes_on(self):
        """Leave the moment after a showdown, and wait for an own turn with a raise."""
        while not re.search(r" (?:b  Bet|r  Raise) ", text := self._here.text()):
            if "Enter  Next hand" in text:
                await self._here.press("enter")
            elif "k  Check" in text or "c  Call" in text:
                await self._here.press("c")
            await self._here.pilot.pause(0.02)


def public_router(prefix="!", **game):
    """Return a router with a table in a channel of IRC, at which bob and cat sit; `game` are settings of hold'em."""
    settings = default_settings_here()
    holdem = replace(settings.others["holdem"], **game)
    settings = replace(
        settings, bot=replace(settings.bot, prefix=prefix), networks=(NetworkSettings(NETWORK, channels=(CHANNEL,)),)
    )
    settings = replace(settings, others={**settings.others, "holdem": holdem})
    router = make_router(settings, seed=7)

    def confirm(lines):
        for line in lines:
            if line.on_delivery is not None:
                line.on_delivery(Delivery.SENT)

    router.services.outbox.open(NETWORK, confirm)
    router.services.presence.connected(NETWORK)
    router.services.presence.note_open(NETWORK, CHANNEL, is_open=True)
    for nick, text in (("bob", "open 500"), ("cat", "sit 500")):
        router.handle(Message(Person(NETWORK, nick, nick), prefix + text, CHANNEL, "dealer"))
    return router


@pytest.mark.slow(20)
def test_ten_tasks_from_the_first_screen():
    async def run():
        async with session(size=(100, 30), router=public_router(), preferences=ScreenSettings()) as here:
            stranger = Stranger(here)
            await walk_at_an_own_table(stranger, here)
            await walk_to_a_public_table(stranger, here)

    asyncio.run(run())


async def walk_at_an_own_table(stranger, here):
    # Play a hand.
    await stranger.reads("─ Lobby ─")
    with stranger.task():
        await stranger.chooses("Play against hard: no-limit hold'em, two players")
        await stranger.plays_on()

    # Raise an exact amount.
    await stranger.goes_on()
    with stranger.task():
        least, most = map(int, (await stranger.reads(r" (?:b  Bet|r  Raise) (\d+)–(\d+)")).groups())
        amount = min(least + 7, most)
        await stranger.types(str(amount), "or type a number")
        await stranger.reads("Enter does it")
        await stranger.presses("enter")
        await stranger.reads(rf"(?:raises to|bets) {amount}\b")
    deal = await stranger.plays_on()

    # See why the robot did what it did.
    with stranger.task():
        await stranger.follows("[w]hy")
        await stranger.reads(rf"Hand #{deal}[^\0]*hard")
        await stranger.follows("[Esc] closes")

    # Look at the last hand, step by step.
    with stranger.task():
        await stranger.follows("[h]ands")
        await stranger.reads(rf"#{deal} no-limit hold'em")
        await stranger.reads("left, right: steps")
        before = here.text()
        await stranger.presses("left")
        assert here.text() != before
        await stranger.follows("[Esc] closes")

    # Verify the deck.
    with stranger.task():
        await stranger.follows("[p]roof")
        await stranger.reads("secret and seeds give exactly this deck")
        await stranger.follows("[Esc] closes")

    # Turn on the odds.
    await stranger.goes_on()
    with stranger.task():
        await stranger.follows("[o]dds: off")
        await stranger.reads(r"\[o\]dds \d+ %")

    # Change the level. The key stands there while there is nothing to decide.
    with stranger.task():
        await stranger.presses("l")
        await stranger.chooses("Play against easy")
        await stranger.follows("[Enter] does it")
        await stranger.reads(r" \d easy ")


async def walk_to_a_public_table(stranger, here):
    # Watch a public table.
    with stranger.task():
        await stranger.presses("l")
        await stranger.chooses(f"{CHANNEL}: no-limit hold'em 5/10, 2/10 seats: bob, cat")
        await stranger.reads(rf"{CHANNEL} · no-limit hold'em")

    # Sit down there.
    with stranger.task():
        await stranger.follows("[j] sit down here")
        await stranger.reads(r"ann · you")

    # Leave with the chips.
    with stranger.task():
        stack = here.player.chips
        await stranger.follows("[q] leave")
        chips = (await stranger.reads(r"Leave the table with ([\d,]+) chips\?"))[1]
        await stranger.follows("[Enter] does it")
        bank = stack + int(chips.replace(",", ""))
        await here.until(lambda: here.player.chips == bank, "the chips are not in the bank")
    assert here.player.watched is None or here.player.watched.seat is None


def test_the_lobby_says_how_a_table_closed_until_the_next_one_is_shown():
    async def run():
        async with session("play caller random 3", router=public_router()) as here:
            await here.next_turn()
            await here.press("q", "enter")
            await here.until(lambda: "The table is closed" in here.text(), "the end is not shown")
            await choose(here, CHANNEL)
            await here.until(lambda: f"{CHANNEL} · " in here.text(), "no table is shown")
            await here.press("l")
            await here.until(lambda: "Lobby" in here.text() and "Video poker" in here.text())
            assert "The table is closed" not in here.text()

    asyncio.run(run())
