"""Every robot in random deals of every game it plays: legal, explained where it explains, no chip made or lost."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ircpoker.robots import ask, load_robots, make_robot, plays
from ircpoker.table.games import GAMES
from ircpoker.table.view import make_view
from tests import tiers
from tests.table.play import play_deal, random_action, random_setup

ROBOTS = load_robots()
SAMPLING = ("regular", "tight", "loose", "wild")
EXPLAINS = {"manual", "swede", "limit", "nolimit", "nolimit-medium", "nolimit-easy", "ring", "pushfold", *SAMPLING}


class WatchedTable:
    """A robot whose answers are looked at before they are made legal."""

    def __init__(self, robot):
        self.robot, self.name, self.games = robot, robot.name, robot.games

    def decide(self, view, rng, /):
        decision = self.robot.decide(view, rng)
        if self.name in EXPLAINS:
            assert view.legal.allows(decision.action), (decision, view.legal)
            assert decision.why
        return decision


def play(robots, setup, rng):
    """Let robots play, None for a seat that acts at random."""
    # By name: the check of a protocol takes longer than a decision.
    learners = [(seat, robot) for seat, robot in enumerate(robots) if robot and robot.name == "swede"]
    for _, robot in learners:
        robot.meet([f"player {seat}" for seat in range(len(robots))])

    def choose(deal, rng):
        robot = robots[deal.actor]
        return ask(WatchedTable(robot), make_view(deal, deal.actor), rng).action if robot else random_action(deal, rng)

    deal = play_deal(setup, rng, choose)
    for seat, robot in learners:
        robot.learn(make_view(deal, seat))


@pytest.mark.few(3)
@pytest.mark.parametrize("name", [name for name in ROBOTS if name not in {"nolimit", *SAMPLING}])
@given(st.randoms(use_true_random=False))
def test_against_random_play(name, rng):
    play_against_random(name, rng)


@pytest.mark.parametrize("name", SAMPLING)
@settings(max_examples=tiers.count(200, 8))
@given(st.randoms(use_true_random=False))
def test_against_random_play_by_sampling(name, rng):
    play_against_random(name, rng)


@settings(max_examples=tiers.count(200, 5))
@given(st.randoms(use_true_random=False))
def test_against_random_play_solving_late_streets(rng):
    play_against_random("nolimit", rng)


def play_against_random(name, rng):
    games = tuple(game for game in GAMES if game in ROBOTS[name].games)
    setup = random_setup(rng, games)
    robots = [make_robot(ROBOTS[name]) if rng.random() < 0.5 else None for _ in setup.stacks]
    play(robots, setup, rng)


def mixed_deals(count, seed, games):
    rng = random.Random(seed)
    tables = {}
    seated = Counter()
    for _ in range(count):
        setup = random_setup(rng, games)
        game = next(name for name, each in GAMES.items() if each == setup.game)
        playing = [name for name, robot in ROBOTS.items() if plays(robot, game, len(setup.stacks))]
        # A robot that plays few games gets its turn, too.
        names = (min(playing, key=lambda name: seated[name]), *[rng.choice(playing) for _ in setup.stacks[1:]])
        seated.update(names)
        if names not in tables:
            tables[names] = [make_robot(ROBOTS[name]) for name in names]
        play(tables[names], setup, rng)
    return tables


@pytest.mark.slow(1)
def test_mixed_tables():
    tables = mixed_deals(tiers.count(1500, 150), 21, tuple(GAMES))
    assert len({name for names in tables for name in names}) == len(ROBOTS)


@pytest.mark.slow
def test_twenty_thousand_draw_deals():
    mixed_deals(tiers.count(20_000), tiers.seed(22), ("draw", "limit_draw"))
