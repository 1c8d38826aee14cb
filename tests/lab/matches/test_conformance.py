"""Fifty cases: a good program passes all of its games, and each fault is found."""

import sys
from pathlib import Path

import pytest

from ircpoker.lab.matches.conformance import examine
from ircpoker.robots.program import Limits, read_command

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs need a POSIX system")
ROOT = Path(__file__).parents[3]
BAD = ROOT / "tests" / "robots" / "program" / "bad.py"
LIMITS = Limits(start=10, move=10, end=5)
EVERYTHING = """
import json, sys
GAMES = ["holdem", "pot_limit", "limit", "omaha", "draw", "limit_draw"]
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"games": {game: [2, 10] for game in GAMES}}), flush=True)
    elif message["type"] == "act":
        legal = message["legal"]
        action = {"action": "check" if legal["check"] else "call" if legal["call"] else "fold"}
        if legal["discard"]:
            action = {"action": "discard", "cards": message["hole_cards"][:message["deal"] % 6]}
        for name in ("bet", "raise_to"):
            if legal[name] and message["chance"] % 3 == 0:
                action = {"action": name, "amount": legal[name][message["chance"] % 2]}
        print(json.dumps(action), flush=True)
"""


def findings(*command, limits=LIMITS):
    return list(examine(list(command), limits))


def faults(mode, limits=LIMITS):
    return [finding for finding in findings(sys.executable, str(BAD), mode, limits=limits) if finding.fault]


def test_a_program_that_plays_everything_passes_fifty_cases(tmp_path):
    (tmp_path / "bot.py").write_text(EVERYTHING)
    found = findings(sys.executable, str(tmp_path / "bot.py"))
    assert [finding.number for finding in found] == list(range(1, 51))
    assert len({finding.title for finding in found}) == 50
    assert [finding for finding in found if finding.fault or not finding.is_played] == []


def test_the_example_passes_the_cases_of_its_games():
    found = findings(*read_command(str(ROOT / "docs" / "examples" / "tight.py")))
    assert [finding for finding in found if finding.fault] == []
    assert {finding.title.partition(",")[0] for finding in found if not finding.is_played} == {
        "omaha", "draw", "limit_draw",
    }  # fmt: skip


@pytest.mark.slow(1)
@pytest.mark.parametrize(
    ("mode", "least", "fault"),
    [
        ("garbage", 30, "'I fold' is not JSON"),
        pytest.param(
            "illegal", 20, "raise 1000000 is not legal: fold, call 1 or raise to 4", marks=pytest.mark.slow(1)
        ),
        pytest.param("dies", 30, "it ended with status 1: no more", marks=pytest.mark.slow(2)),
    ],
)
def test_faults_are_found_and_the_program_is_started_anew(mode, least, fault):
    found = faults(mode)
    assert len(found) >= least
    assert found[0].fault == fault


def test_a_program_without_games_has_one_fault():
    assert [finding.number for finding in faults("no games")] == [1]


@pytest.mark.slow(1)
def test_a_program_that_answers_twice_is_found():
    found = faults("two")
    assert {finding.fault for finding in found} == {"it wrote without being asked"}


def test_a_program_that_does_not_end(tmp_path):
    (last,) = [
        finding
        for finding in findings(
            sys.executable, str(BAD), "stubborn", str(tmp_path / "pids"), limits=Limits(move=10, end=0.3)
        )
        if finding.fault
    ]
    assert (last.number, last.title) == (50, "its end after bye")
    assert last.fault == "it did not end within 0.3 s of bye and the end of its input"
