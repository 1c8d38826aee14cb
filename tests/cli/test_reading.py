"""Commands that only read a ledger leave its file byte for byte as it is, whatever its version and who uses it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.children import child
from tests.cli.conftest import InProcess, Ircpoker
from tests.cli.ledgers import NAME, make_ledger

READERS = (("audit",), ("audit", "--json"), ("stats",), ("verify", "1"), ("export", "--format", "phh"))
OLDER = "ircpoker: the ledger is of an earlier version: this command only reads; the bot converts it at its start\n"
KILLED = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
connection.execute("UPDATE counters SET value = value + 1")
connection.commit()
print("written", flush=True)
sys.stdin.read()
"""


@pytest.fixture(params=["stopped", "killed", "a copy"], name="file")
def make_file(request: pytest.FixtureRequest, ircpoker: Ircpoker, tmp_path: Path) -> Path:
    """The file of a ledger whose bot was stopped, or killed with its last changes in the log, or of a backup."""
    url = make_ledger(tmp_path)
    if request.param == "a copy":
        assert ircpoker("backup", "copy.db", "--database", url).status == 0
        return tmp_path / "copy.db"
    if request.param == "killed":
        command = child(sys.executable, "-c", KILLED, str(tmp_path / NAME))
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "written\n"
            os.kill(process.pid, signal.SIGKILL)
        assert (tmp_path / f"{NAME}-wal").stat().st_size > 0
    return tmp_path / NAME


def content(file: Path) -> dict[str, bytes]:
    """Every file of a ledger, but for what readers tell each other."""
    return {path.name: path.read_bytes() for path in file.parent.glob(f"{file.name}*") if not path.match("*-shm")}


def test_an_older_ledger_is_refused(
    next_version: InProcess, file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(file.parent / "cache"))
    before = content(file)
    for command in READERS:
        assert next_version(*command, "--database", f"sqlite:///{file}") == 2
        assert capsys.readouterr() == ("", OLDER)
        assert content(file) == before, command


def test_a_ledger_of_today_is_read(ircpoker: Ircpoker, file: Path, tmp_path: Path) -> None:
    before = content(file)
    for command in READERS:
        done = ircpoker(*command, "--database", f"sqlite:///{file}", XDG_CACHE_HOME=str(tmp_path / "cache"))
        assert (done.status, done.out != "") == (0, command[0] != "export"), done.err
        assert content(file) == before, command
