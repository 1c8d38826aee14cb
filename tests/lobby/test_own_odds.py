"""`!odds` for one's own hand, and `!set odds on`: on one's turn, where it gives nobody an advantage over people."""

from __future__ import annotations

import re
from pathlib import Path

from ircpoker.config import default_settings
from tests.lobby.hall import CHANNEL, Hall

PLUGINS = ("holdem", "draw", "bank", "parse")


def test_odds_on_ones_turn_against_a_robot() -> None:
    with Hall(plugins=PLUGINS) as hall:
        hall.tell("ann", "play caller 200")
        [line] = hall.tell("ann", "odds")
        assert re.fullmatch(r".. .. \| \d+ % against a random hand, 25 % needed to call 5", line)
        hall.tell("ann", "call")
        [line] = hall.tell("ann", "odds")
        assert re.search(r"\| \d+ % against a random hand$", line)
        hall.tell("ann", "fold")
        assert hall.tell("ann", "odds") == ["you have no cards now: wait for the next deal"]


def test_odds_in_a_channel_are_private() -> None:
    with Hall(plugins=PLUGINS) as hall:
        for text in ("!open", "!addbot caller", "!addbot random"):
            hall.say("ann", text)
        hall.wait(5)
        before = len(hall.to(CHANNEL))
        [line] = hall.say("ann", "!odds")
        assert re.search(r"\| \d+ % against \d random hands", line)
        assert len(hall.to(CHANNEL)) == before


def test_odds_among_people_need_the_owners_permission() -> None:
    with Hall(plugins=PLUGINS) as hall:
        hall.seat("ann", "bob")
        [line] = hall.say(hall.actor(), "!odds")
        assert line == "other people play here: !odds for your own hand works only at tables without other people"
        assert "81.26 %" in hall.say("ann", "!odds AsAh KdKc")[0]
    with Hall(plugins=PLUGINS, odds=True) as hall:
        hall.seat("ann", "bob")
        assert "against a random hand" in hall.say(hall.actor(), "!odds")[0]
        waits = "ann" if hall.actor() == "bob" else "bob"
        assert hall.say(waits, "!odds") == ["!odds for your own hand works only on your turn"]


def test_chips_that_cannot_be_called_are_not_to_win() -> None:
    """Bob has 200 and faces 500: what he can win are the 200 of ann that he can match, less his price."""
    with Hall(plugins=default_settings(Path("/")).bot.plugins, odds=True) as hall:
        hall.say("ann", "!open 500")
        hall.say("bob", "!sit 200")
        hall.say("bob", "!set odds on")
        hall.wait(5)
        while hall.actor() != "ann":
            hall.say("bob", "!call")
        hall.new_lines()
        hall.say("ann", "!allin")
        hand = hall.table().hand
        assert hand is not None
        assert max(hand.deal.totals) == 500
        price = 200 - min(hand.deal.totals)
        needed = f"{round(100 * price / 400)} % needed to call {price}"
        [line] = hall.new_lines("bob")
        assert f"| {price} to win {400 - price}, {price} left, ann is all-in |" in line
        assert line.count(needed) == 1
        assert hall.say("bob", "!odds")[0].endswith(f"% against a random hand, {needed}")
        assert hall.say("bob", "what's the pot?")[0].startswith(f"pot {700 - price}, {price} to win {400 - price}")


def test_no_odds_in_draw() -> None:
    with Hall(plugins=PLUGINS) as hall:
        hall.tell("ann", "play draw caller 200")
        hall.wait(5)
        assert hall.tell("ann", "odds")[0].startswith("!odds works in hold'em and Omaha")


def test_odds_without_a_seat() -> None:
    with Hall(plugins=PLUGINS) as hall:
        assert hall.tell("ann", "odds")[0].startswith("!odds for your own hand works only on your turn")


def test_odds_in_each_turn_line() -> None:
    with Hall(plugins=PLUGINS) as hall:
        hall.tell("ann", "set odds on")
        hall.tell("ann", "play caller 200")
        hall.wait(5)
        turn = next(line for line in hall.new_lines("ann") if "| your turn:" in line)
        assert re.search(
            r"195 left, caller has 190 left \| \d+ % against a random hand, 25 % needed to call 5 \| your turn: ", turn
        )
        hall.tell("ann", "set odds off")
        hall.tell("ann", "call")
        assert not [line for line in hall.new_lines("ann") if "random hand" in line]
    with Hall(plugins=PLUGINS) as hall:
        hall.say("ann", "!set odds on")
        hall.seat("ann", "bob")
        assert not [line for line in hall.to("ann") if "random hand" in line]
