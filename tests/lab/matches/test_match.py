"""Duplicate deals: exact results, both sides of one match, and the role of the seed."""

import re
from math import hypot, sqrt
from pathlib import Path
from statistics import mean, stdev

import pytest

from ircpoker.errors import RobotError, SetupError
from ircpoker.lab.matches import CONDITIONS, MatchTable, Rules, match
from ircpoker.lab.matches.lineup import make_match_setup
from ircpoker.robots import load_robots, make_robot
from ircpoker.robots.swede import SwedeRobot
from ircpoker.table.actions import CALL
from ircpoker.table.games import GAMES
from tests import tiers

ROBOTS = load_robots()


@pytest.mark.parametrize(
    ("names", "game", "mbb"),
    [
        # Half a blind as the small one, a whole one as the big one.
        (["folder", "raiser"], "holdem", -750),
        (["raiser", "folder"], "limit", 750),
        # Everybody checks, or folds to the first bet.
        (["folder", "folder"], "draw", 0),
        # One ante a deal.
        (["folder", "raiser"], "draw", -1000),
        (["raiser", "folder", "folder"], "draw", 2000),
        (["raiser", "folder", "folder"], "holdem", 1000),
    ],
)
def test_matches_that_end_with_the_first_fold(names, game, mbb):
    result = match(*names, game=game, deals=50)
    assert result.robots == tuple(names)
    assert (result.mbb_per_deal, result.ci95) == (pytest.approx(mbb), 0)
    assert result.chips_conserved


@pytest.mark.parametrize("game", CONDITIONS)
def test_a_robot_against_itself_breaks_even(game):
    for name in ("caller", "raiser"):
        result = match(name, name, game=game, deals=50)
        assert (result.mbb_per_deal, result.ci95) == (0, 0)


@pytest.mark.parametrize(("first", "second", "game"), [("manual", "caller", "holdem"), ("manual", "raiser", "limit")])
def test_the_wins_of_both_add_up_to_zero(first, second, game):
    here, there = match(first, second, game=game, deals=50), match(second, first, game=game, deals=50)
    assert here.mbb_per_deal == -there.mbb_per_deal != 0
    assert here.ci95 == there.ci95 > 0


def test_the_seed_decides_all():
    assert match("manual", "random", deals=50) == match("manual", "random", deals=50)
    assert match("manual", "random", deals=50) != match("manual", "random", deals=50, seed=2)
    assert match("swede", "random", game="draw", deals=50) == match("swede", "random", game="draw", deals=50)


def test_decks_do_not_depend_on_robots():
    """The first deals of a longer match are those of a shorter one."""
    results = [match("manual", "caller", deals=deals).mbb_per_deal * deals for deals in range(1, 8)]
    again = match("manual", "caller", deals=7)
    assert results[-1] == pytest.approx(again.mbb_per_deal * 7)


def test_the_interval_is_computed_over_decks():
    totals = [match("manual", "raiser", deals=deals).mbb_per_deal * deals for deals in range(1, 41)]
    decks = [after - before for before, after in zip([0, *totals], totals, strict=False)]
    result = match("manual", "raiser", deals=40)
    assert result.mbb_per_deal == pytest.approx(mean(decks))
    assert result.ci95 == pytest.approx(1.96 * stdev(decks) / sqrt(40), rel=1e-4)
    assert match("manual", "raiser", deals=1).ci95 is None


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_draw_with_up_to_five(seats):
    names = ["swede", "caller", "raiser", "random", "folder"][:seats]
    result = match(*names, game="draw", deals=20)
    assert result.robots == tuple(names)
    assert result.chips_conserved


def test_every_seat_is_taken_by_each_in_turn():
    seen = []

    class Watcher:
        games = ROBOTS["caller"].games

        def __init__(self, name):
            self.name = name

        def decide(self, view, _rng, /):
            seen.append((self.name, view.seat, view.hole_cards))
            return CALL

    match(Watcher("a"), Watcher("b"), Watcher("c"), deals=1)
    seats = {(name, seat) for name, seat, _ in seen}
    assert seats == {(name, seat) for name in "abc" for seat in range(3)}
    # The same deck each time: the cards depend on the seat, not on the player.
    assert len({(seat, cards) for _, seat, cards in seen}) == 3


def test_a_learning_robot_knows_opponents_by_name():
    robots = [make_robot(ROBOTS["swede"]) for _ in range(3)]
    match(*robots, game="draw", deals=5)
    assert {name: counts[0] for name, counts in robots[0].memory().items()} == {"1 swede": 15, "2 swede": 15}
    assert set(robots[2].memory()) == {"0 swede", "1 swede"}


def test_chips_of_the_matches():
    assert make_match_setup("holdem", 2).stacks == (200, 200)
    assert make_match_setup("holdem", 2).blinds == (2, 1)
    assert make_match_setup("holdem", 3).blinds == (1, 2, 0)
    draw = make_match_setup("draw", 5)
    assert (draw.stacks, draw.antes, draw.small_bet, draw.blinds) == ((200,) * 5, (10,) * 5, 10, ())
    assert set(CONDITIONS) == set(GAMES)
    with pytest.raises(SetupError):
        make_match_setup("draw", 6)


def test_each_deck_is_reported():
    calls = []
    robots = [make_robot(ROBOTS["caller"]) for _ in range(2)]
    MatchTable(Rules("holdem", 7, 1), robots).play_block(0, lambda: calls.append(1))
    assert len(calls) == 7


def test_a_robot_that_fails_ends_the_match():
    class Broken:
        name = "broken"
        games = ROBOTS["caller"].games

        def decide(self, view, rng, /):
            raise ZeroDivisionError(len(view.events) + rng.randrange(1))

    with pytest.raises(RobotError, match="the robot broken failed with ZeroDivisionError: 5"):
        match(Broken(), "caller", game="draw", deals=1)


@pytest.mark.parametrize("when", ["meet", "learn"])
def test_a_robot_that_fails_to_learn_ends_the_match(when):
    class Forgetful(SwedeRobot):
        name = "forgetful"

        def meet(self, players):
            assert when != "meet", players[1]

        def learn(self, view):
            assert when != "learn", view.seat

    with pytest.raises(RobotError, match="the robot forgetful failed with AssertionError"):
        match(Forgetful(), "caller", game="draw", deals=1)


FIGURES = re.findall(
    r"^\| (\w+) \| ([\w ]+) \| (\w+) \| ([+-][\d,]+) ± (\d+) \|$",
    (Path(__file__).parents[3] / "docs" / "robot-measurements.md").read_text(encoding="utf-8"),
    re.MULTILINE,
)


@pytest.mark.slow
@pytest.mark.parametrize(("first", "others", "game", "mbb", "interval"), FIGURES)
def test_figures_of_the_page(first, others, game, mbb, interval):
    """Other decks, and fewer; the difference may be five standard errors."""
    result = match(first, *others.split(), game=game, deals=tiers.count(400), seed=tiers.seed(2))
    allowed = 5 * hypot(int(interval), result.ci95) / 1.96
    assert abs(result.mbb_per_deal - int(mbb.replace(",", ""))) < allowed


def test_the_page_has_all_figures():
    baselines = {"caller", "raiser", "random", "folder"}
    heads_up = {(first, others) for first, others, *_ in FIGURES if " " not in others}
    assert heads_up == {(first, other) for first in ("manual", "swede") for other in baselines} | {
        ("limit", other) for other in (*baselines - {"folder"}, "manual")
    }
    assert len(FIGURES) == 24
