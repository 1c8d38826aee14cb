"""One folder for all files of a test run; the next run removes the files of a killed one.

All temporary folders are in it. It is removed when the tests have passed, and stays until the next run when one
failed.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import shutil
import signal
import sys
import tempfile
from multiprocessing.util import Finalize
from pathlib import Path
from typing import BinaryIO

import pytest

# Not under a long TMPDIR: the path of a socket has at most 107 bytes.
PARENT = Path("/tmp") / f"ircpoker-tests-{os.getuid()}"
_PR_SET_PDEATHSIG = 1


def lock(path: Path, *, wait: bool) -> BinaryIO | None:
    """Return the locked file, which is free again as soon as it is closed or this process dies; None if it is taken."""
    file = path.open("ab")
    try:
        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        return None
    return file


class Scratch:
    """The folder of this run, in the process that others may help."""

    def __init__(self) -> None:
        PARENT.mkdir(mode=0o755, exist_ok=True)
        if PARENT.is_symlink() or PARENT.stat().st_uid != os.getuid():
            pytest.exit(f"{PARENT} belongs to somebody else", returncode=4)
        with lock(PARENT / "lock", wait=True):
            for folder in PARENT.glob("run-*"):
                if (held := lock(folder / "lock", wait=False)) is not None:
                    shutil.rmtree(folder, ignore_errors=True)
                    held.close()
            self.folder = Path(tempfile.mkdtemp(prefix="run-", dir=PARENT))
            self._lock = lock(self.folder / "lock", wait=False)
        self.folder.chmod(0o755)  # servers run as nobody
        tempfile.tempdir = os.environ["TMPDIR"] = str(self.folder)
        self._is_done = False
        # After multiprocessing has removed a folder of its own, with -100.
        Finalize(None, self._remove, exitpriority=-200)

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        self._is_done = exitstatus != pytest.ExitCode.TESTS_FAILED

    def _remove(self) -> None:
        if self._is_done:
            with lock(PARENT / "lock", wait=True):  # a run that begins looks at all folders
                shutil.rmtree(self.folder, ignore_errors=True)


def die_with_parent() -> None:
    """Let the system kill this process as soon as its parent has ended."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    if hasattr(config, "workerinput"):
        die_with_parent()
    else:
        scratch = Scratch()
        config.option.basetemp = config.option.basetemp or str(scratch.folder / "t")  # short, for the sake of sockets
        config.pluginmanager.register(scratch, "scratch of this run")
