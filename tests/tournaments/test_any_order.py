"""Tournaments in which what falls due together happens in any order, watched by the independent checker."""

from __future__ import annotations

import uuid
from random import Random

import pytest

from ircpoker.tournaments.requests import parse_tournament
from ircpoker.tournaments.settings import TournamentSettings
from ircpoker.tournaments.tournament import Tournament
from tests.tiers import seeds
from tests.tournaments.arena import Arena
from tests.tournaments.spectator import finish, watch

CHANNELS = ("#poker", "#two", "#three")
ROBOTS = ("folder", "caller", "raiser", "random")
WORDS = (
    "buy-in 100 seats 4 stack 300 late 3 rebuys 2 addon 150 10/20@4 20/40@4 break@1 40/80@4 100/200@4",
    "buy-in 100 seats 3 stack 200 late 2 rebuys 1 10/20@4h 20/40@4h 40/80@4h 80/160@4h",
    "buy-in 100 seats 4 stack 400 late 2 rebuys 3 addon 400 20/40@3 40/80@3 break@1 80/160@3 200/400@3",
)
FOUND = (68, 20261189784200, 20261189784233, 7000165)
"""Seeds that have shown a fault: 68, a round of hand for hand whose tables did not begin together.

In the next two as well: a table kept the time of its next hand, although a move had put it off. In the last, somebody
who could buy in again was moved to a hand in progress, and their time was over again and again until it had ended.
"""
SEEDS = (
    0,
    *[pytest.param(seed, marks=pytest.mark.slow) for seed in (*FOUND, *range(1, 6))],
    *[pytest.param(seed, marks=pytest.mark.deep) for seed in seeds(990, first=6)],
)


def people_of(tournament: Tournament) -> dict[int, str]:
    return {entry.number: entry.nick for entry in tournament.state.playing if entry.player}


def ask_for_more(arena: Arena, tournament: Tournament, rng: Random) -> None:
    """Let people buy in again, take the add-on, come late, and divide the prizes, by chance."""
    state, people = tournament.state, people_of(tournament)
    for entry in sorted(state.rebuy_until):
        if rng.random() < 0.15:
            arena.tell(people[entry], "!rebuy")
    if state.is_open and people and rng.random() < 0.02:
        arena.tell(rng.choice(sorted(people.values())), "!tournament addon")
    if state.is_open and rng.random() < 0.03:
        arena.tell(f"late{len(state.entries)}", "!tournament register open")
    if not state.is_open and len(state.tables) == 1 and rng.random() < 0.05:
        for nick in sorted(people.values()):
            arena.tell(nick, rng.choice(["!chop icm", "!chop icm", "!chop no"]))


def play(seed: int) -> int:
    """Play a tournament to its end, watched; return how often several calls were due at once."""
    rng = Random(seed)
    sections = {"tournaments": TournamentSettings(channels=CHANNELS, buy_in=100)}
    arena = Arena(seed=seed, channels=CHANNELS, sections=sections, any_order=Random(seed), robot_pause=1.0)
    plan = parse_tournament(
        f"open in 1 h {rng.choice(WORDS)}", ["holdem"], arena.tournaments.settings, arena.clock.now()
    )
    tournament = arena.tournaments.create(arena.place("#poker"), plan, arena.person("op"))
    for number in range(rng.randint(2, 5)):
        arena.tournaments.enter(tournament, arena.person(f"p{number}"))
    for number in range(rng.randint(3, 6)):
        arena.tournaments.add_robot(tournament, arena.services.tables.robots[ROBOTS[number % len(ROBOTS)]], None)
    checker = watch(arena, tournament)
    arena.tournaments.begin(tournament)
    arena.run()
    for _ in range(4000):
        if arena.is_over or checker.failed:
            break
        arena.play(rng, 1, boldness=0.3)
        if not arena.is_over:
            ask_for_more(arena, tournament, rng)
    assert not checker.failed, checker.failed
    assert arena.is_over
    finish(arena, checker, tournament)
    arena.check_ledger()
    arena.close()
    return arena.services.scheduler.crowded


@pytest.mark.slow(1)
@pytest.mark.parametrize("seed", SEEDS)
def test_calls_that_are_due_together_are_made_in_any_order(
    seed: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ids = Random(seed)
    # Changes lock tables in the order of their names.
    monkeypatch.setattr(uuid, "uuid4", lambda: uuid.UUID(int=ids.getrandbits(128), version=4))
    assert play(seed)
    assert "calls keep becoming due" not in caplog.text
