"""`ircpoker conformance`: the cases themselves are tested in tests/matches."""

import json
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Ircpoker

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs need a POSIX system")
ROOT = Path(__file__).parents[2]
TIGHT = str(ROOT / "docs" / "examples" / "tight.py")
BAD = f"program:{sys.executable} {ROOT / 'tests' / 'robots' / 'program' / 'bad.py'}"


def test_the_example(ircpoker: Ircpoker) -> None:
    done = ircpoker("conformance", TIGHT)
    assert (done.status, done.err, done.out) == (0, "", "50 cases: 42 passed, 0 failed, 8 not played\n")
    cases = [json.loads(line) for line in ircpoker("conformance", TIGHT, "--json").out.splitlines()]
    assert [case["case"] for case in cases] == list(range(1, 51))
    assert {case["outcome"] for case in cases} == {"passed", "not played"}
    assert list(cases[0]) == ["case", "title", "outcome", "fault"]


def test_faults_have_a_line_each(ircpoker: Ircpoker) -> None:
    done = ircpoker("conformance", f"{BAD} 'no amount'")
    *lines, last = done.out.splitlines()
    assert (done.status, done.err) == (1, "")
    assert lines[0] == "case 2, limit, the first action: \"amount\" is 'null': expected a whole number of chips"
    assert last == f"50 cases: {50 - len(lines) - 16} passed, {len(lines)} failed, 16 not played"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["./none.py"], "there is no program './none.py'"),
        ([TIGHT, "--seconds", "0"], "argument --seconds: '0': expected a number of seconds up to 3600"),
        ([TIGHT, "--seconds", "nan"], "argument --seconds: 'nan': expected a number of seconds up to 3600"),
    ],
)
def test_wrong_usage(ircpoker: Ircpoker, arguments: list[str], message: str) -> None:
    done = ircpoker("conformance", *arguments)
    assert (done.status, done.out) == (2, "")
    assert message in done.err.splitlines()[-1]


def test_a_program_in_a_match_and_a_league(ircpoker: Ircpoker) -> None:
    done = ircpoker("match", TIGHT, "caller", "--game", "limit", "--deals", "20")
    assert (done.status, done.err) == (0, "")
    assert done.out == ircpoker("match", TIGHT, "caller", "--game", "limit", "--deals", "20", "--jobs", "2").out
    league = ircpoker("league", TIGHT, f"program:{sys.executable} {TIGHT}", "--deals", "5")
    assert "'tight.py' is given twice" in league.err
    league = ircpoker("league", TIGHT, "caller", "raiser", "--game", "limit", "--deals", "5")
    assert league.out.count("tight.py") == 2


def test_a_program_that_fails_ends_the_match_with_one_line(ircpoker: Ircpoker) -> None:
    done = ircpoker("match", f"{BAD} dies", "caller", "--game", "limit")
    assert (done.status, done.out) == (1, "")
    assert done.err == "ircpoker: the program bad.py failed: it ended with status 1: no more\n"
