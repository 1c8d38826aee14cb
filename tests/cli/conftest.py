"""The command line as its users have it: another process."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.waiting import PATIENCE

COMMAND = [sys.executable, "-m", "ircpoker"]


@dataclass(frozen=True)
class Outcome:
    """What a command left behind."""

    status: int
    out: str
    err: str


Ircpoker = Callable[..., Outcome]


@pytest.fixture
def ircpoker(tmp_path: Path) -> Ircpoker:
    """Run a command in an empty folder; a warning of Python's is an error."""

    def run(*arguments: str | bytes, stdin: str | bytes = b"", **environment: str) -> Outcome:
        done = subprocess.run(
            [*COMMAND, *arguments],
            input=stdin if isinstance(stdin, bytes) else stdin.encode(),
            cwd=tmp_path,
            env=os.environ | {"PYTHONWARNINGS": "error", "PYTHONUTF8": "1"} | environment,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
        return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run
