"""The habits that `regular` counts: only public actions, more weight with more chances, and a stored form."""

import json

import pytest

from ircpoker.cards import CARDS
from ircpoker.errors import SavedGameError
from ircpoker.lab.matches import match
from ircpoker.robots import load_robots, make_robot
from ircpoker.robots.opponents import MOST_OPPONENTS
from ircpoker.robots.regular.habits import MOST_COUNTED, NO_HABITS, Habit, Habits, seen_turns
from ircpoker.robots.regular.reads import RAISES, read_seats
from ircpoker.table.deal import Deal
from ircpoker.table.view import make_view
from tests.robots.turns import BIG_BLIND, BUTTON, draw_deal, holdem_turn, play
from tests.table.play import holdem

ROBOTS = load_robots()
ALWAYS, NEVER = Habit(50, 50), Habit(0, 50)
MANIAC = Habits(*[ALWAYS] * 6)


def test_turns_are_seen_with_their_chances():
    view = holdem_turn(BUTTON, "9h 8h", "to 6, call, check, bet 4, to 12, call, bet 30", "Qh 9d 4s 2c")
    turns = list(seen_turns(view))
    assert [list(turn.habits()) for turn in turns] == [
        [("opens", True), ("enters", True)],
        [("reraises", False), ("enters", True)],
        [("bets", False)],
        [("bets", True)],
        [("raises", True), ("stays", True)],
        [("raises", False), ("stays", True)],
        [("bets", True)],
    ]
    assert [turn.price for turn in turns] == [1, 4, 0, 0, 4, 8, 0]


def test_a_call_where_nobody_may_raise_is_no_chance_to_raise():
    capped = holdem_turn(BUTTON, "9h 8h", "to 4, to 6, to 8, call, check", "Qh 9d 4s", game="limit")
    assert "reraises" not in [name for turn in list(seen_turns(capped))[3:4] for name, _ in turn.habits()]


def test_a_call_of_an_all_in_that_nobody_can_raise_is_no_chance_to_raise():
    deal = play(Deal(holdem((20, 20, 200)), list(CARDS)), "call, to 20, fold, call")
    assert [name for name, _ in list(seen_turns(make_view(deal, 0)))[3].habits()] == ["enters"]


def test_more_chances_count_more():
    assert Habit().blend(0.3) == 0.3
    assert 0.3 < Habit(1, 1).blend(0.3) < Habit(6, 6).blend(0.3) < Habit(60, 60).blend(0.3) < 1
    assert Habit(0, 60).blend(0.3) < 0.05
    full = Habit(MOST_COUNTED, MOST_COUNTED).plus(0, 1)
    assert full == Habit(MOST_COUNTED // 2, MOST_COUNTED // 2 + 1)


def test_who_always_raises_has_any_two_cards():
    view = holdem_turn(BUTTON, "9h 8h", "to 6, to 18, to 54, call, bet 100", "Qh 9d 4s", stack=1000)
    [usual] = read_seats(view)
    [known] = read_seats(view, [MANIAC, MANIAC])
    assert usual.width <= 0.2
    assert known.width > 0.85
    assert known.claims[0].part > 0.9
    assert known.claims[0].leak > 0.8
    assert usual.recklessness == 0
    assert known.recklessness > 0.9
    assert RAISES.by_habit(Habit()) == RAISES


def test_who_never_calls_is_expected_to_fold():
    view = holdem_turn(BIG_BLIND, "9h 8h", "call, check", "Qh 9d 4s")
    never, always = (read_seats(view, [NO_HABITS._replace(stays=habit)] * 2)[0] for habit in (NEVER, ALWAYS))
    assert never.folds > 0.9
    assert always.folds < 0.1


def test_hidden_cards_do_not_matter():
    deals = [draw_deal("Ah Ad Kc 7s 2h", "Qc Qd 9h 5s 3c"), draw_deal("Ah Ad Kc 7s 2h", "4c 6d 9h 5s 3c")]
    memories = []
    for deal in deals:
        robot = make_robot(ROBOTS["regular"])
        robot.meet(("me", "other"))
        robot.learn(make_view(deal, 0))
        memories.append(robot.memory())
    assert memories[0] == memories[1]
    assert list(memories[0]) == ["other"]


def test_the_memory_is_json_and_bounded():
    robot = make_robot(ROBOTS["regular"])
    match(robot, "raiser", game="limit", deals=5)
    stored = json.loads(json.dumps(robot.memory()))
    other = make_robot(ROBOTS["regular"])
    other.recall(stored)
    assert other.memory() == robot.memory() != {}
    assert robot.memory()["1 raiser"][0][1] > 0
    robot, view = make_robot(ROBOTS["regular"]), holdem_turn(BIG_BLIND, "9h 8h", "call, check", "Qh 9d 4s")
    for number in range(MOST_OPPONENTS + 3):
        robot.meet(("me", f"p{number}"))
        robot.learn(view)
    assert len(robot.memory()) == MOST_OPPONENTS
    assert "p0" not in robot.memory()


@pytest.mark.parametrize(
    "memory",
    [{"a": 1}, {"a": [[1, 1]]}, {"a": [[0, 0]] * 5 + [[2, 1]]}, {"a": [[0, 0]] * 5 + [["1", 1]]}, {"a": [[0]] * 6}],
)
def test_a_memory_of_another_form_is_refused(memory):
    with pytest.raises(SavedGameError):
        make_robot(ROBOTS["regular"]).recall(memory)


@pytest.mark.slow(1)
def test_it_learns_to_play_against_raisers():
    """Before it had a memory it lost to two raisers at limit."""
    robots = [make_robot(ROBOTS[name]) for name in ("regular", "raiser", "raiser")]
    result = match(*robots, game="limit", deals=30, seed=2)
    assert result.mbb_per_deal > 0
