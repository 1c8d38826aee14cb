"""The real console in a process that can be killed at any moment, started in a few milliseconds."""

from __future__ import annotations

import multiprocessing
import os
import select
import sys
import time
from multiprocessing.connection import Connection

from ircpoker.cli.main import main

_CONTEXT = multiprocessing.get_context("forkserver")
# Imports of all sessions; they open nothing.
_CONTEXT.set_forkserver_preload(["ircpoker.app", "ircpoker.ledger", "ircpoker.plugins.slots", "psycopg", __name__])


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
        self._pipe, theirs = _CONTEXT.Pipe()
        self._process = _CONTEXT.Process(target=_run_console, args=(url, nick, seed, theirs))
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
