"""Robots by name, and the user's own."""

import pytest

from ircpoker.errors import NotAllowedError, RobotError, RobotFileError, UnknownRobotError
from ircpoker.robots import LearningRobot, check_plays, find_robot, load_robots, make_robot
from ircpoker.robots.limit import file
from ircpoker.robots.pushfold import charts
from ircpoker.table.games import GAMES

ROBOT = """
from ircpoker.robots import ALL_GAMES
from ircpoker.table import CALL

class Mine:
    name = "mine"
    games = ALL_GAMES

    def decide(self, view, rng):
        return CALL
"""
OUR_OWN = [
    "manual", "swede", "limit", "nolimit", "nolimit-medium", "nolimit-easy", "ring", "pushfold",
    "regular", "tight", "loose", "wild",
    "folder", "caller", "raiser", "random",
]  # fmt: skip
READ = ["easy", "medium", "hard", *[name for name in OUR_OWN if not name.startswith("nolimit")]]
"""Their names in what players read."""


def playing(games):
    return ROBOT.replace("games = ALL_GAMES", f"games = {games}") + "ROBOTS = [Mine]\n"


def test_built_in_robots():
    robots = load_robots()
    assert list(robots) == OUR_OWN
    for name, robot in robots.items():
        assert make_robot(robot).name == name == robot.name
        assert set(robot.games) <= set(GAMES)
        assert isinstance(make_robot(robot), LearningRobot) is (name in {"swede", "regular", "tight", "loose", "wild"})


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("manul", "no robot is called 'manul': did you mean manual?"),
        ("\x02xyzzy\n", f"no robot is called '?xyzzy?': expected {', '.join(READ)}"),
        ("", f"no robot is called '': expected {', '.join(READ)}"),
    ],
)
def test_unknown_names(name, message):
    with pytest.raises(UnknownRobotError) as caught:
        find_robot(name, load_robots())
    assert str(caught.value) == message
    assert caught.value.name == name
    assert find_robot("Manual", load_robots()).name == "manual"
    assert {find_robot(typed, load_robots()).name for typed in ("Easy", "nolimit-easy")} == {"nolimit-easy"}


def test_refused_games():
    robots = load_robots()
    check_plays(robots["swede"], "draw", 5, robots)
    with pytest.raises(NotAllowedError) as caught:
        check_plays(robots["manual"], "holdem", 3, robots)
    assert (
        str(caught.value)
        == "manual plays holdem heads-up only: easy, medium, hard, ring, regular, tight, loose, wild, folder, caller, "
        "raiser, random play at a table of 3"
    )
    with pytest.raises(NotAllowedError, match="swede does not play holdem: easy, medium, hard, manual, pushfold"):
        check_plays(robots["swede"], "holdem", 2, robots)
    with pytest.raises(NotAllowedError, match="with 2 to 5 players only: no robot plays at a table of 6"):
        check_plays(robots["caller"], "draw", 6, robots)


