"""Whole sessions by keys: at each turn the screen shows what the engine has, at each size."""

from __future__ import annotations

import asyncio
import re
from random import Random

import pytest

from ircpoker.lobby.seats import seat_label
from ircpoker.table import GAMES, make_view
from tests.screen.sessions import SIZES, session
from tests.tiers import count, seed

GAMES_PLAYED = {
    "holdem": "play caller random 3",
    "pot_limit": "play pot_limit random 2",
    "limit": "play limit caller random raiser",
    "omaha": "play omaha random 4",
    "draw": "play draw 3",
    "limit_draw": "play limit_draw 2",
}
SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def shown_card(card):
    text = str(card)
    return text[0] + SIGNS[text[1]]


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
    middle = re.sub(r"[^♣♦♥♠\w]", " ", text)
    for card in (*view.board, *view.hole_cards):
        assert shown_card(card) in middle, (card, text)
    assert f"pot {view.pot:,}" in text, text
    check_actions(view.legal, text)


def check_actions(legal, text):
    """Compare the actions in the bar with the legal ones."""
    bar = next(line for line in text.splitlines() if re.search(r"\[(?:d\]raw|f\]old|k\] check)", line))
    if legal.discard:
        assert "[d]raw" in bar
        return
    assert ("[k] check" in bar) is legal.can_check
    assert ("[f]old" in bar) is not legal.can_check
    assert (f"[c]all {legal.call:,}" in bar) is bool(legal.call)
    for name, amounts in (("[b]et", legal.bet), ("[r]aise", legal.raise_to)):
        if not amounts:
            assert name not in bar, bar
        elif len(amounts) == 1:
            assert re.search(rf"{re.escape(name)}(?: to)? {amounts[0]:,}\b", bar), bar
        else:
            assert f"{name} {amounts[0]:,}–{amounts[-1]:,}" in bar, bar


async def act(here, rng):
    """Take a random legal action by keys."""
    legal = here.player.watched.table["you"]["legal"]
    if legal["discard"]:
        for key in rng.sample("12345", rng.randrange(0, 4)):
            await here.press(key)
        await here.press(rng.choice(["d", "enter"]))
        return
    amounts = legal["bet"] or legal["raise_to"]
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
def test_the_screen_shows_what_the_engine_has(game):
    assert set(GAMES_PLAYED) == set(GAMES)
    deals = count(len(SIZES) * 200)
    assert asyncio.run(play(game, seed(0), deals)) >= deals
