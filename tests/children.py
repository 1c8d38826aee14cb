"""Programs that tests start."""

from __future__ import annotations

import multiprocessing
import os
import signal

from tests.programs import PACKAGES, find

FORKS = multiprocessing.get_context("forkserver")
"""Makes processes of Python that have imported what they need before they begin: one parent for all who want some."""
FORKS.set_forkserver_preload(
    [
        *("ircpoker.app", "ircpoker.cli.run", "ircpoker.plugins.holdem", "ircpoker.plugins.slots"),
        *("ircpoker.feed", "ircpoker.feed.server.endpoints", "ircpoker.feed.server.sockets"),
        *("ircpoker.transports.irc", "psycopg"),
        *("tests.ledger.worker", "tests.servers.crashing", "tests.tournaments.killing"),
    ]
)

_HEARD = "INT,HUP"
"""A shell's background and nohup ignore them, and what is ignored is inherited."""


def child(*command: str, dies_by: signal.Signals = signal.SIGKILL, as_nobody: bool = False) -> list[str]:
    """Return a command that receives all signals, and ends with the process that started it, even a killed one.

    Args:
        command: the program and its arguments.
        dies_by: the signal that it gets then.
        as_nobody: without the rights of root, as which some servers do not start.
    """
    for program in ("setpriv", command[0]):
        if program in PACKAGES:  # `env` would only end with a status
            find(program)
    is_root = os.getuid() == 0
    rights = ["--reuid=nobody", "--regid=nogroup", "--clear-groups"] if as_nobody and is_root else []
    # setpriv comes last: giving up rights also gives up the signal of the parent's death.
    hearing = ["env", f"--default-signal={_HEARD}"]
    return [*hearing, "setpriv", *rights, f"--pdeathsig={dies_by.name.removeprefix('SIG')}", *command]
