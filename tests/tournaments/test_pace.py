"""How many lines a deal takes where they are the limit: counted, against what the price of a table expects."""

import re
from random import Random

import pytest

from ircpoker.lobby.admission import Crowd, lines_a_deal
from ircpoker.robots import ask_action, make_robot
from ircpoker.table import make_view
from tests.tiers import count
from tests.tournaments.arena import CHANNEL, Arena, open_sng

_NEXT = re.compile(r"(?:.*\| )?#\d+(?: in \d+ s)?, sealed ")
_RARE = re.compile(r"Level \d|.* is out|.* moves to|sng is over")


def play_as_regulars(arena: Arena, deals: int, seed: int) -> tuple[list[str], list[str]]:
    """Let people play as the robot `regular` does; return the lines in the channel and those to people."""
    robot, rng = make_robot(arena.services.tables.robots["regular"]), Random(seed)
    begun = len(arena.lines)
    while sum(bool(_NEXT.match(line.text)) for line in arena.lines[begun:]) < deals and (
        not arena.is_over or arena.has_table()
    ):
        acting = arena.actors()
        if not acting:
            arena.wait(5)
        for table, nick in acting[:1]:
            hand = table.hand
            action = str(ask_action(robot, make_view(hand.deal, hand.deal.actor), rng))
            arena.say(nick, f"!{action.replace('raise_to', 'raise')}", table.place.channel or None)
    lines = arena.lines[begun:]
    public = [line.text for line in lines if line.target == CHANNEL]
    return public, [line.text for line in lines if line.target != CHANNEL]


@pytest.mark.slow(20)
@pytest.mark.parametrize("people", [3, 6, 9])
def test_a_deal_takes_as_many_lines_as_expected_within_a_fifth(people: int) -> None:
    arena = Arena(seed=people)
    open_sng(arena, f"free {people} deep", *[f"p{number}" for number in range(people)])
    deals = count(200, 30)
    public, private = play_as_regulars(arena, deals, people)
    done = sum(bool(_NEXT.match(line)) for line in public)
    # While the bot is behind, turns are not told in private; a PING confirms the cards.
    cards = sum("your turn: " not in line for line in private)
    measured = (len(public) + cards) / done + 1
    assert measured == pytest.approx(lines_a_deal(Crowd(1, people, people)), rel=0.2)
    arena.close()


def other_lines(arena: Arena) -> float:
    """Return the public lines of a deal besides those of decisions, levels, and players who are out."""
    public, private = play_as_regulars(arena, 40, 3)
    deals = sum(bool(_NEXT.match(line)) for line in public)
    decisions = sum("your turn: " in line for line in private)
    return (len([line for line in public if not _RARE.match(line)]) - decisions) / deals


@pytest.mark.slow(10)
def test_a_deal_has_no_more_public_lines_than_at_a_cash_table() -> None:
    tournament, cash = Arena(seed=3), Arena(seed=3, small_blind=10, big_blind=20, most_buy_in=3000)
    names = ("alice", "bob", "carol", "dan")
    open_sng(tournament, "free 4 deep", *names)
    for nick in names:
        cash.say(nick, "!sit" if cash.has_table() else "!open 1000")
    # The decks differ: results of several lines are a matter of chance.
    assert other_lines(tournament) <= other_lines(cash) + 0.3
    public = tournament.to(CHANNEL)
    assert sum(line.startswith("Level ") for line in public) == 1 + tournament.tournament.state.level
    out = len(names) - len(tournament.tournament.state.playing)
    assert sum(" is out" in line for line in public) == out
    tournament.close()
    cash.close()
