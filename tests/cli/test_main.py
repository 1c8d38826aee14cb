"""Which command is meant, help, and the exit status of what goes wrong."""

import importlib
import shlex
from pathlib import Path

import pytest

from ircpoker import __version__
from ircpoker.cli.main import COMMANDS, main
from tests.cli.conftest import Ircpoker

ROOT = Path(__file__).parents[2]


def test_no_arguments_is_wrong_usage(ircpoker: Ircpoker) -> None:
    done = ircpoker()
    assert (done.status, done.out) == (2, "")
    assert done.err == "usage: ircpoker [--help] [--version] COMMAND ...\n"


def test_version(ircpoker: Ircpoker) -> None:
    done = ircpoker("--version")
    assert (done.status, done.out, done.err) == (0, f"ircpoker {__version__}\n", "")


def test_help_lists_every_command_and_has_an_example(ircpoker: Ircpoker) -> None:
    done = ircpoker("--help")
    assert (done.status, done.err) == (0, "")
    for name, summary in COMMANDS.items():
        assert f"  {name}" in done.out
        assert summary in done.out
    assert '$ ircpoker parse "Ah Td 4c 3s Js 7h"\n  Ah Js Td 7h 4c|Ace High' in done.out


def test_every_module_of_a_command_is_in_the_table() -> None:
    modules = [path.stem for path in (ROOT / "ircpoker" / "cli").glob("*.py")]
    helpers = {"__init__", "main", "lines", "configuration", "databases", "summary", "surroundings"}
    assert set(modules) - helpers == set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_a_command_has_a_worked_example(ircpoker: Ircpoker, name: str) -> None:
    done = ircpoker(name, "--help")
    assert (done.status, done.err) == (0, "")
    assert f"usage: ircpoker {name}" in done.out
    assert "  $ " in done.out
    assert f"ircpoker {name}" in done.out.rpartition("example:")[2]


@pytest.mark.parametrize("name", ["parse", "value", "console"])
def test_worked_examples_are_true(ircpoker: Ircpoker, name: str) -> None:
    lines = importlib.import_module(f"ircpoker.cli.{name}").EXAMPLE.splitlines()
    assert lines
    for command, answer in zip(lines[::2], lines[1::2], strict=True):
        said, _, call = command.strip().removeprefix("$ ").rpartition("|")
        stdin = shlex.split(said)[1] if said else ""
        out = ircpoker(*shlex.split(call)[1:], stdin=stdin).out.removesuffix("\n")
        assert out.startswith(answer.strip().removesuffix("…"))
        assert answer.endswith("…") or out == answer.strip()


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("prase", "'prase' is no command: did you mean parse?"),
        ("Parse", "'Parse' is no command: did you mean parse?"),
        ("zzz", "'zzz' is no command: expected parse, value, console, run, check"),
        ("", "'' is no command: expected parse"),
        ("../x\n", "'../x?' is no command: expected parse"),
        ("main", "'main' is no command"),
    ],
)
def test_unknown_commands(ircpoker: Ircpoker, name: str, complaint: str) -> None:
    done = ircpoker(name)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"ircpoker: {complaint}")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments", [["--nonsense"], ["parse", "--nonsense"], ["parse", "--js", "x"], ["-j", "parse"]]
)
def test_unknown_options(ircpoker: Ircpoker, arguments: list[str]) -> None:
    done = ircpoker(*arguments)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("usage: ircpoker")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["parse", "--", "-h"], "'-h' is not a card"),
        (["parse", "--", "--json"], "'--json' is not a card"),
        (["parse", "--json", "Ah", "--", "-1h"], "'-1h' is not a card"),
        (["value", "kev", "--", "-h"], "'-h' is not a card"),
    ],
)
def test_two_dashes_end_the_options(ircpoker: Ircpoker, arguments: list[str], complaint: str) -> None:
    done = ircpoker(*arguments)
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith(f"ircpoker: {complaint}")


def test_a_card_that_begins_with_a_dash(ircpoker: Ircpoker) -> None:
    done = ircpoker("parse", "Ah", "-1h")
    assert (done.status, done.out) == (2, "")
    assert done.err.endswith("unrecognized arguments: '-1h'; put -- before cards that begin with a dash\n")
    assert ircpoker("check", "-x").err.endswith("unrecognized arguments: '-x'\n")


@pytest.mark.parametrize("before", [[], ["parse"], ["verify", "--", "1"]])
def test_what_is_not_understood_is_told_on_a_printable_line(ircpoker: Ircpoker, before: list[str]) -> None:
    done = ircpoker(*before, "--x\x1b[31m\ny")
    assert (done.status, done.out) == (2, "")
    assert done.err.endswith("error: unrecognized arguments: '--x?[31m?y'\n")


def test_main_returns_the_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["parse", "Ah Td 4c 3s Js"]) == 0
    assert main(["parse", "Ah"]) == 1
    assert main(["parse", "--nonsense"]) == 2
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("Ah Js Td 4c 3s|Ace High, Jack Kicker|10 1 4 5 11 12\n")
