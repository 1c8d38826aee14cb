"""The program as a process, in a folder with a configuration."""

from __future__ import annotations

import os
import signal
import sys
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path

from ircpoker.cli.main import main
from tests.children import FORKS
from tests.servers.crashing import KillableProgram

PATIENCE = 60.0
"""Seconds after which a process that has not ended fails the test."""


class Program:
    """`ircpoker` with a command, until it ends or is killed; its standard error is kept in a file.

    Attributes:
        process: the process.
        stdin: what it is told, as text; for `console` only.
        stdout: what it says.
    """

    def __init__(self, folder: Path, *arguments: str) -> None:
        self._log = folder / "log"
        theirs, typed = FORKS.Pipe(duplex=False)
        shown, ours = FORKS.Pipe(duplex=False)
        with theirs, typed, shown, ours:
            self.stdin = os.fdopen(os.dup(typed.fileno()), "w", encoding="utf-8")
            self.stdout = os.fdopen(os.dup(shown.fileno()), encoding="utf-8")
            streams = (theirs, ours) if arguments[0] == "console" else None
            self.process = KillableProgram(partial(_run, folder, streams), list(arguments), self._log)

    def kill(self) -> None:
        """End it as a power failure would."""
        self.process.kill()
        self.process.wait(PATIENCE)

    def terminate(self) -> None:
        """Ask it to end, and check that it ends without an error."""
        assert self.process.pid is not None
        os.kill(self.process.pid, signal.SIGTERM)
        assert self.process.wait(PATIENCE) == 0, self._log.read_text()

    def close(self) -> None:
        """Kill it if it still runs."""
        if self.process.poll() is None:
            self.kill()
        for stream in (self.stdin, self.stdout):
            stream.close()

    def check_log(self) -> None:
        text = self._log.read_text()
        assert "Traceback" not in text, text


def _run(folder: Path, streams: tuple[Connection, Connection] | None, arguments: list[str]) -> int:
    os.chdir(folder)
    if streams is not None:
        sys.stdin.close()
        sys.stdout.close()
        for number, stream in enumerate(streams):
            os.dup2(stream.fileno(), number)
            stream.close()
        sys.stdin, sys.stdout = os.fdopen(0, encoding="utf-8"), os.fdopen(1, "w", encoding="utf-8", buffering=1)
    status = main(arguments)
    sys.stdout.flush()
    return status
