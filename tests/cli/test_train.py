"""`ircpoker train`: the training itself is tested in tests/solver."""

from pathlib import Path

import pytest

from tests.cli.conftest import Ircpoker
from tests.lab.small import needs_solver


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["manual", "here"], "argument ROBOT: 'manual': expected limit, nolimit, ring"),
        (["limit"], "the following arguments are required: DIR"),
        (
            ["limit", "here", "--boards", "0"],
            "argument --boards: '0': expected a number of boards from 1 to 1000000000",
        ),
        (["limit", "here", "--play", "x"], "argument --play: 'x': expected a number of boards"),
        (["limit", "here", "--buckets", "1,2,3"], "argument --buckets: '1,2,3': expected five numbers such as 200,20"),
        (["limit", "here", "--buckets", "2,2,2,2,26"], "argument --buckets: '2,2,2,2,26': expected five numbers"),
        (["limit", "here", "--threads", "65"], "argument --threads: '65': expected a number of threads from 1 to 64"),
        (["nolimit", "here", "--threads", "2"], "--threads is not an option of train nolimit"),
        (["nolimit", "here", "--stack", "9"], "argument --stack: '9': expected a number of big blinds from 10 to 200"),
        (["nolimit", "here", "--stack", "2e2"], "argument --stack: '2e2': expected a number of big blinds from 10"),
        (["nolimit", "here", "--play", "5"], "--play is not an option of train nolimit"),
        (["ring", "here", "--play", "5"], "--play is not an option of train ring"),
        (["ring", "here", "--stack", "201"], "argument --stack: '201': expected a number of big blinds from 10 to 200"),
        (["limit", "here", "--stack", "50"], "--stack is not an option of train limit"),
        (["limit", "here", "--buckets", "999,99,2,2,27"], "at most 65535 buckets a street"),
    ],
)
def test_wrong_usage(ircpoker: Ircpoker, arguments: list[str], message: str) -> None:
    done = ircpoker("train", *arguments)
    assert (done.status, done.out) == (2, "")
    assert message in done.err.splitlines()[-1]


@needs_solver
def test_another_trainings_folder_is_refused(ircpoker: Ircpoker, tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "settings.json").write_text('{"seed": 2}')
    done = ircpoker("train", "limit", "here")
    assert (done.status, done.out) == (2, "")
    assert done.err == 'ircpoker: here holds a training with other settings: {"seed": 2}\n'
    (tmp_path / "here" / "settings.json").write_text("{")
    assert "settings.json is damaged: " in ircpoker("train", "limit", "here").err


def test_missing_solver(ircpoker: Ircpoker) -> None:
    done = ircpoker("train", "limit", "here", IRCPOKER_PURE="1")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("ircpoker: the solver was not built: ")
