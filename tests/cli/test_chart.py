"""`ircpoker chart`: the charts themselves are tested in tests/robots/pushfold."""

import pytest

from tests.cli.conftest import Ircpoker
from tests.cli.test_range import on_a_terminal


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


def test_colours_on_a_terminal() -> None:
    shown = on_a_terminal("chart", "pushfold")
    assert "\x1b[30;42mAKs" in shown
    assert "\x1b[30;43m71%" in shown
    assert "\x1b" not in on_a_terminal("chart", "pushfold", NO_COLOR="1", TERM="dumb")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["limit"], "argument pushfold: 'limit': expected pushfold"),
        (["pushfold", "--stack", "0.9"], "argument --stack: '0.9': expected 1 to 20 big blinds, such as 10 or 7.5"),
        (["pushfold", "--stack", "20.1"], "argument --stack: '20.1': expected 1 to 20 big blinds"),
        (["pushfold", "--stack", "ten"], "argument --stack: 'ten': expected 1 to 20 big blinds"),
        (["pushfold", "--stack", "7.55"], "argument --stack: '7.55': expected 1 to 20 big blinds"),
        ([], "the following arguments are required: pushfold"),
    ],
)
def test_wrong_usage(ircpoker: Ircpoker, arguments: list[str], message: str) -> None:
    done = ircpoker("chart", *arguments)
    assert (done.status, done.out) == (2, "")
    assert message in done.err.splitlines()[-1]
