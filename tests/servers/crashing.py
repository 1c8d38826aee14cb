"""Real programs in processes that can be killed at any moment, and start without time for imports."""

from __future__ import annotations

import os
import select
import signal
import sys
import time
import warnings
from collections.abc import Callable, Mapping
from multiprocessing.connection import Connection
from pathlib import Path

from ircpoker.cli.main import main
from tests.children import FORKS
from tests.scratch import die_with_parent

ROOT = Path(__file__).parents[2]


def _run_console(url: str, nick: str, seed: int, ours: Connection) -> None:
    for stream in (0, 1):
        os.dup2(ours.fileno(), stream)
    ours.close()
    # The old ones belong to the server's streams, perhaps files.
    sys.stdin, sys.stdout = os.fdopen(0), os.fdopen(1, "w")
    os._exit(main(["console", "--database", url, "--nick", nick, "--seed", str(seed)]))


class KillableConsole:
    """`ircpoker console --database URL --nick NICK --seed SEED`, spoken to through a pipe."""

    def __init__(self, url: str, nick: str, seed: int) -> None:
        self._pipe, theirs = FORKS.Pipe()
        self._process = FORKS.Process(target=_run_console, args=(url, nick, seed, theirs))
        self._process.start()
        theirs.close()
        self._rest = b""

    def say(self, line: str) -> None:
        os.write(self._pipe.fileno(), f"{line}\n".encode())

    def hear(self, deadline: float) -> list[str]:
        """Return the next lines; none if none comes before `deadline`."""
        ready, _, _ = select.select([self._pipe], [], [], max(0.0, deadline - time.monotonic()))
        return self._read() if ready else []

    def kill(self) -> list[str]:
        """End it with SIGKILL, and return its last lines."""
        self._process.kill()
        self._process.join()
        answers = []
        while lines := self.hear(time.monotonic() + 0.01):
            answers += lines
        self._pipe.close()
        return answers

    def _read(self) -> list[str]:
        try:
            data = os.read(self._pipe.fileno(), 1 << 16)
        except ConnectionResetError:
            return []
        *lines, self._rest = (self._rest + data).split(b"\n")
        return [line.decode() for line in lines]


def _run_program(
    program: Callable[[list[str]], object], arguments: list[str], log: Path, environment: Mapping[str, str]
) -> None:
    die_with_parent()
    os.chdir(ROOT)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    os.environ.clear()
    os.environ.update(environment)
    warnings.simplefilter("error")
    # What a restart starts.
    sys.orig_argv = [sys.executable, "-W", "error", "-m", "ircpoker", *arguments]
    with log.open("ab") as file:
        for stream in (1, 2):
            os.dup2(file.fileno(), stream)
    sys.stdout, sys.stderr = (os.fdopen(stream, "w", buffering=1) for stream in (1, 2))
    os._exit(int(bool(program(arguments))))


class KillableProgram:
    """A function in a process of its own, as `subprocess.Popen` would have it; its lines are added to a log."""

    def __init__(self, program: Callable[[list[str]], object], arguments: list[str], log: Path) -> None:
        """Start it.

        Args:
            program: a function of a module, which takes the arguments.
            arguments: the arguments.
            log: the file for what it prints.
        """
        self._process = FORKS.Process(target=_run_program, args=(program, arguments, log, dict(os.environ)))
        self._process.start()

    def kill(self) -> None:
        """End it with SIGKILL."""
        self._process.kill()

    def wait(self, timeout: float | None = None) -> int | None:
        """Wait until it has ended."""
        self._process.join(timeout)
        return self._process.exitcode

    def poll(self) -> int | None:
        """Return its exit status, None while it runs."""
        return self._process.exitcode

    @property
    def pid(self) -> int | None:
        """The number of the process."""
        return self._process.pid
