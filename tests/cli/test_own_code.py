"""The user's own plugins and robots in commands: imported once, checked, and never able to end the bot."""

from pathlib import Path

import pytest

from tests.cli.conftest import Ircpoker

ROBOT = """
class Mine:
    name = "mine"
    games = {"holdem": range(2, 11)}

    def decide(self, view, rng):
        %s

ROBOTS = [Mine]
"""
PLUGIN = """
from ircpoker.chat.commands import command

@command("test", summary="tests")
def answer(message, arguments):
    %s
"""
SECTION = """
from dataclasses import dataclass
from ircpoker.config import Section, key
from ircpoker.config.kinds import whole

@dataclass(frozen=True)
class Dice:
    sides: int = key("6", whole(2, 100), doc="of each die")

SECTIONS = [Section("dice", Dice, "dice")]
"""
STATEFUL = """
from ircpoker.chat.commands import command

class Cup:
    def __init__(self, bot):
        self.sides = bot.section(SECTIONS[0]).sides

    @command("test", summary="tests")
    def answer(self, message, arguments):
        return str(self.sides)
"""
COUNTED = "open('executed', 'a').write('x')\n"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """The user's folder, beside a configuration that loads the plugin `mine` from it."""
    config = "[bot]\nplugins = parse, holdem, mine\nplugin_path = own\n[network:a]\n"
    (tmp_path / "config.ini").write_text(config)
    (tmp_path / "own").mkdir()
    return tmp_path / "own"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("ROBOTS = [", "it failed with SyntaxError"),
        ("ROBOTS = 7", "ROBOTS is not a list of classes"),
        ("import sys\nsys.exit('ROBOTS')", "it failed with SystemExit: ROBOTS"),
        ("raise KeyboardInterrupt  # ROBOTS", "it failed with KeyboardInterrupt"),
    ],
)
@pytest.mark.parametrize("command", ["check", "run", "console"])
def test_a_broken_robot_is_found_before_it_is_seated(
    ircpoker: Ircpoker, own: Path, text: str, reason: str, command: str
) -> None:
    (own / "mine.py").write_text(PLUGIN % "return []")
    (own / "robot.py").write_text(text)
    done = ircpoker(command)
    assert (done.status, done.out) == (2, "")
    assert "[bot] plugin_path: robots in 'robot.py'" in done.err
    assert reason in done.err
    assert len(done.err.splitlines()) == 1


def test_own_robots_are_listed(ircpoker: Ircpoker, own: Path) -> None:
    (own / "mine.py").write_text(PLUGIN % "return []")
    (own / "robots.py").write_text(ROBOT % "return None")
    assert [line for line in ircpoker("check").out.splitlines() if line.startswith("robot")] == [
        "robot    mine: holdem"
    ]


def test_check_finds_a_robot_whose_constructor_fails(ircpoker: Ircpoker, own: Path) -> None:
    (own / "mine.py").write_text(PLUGIN % "return []")
    made = '    def __init__(self):\n        (self.data / "chart.json").read_text()\n'
    (own / "robots.py").write_text((ROBOT % "return None").replace("    def decide", f"{made}\n    def decide"))
    done = ircpoker("check")
    assert done.status == 2
    assert "[bot] plugin_path: robot mine cannot be made: FileNotFoundError: " in done.err
    assert f"{own}/data/" in done.err
    (own / "data").mkdir()
    (own / "data" / "chart.json").touch()
    assert ircpoker("check").status == 0


def test_a_file_with_plugin_robots_and_settings_is_executed_once(ircpoker: Ircpoker, own: Path, tmp_path: Path) -> None:
    (own / "mine.py").write_text(COUNTED + SECTION + PLUGIN % "return 'yes'" + ROBOT % "return None")
    for command, stdin in (("check", ""), ("console", "test\nplay mine\nfold\n")):
        (tmp_path / "executed").unlink(missing_ok=True)
        assert ircpoker(command, stdin=stdin).status == 0
        assert (tmp_path / "executed").read_text() == "x"


def test_a_broken_file_is_executed_and_reported_once(ircpoker: Ircpoker, own: Path, tmp_path: Path) -> None:
    (own / "mine.py").write_text(COUNTED + "1 / 0")
    done = ircpoker("check")
    assert done.status == 2
    assert done.err.count("plugins = 'mine': it failed with ZeroDivisionError: division by zero") == 1
    assert (tmp_path / "executed").read_text() == "x"


class TestSection:
    def test_it_is_read_before_the_plugin_is_made(self, ircpoker: Ircpoker, own: Path, tmp_path: Path) -> None:
        (own / "mine.py").write_text(SECTION + STATEFUL)
        assert ircpoker("console", stdin="test\n").out.endswith("6\n")
        with (tmp_path / "config.ini").open("a") as config:
            config.write("[dice]\nsides = 20\n")
        assert ircpoker("check").status == 0
        assert ircpoker("console", stdin="test\n").out.endswith("20\n")
        assert "[dice]" in ircpoker("check", "--keys").out

    def test_errors_in_it_are_reported_as_usual(self, ircpoker: Ircpoker, own: Path, tmp_path: Path) -> None:
        (own / "mine.py").write_text(SECTION + PLUGIN % "return []")
        with (tmp_path / "config.ini").open("a") as config:
            config.write("[dice]\nsides = 1\ncolour = red\n")
        done = ircpoker("check")
        assert done.status == 2
        assert "[dice] sides = '1': expected" in done.err
        assert "[dice] colour" in done.err

    def test_a_broken_plugin_is_named_beside_its_unknown_section(
        self, ircpoker: Ircpoker, own: Path, tmp_path: Path
    ) -> None:
        (own / "mine.py").write_text("1 / 0")
        with (tmp_path / "config.ini").open("a") as config:
            config.write("[dice]\nsides = 1\n")
        error = ircpoker("check").err
        assert "[dice] is not a section" in error
        assert "plugins = 'mine': it failed with ZeroDivisionError" in error

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("SECTIONS = 5", "SECTIONS is not a list of sections"),
            ("SECTIONS = ['dice']", "SECTIONS is not a list of sections"),
            (SECTION.replace('"dice"', '"bot"'), "its section [bot] exists already"),
            (SECTION + "SECTIONS *= 2", "its section [dice] exists already"),
            (SECTION.replace('"dice", Dice', '"dice", int'), "its section [dice] needs a plain name"),
        ],
    )
    def test_a_bad_declaration(self, ircpoker: Ircpoker, own: Path, text: str, reason: str) -> None:
        (own / "mine.py").write_text(text + PLUGIN % "return []")
        done = ircpoker("check")
        assert (done.status, done.out) == (2, "")
        assert f"plugins = 'mine': {reason}" in done.err


@pytest.mark.parametrize("fault", ["import sys; sys.exit()", "raise KeyboardInterrupt", "raise GeneratorExit"])
def test_a_plugin_or_robot_does_not_end_the_console(ircpoker: Ircpoker, own: Path, fault: str) -> None:
    (own / "mine.py").write_text(PLUGIN % fault + ROBOT % fault)
    done = ircpoker("console", stdin="test\nplay mine\ncall\ncheck\nparse Ah Kh Qh Jh Th\n")
    assert done.status == 0
    assert "something went wrong in test" in done.out or "something went wrong in !test" in done.out
    assert "Royal Flush" in done.out.splitlines()[-1]
