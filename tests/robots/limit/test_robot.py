"""`limit` at the table."""

import random
from collections import Counter

import pytest

from ircpoker.errors import RobotError
from ircpoker.robots import ask, make_robot
from ircpoker.robots.limit import LimitRobot, file
from ircpoker.robots.limit.robot import read_history
from ircpoker.table.actions import CALL, CHECK, FOLD, RaiseTo
from tests.robots.limit.made import made_strategy
from tests.robots.turns import BIG_BLIND, BUTTON, holdem_turn

RNG = random.Random(1)


def turn(seat, actions="", board="", **fields):
    return holdem_turn(seat, "Ah Kd", actions, board, game="limit", **fields)


@pytest.fixture(scope="module")
def robot(tmp_path_factory):
    return LimitRobot(made_strategy(tmp_path_factory.mktemp("made")))


@pytest.mark.parametrize(
    ("view", "history"),
    [
        (turn(BUTTON), ""),
        (turn(BIG_BLIND, "call"), "c"),
        (turn(BUTTON, "call, to 4"), "cr"),
        (turn(BIG_BLIND, "to 4, call", "2c 7d 9h"), "rc/"),
        (turn(BUTTON, "to 4, call, bet 2", "2c 7d 9h"), "rc/r"),
        (turn(BIG_BLIND, "call, check, check, check, bet 4, to 8", "2c 7d 9h Js"), "cc/cc/rr"),
    ],
)
def test_histories(view, history):
    assert read_history(view) == history


def test_actions_follow_the_strategy(robot):
    view = turn(BUTTON, "call, to 4")
    chances = robot._strategy.chances("cr", [card.code for card in view.hole_cards], [])
    rng = random.Random(2)
    found = Counter(robot.decide(view, rng).action for _ in range(3000))
    for action, parts in ((FOLD, chances.fold), (CALL, chances.call), (RaiseTo(6), chances.raise_)):
        assert abs(found[action] - 200 * parts) < 150
    assert sum(found.values()) == 3000


def test_actions_are_legal_and_explained(robot):
    for view in (
        turn(BIG_BLIND, "to 4, call", "2c 7d 9h"),
        turn(BIG_BLIND, "call"),
        turn(BUTTON, "call, to 4, to 6, to 8"),
    ):
        for _ in range(40):
            decision = robot.decide(view, RNG)
            assert view.legal.allows(decision.action)
            assert decision.why.startswith(f"{view.street}: with such hands ")
            assert decision.why.endswith(f" %, so {decision.action}")


def test_other_stakes_are_played_as_its_own(robot):
    short = turn(BUTTON, stack=20)
    assert robot.decide(short, RNG).why.startswith(
        "not its stakes or stacks, as if they were: preflop: with such hands "
    )
    assert robot.decide(turn(BUTTON), RNG).why.startswith("preflop: with such hands ")


def test_a_decision_outside_its_game_is_a_check_or_call(robot):
    view = turn(BIG_BLIND, "call")
    strange = view._replace(events=view.events * 3)
    assert robot.decide(strange, RNG).action == CHECK
    assert robot.decide(strange, RNG).why == "not its game, so check"


def test_the_same_chance_gives_the_same_action(robot):
    view = turn(BIG_BLIND, "to 4, call", "2c 7d 9h")
    once, again = ([robot.decide(view, random.Random(seed)) for seed in range(50)] for _ in range(2))
    assert once == again
    assert len({decision.action for decision in once}) > 1


def test_a_missing_file_is_refused(tmp_path, monkeypatch):
    broken = tmp_path / "strategy.bin"
    broken.write_bytes(b"not a strategy")
    monkeypatch.setattr(file, "SHIPPED", broken)
    with pytest.raises(RobotError, match=r"limit failed.*'strategy\.bin' is refused: it is not a strategy"):
        make_robot(LimitRobot)


def test_asked_by_the_table(robot):
    assert ask(robot, turn(BUTTON), RNG).why
