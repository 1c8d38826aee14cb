"""`ircpoker match`: the match itself is tested in tests/matches."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from ircpoker.lab.matches import CONDITIONS
from tests.cli.conftest import Ircpoker
from tests.lab.small import needs_solver
from tests.waiting import PATIENCE

ROBOT = """
class Timid:
    name = "timid"
    games = {"holdem": range(2, 11)}

    def decide(self, view, rng):
        return None

class Broken(Timid):
    name = "broken"

    def decide(self, view, rng):
        return self.missing

ROBOTS = [Timid, Broken]
"""


def test_json(ircpoker: Ircpoker) -> None:
    done = ircpoker("match", "manual", "caller", "--deals", "20", "--seed", "3", "--json")
    assert (done.status, done.err, done.out.count("\n")) == (0, "", 1)
    data = json.loads(done.out)
    assert list(data) == ["a", "b", "deals", "mbb_per_deal", "ci95", "chips_conserved"]
    assert (data["a"], data["b"], data["deals"], data["chips_conserved"]) == ("manual", "caller", 20, True)
    assert ircpoker("match", "--json", "--seed", "3", "manual", "--deals", "20", "caller").out == done.out


def test_draw_with_several_robots(ircpoker: Ircpoker) -> None:
    done = ircpoker(
        "match", "swede", "caller", "raiser", "random", "folder", "--game", "draw", "--deals", "5", "--json"
    )
    data = json.loads(done.out)
    assert [data[key] for key in "abcde"] == ["swede", "caller", "raiser", "random", "folder"]
    text = ircpoker("match", "Swede", "caller", "folder", "--game", "draw", "--deals", "1").out
    assert text.startswith("swede against caller, folder, draw, 1 duplicate deal, seed 1\nswede ")
    assert "±" not in text
    assert text.splitlines()[4] == "thousandths of a big blind per deal, chips conserved"


def test_each_of_several_has_a_line(ircpoker: Ircpoker) -> None:
    done = ircpoker("match", "raiser", "folder", "folder", "--deals", "10")
    assert done.out == (
        "raiser against folder, folder, holdem, 10 duplicate deals, seed 1\n"
        "raiser +1000.0 ± 0.0\nfolder -500.0 ± 0.0\nfolder -500.0 ± 0.0\n"
        "thousandths of a big blind per deal, chips conserved\n"
    )
    data = json.loads(ircpoker("match", "raiser", "folder", "folder", "--deals", "10", "--json").out)
    assert data["mbb_per_deal"] == 1000
    assert data["robots"][2] == {"robot": "folder", "mbb_per_deal": -500, "ci95": 0}


def test_seats_by_lineup(ircpoker: Ircpoker) -> None:
    data = json.loads(ircpoker("match", "raiser", "folder", "--lineup", "2+1", "--deals", "10", "--json").out)
    assert [each["robot"] for each in data["robots"]] == ["raiser", "raiser", "folder"]
    assert data["robots"][2] == {"robot": "folder", "mbb_per_deal": -500, "ci95": 0}


def test_profiles(ircpoker: Ircpoker) -> None:
    command = ["match", "raiser", "caller", "--deals", "10", "--game", "limit", "--profile"]
    head, first, second = ircpoker(*command).out.splitlines()[3:]
    assert head == "         VPIP    PFR     AF   WTSD   W$SD"
    assert first.startswith("raiser 100.0% 100.0%      – 100.0% ")
    assert second.startswith("caller 100.0%   0.0%   0.00 100.0% ")
    raiser, caller = json.loads(ircpoker(*command, "--json").out)["profiles"]
    assert list(raiser) == ["robot", "deals", "vpip", "pfr", "af", "wtsd", "wsd"]
    assert (raiser["deals"], raiser["vpip"], raiser["pfr"], raiser["af"], raiser["wtsd"]) == (20, 1, 1, None, 1)
    assert (caller["deals"], caller["vpip"], caller["pfr"], caller["af"], caller["wtsd"]) == (20, 1, 0, 0, 1)


def test_deals_in_words_before_the_result(ircpoker: Ircpoker) -> None:
    done = ircpoker("match", "caller", "caller", "--deals", "3", "--show", "5")
    titles = [line for line in done.out.splitlines() if line.startswith("deal ")]
    assert titles == ["deal 1, deck 1", "deal 2, deck 1", "deal 3, deck 2", "deal 4, deck 2", "deal 5, deck 3"]
    assert "  preflop   caller 1 calls 1, caller 2 checks\n" in done.out
    assert done.out.endswith("caller +0.0 ± 0.0 thousandths of a big blind per deal, chips conserved\n")


def test_a_match_continues_from_its_file(ircpoker: Ircpoker, tmp_path: Path) -> None:
    command = ["match", "raiser", "random", "--game", "limit", "--resume", "results.jsonl"]
    ircpoker(*command, "--deals", "200")
    lines = (tmp_path / "results.jsonl").read_text().splitlines()
    longer = ircpoker(*command, "--deals", "300")
    assert longer.out == ircpoker(*command[:-2], "--deals", "300").out
    assert (tmp_path / "results.jsonl").read_text().splitlines()[:-1] == lines
    other = ircpoker(*command, "--deals", "300", "--seed", "2")
    assert (other.status, other.out) == (2, "")
    assert other.err.startswith("ircpoker: results.jsonl holds results of other matches")


def test_all_in_equity(ircpoker: Ircpoker) -> None:
    command = ["match", "raiser", "caller", "--deals", "20", "--variance", "all-in"]
    assert ", seed 1, all-in equity\n" in ircpoker(*command).out
    assert json.loads(ircpoker(*command, "--json").out)["variance"] == "all-in"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["manul", "caller"], "no robot is called 'manul': did you mean manual?"),
        (["manual", "\x1b[31m"], "no robot is called '?[31m': expected easy"),
        (["manual", "caller", "--game", "holdm"], "'holdm' is not a game: did you mean holdem?"),
        (
            ["manual", "caller", "--game", "chess"],
            "'chess' is not a game: expected holdem, pot_limit, limit, omaha, draw, limit",
        ),
        (["manual", "caller", "--game", "draw"], "manual does not play draw: swede, regular, tight"),
        (["manual", "caller", "folder"], "manual plays holdem heads-up only: easy, medium, hard, ring, regular"),
        (["ring", "caler", "--seats", "6"], "'caler' cannot sit there: did you mean caller?"),
        (["ring", "caller", "--seats", "7"], "argument --seats: '7': expected a number of seats from 3 to 6"),
        (["ring", "caller", "--seats", "6", "--lineup", "3+2"], "--lineup 3+2: expected two numbers, 6 seats in all"),
        (["ring", "caller", "--seats", "6", "--stack", "30"], "ring has no file for 30 big blinds: expected "),
        (["ring", "caller", "--seats", "6", "--game", "draw"], "--seats is for holdem"),
        (["folder", "caller", "--seats", "6"], "nobody there plays by a file: expected ring, or"),
        (["ring", "--seats", "6"], "--seats has two robots: expected A B"),
        (["caller", "raiser", "--lineup", "3"], "argument --lineup: '3': expected numbers of seats such as 3+3"),
        (["caller", "raiser", "--lineup", "3+0"], "argument --lineup: '3+0': expected numbers of seats such as 3+3"),
        (["caller", "raiser", "--lineup", "1+1+1"], "--lineup has 3 numbers of seats: expected 2, one for each robot"),
        (["caller"] * 6 + ["--game", "draw"], "caller plays draw with 2 to 5 players only: no robot plays at"),
        (["caller"], "ircpoker: expected two robots or more"),
        ([], "ircpoker: the following arguments are required: ROBOT"),
        (["caller", "caller", "--deals", "0"], "argument --deals: '0': expected a number of deals from 1 to 10000000"),
        (["caller", "caller", "--deals", "ten"], "argument --deals: 'ten': expected a number of deals from 1 to"),
        (["caller", "caller", "--deals", "9" * 99], "argument --deals: '999999999999999999999999…': expected"),
        (["caller", "caller", "--seed", "x"], "argument --seed: 'x': expected a whole number from 0"),
        (["caller", "caller", "--jobs", "0"], "argument --jobs: '0': expected a number of processes from 1 to 1024"),
        (["caller", "caller", "--show", "x"], "argument --show: 'x': expected a number of deals from 1 to 10000"),
        (["caller", "caller", "--show", "1", "--json"], "--show prints words: expected it without --json"),
        (["caller", "caller", "--variance", "aivat"], "argument --variance: 'aivat': expected duplicate, all-in"),
        (["caller", "caller", "--game", "draw", "--variance", "all-in"], "all-in equity needs a board: draw has none"),
        (["caller", "caller", "--config", "none.ini"], "none.ini"),
    ],
)
def test_wrong_usage(ircpoker: Ircpoker, arguments: list[str], message: str) -> None:
    done = ircpoker("match", *arguments)
    assert (done.status, done.out) == (2, "")
    assert message in done.err.splitlines()[-1]


@needs_solver
@pytest.mark.deep
def test_a_fast_match_at_a_table_of_four(ircpoker: Ircpoker) -> None:
    done = ircpoker("match", "ring", "folder", "--seats", "4", "--lineup", "1+3", "--deals", "2000")
    assert (done.status, done.err) == (0, "")
    first, second = done.out.splitlines()
    assert first == "ring against folder, 1+3, 2,000 decks, 50 big blinds, seed 1"
    assert second.startswith("ring +")
    assert second.endswith(" thousandths of a big blind per deal and seat")


def test_help_names_the_games_of_matches(ircpoker: Ircpoker) -> None:
    assert f"{', '.join(CONDITIONS)} (default: holdem)" in " ".join(ircpoker("match", "--help").out.split())


@pytest.fixture
def own_robots(tmp_path: Path) -> Path:
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "robots.py").write_text(ROBOT)
    config = (
        "[bot]\nowner = alice\nplugins = parse\nplugin_path = own\n"
        "[network:local]\nhost = embedded\nchannels = #poker\n"
    )
    (tmp_path / "config.ini").write_text(config)
    return tmp_path


@pytest.mark.usefixtures("own_robots")
def test_own_robot_from_the_configured_folder(ircpoker: Ircpoker) -> None:
    done = ircpoker("match", "timid", "raiser", "--deals", "5")
    assert (done.status, done.err) == (0, "")
    assert done.out.endswith("timid -750.0 ± 0.0 thousandths of a big blind per deal, chips conserved\n")


@pytest.mark.usefixtures("own_robots")
def test_a_failing_robot_is_reported_with_its_traceback(ircpoker: Ircpoker) -> None:
    done = ircpoker("match", "broken", "raiser", "--deals", "5")
    assert (done.status, done.out) == (1, "")
    assert "return self.missing" in done.err
    assert done.err.splitlines()[-1] == (
        "ircpoker: the robot broken failed with AttributeError: 'Broken' object has no attribute 'missing'"
    )


def test_the_configuration_is_read_for_own_robots_only(ircpoker: Ircpoker, tmp_path: Path) -> None:
    (tmp_path / "config.ini").write_text("[bot\n")
    assert ircpoker("match", "caller", "folder", "--deals", "5").status == 0
    assert ircpoker("match", "caller", "mine", "--deals", "5").status == 2


def read_to_the_end(terminal: int) -> str:
    """Return all that is shown; a terminal holds a few thousand bytes only, so it must be read meanwhile."""
    shown = b""
    while True:
        try:
            more = os.read(terminal, 1 << 16)
        except OSError:  # Linux says EIO when the other side is closed
            more = b""
        if not more:
            return shown.decode()
        shown += more


@pytest.mark.slow(1)
@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_a_progress_bar_on_a_terminal_only() -> None:
    terminal, side = pty.openpty()
    command = [sys.executable, "-m", "ircpoker", "match", "caller", "raiser", "--deals", "300"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=side, env=os.environ | {"TERM": "xterm"}) as process:
        os.close(side)
        shown = read_to_the_end(terminal)
        out, _ = process.communicate(timeout=PATIENCE)
    os.close(terminal)
    assert "caller against raiser" in shown
    assert "100%" in shown
    assert out.decode().startswith("caller against raiser, holdem, 300 duplicate deals")


def test_stacks(ircpoker: Ircpoker) -> None:
    done = ircpoker("match", "pushfold", "caller", "--stack", "10", "--deals", "4", "--jobs", "1", "--show", "4")
    assert done.status == 0
    result = "pushfold against caller, holdem, 4 duplicate deals, seed 1, stacks of 10 big blinds\n"
    assert result in done.out
    assert "BTN pushfold 20 (" in done.out
    assert "pushfold raises to 20" in done.out
    short = ircpoker(
        "match", "pushfold", "folder", "--stack", "2", "--deals", "3", "--seed", "2", "--jobs", "1", "--json"
    )
    assert json.loads(short.out)["stack"] == 2
    # Nearly all hands go in with two big blinds, and folder folds: its blinds are what is won.
    assert json.loads(short.out)["mbb_per_deal"] == 750
    by_seat = ircpoker(
        "match", "caller", "folder", "--stacks", "900,100", "--deals", "2", "--jobs", "1", "--show", "4"
    )  # fmt: skip
    assert "2 duplicate deals, seed 1, stacks by seat 900, 100\n" in by_seat.out
    # The robots change seats, and the chips stay with the seat.
    assert [by_seat.out.count(f"{who} (") for who in ("BB caller 900", "BTN folder 100", "BB folder 900")] == [2, 2, 2]
    for words, reason in (
        (["--stacks", "900"], "argument --stacks: '900': expected chips of each seat such as 900,100"),
        (["--stacks", "900,0"], "argument --stacks: '900,0': expected chips of each seat such as 900,100"),
        (["--stacks", "9,9,9"], "--stacks has 3 stacks: expected 2, one for each seat"),
        (["--stacks", "9,9", "--stack", "5"], "--stacks gives each seat its chips: expected it without --stack"),
    ):
        wrong = ircpoker("match", "pushfold", "caller", *words)
        assert wrong.status == 2
        assert reason in wrong.err
    wrong = ircpoker("match", "pushfold", "caller", "--stack", "0")
    assert "argument --stack: '0': expected a number of big blinds from 1 to 1000000" in wrong.err
