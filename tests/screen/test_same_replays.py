"""The page and the screen replay recorded deals alike: at each step the same names, chips, cards and words."""

from __future__ import annotations

import asyncio
from itertools import cycle
from pathlib import Path
from random import Random

import msgspec
import pytest

from ircpoker.feed.data import FinishedDeal
from ircpoker.feed.messages import Paid
from ircpoker.records.deal_data import deal_data
from ircpoker.records.pictures.picture import HIDDEN
from ircpoker.records.pictures.steps import deal_steps
from ircpoker.records.played import OWNER, PUBLIC, HandReader
from ircpoker.records.reading import read_hands
from ircpoker.screen.marks import UNICODE
from ircpoker.screen.seat_places import lay_out
from ircpoker.screen.table_places import place_table
from tests.screen.recorded import FLOP
from tests.screen.sessions import SIZES, session, text_in
from tests.screen.settled import settle
from tests.screen.test_keys import screen
from tests.tiers import count

DATA = Path(__file__).parents[1] / "data" / "phh"
SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
DEALS, READERS = 488, 4


def recorded(most):
    """Yield finished deals as four readers get them: the public, the owner of the file, two of the players."""
    hands = list(read_hands([DATA]))
    assert len(hands) == DEALS
    Random(5).shuffle(hands)
    readers = cycle((PUBLIC, OWNER, HandReader(0), HandReader(1)))
    for _, hand, reader in zip(range(most), hands * READERS, readers, strict=False):
        # As a front-end has it.
        yield msgspec.json.decode(msgspec.json.encode(deal_data(hand, reader)), type=FinishedDeal)


def shown(cards):
    return [card[0] + SIGNS[card[1]] for card in cards]


def check_step(deal, number, step, text):
    """Compare a step of the page with what the screen's panel says of it."""
    event = deal.moments[number].event
    rows = text.splitlines()
    for seat in step.picture.seats:
        row = next(row for row in rows if f" {seat.name} " in f"{row} ")
        assert seat.stack in row, (seat, row)
        for card in shown([card for card in seat.cards if card != HIDDEN]):
            assert card in row, (seat, row)
        if not isinstance(event, Paid):
            assert not seat.bet or f" {seat.bet}" in row, (seat, row)
    for card in shown(step.picture.board):
        assert card in rows[2], rows
    if step.picture.pot:
        assert step.picture.pot.removeprefix("pot ") in rows[2], (step.picture, rows[2])
    words = text.replace("\n", " ")
    assert event.words in words


@pytest.mark.few(1)
@pytest.mark.parametrize("size", SIZES)
def test_a_finished_hand_is_replayed_on_the_felt(size):
    async def run():
        async with session("play caller random 4", size=size) as here:
            while await here.next_turn() and not here.player.watched.deals:
                await here.press("c", "enter")
            await here.press("h")
            await until(here.app, here.pilot)
            panel, steps = here.app.screen, len(here.app.screen.tables)
            for number in reversed(range(steps)):
                table, text = panel.tables[panel.step_number], here.text()
                canvas = panel._drawn.canvas
                parts = lay_out(canvas.width, canvas.height - 1)
                placed = place_table(table, parts.felt, parts.size, is_framed=False)
                assert f"step {number + 1} of {steps}" in text
                assert UNICODE.line(panel.deal.moments[number].event.words).split()[-1] in text
                for seat in table.seats:
                    plate = "\n".join(text_in(canvas, placed.plates[seat.seat]))
                    assert f"{seat.stack:,}" in plate, (number, plate)
                    assert seat.name[:3] in plate
                for card, rect in zip(table.board, placed.places.board, strict=False):
                    assert UNICODE.card_text(card)[1] in "".join(text_in(canvas, rect))
                assert not table.pot or not table.deal or f"POT {table.pot:,}" in text or size == SIZES[2]
                assert "second player" not in text
                await here.press("left")

    asyncio.run(run())


async def until(app, pilot):
    """Wait until the panel has shown its first deal."""
    while not getattr(app.screen, "tables", ()):
        await pilot.pause(0.005)


def fields(deal):
    return {"is": "deal", **msgspec.to_builtins(deal)}


@pytest.mark.slow(20)
def test_page_and_screen_replay_recorded_deals_alike():
    async def run():
        deals = list(recorded(count(DEALS * READERS)))
        last = {"is": "event", "event": "paid", "deal": "18", "board": [], "results": [], "pots": []}
        async with screen({**FLOP, "last": last}, deal=[fields(deals[0])]) as (app, pilot, script):
            await pilot.press("h")
            await until(app, pilot)
            panel = app.screen
            for deal in deals:
                script.answers["deal"] = [fields(deal)]
                panel.rows = await panel.load()
                steps = deal_steps(deal)
                assert len(panel.tables) == len(steps) == len(deal.moments)
                for number, step in enumerate(steps):
                    panel.step(number - panel.step_number)
                    rows = ["".join([row.text, *[text for text, _ in row.parts]]) for row in panel.rows]
                    check_step(deal, number, step, "\n".join(rows))
            return len(deals)

    assert asyncio.run(run()) == count(DEALS * READERS)


@pytest.mark.slow(1)
def test_a_review_stands_under_the_last_step_and_is_asked_for_by_its_key():
    async def run():
        (deal,) = recorded(1)
        last = {"is": "event", "event": "paid", "deal": deal.deal, "board": [], "results": [], "pots": []}
        async with screen({**FLOP, "last": last}, deal=[fields(deal)]) as (app, pilot, script):
            await pilot.press("h")
            await until(app, pilot)
            await pilot.press("v")
            await settle(pilot)
            lines = [request for request in script.asked if request["do"] == "say"]
            assert [request["text"] for request in lines] == [f"review {deal.deal}"]
            script.answers["deal"] = [{**fields(deal), "review": ["nothing clear"]}]
            await pilot.press("v")
            await settle(pilot)
            assert app.screen.rows[-1].text == "nothing clear"
            assert len([request for request in script.asked if request["do"] == "say"]) == 1
            await pilot.press("left")
            assert app.screen.rows[-1].text != "nothing clear"

    asyncio.run(run())
