"""Who has lost all chips and is offered a re-buy."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from ircpoker.tournaments.requests import parse_tournament
from ircpoker.tournaments.tournament import FloorTimer
from tests.tournaments.arena import CHANNEL, Arena, check


@pytest.fixture
def arena() -> Iterator[Arena]:
    """A tournament of three people at one table, of whom bob has just lost all chips to alice."""
    with Arena() as arena:
        words = "cup in 1 h buy-in 100 seats 4 stack 300 late 3 rebuys 1 addon 150 payouts top 50 % 10/20@60 20/40@60"
        plan = parse_tournament(words, ["holdem"], arena.tournaments.settings, arena.clock.now())
        tournament = arena.tournaments.create(arena.place(CHANNEL), plan, arena.person("op"))
        for nick in ("alice", "bob", "carol"):
            arena.tournaments.enter(tournament, arena.person(nick))
        arena.tournaments.begin(tournament)
        arena.wait(5)
        while not arena.tournament.state.rebuy_until:
            nick = arena.actor()
            arena.say(nick, "!fold" if nick == "carol" else "!allin") if nick else arena.wait(5)
        yield arena


def loser(arena: Arena) -> str:
    (number,) = arena.tournament.state.rebuy_until
    return arena.tournament.state.entries[number].nick


def test_who_takes_the_add_on_has_chips_and_waits_no_longer(arena: Arena) -> None:
    nick = loser(arena)
    assert arena.tell(nick, "!tournament addon") == [f"{nick} takes the add-on."]
    assert FloorTimer.REBUY not in arena.tournament.calls.due
    arena.wait(40)
    assert arena.tournament.state.entry_of(arena.player(nick)).is_in
    assert arena.table().hand is not None
    check(arena)


def test_an_offer_holds_although_registration_would_end(arena: Arena) -> None:
    nick = loser(arena)
    arena.tournament.record_fact(lambda state: setattr(state, "level", state.plan.late_levels))
    arena.wait(20)
    assert arena.tell(nick, "!rebuy")[0].startswith(f"{nick} buys in again")
    assert not arena.tournament.state.is_open
    check(arena)


def test_who_had_more_chips_places_higher_also_after_an_offer() -> None:
    rng = Random(1)
    with Arena() as arena:
        words = "cup in 1 h buy-in 100 seats 4 stack 300 late 3 rebuys 9 payouts winner 10/20@60 20/40@60"
        plan = parse_tournament(words, ["holdem"], arena.tournaments.settings, arena.clock.now())
        tournament = arena.tournaments.create(arena.place(CHANNEL), plan, arena.person("op"))
        for nick in ("alice", "bob", "carol", "dave"):
            arena.tournaments.enter(tournament, arena.person(nick))
        arena.tournaments.begin(tournament)
        lost = dict[str, int]()
        while len(lost) < 2 or len(set(lost.values())) < 2:
            state = arena.tournament.state
            for number in list(state.rebuy_until):
                arena.tell(state.entries[number].nick, "!rebuy")
            nick = arena.actor()
            arena.say(nick, rng.choice(["!allin", "!allin", "!fold"])) if nick else arena.wait(5)
            state = arena.tournament.state
            lost = {state.entries[number].nick: state.lost_with[number] for number in state.rebuy_until}
        arena.wait(40)
        out = {entry.nick: entry.out for entry in arena.tournament.state.entries.values() if entry.nick in lost}
        assert sorted(out, key=out.__getitem__) == sorted(lost, key=lost.__getitem__)
        assert len(set(out.values())) == len(out)