def test_own_robots(tmp_path):
    (tmp_path / "one.py").write_text(ROBOT + "ROBOTS = [Mine]\n")
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / "__init__.py").write_text("from .part import Mine\nROBOTS = (Mine,)\n")
    (tmp_path / "two" / "part.py").write_text(ROBOT.replace('"mine"', '"other"'))
    # Modules without robots are not imported.
    (tmp_path / "plugin.py").write_text("raise SystemExit('imported')\n")
    robots = load_robots(tmp_path)
    assert list(robots)[len(OUR_OWN) :] == ["mine", "other"]
    assert make_robot(find_robot("mine", robots)).name == "mine"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ROBOTS = [", "robots in 'own.py': it failed with SyntaxError"),
        ("raise SystemExit('ROBOTS')", "robots in 'own.py': it failed with SystemExit: ROBOTS"),
        ("raise KeyboardInterrupt  # ROBOTS", "robots in 'own.py': it failed with KeyboardInterrupt"),
        ("1 / 0  # ROBOTS", "robots in 'own.py': it failed with ZeroDivisionError: division by zero"),
        ("ROBOTS = 7", "robots in 'own.py': ROBOTS is not a list of classes"),
        ("ROBOTS = [7]", "robots in 'own.py': '7' is not a class"),
        ("class A: pass\nROBOTS = [A]", "'A' has no name of 1 to 16 lower-case letters"),
        ("class A:\n name = 'Big Bot'\nROBOTS = [A]", "'A' has no name of 1 to 16 lower-case letters"),
        ("class A:\n name = 'a'\nROBOTS = [A]", "'A' has no method decide"),
        ("class A:\n name = 'a'\n def decide(self, view, rng): pass\nROBOTS = [A]", "'A' has no games, such as"),
        (playing("{'chess': range(2, 3)}"), "'Mine' plays 'chess': expected holdem, pot_limit"),
        (playing("{'holdem': 2}"), "'Mine' has no games"),
        (ROBOT.replace('"mine"', '"manual"') + "ROBOTS = [Mine]", "the name manual is taken"),
        (ROBOT + "ROBOTS = [Mine, Mine]", "the name mine is taken"),
    ],
)  # fmt: skip
def test_broken_modules(tmp_path, text, message):
    (tmp_path / "own.py").write_text(text)
    with pytest.raises(RobotFileError) as caught:
        load_robots(tmp_path)
    assert message in str(caught.value)
    assert (caught.value.section, caught.value.key, caught.value.file) == ("bot", "plugin_path", "own.py")


def test_unreadable_module(tmp_path):
    (tmp_path / "own.py").mkdir()
    with pytest.raises(RobotFileError, match=r"robots in 'own\.py': it cannot be read: Is a directory"):
        load_robots(tmp_path)


def test_no_such_folder(tmp_path):
    with pytest.raises(RobotFileError, match="there is no such folder"):
        load_robots(tmp_path / "none")


@pytest.mark.parametrize("error", ["SystemExit", "KeyboardInterrupt", "GeneratorExit", "StopIteration"])
def test_a_robot_that_wants_to_end_the_bot(tmp_path, error):
    (tmp_path / "own.py").write_text(ROBOT + f"    def __init__(self): raise {error}\nROBOTS = [Mine]")
    with pytest.raises(RobotError, match=f"the robot mine failed with {error}"):
        make_robot(load_robots(tmp_path)["mine"])


def test_a_robot_whose_constructor_fails(tmp_path):
    (tmp_path / "own.py").write_text(ROBOT + "    def __init__(self, size): pass\nROBOTS = [Mine]")
    with pytest.raises(RobotError, match="the robot mine failed with TypeError"):
        make_robot(load_robots(tmp_path)["mine"])


def test_a_damaged_strategy_file_removes_only_its_robot(tmp_path, monkeypatch, caplog):
    broken = tmp_path / "strategy.bin"
    broken.write_bytes(b"ircpLIM\n")
    monkeypatch.setattr(file, "SHIPPED", broken)
    assert list(load_robots()) == [
        "manual",
        "swede",
        "nolimit",
        "nolimit-medium",
        "nolimit-easy",
        "ring",
        "pushfold",
        "regular",
        "tight",
        "loose",
        "wild",
        "folder",
        "caller",
        "raiser",
        "random",
    ]
    [record] = caplog.records
    assert record.getMessage() == (
        "the strategy file 'strategy.bin' is refused: it ends within its header; going on without the robot limit"
    )


def test_damaged_charts_are_reported(tmp_path, monkeypatch, caplog):
    broken = tmp_path / "charts.bin"
    broken.write_bytes(b"")
    monkeypatch.setattr(charts, "SHIPPED", broken)
    by_charts = ("nolimit", "nolimit-medium", "nolimit-easy", "pushfold")
    assert list(load_robots()) == [name for name in OUR_OWN if name not in by_charts]
    refusal = "the strategy file 'charts.bin' is refused: it does not hold push-or-fold charts"
    # nolimit plays short stacks by the charts, too.
    assert caplog.messages == [
        f"{refusal}; going on without the robot {name}"
        for name in ("nolimit", "nolimit-medium", "nolimit-easy", "pushfold")
    ]
