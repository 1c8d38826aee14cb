"""Whole sessions by keys: at each turn the screen shows what the engine has, at each size."""

from __future__ import annotations

import asyncio
import re
from random import Random

import pytest

from ircpoker.lobby.seats import seat_label
from ircpoker.screen.canvas import Canvas
from ircpoker.screen.marks import UNICODE
from ircpoker.screen.pieces import draw_card, put_digits
from ircpoker.screen.preferences import ScreenSettings
from ircpoker.screen.seat_places import lay_out
from ircpoker.screen.table_places import place_table
from ircpoker.table import GAMES, make_view
from tests.screen.sessions import SIZES, session, text_in
from tests.tiers import count, seed

GAMES_PLAYED = {
    "holdem": "play caller random 3",
    "pot_limit": "play pot_limit random 2",
    "limit": "play limit caller random raiser",
    "omaha": "play omaha random 4",
    "draw": "play draw 3",
    "limit_draw": "play limit_draw 2",
}


def check_cards(here, view):
    """Compare the board and the own cards, as far as others do not cover them, with those that stand alone."""
    canvas, table = here.app._face.canvas, here.app._shown.table
    parts = lay_out(canvas.width, canvas.height)
    places = place_table(table, parts.felt, parts.size, is_framed=False).places
    for cards, rects in ((view.board, places.board), (view.hole_cards, places.cards)):
        alone = Canvas(canvas.width, canvas.height, palette=canvas.palette)
        for card, rect in zip(cards, rects, strict=False):
            draw_card(alone, rect, str(card), UNICODE)
        assert len(cards) <= len(rects)
        for rect in rects[: len(cards)]:
            assert text_in(canvas, rect) == text_in(alone, rect)


def check_table(here):
    """Compare the screen with the engine on the person's turn."""
    table, text = here.table, here.text()
    hand = table.state.hand
    seat = hand.seat_of(next(number for number, each in table.seats.items() if not each.robot))
    view, boxes = make_view(hand.deal, seat), here.boxes()
    assert set(boxes) == {seat_label(number) for number in table.seats}
    for at, number in enumerate(hand.numbers):
        box = boxes[seat_label(number)]
        assert (box.stack, box.bet) == (view.stacks[at], view.bets[at]), (box, text)
        assert ("folded" in box.text) is not view.in_hand[at], (box, text)
    check_cards(here, view)
    assert f"POT {view.pot:,}" in text or pot_digits(here, view.pot), text
    check_actions(view.legal, text)


def pot_digits(here, pot):
    """Return whether the pot stands above the board in large digits."""
    canvas = Canvas(here.app._face.canvas.width, 3)
    put_digits(canvas, 0, 0, pot)
    return all(any(row.strip() in line for line in here.shown()) for row in canvas.lines())


def check_actions(legal, text):
    """Compare the actions in the dock with the legal ones."""
    bar = next(line for line in text.splitlines() if re.search(r" (?:d  Draw|f  Fold|k  Check)", line))
    if legal.discard:
        assert "d  Draw" in bar
        return
    assert ("k  Check" in bar) is legal.can_check
    assert ("f  Fold" in bar) is not legal.can_check
    assert (f"c  Call {legal.call:,}" in bar) is bool(legal.call)
    for name, amounts in (("b  Bet", legal.bet), ("r  Raise", legal.raise_to)):
        if not amounts:
            assert name not in bar, bar
        elif len(amounts) == 1:
            assert re.search(rf"{re.escape(name)}(?: to)? {amounts[0]:,}\b", bar), bar
        else:
            assert f"{name} {amounts[0]:,}–{amounts[-1]:,}" in bar, bar


async def act(here, rng):
    """Take a random legal action by keys."""
    legal = here.player.watched.table.you.legal
    if legal.discard:
        for key in rng.sample("12345", rng.randrange(0, 4)):
            await here.press(key)
        await here.press(rng.choice(["d", "enter"]))
        return
    amounts = legal.bet or legal.raise_to
    choice = rng.choice(
        ["passive", "passive", "passive", "wager", "fold"] if amounts else ["passive", "passive", "fold"]
    )
    if choice == "wager":
        await wager(here, rng, amounts)
    elif choice == "fold":
        await here.press("f")
    else:
        await here.press("c")
        if here.app.controls.pending is not None:
            await here.press("enter")


async def wager(here, rng, amounts):
    """Bet or raise by keys, in one of the ways to do it."""
    least, most = amounts
    if least == most:
        await here.press("r")
    else:
        amount = rng.choice([least, min(most, least + rng.randrange(1, 30)), most])
        await here.press(*str(amount), "enter")
    await here.pilot.pause()
    if here.app.controls.pending is not None:
        await here.press("enter")


async def play(game, number, deals):
    """Play deals of one game, with the size changing on the way; return how many turns were compared."""
    rng = Random(f"{game} {number}")
    turns = played = 0
    while played < deals:
        async with session(GAMES_PLAYED[game], rng.choice(SIZES), seed=rng.randrange(10**6)) as here:
            while played < deals and await here.next_turn():
                if rng.random() < 0.1:
                    await here.pilot.resize_terminal(*rng.choice(SIZES))
                check_table(here)
                turns += 1
                await act(here, rng)
                played += here.new_deals()
    return turns


QUICK = ("holdem", "draw")


@pytest.mark.parametrize(
    "game", [game if game in QUICK else pytest.param(game, marks=pytest.mark.slow(10)) for game in GAMES_PLAYED]
)
def test_the_screen_shows_the_engine(game):
    assert set(GAMES_PLAYED) == set(GAMES)
    deals = count(len(SIZES) * 200, 1, 60)
    assert asyncio.run(play(game, seed(0), deals)) >= deals


@pytest.mark.parametrize("key", ["f", "c"])
def test_the_end_of_each_deal_at_an_own_table_stays(key):
    """There the next deal begins at once: what was seen of the last one must come before it."""

    async def play():
        held = ScreenSettings(motion="off")
        async with session("play caller 400", preferences=held) as here:
            for deal in ("1", "2", "3"):
                while (moment := here.app._moment()) is None or moment.deal == deal:
                    await here.until(lambda: here.player.watched and (here.player.watched.turn or here.app.holds_end()))
                    if here.app.holds_end():
                        break
                    await here.press(key)
                assert here.app._moment().scene == f"after {deal}"
                assert "Next hand" in here.text()
                await here.press("enter")
                assert here.app._moment().deal == str(int(deal) + 1)

    asyncio.run(play())
