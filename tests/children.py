"""Programs that tests start."""

from __future__ import annotations

import os
import signal

_HEARD = "INT,HUP"
"""A shell's background and nohup ignore them, and what is ignored is inherited."""


def child(*command: str, dies_by: signal.Signals = signal.SIGKILL, as_nobody: bool = False) -> list[str]:
    """Return a command that hears all signals, and ends when the process does that starts it: even a killed one.

    Args:
        command: the program and its arguments.
        dies_by: what it gets at that end.
        as_nobody: without the rights of root, with which not every server starts.
    """
    is_root = os.getuid() == 0
    rights = ["--reuid=nobody", "--regid=nogroup", "--clear-groups"] if as_nobody and is_root else []
    # setpriv comes last: who gives up rights, gives up the signal of the parent's death with them.
    hearing = ["env", f"--default-signal={_HEARD}"]
    return [*hearing, "setpriv", *rights, f"--pdeathsig={dies_by.name.removeprefix('SIG')}", *command]
