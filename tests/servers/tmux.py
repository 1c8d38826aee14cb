"""Programs on a terminal, of 80 columns unless said otherwise, with somebody who types: tmux draws what they see."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tests.waiting import wait_until

COLUMNS = 80
_INVISIBLE = re.compile("[\u2060\u200b\u200d]")


class Tmux:
    """A program in a window of its own tmux.

    Args:
        command: the shell's command line of the program.
        rows: the height of the window.
        columns: its width.
    """

    def __init__(self, command: str, rows: int, columns: int = COLUMNS) -> None:
        # The path of a socket has at most 107 bytes.
        self._socket = Path(tempfile.mkdtemp()) / "tmux"
        self._run("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows), command)

    def __enter__(self) -> Tmux:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def type(self, text: str) -> None:
        """Type a line."""
        self._run("send-keys", "-l", text)
        self._run("send-keys", "Enter")

    def press(self, *keys: str) -> None:
        """Press keys, by tmux's names."""
        self._run("send-keys", *keys)

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the window, and wait until its terminal has it: tmux takes a moment."""
        self._run("resize-window", "-x", str(columns), "-y", str(rows))
        terminal = os.open(self.ask("#{pane_tty}"), os.O_RDONLY | os.O_NOCTTY)
        try:
            wait_until(lambda: os.get_terminal_size(terminal) == (columns, rows), "the terminal kept its size")
        finally:
            os.close(terminal)

    def paste(self, text: str) -> None:
        """Paste a text as terminals do."""
        command = self._command("load-buffer", "-")
        subprocess.run(command, check=True, capture_output=True, input=text, encoding="utf-8")
        self._run("paste-buffer", "-p")

    def ask(self, form: str) -> str:
        """Return what tmux knows of the window, such as `#{alternate_on}`."""
        return self._run("display-message", "-p", form).strip()

    def copy_to(self, file: Path) -> None:
        """Copy all that the program writes from now on into a file."""
        self._run("pipe-pane", "-O", f"cat >>'{file}'")

    def codes(self) -> str:
        """Return the terminal's contents with the codes of its styles."""
        return self._run("capture-pane", "-p", "-e")

    def kill_program(self) -> None:
        """End the program as a lost connection or a closed window would."""
        process = int(self.ask("#{pane_pid}"))
        subprocess.run(["pkill", "-KILL", "-P", str(process)], check=False)
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)

    def close_window(self) -> None:
        """Close the window while the program runs, as a person does."""
        self._run("kill-window")

    def screen(self) -> list[str]:
        """Return the rows of the terminal."""
        return [row.rstrip() for row in _INVISIBLE.sub("", self._run("capture-pane", "-p")).splitlines()]

    def wait_for(self, shows: Callable[[list[str]], bool]) -> list[str]:
        """Wait until the screen shows something; return its rows then."""
        rows: list[str] = []

        def look() -> bool:
            rows[:] = self.screen()
            return shows(rows)

        wait_until(look, lambda: "\n".join(rows))
        return rows

    def close(self) -> None:
        """End the program."""
        subprocess.run(self._command("kill-server"), check=False, capture_output=True)

    def _run(self, *arguments: str) -> str:
        return subprocess.run(self._command(*arguments), check=True, capture_output=True, encoding="utf-8").stdout

    def _command(self, *arguments: str) -> list[str]:
        return ["tmux", "-S", str(self._socket), "-u", *arguments]


def shows_after(rows: list[str], mark: str, text: str) -> bool:
    """Return whether a text, which may be broken into rows, stands behind the last row with `mark`."""
    last = max((number for number, row in enumerate(rows) if mark in row), default=len(rows))
    return text in " ".join(" ".join(rows[last + 1 :]).split())
