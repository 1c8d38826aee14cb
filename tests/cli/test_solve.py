"""`ircpoker solve`: the solving itself is tested in tests/postflop."""

import csv
import json
import os
import pty
import random
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.children import child
from tests.cli.conftest import COMMAND, Ircpoker
from tests.lab.small import needs_solver
from tests.tiers import count, seed

pytestmark = needs_solver

RANGES = ("AA,KQ,T9s", "QQ,AJ,98s")
RIVER = ("Qs Jh 2h 8d 3c", *RANGES, "--pot", "100", "--stack", "200")
TURN = ("Qs Jh 2h 8d", *RANGES, "--pot", "100", "--stack", "200")


def test_a_river(ircpoker: Ircpoker) -> None:
    done = ircpoker("solve", *RIVER, "--accuracy", "0.1")
    assert done.status == 0
    assert done.err.startswith("ircpoker: solved after ")
    lines = done.out.splitlines()
    assert lines[0] == "Qs Jh 2h 8d 3c | pot 100 | out of position to act"
    assert lines[1].split()[:4] == ["out", "of", "position", "22.0"]
    assert lines[3].split()[0] == "check"
    assert lines[-1] == "the most frequent action of each kind, in percent: 1 check, 2 bet 50"
    assert "\x1b" not in done.out


def test_json(ircpoker: Ircpoker, tmp_path: Path) -> None:
    done = ircpoker("solve", *TURN, "--donk", "33%", "--rake", "5%", "--cap", "3", "--json", "found.json")
    assert (done.status, done.out) == (0, "")
    data = json.loads((tmp_path / "found.json").read_text())
    assert data["exploitability_percent_of_pot"] <= 0.3
    assert (data["board"], data["pot"], data["rake"]) == ("Qs Jh 2h 8d", 100, [0.05, 3])
    first = data["decisions"][0]
    assert (first["line"], first["player"], first["actions"]) == ("", "oop", ["check", "bet 50"])
    assert len(data["decisions"]) > 3
    assert 96 <= sum(first["ev"].values()) <= 100
    hand = first["hands"]["oop"]["AsAh"]
    assert sum(hand["strategy"]) == pytest.approx(1, abs=1e-4)
    assert sum(share * ev for share, ev in zip(hand["strategy"], hand["action_ev"], strict=True)) == pytest.approx(
        hand["ev"], abs=0.01
    )
    assert "strategy" not in first["hands"]["ip"]["QdQc"]


@pytest.mark.parametrize(
    "sizes", [["--bets", "50% 100%"], ["--bets", "50%, 100%"], ["--bets", "50%", "--bets", "100%"]]
)
def test_no_size_is_dropped(ircpoker: Ircpoker, sizes: list[str]) -> None:
    done = ircpoker("solve", *RIVER, *sizes, "--line", "check", "--line", "bet 100", "--json", "-")
    data = json.loads(done.out)
    assert data["bets"].startswith("oop flop 50% 100%,")
    assert data["decisions"][0]["line"] == "check, bet 100"


def test_a_decision_that_is_never_brought_about(ircpoker: Ircpoker, tmp_path: Path) -> None:
    """In position never raises: what would follow is shown all the same."""
    ircpoker("solve", *RIVER, "--accuracy", "0.1", "--json", "found.json", "--save", "found")
    data = json.loads((tmp_path / "found.json").read_text(), parse_constant=pytest.fail)
    decisions = {each["line"]: each for each in data["decisions"]}
    never = decisions["bet 50, raise 150"]
    assert never["never_there"] == ["ip"]
    assert sum(never["frequencies"]) == pytest.approx(1)
    assert sum(never["ev"].values()) == pytest.approx(300, abs=0.01)
    assert sum(never["equity"].values()) == pytest.approx(1)
    for seat, count_of in (("oop", 22), ("ip", 18)):
        hands = never["hands"][seat].values()
        assert len(hands) == count_of
        assert all(hand["ev"] is not None and 0 <= hand["equity"] <= 1 for hand in hands)
    # In position could raise with any hand that it has after the bet.
    assert [hand["weight"] for hand in never["hands"]["ip"].values()] == [1] * 18
    # Single hands that never do so are there, too.
    away = [hand for hand in decisions["check, bet 50, raise 150"]["hands"]["oop"].values() if hand["weight"] == 0]
    shown = ircpoker("solve", "--load", "found", "--line", "bet 50, raise 150", "--browse", stdin="hands AsAh,Tc9c\n")
    assert "in position never gets here: shown are the hands that could" in shown.out
    assert "nan" not in shown.out
    assert "-0.00" not in shown.out
    assert all(hand["ev"] is not None for hand in away)
    shares = [float(line.split()[-4]) for line in shown.out.splitlines()[4:7] if "EV" in line]
    assert sum(shares) == pytest.approx(100, abs=0.2)
    assert "AsAh weight " in shown.out


