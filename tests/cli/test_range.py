import os
import pty
import subprocess

import pytest

from tests.cli.conftest import COMMAND, Ircpoker


def test_plain(ircpoker: Ircpoker) -> None:
    done = ircpoker("range", "QQ+,AKs,AQs:0.5")
    assert (done.status, done.err) == (0, "")
    lines = done.out.splitlines()
    assert len(lines) == 15
    assert lines[1].split() == ["A", "AA", "AKs", "50%", *["."] * 10]
    assert lines[-1] == "QQ+,AKs,AQs:0.5: 26 of 1326 combinations (2.0 %), with their weights 24 (1.8 %)"
    assert "\x1b" not in done.out


def test_on_a_board(ircpoker: Ircpoker) -> None:
    done = ircpoker("range", "25%", "--board", "Ah 7h 2c")
    assert done.out.splitlines()[-1] == "25%: 284 of 1176 combinations on Ah 7h 2c (24.1 %)"


def on_a_terminal(*arguments: str, **environment: str) -> str:
    primary, secondary = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, *arguments], stdout=secondary, env=os.environ | {"TERM": "xterm-256color"} | environment
    ) as process:
        os.close(secondary)
        shown = b""
        try:
            while chunk := os.read(primary, 4096):
                shown += chunk
        except OSError:  # the other side is closed
            pass
        assert process.wait(30) == 0
    os.close(primary)
    return shown.decode()


@pytest.mark.slow(1)
def test_colours_on_a_terminal() -> None:
    shown = on_a_terminal("range", "AA,72o")
    aces, seven_deuce = (shown[: shown.index(kind)].rsplit("\x1b", 1)[1] for kind in (" AA ", " 72o"))
    assert "48;" in aces
    assert aces != seven_deuce
    assert "\x1b" not in on_a_terminal("range", "AA,72o", NO_COLOR="1", TERM="dumb")


@pytest.mark.parametrize(
    ("arguments", "status", "problem"),
    [
        (["AX"], 1, "'AX' is not a range of hands"),
        (["AhAs", "--board", "Ah 7h 2c"], 2, "AhAs: no hand of this range is left"),
        (["AA", "--board", "Ah 7h"], 1, "2 cards given: expected none, 3, 4 or 5 on the board"),
        ([], 2, ""),
    ],
)
def test_bad_input(ircpoker: Ircpoker, arguments: list[str], status: int, problem: str) -> None:
    done = ircpoker("range", *arguments)
    assert (done.status, done.out) == (status, "")
    assert problem in done.err
