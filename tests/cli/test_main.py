"""The choice of the command, help, and exit statuses."""

import importlib
import re
import shlex
import textwrap
from pathlib import Path

import pytest

from ircpoker import __version__
from ircpoker.cli.main import COMMANDS, main, module_of
from ircpoker.cli.parsers import help_of
from ircpoker.fairness.proof import PendingShuffle
from tests.cli.conftest import Ircpoker

ROOT = Path(__file__).parents[2]


def examples_of(name: str) -> list[tuple[str, str]]:
    """Return the calls in a command's example, and for each a pattern of its answer, in which … stands for any text."""
    calls = textwrap.dedent(help_of(importlib.import_module(module_of(name)).__doc__)[1]).split("$ ")[1:]
    parts = [call.partition("\n") for call in calls]
    return [(call, re.escape(answer).replace("…", "(?s:.)+?")) for call, _, answer in parts]


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
    start = {"__init__", "main", "parsers", "configuration", "describe"}
    shared = {"arguments", "lines", "options", "output", "own_ledger", "progress", "cache", "refusals", "ring_tables"}
    shared |= {
        "nick",
        "ranges",
        "shared_bot",
        "solve_hand",
        "solve_options",
        "solve_prompt",
        "stats_view",
    }
    assert set(modules) - start - shared == {module_of(name).rpartition(".")[2] for name in COMMANDS}


def test_help_of_a_command_has_a_worked_example(ircpoker: Ircpoker) -> None:
    for name in COMMANDS:
        done = ircpoker(name, "--help")
        assert (done.status, done.err) == (0, "")
        assert f"usage: ircpoker {name}" in done.out
        assert "  $ " in done.out, name
        assert f"ircpoker {name}" in done.out.rpartition("example:")[2]


def test_each_way_to_use_a_command_has_its_line(ircpoker: Ircpoker) -> None:
    done = ircpoker("exploit", "--help")
    assert "\n       ircpoker exploit ring [--stack BB]" in done.out


def test_help_is_filled_after_a_colon_at_the_end_of_a_source_line(
    ircpoker: Ircpoker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    shown = ircpoker("parse", "--help").out.splitlines()
    assert "input, one per line, and each line is answered at once; a bad line is answered" in shown
    assert 'with error|MESSAGE| (--json: {"error": "MESSAGE", "line": N}). Bad CARDS are' in shown


@pytest.mark.parametrize("columns", [80, 120])
def test_help_fits_the_terminal(ircpoker: Ircpoker, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    for name in ("", *COMMANDS):
        shown = ircpoker(*filter(None, [name]), "--help").out
        assert max(map(len, shown.splitlines())) <= columns, name
        if name:
            description = " ".join(help_of(importlib.import_module(module_of(name)).__doc__)[0].split())
            assert description in " ".join(shown.split()), name


@pytest.mark.parametrize("name", ["parse", "value", "console", "match", "discards", "payback", "odds", "range"])
def test_worked_examples(ircpoker: Ircpoker, name: str) -> None:
    examples = examples_of(name)
    assert examples
    for command, answer in examples:
        printed, _, call = command.rpartition("|")
        stdin = shlex.split(printed)[1] if printed else ""
        assert re.fullmatch(answer, ircpoker(*shlex.split(call)[1:], stdin=stdin).out)


def test_the_worked_example_of_verify(ircpoker: Ircpoker, tmp_path: Path) -> None:
    proof = PendingShuffle("17", bytes(range(32))).freeze(["my lucky socks"])
    (tmp_path / "17.json").write_text(proof.to_json())
    [(command, answer)] = examples_of("verify")
    program, verify, deal, *options = command.split()
    assert (program, verify, deal) == ("ircpoker", "verify", "17")
    assert re.fullmatch(answer, ircpoker("verify", "--file", "17.json", *options).out)


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("prase", "'prase' is not a command: did you mean parse?"),
        ("Parse", "'Parse' is not a command: did you mean parse?"),
        ("zzz", "'zzz' is not a command: expected play, console, run, init, check, status"),
        ("", "'' is not a command: expected play"),
        ("../x\n", "'../x?' is not a command: expected play"),
        ("main", "'main' is not a command"),
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
        (["parse", "--json", "Ah", "--", "-1h"], "'-1h' may be Ah or Th"),
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
def test_bad_input_is_reported_on_a_printable_line(ircpoker: Ircpoker, before: list[str]) -> None:
    done = ircpoker(*before, "--x\x1b[31m\ny")
    assert (done.status, done.out) == (2, "")
    assert done.err.endswith("ircpoker: unrecognized arguments: '--x?[31m?y'\n")


def test_main_returns_the_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["parse", "Ah Td 4c 3s Js"]) == 0
    assert main(["parse", "Ah"]) == 1
    assert main(["parse", "--nonsense"]) == 2
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("Ah Js Td 4c 3s|Ace High, Jack Kicker|10 1 4 5 11 12\n")
