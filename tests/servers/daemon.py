"""A server program for tests: in a temporary folder, run as nobody, started and stopped by methods."""

from __future__ import annotations

import shutil
import signal
import subprocess
import tempfile
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Self

import pytest

from tests.children import child
from tests.programs import find
from tests.waiting import wait_until

_GRACE = 10.0
"""Seconds for a server to stop before it is killed."""


class Daemon(ABC):
    """One server that can be stopped and started again; as a context manager it runs until the end of the body.

    Attributes:
        folder: its data and its log; the user nobody may read it.
    """

    asks_to_stop = signal.SIGTERM
    makes_stop = signal.SIGKILL
    dies_by = signal.SIGKILL

    def __init__(self, name: str, program: str) -> None:
        self.name = name
        self._program = find(program)
        self.folder = Path(tempfile.mkdtemp(prefix=f"{name}-"))
        self.folder.chmod(0o755)
        self._process: subprocess.Popen[bytes] | None = None

    @abstractmethod
    def command(self) -> list[str]:
        """Return the command that runs it in the foreground."""

    @abstractmethod
    def is_up(self) -> bool:
        """Return whether it can be connected to."""

    @property
    def process(self) -> subprocess.Popen[bytes]:
        assert self._process is not None
        return self._process

    def start(self) -> None:
        with (self.folder / "log").open("ab") as log:
            command = child(*self.command(), dies_by=self.dies_by, as_nobody=True)
            self._process = subprocess.Popen(command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        wait_until(lambda: self.process.poll() is not None or self.is_up(), self._why_not)
        if self.process.poll() is not None:
            pytest.fail(self._why_not())

    def _why_not(self) -> str:
        return f"{self.name} did not start: {(self.folder / 'log').read_text()}"

    def stop(self) -> None:
        """Stop it as for a restart."""
        if self._process is None:
            return
        self._process.send_signal(self.asks_to_stop)
        try:
            self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            self._process.send_signal(self.makes_stop)
            self._process.wait()
        self._process = None

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self._remove()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._remove()

    def _remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder)
