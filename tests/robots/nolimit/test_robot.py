"""`nolimit` at the table."""

import random
import re
from collections import Counter

import pytest

from ircpoker.errors import NotAllowedError, RobotError, StrategyError
from ircpoker.robots import ask, check_plays, load_robots, make_robot, registry
from ircpoker.robots.nolimit import BlueprintRobot, NolimitRobot, file
from ircpoker.robots.nolimit.translation import amount_of, read_deal
from ircpoker.table.actions import CALL, CHECK, FOLD, Bet, RaiseTo
from tests.robots.nolimit.made import made_blueprint
from tests.robots.turns import BIG_BLIND, BUTTON, holdem_turn

RNG = random.Random(1)


def turn(seat, actions="", board="", stack=24, other_stack=24):
    return holdem_turn(seat, "Ah Kd", actions, board, stack=stack, other_stack=other_stack)


@pytest.fixture(scope="module")
def robot(tmp_path_factory):
    folder = tmp_path_factory.mktemp("made")
    return BlueprintRobot({depth: made_blueprint(folder, depth) for depth in (12, 30)})


TURNS = (
    turn(BUTTON),
    turn(BIG_BLIND, "call"),
    turn(BIG_BLIND, "to 5"),
    turn(BIG_BLIND, "to 24"),
    turn(BIG_BLIND, "to 4, call", "2c 7d 9h"),
    turn(BUTTON, "to 4, call, bet 5", "2c 7d 9h"),
    turn(BUTTON, "call, check, check, check, check", "2c 7d 9h Js"),
    turn(BUTTON, "call, check, check, check, check, check, bet 3", "2c 7d 9h Js Qs"),
    turn(BIG_BLIND, "to 7", stack=70, other_stack=50),
)


@pytest.mark.parametrize("view", TURNS)
def test_actions_follow_the_strategy(robot, view):
    depth = 30 if min(view.setup.stacks) > 40 else 12
    blueprint = robot._blueprints[depth]
    node = read_deal(blueprint.tree, view).node
    hole, board = ([card.code for card in cards] for cards in (view.hole_cards, view.board))
    chances = blueprint.chances(node, hole, board)
    rng = random.Random(2)
    decisions = [robot.decide(view, rng) for _ in range(400)]
    wanted: Counter[object] = Counter()
    for letter, parts in zip(chances.letters, chances.parts, strict=True):
        amount = amount_of(letter, view, blueprint.tree, node) if letter in "hpa" else 0
        action = (
            FOLD if letter == "f" else CALL if letter == "c" else RaiseTo(amount) if view.bet_to_match else Bet(amount)
        )
        wanted[CHECK if action == CALL and view.legal.can_check else action] += parts / sum(chances.parts)
    found = Counter(decision.action for decision in decisions)
    assert set(found) <= set(wanted)
    for action, share in wanted.items():
        assert abs(found[action] / 400 - share) < 0.11
    for decision in decisions:
        assert view.legal.allows(decision.action)
        assert decision.why.startswith(f"{view.street}, {depth} big blinds")
        found_parts = dict(re.findall(r"(check|call|fold|half the pot|the pot|all-in) (\d+) %", decision.why))
        calls = "check" if view.legal.can_check else "call"
        names = {"f": "fold", "c": calls, "h": "half the pot", "p": "the pot", "a": "all-in"}
        total = sum(chances.parts)
        assert found_parts == {
            names[letter]: str(round(100 * parts / total))
            for letter, parts in zip(chances.letters, chances.parts, strict=True)
            if parts
        }
        assert decision.why.endswith(f", so {decision.action}")


def test_a_bet_of_another_size_is_named_in_the_reason(robot):
    assert re.search(r"big blinds, the bets read as (half )?the pot: ", robot.decide(turn(BIG_BLIND, "to 5"), RNG).why)
    assert "read as" not in robot.decide(turn(BIG_BLIND, "to 4"), RNG).why


def test_short_stacks_are_all_in_or_fold(robot):
    view = turn(BUTTON, stack=18)
    decision = robot.decide(view, RNG)
    assert decision.why.startswith("9 big blinds: AKo goes all-in 100 %")
    assert decision.action == RaiseTo(18)


def test_outside_its_tree_it_plays_as_manual(robot):
    view = turn(BIG_BLIND, "to 4, to 8, to 12, to 16, call", "2c 7d 9h", stack=1000, other_stack=1000)
    decision = robot.decide(view, RNG)
    assert decision.why.startswith("flop: its strategy has no such betting, so as manual: ")
    assert view.legal.allows(decision.action)


def test_it_plays_at_tables_of_two_to_six():
    robots = load_robots()
    for seats in range(2, 7):
        check_plays(NolimitRobot, "holdem", seats, robots)
    with pytest.raises(NotAllowedError) as caught:
        check_plays(NolimitRobot, "holdem", 7, robots)
    assert str(caught.value).startswith("hard plays holdem with 2 to 6 players only: ")


def test_missing_files_remove_only_nolimit(tmp_path, monkeypatch, caplog):
    broken = tmp_path / "50.bin"
    broken.write_bytes(file.SHIPPED[50].read_bytes()[:-1])
    monkeypatch.setattr(BlueprintRobot, "files", {**file.SHIPPED, 50: broken})
    with pytest.raises(StrategyError):
        NolimitRobot.fingerprint()
    with pytest.raises(RobotError, match=r"nolimit failed.*'50\.bin' is refused: it has "):
        ask(make_robot(NolimitRobot), turn(BUTTON, stack=100, other_stack=100), RNG)
    assert "nolimit" not in registry.load_robots()
    assert caplog.messages[0].endswith("; going on without the robot nolimit")
    assert "limit" in registry.load_robots()


def test_the_shipped_strategies_play():
    robot = make_robot(NolimitRobot)
    for view in (turn(BUTTON, stack=100, other_stack=100), turn(BIG_BLIND, "to 6", stack=200, other_stack=200)):
        assert ask(robot, view, RNG).why
    assert len(NolimitRobot.fingerprint().split()) == 3 + 3


def test_aces_do_not_fold_and_trash_does():
    """Decisions of any good strategy before the flop at 100 big blinds."""
    robot = make_robot(NolimitRobot)
    rng = random.Random(3)
    for hole, folds in (("Ah Ad", False), ("7h 2c", True)):
        view = holdem_turn(BIG_BLIND, hole, "to 6", stack=200, other_stack=200)
        found = [robot.decide(view, rng).action == FOLD for _ in range(50)]
        assert sum(found) > 40 if folds else not any(found)
