"""docs/own-robot.md: its robot works as printed."""

import random
import re
from pathlib import Path

import pytest

from ircpoker.cards import parse_cards
from ircpoker.errors import RobotFileError
from ircpoker.lab.matches import match
from ircpoker.robots import LearningRobot, ask, helpers, load_robots, make_robot
from ircpoker.table import GAMES, PlayerView
from ircpoker.table.actions import CALL, FOLD, Bet, LegalActions, RaiseTo
from tests.robots.turns import BIG_BLIND, BUTTON, holdem_turn

PAGE = Path(__file__).parents[2] / "docs" / "own-robot.md"
TEXT = PAGE.read_text(encoding="utf-8")
EXAMPLE, CHARTED = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


def robots(folder):
    (folder / "cautious.py").write_text(EXAMPLE, encoding="utf-8")
    return load_robots(folder)


def test_the_example_is_short():
    lines = [line for line in EXAMPLE.splitlines() if line.strip()]
    assert len(lines) <= 15


def test_the_example_plays_a_match(tmp_path):
    found = robots(tmp_path)
    for other in ("caller", "manual"):
        result = match(make_robot(found["cautious"]), make_robot(found[other]), deals=30)
        assert result.chips_conserved
        assert result.mbb_per_deal != 0


def test_the_example_plays_by_its_rules(tmp_path):
    robot = make_robot(robots(tmp_path)["cautious"])
    rng = random.Random(1)
    decision = ask(robot, holdem_turn(BUTTON, "8c 8d"), rng)
    assert (decision.action, decision.why) == (RaiseTo(5), "at least a pair")
    assert ask(robot, holdem_turn(BIG_BLIND, "Kc 8d", "call, check", "Kh 7s 2d"), rng).action == Bet(4)
    assert ask(robot, holdem_turn(BIG_BLIND, "9c 8d", "to 8"), rng).action == FOLD
    assert {ask(robot, holdem_turn(BUTTON, "9c 8d"), rng).action for _ in range(50)} == {CALL, FOLD}


def test_the_robot_with_data(tmp_path):
    text = f"from ircpoker.robots.helpers import hand_kind\nfrom ircpoker.table import FOLD, RaiseTo\n{CHARTED}"
    (tmp_path / "charted.py").write_text(f"{text}\nROBOTS = [Charted]\n", encoding="utf-8")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "raised.json").write_text('["AKs", "77"]', encoding="utf-8")
    robot, rng = make_robot(load_robots(tmp_path)["charted"]), random.Random(1)
    raises = {cards: ask(robot, holdem_turn(BUTTON, cards), rng).action for cards in ("Ac Kc", "7h 7d", "Ac Kd")}
    assert raises == {"Ac Kc": RaiseTo(5), "7h 7d": RaiseTo(5), "Ac Kd": FOLD}


def test_an_installed_robot(tmp_path, monkeypatch):
    (tmp_path / "my_robots").mkdir()
    (tmp_path / "my_robots" / "__init__.py").touch()
    text = f"from ircpoker.robots.helpers import hand_kind\nfrom ircpoker.table import FOLD, RaiseTo\n{CHARTED}"
    (tmp_path / "my_robots" / "charted.py").write_text(text, encoding="utf-8")
    (tmp_path / "my_robots" / "data").mkdir()
    (tmp_path / "my_robots" / "data" / "raised.json").write_text("[]", encoding="utf-8")
    info = tmp_path / "others-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: others\nVersion: 1\n", encoding="utf-8")
    [entry] = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    name, target = re.findall(r"^(\w+) = \"(.*)\"$", entry, re.MULTILINE)[0]
    (info / "entry_points.txt").write_text(f"[ircpoker.robots]\n{name} = {target}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    robot = make_robot(load_robots()["charted"])
    assert robot.data == tmp_path / "my_robots" / "data"
    (info / "entry_points.txt").write_text("[ircpoker.robots]\nnone = my_robots.nothing:Robot\n", encoding="utf-8")
    with pytest.raises(RobotFileError, match="robots in 'entry point none': it failed with Module"):
        load_robots()


def test_the_page_names_only_existing_attributes():
    table = TEXT.partition("## The robot's view")[2].partition("## The robot's answer")[0]
    of_the_view = {
        name for row in re.findall(r"^\| (`[^|]+) \|", table, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)
    }
    assert of_the_view <= set(dir(PlayerView))
    assert "| `prize(price)` |" in table
    assert hasattr(PlayerView, "prize")
    of_legal = set(re.findall(r"`\.(\w+)`", next(row for row in table.splitlines() if row.startswith("| `legal`"))))
    assert of_legal <= set(LegalActions._fields)
    assert set(re.findall(r"`(\w+)`", TEXT.partition("the games that it plays (")[2].partition(")")[0])) == set(GAMES)
    functions = set(re.findall(r"^\| `(\w+)\(view\)` \| (?!after)", TEXT, re.MULTILINE))
    assert functions == {"position", "pot_odds", "hand_class", "hand_kind"}
    assert all(hasattr(helpers, function) for function in functions)
    methods = set(re.findall(r"^\| `(\w+)\(", TEXT, re.MULTILINE)) - functions - {"prize"}
    assert methods == {"meet", "learn", "memory", "recall"}
    assert all(hasattr(LearningRobot, method) for method in methods)
    assert parse_cards("Ah")[0].rank == 14
