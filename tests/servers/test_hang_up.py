"""A terminal that closes ends its program, and Ctrl-Z stops it, on the screen and in lines."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from itertools import product
from pathlib import Path

import pytest

from tests.children import child
from tests.screen.recorded import FLOP
from tests.servers.test_play import ROOT, FakeFeed, Played, assert_restored
from tests.servers.tmux import Tmux
from tests.tiers import count
from tests.waiting import PATIENCE, wait_until

pytestmark = [
    pytest.mark.slow(8),
    pytest.mark.servers,
    pytest.mark.skipif(shutil.which("tmux") is None, reason="not installed: tmux"),
]

TURN = r"f  Fold|k  Check"
PROMPT = r"(?m)^\S+( \d+)?> ?$"


def processes_of(session: int) -> set[int]:
    """Return the processes that run in a session of the system, the one of a window."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, number = stat.read_text().rpartition(")")[2].split()[:4]
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(number) == session and state != "Z":
            found.add(int(stat.parent.name))
    return found


def assert_ended(is_left: Callable[[], object]) -> None:
    wait_until(lambda: not is_left(), lambda: f"left: {is_left()}")


def to_lines(here: Played) -> None:
    here.shows(TURN)
    here.tmux.press("F2")
    here.shows("type screen for the table")
    here.shows(PROMPT)
    here.tmux.type("bank")
    here.shows(r"\d+ chips")


def to_lines_and_back(here: Played) -> None:
    to_lines(here)
    here.tmux.press("F2")
    here.shows(TURN)
    here.tmux.press(":")


def close_window(here: Played) -> None:
    here.tmux.close_window()


def send_signal(here: Played) -> None:
    os.kill(here.pid, signal.SIGHUP)
    here.shows(f"ended with {128 + signal.SIGHUP}")
    assert_restored(here.tmux)


WAYS = list(product((close_window, send_signal), (to_lines, to_lines_and_back)))


@pytest.mark.parametrize("number", range(count(40)))
def test_nothing_is_left_of_a_program_whose_terminal_has_closed(number: int, tmp_path: Path) -> None:
    hang_up, change = WAYS[(number * 3) % len(WAYS)]
    with Played(tmp_path, "easy") as here:
        change(here)
        here.tmux.press("h", "i")
        here.shows("> hi")
        session, program = int(here.tmux.ask("#{pane_pid}")), here.pid
        assert program in processes_of(session)
        hang_up(here)
        if hang_up is close_window:
            assert_ended(lambda: processes_of(session))
        else:
            assert_ended(lambda: program in processes_of(session))


def test_a_pipe_that_stays_open_keeps_no_program_from_ending(tmp_path: Path) -> None:
    feed = FakeFeed(tmp_path, deepcopy(FLOP))
    try:
        command = child(sys.executable, "-m", "ircpoker", "play", "--plain", "--feed", str(tmp_path))
        variables = {**os.environ, "HOME": str(tmp_path), "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
        with subprocess.Popen(
            command,
            cwd=tmp_path,
            env=variables,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        ) as program:
            assert program.stdout is not None
            assert b"TURN" in program.stdout.readline()
            program.send_signal(signal.SIGTERM)
            # Its exit status says that nothing else has ended it, such as Python for a thread that reads.
            assert program.wait(PATIENCE) == 128 + signal.SIGTERM
            assert b"Fatal" not in program.stdout.read()
    finally:
        feed.close()


class Shell:
    """A shell with jobs, which runs `ircpoker play`; dash leaves the modes of its terminal as it finds them."""

    def __init__(self, folder: Path, *arguments: str, shell: str = "dash -i") -> None:
        self.tmux = Tmux(f"cd '{folder}'; PS1='shell: ' exec {shell}", 24)
        self._command = f"HOME='{folder}' LANG=C.UTF-8 PYTHONPATH='{ROOT}' '{sys.executable}' -m ircpoker play"
        self._arguments = arguments
        self._asked = 0

    def __enter__(self) -> Shell:
        self.shows(r"shell:$")
        return self

    def __exit__(self, *_: object) -> None:
        self.tmux.close()

    def play(self) -> None:
        self.tmux.type(" ".join([self._command, *self._arguments]))

    def shows(self, pattern: str) -> str:
        """Wait until the window shows something at its end or anywhere."""
        return "\n".join(self.tmux.wait_for(lambda rows: re.search(pattern, "\n".join(rows).rstrip()) is not None))

    def modes(self) -> str:
        """Return the modes of the terminal, as the next program finds them."""
        self._asked += 1
        self.tmux.type(f"clear; echo {self._asked}=$(stty -g)=")
        return re.sub(r"\s", "", self.shows(rf"(?s){self._asked}=([0-9a-f:\n]+)=")).split("=")[1]


@pytest.mark.skipif(shutil.which("dash") is None, reason="not installed: dash")
class TestStopping:
    """Ctrl-Z gives the terminal to the shell, and `fg` takes it back; no key of `fg` is a key of the game."""

    def test_the_screen_stops_and_goes_on(self, tmp_path: Path) -> None:
        with Shell(tmp_path, "easy") as shell:
            before = shell.modes()
            shell.play()
            table = shell.shows(TURN)
            shell.tmux.press("C-z")
            shell.shows(r"Stopped(?s:.*)shell:$")
            assert_restored(shell.tmux)
            assert shell.modes() == before
            shell.tmux.resize(100, 30)
            shell.tmux.type("fg")
            assert "hand #1" in shell.shows(TURN)
            shell.tmux.resize(80, 24)
            shell.tmux.wait_for(lambda rows: "\n".join(rows) == table)
            shell.tmux.press("C-c")
            shell.shows(r"shell:$")
            assert shell.modes() == before

    def test_keys_that_come_at_once_are_for_the_shell(self, tmp_path: Path) -> None:
        with Shell(tmp_path, "easy", shell="bash --norc -i") as shell:
            shell.play()
            table = shell.shows(TURN)
            shell.tmux.press("C-z", "f", "g", "Enter", "h")
            # The last key is taken after the program goes on.
            shell.shows("Finished hands")
            shell.tmux.press("Escape")
            shell.tmux.wait_for(lambda rows: "\n".join(rows) == table)

    @pytest.mark.parametrize("arguments", [("easy",), ("--plain", "easy")], ids=["after the screen", "plain"])
    def test_lines_stop_and_go_on(self, arguments: tuple[str, ...], tmp_path: Path) -> None:
        with Shell(tmp_path, *arguments) as shell:
            before = shell.modes()
            shell.play()
            if "--plain" not in arguments:
                shell.shows(TURN)
                shell.tmux.press("F2")
            shell.shows(r"\n\S+( \d+)?> ?$")
            shell.tmux.type("bank")
            shell.shows(r"\d chips(?s:.*)\n\S+( \d+)?> ?$")
            shell.tmux.press("C-z")
            shell.shows(r"Stopped(?s:.*)shell:$")
            assert shell.modes() == before
            shell.tmux.type("fg")
            shell.shows(r"ircpoker play(?s:.*)\n\S+( \d+)?> ?$")
            shell.tmux.type("cards")
            assert "you fold" not in shell.shows(r"#1 you hold(?s:.*)\n\S+( \d+)?> ?$")
            shell.tmux.type("quit" if "--plain" not in arguments else "/quit")
            shell.shows(r"shell:$")
            assert shell.modes() == before