def test_the_prompt(ircpoker: Ircpoker) -> None:
    lines = (
        "hands AsAh\nbet 50\nback\nnonsense\ncheck, check\nback\nback\nback\ncheck\nstart\nhelp\nsave kept\nquit\nbet\n"
    )
    done = ircpoker("solve", *RIVER, "--browse", stdin=lines)
    assert done.status == 0
    for expected in (
        "AsAh weight 1.000 | EV ",
        "| in position to act after bet 50",
        "'nonsense': expected check or bet 50",
        "after check, check the betting is over: back, start",
        "hands AhKd, hands AKs,QQ",
        "saved as kept",
    ):
        assert expected in done.out
    again = ircpoker("solve", "--load", "kept", "--line", "bet 50", "--json", "-")
    assert json.loads(again.out)["decisions"][0]["actions"][:2] == ["fold", "call"]


def test_a_stored_solution_is_gone_on_with(ircpoker: Ircpoker, tmp_path: Path) -> None:
    first = ircpoker("solve", *TURN, "--accuracy", "0.1", "--iterations", "7", "--save", "a")
    assert first.status == 0
    assert first.err.startswith("ircpoker: not solved after 7 iterations: best responses win ")
    assert " % of the pot, not below 0.1 %, EV " in first.err
    second = ircpoker("solve", *TURN, "--accuracy", "0.1", "--save", "a")
    assert second.status == 0
    assert second.err.startswith("ircpoker: solved after ")
    assert "not below" not in second.err
    whole = ircpoker("solve", *TURN, "--accuracy", "0.1", "--save", "b")
    assert whole.out == second.out
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    other = ircpoker("solve", *RIVER, "--save", "a")
    assert (other.status, other.out) == (2, "")
    assert "a holds another spot: name another file, or delete it" in other.err


def test_a_locked_decision(ircpoker: Ircpoker, tmp_path: Path) -> None:
    (tmp_path / "folds").write_text("any: fold\n")
    done = ircpoker("solve", *RIVER, "--lock", "bet 50=folds", "--json", "-", "--line", "bet 50")
    assert json.loads(done.out)["decisions"][0]["frequencies"][0] == pytest.approx(1)
    missing = ircpoker("solve", *RIVER, "--lock", "bet 50=none")
    assert (missing.status, missing.out) == (2, "")
    assert "none cannot be read: No such file or directory" in missing.err


def test_the_cost(ircpoker: Ircpoker) -> None:
    done = ircpoker("solve", "Qs Jh 2h", *RANGES, "--pot", "100", "--stack", "200", "--dry-run")
    assert (done.status, done.err) == (0, "")
    assert [line.split()[0] for line in done.out.splitlines()] == [
        "decisions",
        "boards",
        "hands",
        "memory",
        "json",
        "time",
    ]


@pytest.mark.slow(2)
def test_too_little_memory(ircpoker: Ircpoker) -> None:
    huge = (
        "Qs Jd 2h",
        "any",
        "any",
        "--pot",
        "10",
        "--stack",
        "300",
        "--bets",
        "33% 75%",
        "--raise",
        "50% 100%",
    )
    refused = ircpoker("solve", *huge)
    assert (refused.status, refused.out) == (2, "")
    assert "MiB of memory, and" in refused.err
    assert refused.err.count("\n") == 1
    printed = ircpoker("solve", *huge, "--json", "-")
    assert (printed.status, printed.out) == (2, "")
    assert "--json: the whole play has about " in printed.err
    assert '--line "" is the first street' in printed.err
    planned = ircpoker("solve", *huge, "--dry-run")
    assert planned.status == 0
    assert "it does not fit; without one of these sizes it needs:" in planned.out
    assert " MiB without " in planned.out.splitlines()[-1]


@pytest.mark.slow(8)
def test_a_report(ircpoker: Ircpoker, tmp_path: Path) -> None:
    (tmp_path / "flops").write_text("QsJh2h 3\nAh Kh 2c\n")
    common = (*RANGES, "--flops", "flops", "--pot", "100", "--stack", "100", "--bets", "60%", "--raise", "none")
    done = ircpoker("solve", "report", *common, "--accuracy", "1", "--jobs", "2")
    assert (done.status, done.err) == (0, "")
    rows = list(csv.DictReader(done.out.splitlines()))
    assert [row["flop"] for row in rows] == ["Qs Jh 2h", "Ah Kh 2c", "mean"]
    first, second, mean = (float(row["ev_oop"]) for row in rows)
    assert mean == pytest.approx((3 * first + second) / 4, rel=1e-4)
    assert all(float(row["gap_percent"]) <= 1 for row in rows)
    assert float(rows[0]["oop check"]) + float(rows[0]["oop bet 60"]) == pytest.approx(1, abs=1e-4)
    listed = ircpoker("solve", "report", *common, "--flops", "5", "--dry-run")
    assert len(listed.out.splitlines()) == 5


