"""A stranger asks ten questions about a tournament, and gets ten answers, in a channel and in a query."""

from __future__ import annotations

import re
from random import Random

import pytest

from ircpoker.lobby.views import unshown_end
from ircpoker.tournaments.settings import TournamentSettings
from tests.tiers import seeds
from tests.tournaments.arena import CHANNEL, Arena, open_sng
from tests.tournaments.test_large import make

PLUGINS = ("holdem", "draw", "tournaments", "bank", "help")
PEOPLE = ("ann", "ben", "cat", "dan", "eve", "fay")
ASKED = {
    "left": "left",
    "prize": "prizes",
    "next level": "level",
    "my place": "left",
    "payouts": "prizes",
    "blinds": "level",
    "who leads?": "left",
    "who is short?": "left",
    "how many players are left?": "left",
    "can I still join?": "closed",
}


@pytest.fixture(scope="module")
def arena() -> Arena:
    """Return a bot with a sit-and-go that has been played for a while."""
    arena = Arena(seed=4, plugins=PLUGINS)
    open_sng(arena, "6 turbo", *PEOPLE)
    arena.play(Random(1), 20, boldness=0.0)
    return arena


def expected(arena: Arena, kind: str) -> str:
    """Return the answer, from what the tables show."""
    (table,) = arena.lobby.tables
    chips = {seat.nick: seat.stack for seat in table.seats.values()}
    if kind == "left":
        most, least = max(chips.values()), min(chips.values())
        leaders = "|".join([nick for nick, own in chips.items() if own == most])
        short = "|".join([nick for nick, own in chips.items() if own == least])
        average = 9000 // len(chips)
        return (
            f"{len(chips)} of 6 left, {average} on average: (?:{leaders}) leads with {most}, "
            f"(?:{short}) is short with {least}"
        )
    if kind == "prizes":
        return r"Prizes: 1\. 390, 2\. 210"
    if kind == "closed":
        return "registration for sng is closed"
    stakes = table.state.stakes
    return rf"Level \d: {stakes.small_blind}/{stakes.big_blind}\. The next, \d+/\d+, begins in \d min\."


@pytest.mark.parametrize("channel", [CHANNEL, None])
@pytest.mark.parametrize("question", ASKED)
def test_a_stranger_gets_an_answer(arena: Arena, question: str, channel: str | None) -> None:
    answers = arena.say("stranger", f"dealer: {question}" if channel else question, channel)
    assert len(answers) == 1, answers
    assert re.fullmatch(expected(arena, ASKED[question]), answers[0]), answers


def test_three_lines_name_leader_short_stack_and_prizes(arena: Arena) -> None:
    lines = arena.say("stranger", "!tournament")
    assert len(lines) == 3
    (table,) = arena.lobby.tables
    chips = [seat.stack for seat in table.seats.values()]
    shown = [int(part.split()[-1]) for part in lines[1].removeprefix("Chips: ").split(", ")]
    assert shown == sorted(chips, reverse=True)
    assert lines[2] == "Prizes: 1. 390, 2. 210"


class Book:
    """What a stranger can know of a tournament of nine: the chips after the deals whose ends are told."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena
        self.chips = dict.fromkeys([f"p{number}" for number in range(9)], 1000)
        self._read = 0

    def read(self) -> None:
        """Take the chips of all tables, but of those that show an all-in."""
        for table in self.arena.lobby.tables:
            if unshown_end(table) is None:
                self.chips |= {seat.nick: seat.stack for seat in table.seats.values()}
        seated = {seat.nick for table in self.arena.lobby.tables for seat in table.seats.values()}
        is_shown = all(unshown_end(table) is None for table in self.arena.lobby.tables)
        self.chips = {nick: own for nick, own in self.chips.items() if nick in seated or not is_shown}

    def answers(self) -> dict[str, str]:
        """Return the answer to each kind of question."""
        most, least, left = max(self.chips.values()), min(self.chips.values()), len(self.chips)
        leaders = "|".join([nick for nick, own in self.chips.items() if own == most])
        short = "|".join([nick for nick, own in self.chips.items() if own == least])
        return {
            "left": rf"{left} of 9 left, {9000 // left} on average: (?:{leaders}) leads with {most}, "
            rf"(?:{short}) is short with {least}",
            "prizes": r"Prizes: 1\. 450, 2\. 270, 3\. 180",
            "level": r"Level \d+: \d+/\d+\. The next, \d+/\d+, begins in \d+ hands?\.",
            "closed": "registration for open is closed",
        }


@pytest.mark.slow(10)
@pytest.mark.parametrize("number", list(seeds(20, 1)))
def test_a_stranger_knows_at_any_minute_who_leads_and_who_is_short_and_the_prizes(number: int) -> None:
    channels, rng, asked = (CHANNEL, "#two", "#three"), Random(number), 0
    sections = {"tournaments": TournamentSettings(channels=channels, buy_in=100)}
    with Arena(seed=number, plugins=PLUGINS, channels=channels, sections=sections) as arena:
        tournament = make(arena, "buy-in 100 seats 4 stack 1000 10/20@3h 25/50@3h 50/100@3h 100/200@9h", 9, 0)
        arena.tournaments.begin(tournament)
        arena.run()
        book, minute = Book(arena), arena.clock.monotonic()
        while not arena.is_over:
            arena.play(rng, 1, boldness=0.03, pace=3)
            book.read()
            if arena.is_over or arena.clock.monotonic() < minute + 60:
                continue
            minute, asked = arena.clock.monotonic(), asked + 1
            expected = book.answers()
            for where in (*channels, None):
                lines = arena.say("stranger", "!tournament", where)
                shown = [part.rsplit(" ", 1) for part in lines[1].removeprefix("Chips: ").split(", ")]
                assert {nick: int(own) for nick, own in shown} == book.chips
                assert [int(own) for _, own in shown] == sorted(book.chips.values(), reverse=True)
                assert re.fullmatch(expected["prizes"], lines[2])
                for question, kind in ASKED.items():
                    answers = arena.say("stranger", f"dealer: {question}" if where else question, where)
                    assert len(answers) == 1, (question, where, answers)
                    assert re.fullmatch(expected[kind], answers[0]), (question, where, answers, expected[kind])
    assert asked > 5


def test_a_player_asks_for_their_own_place(arena: Arena) -> None:
    (table,) = arena.lobby.tables
    chips = {seat.nick: seat.stack for seat in table.seats.values()}
    for nick, own in chips.items():
        place = 1 + sum(other > own for other in chips.values())
        answer = " ".join(arena.say(nick, "dealer: my place"))
        assert f"You are number {place} of {len(chips)}, with {own}" in answer


def test_before_it_begins_and_without_one() -> None:
    with Arena(plugins=PLUGINS) as arena:
        assert "no tournament" in arena.say("ann", "dealer: payouts?")[0]
        make(arena, "buy-in 100 late 2", 2, 0)
        assert arena.say("ann", "dealer: can I still join?") == ["Registration is open: !tournament register open"]
        assert arena.say("ann", "dealer: prizes") == [
            "Registration is open until the end of level 2. With 2 entries the prizes would be 1. 200."
        ]
        assert arena.say("ann", "dealer: who leads?") == ["open has not begun: 2 entries."]
        assert arena.say("ann", "dealer: next level")[0].startswith("It begins with blinds of ")
