"""Whole sessions at both machines by keys: the screen shows the cards, the payout and the chips that the ledger has."""

from __future__ import annotations

import asyncio
import re
import tempfile
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from ircpoker.screen.canvas import Canvas
from ircpoker.screen.machine import place_machine
from ircpoker.screen.marks import UNICODE
from ircpoker.screen.pieces import draw_card
from ircpoker.screen.preferences import ScreenSettings
from ircpoker.screen.seat_places import lay_out
from tests.screen.sessions import SIZES, session, session_by_socket, text_in
from tests.tiers import count, seed

OWN, SOCKET = "a lobby of its own", "a bot by its socket"
STAKE = 20


@asynccontextmanager
async def opened(where, number):
    """Open the screen in the lobby."""
    if where == OWN:
        async with session(seed=number) as here:
            yield here
    else:
        # The path of a socket has at most 107 bytes.
        with tempfile.TemporaryDirectory(prefix="screen") as folder:
            async with session_by_socket(Path(folder), seed=number) as here:
                yield here


async def choose(here, words):
    """Choose a row of the lobby."""
    await here.until(lambda: words in here.text())
    panel = here.app.screen
    while words not in panel.rows[panel.chosen].text:
        await here.press("down")
    await here.press("enter")


def bar_chips(text):
    """Return the stake and the chips that a machine shows."""
    found = re.search(r"stake ([\d,]+) · you have ([\d,]+)", text)
    return tuple(int(number.replace(",", "")) for number in found.groups())


def check_reels(canvas, cards):
    """Compare the cards of a machine with those that stand alone."""
    _, places = place_machine(canvas.width, canvas.height, lay_out(canvas.width, canvas.height).size)
    alone = Canvas(canvas.width, canvas.height, palette=canvas.palette)
    for card, rect in zip(cards, places, strict=True):
        draw_card(alone, rect, card, UNICODE)
        assert text_in(canvas, rect) == text_in(alone, rect)


def check(here, before, stake):
    """Compare the screen with the ledger at the end of a game; return the chips."""
    text, machine = here.text(), here.player.machine
    check_reels(here.app._face.canvas, machine.cards)
    paid = re.search(r" {3}pays (nothing|[\d,]+) {3}", text)
    payout = 0 if paid[1] == "nothing" else int(paid[1].replace(",", ""))
    assert here.bank == before - stake + payout, text
    assert bar_chips(text) == (stake, here.bank), text
    return here.bank


async def played(here, *keys):
    """Press keys, and wait until the machine has another game or another stage."""
    before = here.player.machine
    await here.press(*keys)
    await here.until(lambda: here.player.machine and here.player.machine != before and not here.player.notice)


@asynccontextmanager
async def at_machine(where, name, number):
    """Open the screen, and choose a machine in the lobby."""
    async with opened(where, number) as here:
        await choose(here, name)
        await here.until(lambda: here.player.machine)
        yield here


async def resize_sometimes(here, rng):
    if rng.random() < 0.1:
        await here.pilot.resize_terminal(*rng.choice(SIZES))


@pytest.mark.slow(10)
@pytest.mark.parametrize("where", [OWN, SOCKET])
def test_slot(where):
    async def run():
        rng = Random(seed(1))
        async with at_machine(where, "Slot machine", seed(1)) as here:
            stake, bank = here.player.machine.stake, here.bank
            for number in range(count(200, 5)):
                if bank < STAKE:
                    break
                await resize_sometimes(here, rng)
                if number == 1:
                    stake = STAKE
                    await played(here, "b", *str(STAKE), "enter")
                else:
                    await played(here, "enter")
                bank = check(here, bank, stake)
            await here.press("q")
            await here.until(lambda: "Lobby" in here.text())

    asyncio.run(run())


@pytest.mark.slow(10)
@pytest.mark.parametrize("where", [OWN, SOCKET])
def test_video_poker(where):
    async def run():
        rng = Random(seed(2))
        async with at_machine(where, "Video poker", seed(2)) as here:
            stake = here.player.machine.stake
            bank = here.bank + stake
            for _ in range(count(200, 5)):
                await resize_sometimes(here, rng)
                bank = await hold_and_draw(here, rng, bank, stake)
                if bank < stake:
                    break
                await played(here, "enter")

    asyncio.run(run())


@pytest.mark.slow(5)
def test_a_stake_typed_during_a_hand_is_that_of_the_next_one():
    async def run():
        async with at_machine(OWN, "Video poker", seed(4)) as here:
            before, stake = here.player.machine, here.player.machine.stake
            await here.press("1", "b", *str(STAKE), "enter")
            assert here.player.machine == before
            await played(here, "enter")
            assert here.player.machine.cards[0] == before.cards[0], "the held card stays"
            await played(here, "enter")
            assert here.player.machine.stake == STAKE != stake

    asyncio.run(run())


async def hold_and_draw(here, rng, bank, stake):
    """Hold some cards and draw; return the chips after it."""
    machine = here.player.machine
    assert machine.stage == "deal"
    assert bar_chips(here.text()) == (stake, bank - stake)
    dealt = list(machine.cards)
    held = sorted(rng.sample(range(5), rng.randrange(6)))
    await here.press(*[str(number + 1) for number in held])
    assert here.text().count("HELD") == len(held)
    await played(here, "enter")
    drawn = here.player.machine.cards
    for number, card in enumerate(dealt):
        assert (drawn[number] == card) is (number in held)
    return check(here, bank, stake)


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40)])
def test_answers_at_a_machine_are_read_there(size):
    async def run():
        async with session(seed=4, size=size) as here:
            await here.until(lambda: "Video poker" in here.text())
            await here.press("v")
            await here.until(lambda: here.player.machine)
            await here.press("t")
            for part in ("Royal Flush 800", "Jacks Or Better 1", "Stakes: 1 to 1000", "hit rate 45.457 %"):
                await here.until(lambda part=part: part in " ".join(here.text().split()), "no pay table")
            await here.press("o")
            await here.until(lambda: "it pays" in here.text(), "no advice")
            await here.press("colon", *"vp ten", "enter")
            await here.until(lambda: here.text().count("'ten' is not a stake") == 2, "not what was wrong")

    asyncio.run(run())


def test_the_reels_stop_before_their_line_says_how():
    async def run():
        async with session("slot", seed=4, preferences=ScreenSettings()) as here:
            await here.until(lambda: here.app.redraws.spun_at is not None, "nothing turns")
            assert here.player.machine.hand not in here.text()
            await here.until(lambda: here.app.redraws.spun_at is None)
            assert "Two Pair, Tens" in here.text()
            assert "| +40 |" in here.text()

    asyncio.run(run())


@pytest.mark.parametrize("game", ["Play against hard", "A sit-and-go of six"])
def test_a_game_that_is_chosen_at_a_machine_is_shown(game):
    async def run():
        async with at_machine(OWN, "Video poker", 3) as here:
            await here.press("l")
            await choose(here, game)
            await here.until(lambda: "hand #" in here.text(), "the machine stays")
            assert here.player.machine is None
            assert here.table is not None
            assert here.player.watched.seat is not None

    asyncio.run(run())


def test_a_game_whose_command_was_typed_is_shown():
    async def run():
        async with session(seed=4) as here:
            await here.until(lambda: "Lobby" in here.text())
            await here.press("escape", "slash")
            await here.press(*"play caller random 4 300", "enter")
            await here.until(lambda: "hand #" in here.text(), "no table is shown")
            assert set(here.boxes()) == {1, 2, 3, 4}

    asyncio.run(run())
