"""A real PostgreSQL of the tests' own: a new cluster in a temporary folder, run as nobody, on a Unix socket only."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from itertools import count
from pathlib import Path

import psycopg
import pytest

_START_WITHIN = 30.0
_USER = "ircpoker"


def find_postgres(program: str) -> str:
    """Return the path of a program of the newest PostgreSQL here; the test fails if there is none."""
    installed = Path("/usr/lib/postgresql").glob(f"*/bin/{program}")
    newest = sorted(installed, key=lambda path: int(path.parts[4].partition(".")[0]))
    path = str(newest[-1]) if newest else shutil.which(program)
    if path is None:
        pytest.fail("PostgreSQL is not installed: on Debian and Ubuntu `apt-get install postgresql`")
    return path


def _as_nobody(*command: str) -> list[str]:
    """PostgreSQL refuses to run as root."""
    if os.getuid() == 0:
        return ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", *command]
    return list(command)


class Postgres:
    """One cluster with any number of databases."""

    def __init__(self) -> None:
        initdb = find_postgres("initdb")
        self._program = find_postgres("postgres")
        self._numbers = count(1)
        self._process: subprocess.Popen[bytes] | None = None
        # Not under a long TMPDIR: the path of a socket has at most 107 bytes.
        self.folder = Path(tempfile.mkdtemp(prefix="ircpoker-pg-", dir="/tmp"))
        if os.getuid() == 0:
            shutil.chown(self.folder, "nobody", "nogroup")
        self.folder.chmod(0o755)
        options = [f"--username={_USER}", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"]
        command = _as_nobody(initdb, f"--pgdata={self.folder}/data", *options)
        made = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
        if made.returncode != 0:
            pytest.fail(f"initdb failed: {made.stdout}{made.stderr}")

    def start(self) -> None:
        # Without fsync: a test may kill the server, never the machine's power.
        settings = [
            "listen_addresses=",
            f"unix_socket_directories={self.folder}",
            "fsync=off",
            "deadlock_timeout=100ms",
        ]
        options = [word for setting in settings for word in ("-c", setting)]
        command = _as_nobody(self._program, "-D", f"{self.folder}/data", *options)
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        deadline = time.monotonic() + _START_WITHIN
        while time.monotonic() < deadline and self._process.poll() is None:
            try:
                psycopg.connect(self._address("postgres")).close()
            except psycopg.OperationalError:
                time.sleep(0.02)
            else:
                return
        self.stop()
        pytest.fail(f"PostgreSQL did not start: {(self.folder / 'log').read_text()}")

    def stop(self) -> None:
        """Stop as for a restart: clients are thrown out, nothing is lost."""
        if self._process is None:
            return
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait()
        self._process = None

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder)

    def new_database(self) -> str:
        """Make an empty database and return its URL."""
        name = f"ledger{next(self._numbers)}"
        with psycopg.connect(self._address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return f"postgresql+psycopg://{_USER}@/{name}?host={self.folder}"

    def _address(self, database: str) -> str:
        return f"host={self.folder} user={_USER} dbname={database}"
