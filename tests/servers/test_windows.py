"""Several windows of one user: one ledger, one bot; when the window that has it dies, the next one goes on."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.servers.test_play import ROOT, Played
from tests.tiers import count

pytestmark = [pytest.mark.slow(15), pytest.mark.servers, pytest.mark.needs("tmux", "bash")]

CHIPS = "[economy]\nstarting_chips = 10000\n"


@pytest.fixture
def home() -> Iterator[Path]:
    """A home with a short path, as that of a user: a socket's path has at most 107 bytes."""
    with tempfile.TemporaryDirectory(prefix="w", ignore_cleanup_errors=True) as folder:
        (Path(folder) / "config.ini").write_text(CHIPS)
        yield Path(folder)


def audit(home: Path) -> str:
    database = f"sqlite:///{home}/.local/share/ircpoker/console.db"
    command = [sys.executable, "-m", "ircpoker", "audit", "--database", database]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=home, env=os.environ | {"PYTHONPATH": str(ROOT)}
    )
    assert done.returncode == 0, done
    return done.stdout


def test_the_next_window_takes_the_same_deal_over(home: Path) -> None:
    with Played(home) as first:
        first.shows("Video poker")
        with Played(home) as second:
            second.shows("Video poker")
            first.tmux.press("a")
            deal = re.search(r"hand #(\d+)", first.shows(r"f  Fold|k  Check"))
            assert deal is not None
            go_on = re.search(r"\[(\d)\] Go on with #(\d+)", second.shows(r"Go on with #\d+"))
            assert go_on is not None
            assert go_on[2] == deal[1], "it is the same table"
            second.tmux.press(go_on[1])
            second.shows(rf"hand #{deal[1]}\b")
            os.kill(first.pid, signal.SIGKILL)
            first.shows("ended with 137")
            second.tmux.press("c")
            second.tmux.press("Enter")  # if it goes all-in
            second.shows(r"(?s)hand #.*(?:FLOP|flop|folds|wins|calls)")
            second.tmux.press("C-c")
            text = second.shows("ended with 0")
            assert "seat kept · ircpoker play goes on" in text
            assert "Traceback" not in text
        with Played(home) as third:
            third.shows(r"hand #\d+")


def test_a_window_says_that_the_one_with_the_bot_is_stopped(home: Path) -> None:
    with Played(home) as first:
        first.shows("Video poker")
        os.kill(first.pid, signal.SIGSTOP)  # as Ctrl-Z does
        with Played(home) as second:
            text = second.shows("ended with [1-9]")
            assert "another window has the bot and does not answer" in text.replace("\n", " ")
            assert "Traceback" not in text
        os.kill(first.pid, signal.SIGCONT)
        with Played(home) as third:
            third.shows("Video poker")


def test_ten_windows_at_ten_tables_and_any_of_them_killed(home: Path) -> None:
    number = 10
    with ExitStack() as opened:
        windows = []
        for _ in range(number):
            window = opened.enter_context(Played(home, "--plain", size=(100, 50)))
            window.shows(r"(?m)^\S+ [\d,]+> ?$|^\S+> ?$")
            windows.append(window)
            window.tmux.type("open private 100")
            window.shows(r"Others sit down by")
        for victim in range(count(number - 1, 2)):
            os.kill(windows[victim].pid, signal.SIGKILL)
            windows[victim].shows("ended with 137")
            last = windows[-1]
            last.tmux.type("bank")
            last.shows(r"(?i)chips")
            assert "balance" in audit(home).lower()
        assert "Traceback" not in "\n".join(windows[-1].tmux.screen())