@pytest.mark.slow(10)
def test_a_report_by_a_cluster(ircpoker: Ircpoker, tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    (tmp_path / "flops").write_text("QsJh2h\nAh Kh 2c 2\n7c 7d 2h\n")
    common = (*RANGES, "--flops", "flops", "--pot", "100", "--stack", "60", "--raise", "none", "--accuracy", "2")
    alone = ircpoker("solve", "report", *common, "--jobs", "1")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", host="127.0.0.1"
    ) as two_workers:
        shared = ircpoker("solve", "report", *common, "--dask", two_workers.scheduler_address)
    assert (shared.status, shared.err) == (0, "")
    assert shared.out == alone.out
    assert len(shared.out.splitlines()) == 5


@pytest.mark.few(5)
@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        ([], 2, "0 arguments: expected a board and two ranges"),
        (["Qs Jh", *RANGES, "--pot", "1", "--stack", "1"], 1, "expected 3 to 5 for the board"),
        (["Qs Jh 2h", *RANGES, "--pot", "0", "--stack", "1"], 2, "argument --pot: '0': expected a number of chips"),
        (["Qs Jh 2h", *RANGES], 2, "expected --pot and --stack"),
        (["Qs Jh 2h", "AsAh", "AsAd", "--pot", "1", "--stack", "1"], 2, "no two hands of them can be dealt"),
        ([*RIVER, "--bets", "5y%"], 2, "--bets '5y%': expected a size such as"),
        ([*RIVER, "--bets", "201"], 2, "a size of 201 chips: expected at most the 200 of the stack, or all-in"),
        ([*RIVER, "--bets", "flop 50%, 100%"], 2, "--bets 'flop 50%' counts nowhere, because '100%' replaces it"),
        ([*RIVER, "--donk", "flop 50%"], 2, "--donk 'flop 50%' counts nowhere"),
        ([*RIVER, "--bets", "2.5x"], 2, "a bet of 2.5x: there is no bet to multiply"),
        ([*RIVER, "--allin", "0"], 2, "--allin: expected a percentage above 0"),
        ([*RIVER, "--allin", "x"], 2, "argument --allin: 'x': expected a percentage from 0 to 100"),
        ([*RIVER, "--rake", "100"], 2, "rake: expected a percentage from 0 to below 100%"),
        ([*RIVER, "--accuracy", "0"], 2, "accuracy: expected a percentage of the pot"),
        ([*RIVER, "--threads", "0"], 2, "argument --threads: '0': expected a number of threads from 1 to 64"),
        ([*RIVER, "--lock", "check"], 2, "--lock 'check': expected a line and a file"),
        ([*RIVER, "--line", "fold"], 2, "'fold': expected check or bet 50"),
        ([*RIVER, "--json", "none/x"], 2, "cannot be written: No such file or directory"),
        ([*RIVER, "--save", "none/x"], 2, "cannot be written: No such file or directory"),
        (["--load", "none"], 2, "none cannot be read: No such file or directory"),
        (["--load", "none", "Qs Jh 2h"], 2, "--load: expected no board and ranges"),
        (
            ["--load", "none", "--pot", "1", "--bets", "60%"],
            2,
            "--load: expected no --pot, --bets: the solution is shown",
        ),
        (["--load", "none", "--lock", "check=x"], 2, "--load: expected no --lock: the solution is shown as it is"),
        (["--load", "none", "--rake", "5%", "--save", "x"], 2, "--load: expected no --rake, --save: the solution"),
        (["report", *RANGES, "--pot", "1", "--stack", "1"], 2, "report: expected two ranges and --flops"),
        (["report", *RANGES, "--pot", "1", "--stack", "1", "--flops", "0"], 2, "--flops '0': expected a number from 1"),
        (["report", *RANGES, "--pot", "1", "--stack", "1", "--flops", "none"], 2, "none cannot be read"),
    ],
)
def test_usage(ircpoker: Ircpoker, arguments: list[str], status: int, message: str) -> None:
    done = ircpoker("solve", *arguments)
    assert done.status == status
    assert message in done.err
    if status:
        assert done.out == ""
        assert "Traceback" not in done.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--save", "none/x"], "none/x cannot be written"),
        (["--json", "none/x"], "none/x cannot be written"),
        (["--line", "fold"], "'fold': expected check or bet"),
    ],
)
def test_a_mistake_is_known_before_solving(ircpoker: Ircpoker, arguments: list[str], message: str) -> None:
    done = ircpoker("solve", *TURN, *arguments)
    assert message in done.err
    assert "solved after" not in done.err


