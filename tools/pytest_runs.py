"""Runs of pytest on copies of the tree, each in processes of its own, which can all be stopped."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path


class StoppedError(Exception):
    """The runs were stopped from outside."""


def make_copy(root: Path, folder: Path) -> Path:
    """Copy the project into a new folder: the files that git tracks or would track, and the compiled kernel."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],  # noqa: S607  # git is on the path
        cwd=root, check=True, capture_output=True, text=True,
    ).stdout.split("\0")  # fmt: skip
    compiled = [path.relative_to(root).as_posix() for path in (root / "ircpoker").rglob("*.so")]
    for name in filter(None, [*listed, *compiled]):
        if (root / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, folder / name)
    if (root / "plugins").is_dir():
        # An installed ircpoker would find the plugins of the tree that it was installed from.
        (folder / "ircpoker" / "plugins").symlink_to(folder / "plugins")
    return folder


class PytestRuns:
    """Runs pytest, and can stop all runs at once with every process that they started."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: set[subprocess.Popen[str]] = set()
        self._is_stopped = False

    def run(
        self, copy: Path, arguments: Sequence[str], seconds: float, heard: Callable[[str], None] | None = None
    ) -> tuple[int | None, str]:
        """Run tests in a copy.

        Args:
            copy: a copy of the project.
            arguments: the arguments for pytest.
            seconds: the time limit.
            heard: called with each line of the output.

        Returns:
            The exit status, None if the time ran out, and the output.

        Raises:
            StoppedError: the runs were stopped.
        """
        process = self._start(copy, arguments)
        is_late = threading.Event()

        def end() -> None:
            is_late.set()
            _kill(process)

        timer = threading.Timer(seconds, end)
        timer.start()
        lines = []
        with process:
            try:
                for line in process.stdout or ():
                    lines.append(line)
                    if heard:
                        heard(line)
            except BaseException:
                _kill(process)  # Ctrl-C does not reach it
                raise
            finally:
                timer.cancel()
        with self._lock:
            self._running.discard(process)
            if self._is_stopped:
                raise StoppedError
        return None if is_late.is_set() else process.returncode, "".join(lines)

    def _start(self, copy: Path, arguments: Sequence[str]) -> subprocess.Popen[str]:
        # The copy comes before the environment's path, which names the tree itself.
        environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
        environment.pop("PYTEST_CURRENT_TEST", None)  # of a test of these runs
        with self._lock:
            if self._is_stopped:
                raise StoppedError
            process = subprocess.Popen(
                [sys.executable, "-m", "pytest", *arguments],
                cwd=copy, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                text=True, errors="replace", start_new_session=True,
            )  # fmt: skip
            self._running.add(process)
        return process

    def stop(self) -> None:
        """End all runs; every later one is refused."""
        with self._lock:
            self._is_stopped = True
            for process in self._running:
                _kill(process)


def _kill(process: subprocess.Popen[str]) -> None:
    """Kill a run with its workers; the programs that its tests have started end with it."""
    with suppress(ProcessLookupError):  # it has just ended
        os.killpg(process.pid, signal.SIGKILL)
