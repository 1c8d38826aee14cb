"""`ircpoker league`: the league itself is tested in tests/matches."""

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Ircpoker
from tests.cli.test_main import examples_of
from tests.cli.test_match import read_to_the_end
from tests.waiting import PATIENCE


def test_the_table(ircpoker: Ircpoker) -> None:
    done = ircpoker("league", "folder", "raiser", "--deals", "100")
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines() == [
        "holdem, 100 duplicate deals a pair, seed 1, thousandths of a big blind per deal",
        "          overall        raiser        folder",
        "raiser  +750.0 ± 0.0       –        +750.0 ± 0.0",
        "folder  -750.0 ± 0.0  -750.0 ± 0.0       –",
        "chips conserved",
    ]


def test_it_prints_the_example(ircpoker: Ircpoker) -> None:
    for command, answer in examples_of("league"):
        assert re.fullmatch(answer, ircpoker(*command.split()[1:]).out)


def test_nothing_is_cut_in_a_pipe(ircpoker: Ircpoker) -> None:
    done = ircpoker("league", "folder", "raiser", "caller", "random", "limit", "--deals", "2", "--game", "limit")
    assert all(line.count("±") == 5 for line in done.out.splitlines()[2:-1])


def test_json_and_resume(ircpoker: Ircpoker, tmp_path: Path) -> None:
    command = ["league", "folder", "raiser", "caller", "--deals", "20", "--json", "--resume", "results.jsonl"]
    done = ircpoker(*command)
    assert (done.status, done.err, done.out.count("\n")) == (0, "", 1)
    data = json.loads(done.out)
    assert list(data) == ["game", "deals", "seed", "variance", "robots", "matches"]
    assert next(row["robot"] for row in data["robots"]) == "raiser"
    assert data["matches"][1] | {"ci95": 0, "mbb_per_deal": 0} == {
        "a": "folder", "b": "caller", "seed": 2, "deals": 20, "mbb_per_deal": 0, "ci95": 0, "chips_conserved": True,
    }  # fmt: skip
    lines = (tmp_path / "results.jsonl").read_text()
    assert ircpoker(*command).out == done.out
    assert (tmp_path / "results.jsonl").read_text() == lines
    refused = ircpoker(*command, "--seed", "2")
    assert (refused.status, refused.out) == (2, "")
    assert refused.err.startswith("ircpoker: results.jsonl holds results of other matches")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["folder", "Folder"], "'folder' is given twice: expected two different robots or more"),
        (["folder", "foldr"], "no robot is called 'foldr': did you mean folder?"),
        (["folder", "limit"], "limit does not play holdem: "),
        (["ring", "ring", "--seats", "6"], "expected two robots or more, all different"),
        (["folder", "caller", "--game", "chess"], "'chess' is not a game: expected holdem"),
    ],
)
def test_wrong_usage(ircpoker: Ircpoker, arguments: list[str], message: str) -> None:
    done = ircpoker("league", *arguments)
    assert (done.status, done.out) == (2, "")
    assert message in done.err.splitlines()[-1]


@pytest.mark.slow(1)
@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_colours_on_a_terminal_only() -> None:
    terminal, side = pty.openpty()
    command = [sys.executable, "-m", "ircpoker", "league", "folder", "raiser", "--deals", "50"]
    environment = os.environ | {"TERM": "xterm-256color", "COLORTERM": "truecolor", "COLUMNS": "100"}
    with subprocess.Popen(command, stdout=side, stderr=side, env=environment) as process:
        os.close(side)
        shown = read_to_the_end(terminal)
        assert process.wait(timeout=PATIENCE) == 0
    os.close(terminal)
    won, lost = "\x1b[30;48;2;90;201;90m+750.0 ± 0.0", "\x1b[30;48;2;201;90;90m-750.0 ± 0.0"
    assert won in shown
    assert lost in shown
    assert "1 matches" in shown
