"""Tournaments at many tables in virtual time, watched by the independent checker."""

from random import Random

import pytest

from ircpoker.tournaments.requests import parse_tournament
from ircpoker.tournaments.settings import TournamentSettings
from ircpoker.tournaments.tournament import Tournament
from tests.tiers import seeds
from tests.tournaments.arena import Arena
from tests.tournaments.checker import Checker
from tests.tournaments.spectator import finish, watch

CHANNELS = ("#poker", "#two", "#three")
ROBOTS = ("caller", "folder", "random", "folder", "raiser", "folder")


def make(arena: Arena, words: str, people: int, robots: int) -> Tournament:
    """Create a tournament with entrants and begin it; a checker may watch it before."""
    plan = parse_tournament(f"open in 1 h {words}", ["holdem"], arena.tournaments.settings, arena.clock.now())
    tournament = arena.tournaments.create(arena.place("#poker"), plan, arena.person("op"))
    for number in range(people):
        arena.tournaments.enter(tournament, arena.person(f"p{number}"))
    for number in range(robots):
        robot = arena.services.tables.robots[ROBOTS[number % len(ROBOTS)]]
        arena.tournaments.add_robot(tournament, robot, None)
    return tournament


def run(people: int, robots: int, words: str, seed: int) -> tuple[Arena, Checker, Tournament]:
    """Play a tournament to its end, watched."""
    sections = {"tournaments": TournamentSettings(channels=CHANNELS, buy_in=100)}
    arena = Arena(seed=seed, channels=CHANNELS, sections=sections)
    tournament = make(arena, words, people, robots)
    checker = watch(arena, tournament)
    arena.tournaments.begin(tournament)
    arena.run()
    turns = 0
    while not (arena.is_over or checker.failed) and turns < 400:
        arena.play(Random(seed + turns), 50, boldness=0.03)
        turns += 1
    # A fault of the checker's in an announcement of a table is logged, not raised.
    assert not checker.failed
    assert arena.is_over
    finish(arena, checker, tournament)
    arena.check_ledger()
    return arena, checker, tournament


@pytest.mark.slow(20)
@pytest.mark.parametrize("seed", list(seeds(40, 1)))
def test_three_tables_are_played_to_one_winner(seed: int) -> None:
    arena, checker, _ = run(4, 23, "free seats 9 stack 1000 10/20@3h 20/40@3h 40/80@3h 80/160@3h", seed)
    assert checker.deals > 20
    arena.close()


@pytest.mark.deep
@pytest.mark.parametrize("seed", list(seeds(50, 1)))
def test_two_hundred_entrants_on_twenty_tables(seed: int) -> None:
    arena, checker, _ = run(10, 190, "buy-in 100 seats 10 stack 1000 10/20@4h 20/40@4h 40/80@4h 80/160@4h", seed)
    assert checker.deals > 200
    assert checker.moves > 10
    arena.close()
