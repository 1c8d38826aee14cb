"""docs/own-robot.md: the robot in it works as it stands there."""

import random
import re
from dataclasses import fields
from pathlib import Path

from ircpoker.cards import parse_cards
from ircpoker.matches import play_match
from ircpoker.robots import LearningRobot, ask, load_robots, make_robot
from ircpoker.table import GAMES, PlayerView
from ircpoker.table.actions import CALL, FOLD, Bet, LegalActions, RaiseTo
from tests.robots.turns import BIG_BLIND, BUTTON, holdem_turn

PAGE = Path(__file__).parents[2] / "docs" / "own-robot.md"
TEXT = PAGE.read_text(encoding="utf-8")
EXAMPLE = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)[0]


def robots(folder):
    (folder / "cautious.py").write_text(EXAMPLE, encoding="utf-8")
    return load_robots(folder)


def test_it_is_short():
    lines = [line for line in EXAMPLE.splitlines() if line.strip()]
    assert len(lines) <= 15


def test_it_plays_a_match(tmp_path):
    found = robots(tmp_path)
    for other in ("caller", "manual"):
        result = play_match([make_robot(found["cautious"]), make_robot(found[other])], "holdem", 30, 1)
        assert result.chips_conserved
        assert result.mbb_per_deal != 0


def test_it_does_what_it_says(tmp_path):
    robot = make_robot(robots(tmp_path)["cautious"])
    rng = random.Random(1)
    decision = ask(robot, holdem_turn(BUTTON, "8c 8d"), rng)
    assert (decision.action, decision.why) == (RaiseTo(5), "at least a pair")
    assert ask(robot, holdem_turn(BIG_BLIND, "Kc 8d", "call, check", "Kh 7s 2d"), rng).action == Bet(4)
    assert ask(robot, holdem_turn(BUTTON, "9c 8d"), rng).action == FOLD
    assert {ask(robot, holdem_turn(BUTTON, "Ac 8d"), rng).action for _ in range(50)} == {CALL, FOLD}


def test_the_page_names_only_what_there_is():
    table = TEXT.partition("## What it gets")[2].partition("## What it returns")[0]
    of_the_view = {
        name for row in re.findall(r"^\| (`[^|]+) \|", table, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)
    }
    assert of_the_view <= {field.name for field in fields(PlayerView)}
    of_legal = set(re.findall(r"`\.(\w+)`", next(row for row in table.splitlines() if row.startswith("| `legal`"))))
    assert of_legal <= {field.name for field in fields(LegalActions)}
    assert set(re.findall(r"`(\w+)`", TEXT.partition("which games it plays (")[2].partition(")")[0])) == set(GAMES)
    methods = set(re.findall(r"^\| `(\w+)\(", TEXT, re.MULTILINE))
    assert methods == {"meet", "learn", "memory", "recall"}
    assert all(hasattr(LearningRobot, method) for method in methods)
    assert parse_cards("Ah")[0].rank == 14
