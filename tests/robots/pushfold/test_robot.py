"""`pushfold` at the table."""

import random
from collections import Counter

import pytest

from ircpoker.errors import RobotError
from ircpoker.robots import ask, make_robot
from ircpoker.robots.manual import decide as decide_as_manual
from ircpoker.robots.pushfold import PushfoldRobot, charts
from ircpoker.robots.pushfold.charts import WHOLE, read_charts
from ircpoker.table.actions import CALL, CHECK, FOLD, RaiseTo
from ircpoker.table.deal import Deal
from ircpoker.table.view import make_view
from tests.robots.turns import BIG_BLIND, BUTTON, holdem_turn
from tests.table.play import deck_of, holdem

ROBOT = PushfoldRobot()
RNG = random.Random(1)


def decide(seat, hole, actions="", **fields):
    view = holdem_turn(seat, hole, actions, **fields)
    decision = ROBOT.decide(view, RNG)
    assert view.legal.allows(decision.action), (decision, view.legal)
    return decision.action, decision.why


@pytest.mark.parametrize(
    ("seat", "hole", "actions", "action", "why"),
    [
        (BUTTON, "Kh 2c", "", RaiseTo(20), "10 big blinds: K2o goes all-in 100 %, so all-in"),
        (BUTTON, "7h 2c", "", FOLD, "10 big blinds: 72o goes all-in 0 %, so fold"),
        (BIG_BLIND, "Ac 2d", "to 1000", CALL, "10 big blinds against all-in: A2o calls 100 %, so call"),
        (BIG_BLIND, "9c 8c", "to 1000", FOLD, "10 big blinds against all-in: 98s calls 0 %, so fold"),
        (BIG_BLIND, "9c 8c", "call", CHECK, "10 big blinds against a call, as if it were all-in: 98s calls 0 %, so c"),
        (BIG_BLIND, "Ac Ad", "call", RaiseTo(20), "10 big blinds against a call, as if it were all-in: AA calls 100 %"),
        (BIG_BLIND, "Ac Ad", "to 4", RaiseTo(20), "10 big blinds against a raise, as if it were all-in: AA calls 100"),
        (BIG_BLIND, "7c 2d", "to 4", FOLD, "10 big blinds against a raise, as if it were all-in: 72o calls 0 %, so f"),
    ],
)
def test_decisions_follow_the_charts(seat, hole, actions, action, why):
    found, reason = decide(seat, hole, actions, stack=20)
    assert found == action
    assert reason.startswith(why)


def test_the_shorter_stack_counts():
    assert decide(BUTTON, "Kh 2c", stack=1000, other_stack=20)[1].startswith("10 big blinds: ")
    assert decide(BUTTON, "Kh 2c", stack=15, other_stack=900)[1].startswith("7.5 big blinds: ")


def test_less_than_one_big_blind_is_played_as_one():
    view = make_view(Deal(holdem((3, 30), (2, 4)), deck_of("7h 2c", "7d 2s")), BUTTON)
    assert ROBOT.decide(view, RNG).action == CALL
    assert ROBOT.decide(view, RNG).why == "1 big blinds: 72o goes all-in 100 %, so call"


def test_mixed_hands_go_in_as_often_as_the_chart():
    share = read_charts(100).all_in[13 * 10 + 11] / WHOLE
    assert 0.5 < share < 0.9
    view = holdem_turn(BUTTON, "4h 3h", stack=20)
    rng = random.Random(3)
    found = Counter(ROBOT.decide(view, rng).action for _ in range(4000))
    assert set(found) == {RaiseTo(20), FOLD}
    assert found[RaiseTo(20)] / 4000 == pytest.approx(share, abs=0.03)
    once, again = ([ROBOT.decide(view, random.Random(seed)) for seed in range(30)] for _ in range(2))
    assert once == again


@pytest.mark.parametrize(
    ("view", "refusal"),
    [
        (holdem_turn(BUTTON, "Kh 2c", stack=41), "20.5 big blinds are more than 20"),
        (holdem_turn(BIG_BLIND, "Kh 2c", "call, check", "2h 3h 4d", stack=20), "after the flop"),
        (make_view(Deal(holdem((20, 20), (1, 3)), deck_of("7h 2c", "7d 2s")), BUTTON), "not its blinds"),
    ],
)
def test_outside_its_game_it_plays_as_manual(view, refusal):
    decision, as_manual = ROBOT.decide(view, RNG), decide_as_manual(view)
    assert decision.action == as_manual.action
    assert decision.why == f"{refusal}, so as manual: {as_manual.why}"


def test_asked_by_the_table():
    assert ask(ROBOT, holdem_turn(BUTTON, "Kh 2c", stack=20), RNG).why


def test_missing_charts_are_refused(tmp_path, monkeypatch):
    broken = tmp_path / "charts.bin"
    broken.write_bytes(b"no charts")
    monkeypatch.setattr(charts, "SHIPPED", broken)
    with pytest.raises(RobotError, match=r"pushfold failed.*'charts\.bin' is refused: it does not hold"):
        make_robot(PushfoldRobot)
