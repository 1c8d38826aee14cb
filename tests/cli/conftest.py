"""The command line as users run it: another process."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from ircpoker.cli.main import main
from tests.cli.forkserver import ForkServer, commands
from tests.ledger.older import become_next
from tests.waiting import PATIENCE

COMMAND = [sys.executable, "-m", "ircpoker"]


@dataclass(frozen=True)
class Outcome:
    """The result of a command."""

    status: int
    out: str
    err: str


Ircpoker = Callable[..., Outcome]
InProcess = Callable[..., int]


@pytest.fixture(scope="session")
def fork_server() -> ForkServer:
    return commands()


@pytest.fixture
def ircpoker(tmp_path: Path, fork_server: ForkServer) -> Ircpoker:
    """Run a command in an empty folder; Python's warnings are errors."""

    def run(*arguments: str | bytes, stdin: str | bytes = b"", **environment: str) -> Outcome:
        given = stdin if isinstance(stdin, bytes) else stdin.encode()
        # Variables that Python reads at its start need a new process.
        if any(name.startswith(("PYTHON", "IRCPOKER_PURE")) for name in environment):
            done = subprocess.run(
                [*COMMAND, *arguments],
                input=given,
                cwd=tmp_path,
                env=os.environ | {"PYTHONWARNINGS": "error", "PYTHONUTF8": "1"} | environment,
                capture_output=True,
                timeout=PATIENCE,
                check=False,
            )
            status, out, err = done.returncode, done.stdout, done.stderr
        else:
            words = [os.fsdecode(argument) for argument in arguments]
            status, out, err = fork_server.run(words, given, tmp_path, os.environ | environment)
        return Outcome(status, out.decode(), err.decode())

    return run


@pytest.fixture
def next_version(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> InProcess:
    """Run a command of the next version in an empty folder, to which each ledger of today is older."""
    folder = tmp_path_factory.mktemp("next")

    def run(*arguments: str) -> int:
        with monkeypatch.context() as patch:
            become_next(folder, patch.setattr)
            patch.chdir(tmp_path)
            return main(arguments)

    return run
