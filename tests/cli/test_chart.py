"""`ircpoker chart`: the charts themselves are tested in tests/study and tests/robots/pushfold."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Ircpoker
from tests.cli.test_range import on_a_terminal
from tests.lab.small import needs_solver


def test_both_charts(ircpoker: Ircpoker) -> None:
    done = ircpoker("chart", "pushfold", "--stack", "10")
    assert (done.status, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == "small blind, 10 big blinds: all-in with 58.3 % of the hands"
    assert lines[16] == "big blind, 10 big blinds: calls all-in with 37.4 % of the hands"
    assert len(lines) == 31
    assert lines[1].split() == list("AKQJT98765432")
    assert lines[2].split()[:3] == ["A", "AA", "AKs"]
    assert lines[12].split()[-3:] == ["44", "71%", "."]
    assert "\x1b" not in done.out
    assert ircpoker("chart", "pushfold").out == done.out
    assert ircpoker("chart", "pushfold", "--stack", "1").out.startswith("small blind, 1 big blind: all-in with 100.0 %")
    assert ircpoker("chart", "pushfold", "--stack", "7.5").out.startswith("small blind, 7.5 big blinds: all-in")


@pytest.mark.slow(1)
def test_colours_on_a_terminal() -> None:
    shown = on_a_terminal("chart", "pushfold")
    assert "\x1b[30;42mAKs" in shown
    assert "\x1b[30;43m71%" in shown
    assert "\x1b" not in on_a_terminal("chart", "pushfold", NO_COLOR="1", TERM="dumb")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["limit"], "'limit': expected the name of a chart, such as ring6-100/BTN or ring6-100/ffr"),
        (
            ["ring6-100/BTN", "--stack", "10"],
            "--seats, --stack and --line are part of a name: expected ring6-100/ffr, or ring",
        ),
        (["ring", "--stack", "7.5"], "expected ring with 3, 4, 5, 6 seats and 20, 50, 100 big blinds"),
        (["ring", "--seats", "0"], "expected ring with 3, 4, 5, 6 seats"),
        (["ring", "--line", "f 2 r"], "'f2r': expected for HJ one of f (fold), c (call), r (raise)"),
        (["ring", "--line", "f f r3"], "'r3': expected r2.5, the robot's own size"),
        (["nolimit", "--line", "p3"], "'p3': expected p, the robot's own size"),
        (["pushfold", "--svg"], "pushfold is printed as text only"),
        (["pushfold", "--stack", "0.9"], "argument --stack: '0.9': expected 1 to 20 big blinds, such as 10 or 7.5"),
        (["pushfold", "--stack", "20.1"], "argument --stack: '20.1': expected 1 to 20 big blinds"),
        (["pushfold", "--stack", "ten"], "argument --stack: 'ten': expected 1 to 20 big blinds"),
        (["pushfold", "--stack", "7.55"], "argument --stack: '7.55': expected 1 to 20 big blinds"),
        ([], "the following arguments are required: NAME"),
    ],
)
def test_wrong_usage(ircpoker: Ircpoker, arguments: list[str], message: str) -> None:
    done = ircpoker("chart", *arguments)
    assert (done.status, done.out) == (2, "")
    assert message in done.err.splitlines()[-1]


@pytest.mark.slow(1)
def test_the_forms_of_a_chart(ircpoker: Ircpoker) -> None:
    lines = ircpoker("chart", "ring6-100/BTN").out.splitlines()
    assert lines[0] == "ring6-100/BTN: BTN, after UTG fold, HJ fold, CO fold"
    assert lines[2].startswith("call ")
    assert lines[2].endswith("%")
    assert lines[4].split()[:2] == ["A", "."], "aces are always raised"
    assert lines[20].split()[:2] == ["A", "AA"]
    assert ircpoker("chart", "ring6-100/BTN", "--csv").out.splitlines()[:2] == [
        "kind,fold,call,raise",
        "AA,0.0000,0.0000,1.0000",
    ]
    assert json.loads(ircpoker("chart", "ring6-100/BTN", "--json").out)["kinds"]["AA"]["raise"] == 1
    assert ircpoker("chart", "ring6-100/BTN", "--svg").out.startswith("<svg ")
    shown = on_a_terminal("chart", "ring6-100/BTN")
    assert "\x1b[" in shown
    assert "raise 31.8%" in shown


def test_a_robot_with_seats_stack_and_line_has_a_name(ircpoker: Ircpoker, tmp_path: Path) -> None:
    named = ircpoker("chart", "ring6-100/ffrc", "--csv")
    assert ircpoker("chart", "ring", "--seats", "6", "--stack", "100", "--line", "f f r2.5 c", "--csv") == named
    assert ircpoker("chart", "ring", "--line", "FFr2.5c", "--csv") == named
    assert ircpoker("chart", "@ring6-100/ffrc", "--csv") == named
    assert ircpoker("chart", "ring", "--stack", "50").out.startswith("ring6-50/UTG: UTG")
    assert ircpoker("chart", "ring", "--seats", "3").out.startswith("ring3-100/BTN: BTN")
    assert ircpoker("chart", "nolimit", "--line", "p").out.startswith("nolimit2-100/p: BB, after BTN pot")
    picture = tmp_path / "chart.svg"
    assert ircpoker("chart", "ring", "--svg", str(picture)).out == ""
    assert picture.read_text(encoding="utf-8") == ircpoker("chart", "ring6-100/UTG", "--svg").out


def test_a_name_is_a_range(ircpoker: Ircpoker) -> None:
    assert ircpoker("range", "@ring6-100/BTN/open").out.replace("@", "") == ircpoker("range", "ring6-100/BTN/open").out
    assert "654 of 1326 combinations (49.3 %), with their weights 421" in ircpoker("range", "ring6-100/BTN/open").out
    odds = ircpoker("odds", "ring6-100/BTN/open", "AA").out.splitlines()
    assert odds[0].startswith("ring6-100/BTN/open | 15.6376 %")
    refused = ircpoker("odds", "ring6-100/BTN/opne", "AA")
    assert (refused.status, refused.out) == (2, "")
    assert "expected an action of BTN behind the chart: open, play, fold, call, raise" in refused.err


@needs_solver
def test_solve_takes_names(ircpoker: Ircpoker) -> None:
    names = ("ring6-100/fffrf/call", "ring6-100/BTN/raise")
    done = ircpoker("solve", "Qs 7h 2c 3d 4d", *names, "--pot", "55", "--stack", "100", "--json", "-")
    assert done.status == 0, done.err
    assert json.loads(done.out)["pot"] == 55


def test_a_file_of_a_chart_is_a_range(ircpoker, tmp_path):
    (tmp_path / "button.csv").write_text(ircpoker("chart", "ring6-100/BTN", "--csv").out, encoding="utf-8")
    by_file = ircpoker("odds", "@button.csv:raise", "AA").out.splitlines()
    by_name = ircpoker("odds", "ring6-100/BTN/raise", "AA").out.splitlines()
    assert by_file[0].startswith("@button.csv:raise | ")
    assert by_file[0].split(" | ")[1] == by_name[0].split(" | ")[1]
    assert ircpoker("odds", "@/etc/passwd:raise", "AA").err == (
        "ircpoker: '@/etc/passwd:raise': expected an action of /etc/passwd behind the colon\n"
    )
    assert "No such file" in ircpoker("range", "@none.csv:raise").err
