"""`ircpoker lbr`: the measuring itself is tested in tests/lab."""

import json

import pytest

from tests.cli.conftest import Ircpoker
from tests.lab.small import needs_solver
from tests.tiers import count


@pytest.mark.slow(15)
@needs_solver
def test_results_in_a_folder_are_used_again(ircpoker: Ircpoker) -> None:
    # A deal takes a second, but one that was played before takes none.
    deals = str(count(60, 2))
    first = ircpoker("lbr", "folder", "--deals", "2", "--resume", "found", "--json", "--jobs", "1")
    assert (first.status, first.err, first.out.count("\n")) == (0, "", 1)
    assert json.loads(first.out) == {
        "robot": "folder",
        "setting": "late",
        "stack": 50,
        "seed": 1,
        "deals": 2,
        "mbb_per_deal": pytest.approx(750, abs=1e-3),
        "ci95": pytest.approx(0, abs=1e-3),
    }
    more = ircpoker("lbr", "Folder", "--setting", "2", "--deals", deals, "--resume", "found", "--jobs", "1")
    rules = f"setting late, 50 big blinds, {deals} deals, seed 1"
    assert more.out == f"folder: +750.0 ± 0.0 thousandths of a big blind a deal, {rules}\n"
    other = ircpoker("lbr", "folder", "--deals", "2", "--resume", "found", "--stack", "20")
    assert (other.status, other.out) == (2, "")
    assert other.err.startswith('ircpoker: found holds other results: {"robot": "folder", "fingerprint": "", ')


@needs_solver
@pytest.mark.slow(15)
def test_any_number_of_processes_gives_the_same_result(ircpoker: Ircpoker) -> None:
    first, second = (
        ircpoker("lbr", "nolimit-easy", "--deals", str(count(4, 2)), "--json", "--jobs", jobs) for jobs in "12"
    )
    assert first.out == second.out
    assert json.loads(first.out)["ci95"] > 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["foldr"], "'foldr' cannot be measured: did you mean folder?"),
        (["swede"], "'swede' cannot be measured: expected folder, caller, raiser, manual, nolimit, nolimit-medium"),
        (["caller", "--deals", "1"], "argument --deals: '1': expected a number of deals from 2 to 1000000"),
        (["caller", "--stack", "9"], "argument --stack: '9': expected a number of big blinds from 10 to 200"),
        (
            ["caller", "--setting", "early"],
            "argument --setting: 'early': expected calls, late, late-56, flop-56 or 1 to 4",
        ),
        (["caller", "--jobs", "0"], "argument --jobs: '0': expected a number of processes from 1 to 1024"),
        ([], "the following arguments are required: ROBOT"),
    ],
)
def test_wrong_usage(ircpoker: Ircpoker, arguments: list[str], message: str) -> None:
    done = ircpoker("lbr", *arguments)
    assert (done.status, done.out) == (2, "")
    assert message in done.err.splitlines()[-1]


@pytest.mark.slow(1)
def test_without_the_solver_it_says_so(ircpoker: Ircpoker) -> None:
    done = ircpoker("lbr", "caller", IRCPOKER_PURE="1")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("ircpoker: the solver was not built: install ircpoker where there is a C compiler")