def test_other_frequencies_do_not_go_on(ircpoker: Ircpoker, tmp_path: Path) -> None:
    arguments = ("solve", *RIVER, "--lock", f"check={tmp_path / 'lock'}", "--save", str(tmp_path / "kept"))
    for share, status in ((35, 0), (35, 0), (36, 2)):
        (tmp_path / "lock").write_text(f"any: check {share}% bet 50 {100 - share}%\n")
        done = ircpoker(*arguments, "--iterations", "20")
        assert done.status == status, done.err
    assert "kept holds other frequencies than --lock" in done.err


ODD = (
    "", " ", "-", "--", "AsKs", "Qs Jh 2h", "any", "AA:0", "AA:1e9", "0", "-1", "1e3", "999999999999", "nan", "50%",
    "%", "x", "2.5x", "geometric", "all-in", "none", "flop", "flop 50%, turn", "10000%",
    "🂡", "\x00", "a=b", "=", "check=",
    "/", ".", "oop", "ip river 5", "A" * 5000, "Qs" * 60, "7c 7c 7c", "report", "25", "tcp://x:1",
)  # fmt: skip
OPTIONS = (
    "--pot", "--stack", "--bets", "--raise", "--donk", "--allin", "--rake", "--cap", "--accuracy", "--iterations",
    "--threads", "--lock", "--load", "--line", "--flops", "--jobs",
)  # fmt: skip


def test_bad_input(ircpoker: Ircpoker) -> None:
    """Anything in any place is answered with one line, or solved."""
    rng = random.Random(seed(36))
    for _ in range(count(300, 15)):
        arguments = [*RIVER[: rng.choice((3, 5, 7))], "--iterations", "2", "--threads", "1"]
        for _ in range(rng.randint(1, 3)):
            odd = rng.choice(ODD).replace("\x00", "?")
            if rng.random() < 0.5:
                arguments[rng.randrange(min(3, len(arguments)))] = odd
            else:
                arguments += [rng.choice(OPTIONS), odd]
        done = ircpoker("solve", *arguments)
        assert done.status in (0, 1, 2), arguments
        assert "Traceback" not in done.err, arguments
        if done.status:
            assert done.out == "", arguments
            assert done.err.splitlines()[-1].startswith(("ircpoker", "ircpoker solve: error:")), arguments


def processor_time(process: subprocess.Popen[bytes]) -> float:
    """The seconds that a child has worked; infinite once it is over."""
    if process.poll() is not None:
        return float("inf")
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.slow(15)
def test_stopped_at_any_moment(tmp_path: Path) -> None:
    """Ctrl-C stores what is there, and the same command goes on to the same bits."""
    flop = ("Qs Jh 2h", *RANGES, "--pot", "100", "--stack", "100", "--accuracy", "0.2", "--threads", "2")
    command = child(*COMMAND, "solve", *flop)
    subprocess.run([*command, "--save", "whole"], cwd=tmp_path, check=True, capture_output=True)
    rng = random.Random(seed(20))
    moments = count(20)
    for number in range(moments):
        name = f"stopped{number}"
        for _ in range(200):
            with subprocess.Popen(
                [*command, "--save", name], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            ) as process:  # fmt: skip
                while process.poll() is None and "_solver" not in Path(f"/proc/{process.pid}/maps").read_text():
                    time.sleep(0.01)
                # The moment is random: whatever it hits must hold. It is one of the process's own time.
                moment = processor_time(process) + rng.random()
                while processor_time(process) < moment:
                    time.sleep(0.005)
                process.send_signal(signal.SIGINT)
                _, err = process.communicate(timeout=60)
            # At its very end, when all is stored, a signal simply ends the process.
            assert process.returncode in (0, 130, -signal.SIGINT), err
            assert b"Traceback" not in err
            if process.returncode == 0:
                break
        assert (tmp_path / name).read_bytes() == (tmp_path / "whole").read_bytes()


@pytest.mark.slow(1)
def test_on_a_terminal(tmp_path: Path) -> None:
    """The prompt with colours: asked on a pseudo-terminal."""
    primary, secondary = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, "solve", *RIVER], stdin=secondary, stdout=secondary, stderr=subprocess.DEVNULL, cwd=tmp_path,
        env=os.environ | {"TERM": "xterm-256color", "COLORTERM": "truecolor"},
    ) as process:  # fmt: skip
        os.close(secondary)
        os.write(primary, b"bet 50\nquit\n")
        shown = b""
        try:
            while chunk := os.read(primary, 4096):
                shown += chunk
        except OSError:  # the other side is closed
            pass
        assert process.wait(60) == 0
    os.close(primary)
    text = shown.decode()
    assert "> " in text
    assert "\x1b[" in text
    assert "in position to act after bet 50" in text
