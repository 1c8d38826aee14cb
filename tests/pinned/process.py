"""The program as a process, in a folder with a configuration."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0
"""Seconds after which a process that has not ended fails the test."""


class Program:
    """`ircpoker` with a command, until it ends or is killed; its standard error is kept in a file."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self._log = folder / "log"
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-W", "error", "-m", "ircpoker", *arguments],
                cwd=folder,
                env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"},
                stdin=subprocess.PIPE if arguments[0] == "console" else subprocess.DEVNULL,
                stdout=subprocess.PIPE if arguments[0] == "console" else log,
                stderr=log,
                text=True,
                encoding="utf-8",
            )

    def kill(self) -> None:
        """End it as a power failure would."""
        self.process.kill()
        self.process.communicate(timeout=PATIENCE)

    def terminate(self) -> None:
        """Ask it to end, and check that it ends without an error."""
        self.process.terminate()
        assert self.process.wait(PATIENCE) == 0, self._log.read_text()

    def close(self) -> None:
        """Kill it if it still runs."""
        if self.process.poll() is None:
            self.kill()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()

    def check_log(self) -> None:
        text = self._log.read_text()
        assert "Traceback" not in text, text


def audit(folder: Path) -> str:
    """Return the output of `ircpoker audit --json` for the ledger of a folder."""
    done = subprocess.run(
        [sys.executable, "-m", "ircpoker", "audit", "--json", "--database", "sqlite:///ircpoker.db"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
