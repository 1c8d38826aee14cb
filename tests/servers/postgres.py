"""A real PostgreSQL: a new cluster, on a Unix socket only."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from itertools import count

import psycopg
import pytest

from ircpoker.ledger import Ledger
from ircpoker.runtime.clock import SystemClock
from tests.children import child
from tests.programs import find
from tests.servers.daemon import Daemon

_USER = "ircpoker"
_TEMPLATE = "ledger"


class Postgres(Daemon):
    """One cluster with any number of databases."""

    asks_to_stop = signal.SIGINT
    makes_stop = dies_by = signal.SIGQUIT  # its processes end with it

    def __init__(self) -> None:
        super().__init__("postgres", "postgres")
        self._numbers = count(1)
        self._made: list[str] = []
        self._has_template = False
        if os.getuid() == 0:
            shutil.chown(self.folder, "nobody", "nogroup")
        options = [f"--username={_USER}", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"]
        command = child(find("initdb"), f"--pgdata={self.folder}/data", *options, as_nobody=True)
        made = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
        if made.returncode != 0:
            pytest.fail(f"initdb failed: {made.stdout}{made.stderr}")

    def command(self) -> list[str]:
        # Without fsync: a test may kill the server, never the machine's power.
        settings = [
            "listen_addresses=",
            f"unix_socket_directories={self.folder}",
            "fsync=off",
            "deadlock_timeout=100ms",
        ]
        options = [word for setting in settings for word in ("-c", setting)]
        return [self._program, "-D", f"{self.folder}/data", *options]

    def is_up(self) -> bool:
        try:
            psycopg.connect(self._address("postgres")).close()
        except psycopg.OperationalError:
            return False
        return True

    def new_database(self, template: str = "template1") -> str:
        """Make an empty database and return its URL."""
        name = f"test{next(self._numbers)}"
        self._execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        self._made.append(name)
        return self._url(name)

    def new_ledger(self) -> str:
        """Make a database with the tables of a ledger in it, quicker than a ledger does, and return its URL."""
        if not self._has_template:
            self._execute(f"CREATE DATABASE {_TEMPLATE}")
            Ledger(self._url(_TEMPLATE), SystemClock()).close()
            self._has_template = True
        return self.new_database(_TEMPLATE)

    def drop_databases(self) -> None:
        """Drop all databases that were made, even with open connections."""
        while self._made:
            self._execute(f"DROP DATABASE {self._made.pop()} WITH (FORCE)")

    def _execute(self, statement: str) -> None:
        with psycopg.connect(self._address("postgres"), autocommit=True) as connection:
            connection.execute(statement.encode())

    def _url(self, database: str) -> str:
        return f"postgresql+psycopg://{_USER}@/{database}?host={self.folder}"

    def _address(self, database: str) -> str:
        return f"host={self.folder} user={_USER} dbname={database}"
