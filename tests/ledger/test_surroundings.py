"""Real faults of a database: a full disk, a lock that is held, a file that cannot be written, a lost connection."""

from __future__ import annotations

import os
import pwd
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, event, make_url, text

from ircpoker.errors import LedgerError
from ircpoker.ledger import HOUSE, Entry, Ledger, PlayerId, SaveGame, database, sqlite, transfer
from ircpoker.runtime.clock import ManualClock
from tests.servers.postgres import Postgres

ALICE = PlayerId.of("net", nick_key="alice")
LOST = Entry("slot:1", "slot", transfer(ALICE, HOUSE, 10))
HOLD = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.readline()
connection.execute("ROLLBACK")
print("free", flush=True)
"""


@pytest.fixture
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten all waits for locks."""
    monkeypatch.setattr(sqlite, "LOCK_WAIT_SECONDS", 0.1)


def check(ledger: Ledger, *, balance: int) -> None:
    assert ledger.balance(ALICE) == balance
    audit = ledger.audit()
    assert audit.is_clean
    assert audit.issued == audit.held + audit.at_tables


# SQLite


def test_a_full_disk(tmp_path: Path, clock: ManualClock) -> None:
    with Ledger(f"sqlite:///{tmp_path}/ledger.db", clock) as ledger:
        ledger.open_player(ALICE)

        def limit(pages: int) -> None:
            ledger._database.engine.dispose()
            event.listen(
                ledger._database.engine,
                "connect",
                lambda connection, _: connection.execute(f"PRAGMA max_page_count = {pages}"),
            )

        with ledger._database.reading() as connection:
            pages = int(connection.execute(text("PRAGMA page_count")).scalar_one())
        limit(pages)

        def post(numbers: range) -> None:
            for number in numbers:
                game = SaveGame(str(number), "table", "x" * 2000, 0)
                ledger.post(Entry(f"slot:{number}", "slot", transfer(ALICE, HOUSE, 1)), game)

        with pytest.raises(LedgerError, match="database or disk is full"):
            post(range(1000))
        posted = len(ledger.games())
        check(ledger, balance=1000 - posted)
        with pytest.raises(LedgerError, match="full"):
            ledger.save(SaveGame("more", "table", "x" * 10_000, 0))
        limit(pages + 100)
        post(range(posted + 1))
        check(ledger, balance=1000 - posted - 1)


@pytest.mark.usefixtures("quickly")
def test_another_process_holds_the_lock(tmp_path: Path, clock: ManualClock) -> None:
    path = tmp_path / "ledger.db"
    with Ledger(f"sqlite:///{path}", clock) as ledger:
        ledger.open_player(ALICE)
        command = [sys.executable, "-c", HOLD, str(path)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
            assert holder.stdin is not None
            assert holder.stdout is not None
            assert holder.stdout.readline() == "held\n"
            with pytest.raises(LedgerError, match="database is locked"):
                ledger.post(LOST)
            check(ledger, balance=1000)
            holder.stdin.write("\n")
            holder.stdin.flush()
            assert holder.stdout.readline() == "free\n"
        ledger.post(LOST)
        check(ledger, balance=990)


@pytest.mark.usefixtures("quickly")
def test_a_new_file_locked_by_a_reader(tmp_path: Path, clock: ManualClock) -> None:
    """SQLite does not wait by itself for the switch to the write-ahead log: it is tried again, but not forever."""
    path = tmp_path / "ledger.db"
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("CREATE TABLE something (number)")
    holder.execute("BEGIN")
    holder.execute("SELECT * FROM something").fetchall()
    with pytest.raises(LedgerError, match="database is locked"):
        Ledger(f"sqlite:///{path}", clock)
    holder.execute("ROLLBACK")
    holder.execute("DROP TABLE something")
    holder.close()
    with Ledger(f"sqlite:///{path}", clock) as ledger:
        ledger.open_player(ALICE)
        check(ledger, balance=1000)


@contextmanager
def somebody_else() -> Iterator[None]:
    """Drop root's rights, so that file modes count."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(pwd.getpwnam("nobody").pw_uid)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.parametrize(("folder_mode", "file_mode"), [(0o777, 0o444), (0o555, 0o666), (0o555, 0o444)])
def test_read_only_ledger(clock: ManualClock, folder_mode: int, file_mode: int) -> None:
    # Not in pytest's folder, which others cannot enter.
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "ledger.db"
        with Ledger(f"sqlite:///{path}", clock) as ledger:
            ledger.open_player(ALICE)
        before = path.read_bytes()
        path.chmod(file_mode)
        path.parent.chmod(folder_mode)
        with somebody_else(), pytest.raises(LedgerError, match="database failed: "):  # noqa: SIM117 - at either place
            with Ledger(f"sqlite:///{path}", clock) as ledger:
                ledger.post(LOST)
        path.parent.chmod(0o700)
        path.chmod(0o600)
        assert path.read_bytes() == before
        with Ledger(f"sqlite:///{path}", clock) as ledger:
            ledger.post(LOST)
            check(ledger, balance=990)


# PostgreSQL


@pytest.fixture
def server_ledger(postgres: Postgres, clock: ManualClock) -> Iterator[Ledger]:
    with Ledger(postgres.new_ledger(), clock) as ledger:
        ledger.open_player(ALICE)
        yield ledger


def connect(ledger: Ledger) -> psycopg.Connection[tuple[Any, ...]]:
    """Connect to a ledger's database as somebody else would."""
    url = make_url(str(ledger._database.url))
    return psycopg.connect(host=str(url.query["host"]), user=url.username, dbname=url.database, autocommit=True)


def terminate_before(ledger: Ledger, words: str) -> None:
    """Let the server end the connection before it gets a statement with these words, once."""
    ends = [True]

    def end(_connection: object, cursor: Any, statement: str, *_: object) -> None:
        if ends and words in statement:
            ends.clear()
            with connect(ledger) as other:
                other.execute("SELECT pg_terminate_backend(%s, 5000)", [cursor.connection.info.backend_pid])

    event.listen(ledger._database.engine, "before_cursor_execute", end)


@pytest.mark.servers
@pytest.mark.parametrize("words", ["INSERT INTO entries", "UPDATE accounts", "INSERT INTO postings"])
def test_an_entry_survives_a_lost_connection(server_ledger: Ledger, words: str) -> None:
    terminate_before(server_ledger, words)
    assert server_ledger.post(LOST).balances[ALICE] == 990
    check(server_ledger, balance=990)


@pytest.mark.servers
def test_unrepeatable_statements_are_not_repeated(server_ledger: Ledger) -> None:
    terminate_before(server_ledger, "INSERT INTO games")
    game = SaveGame("1", "table", "state", 0)
    with pytest.raises(LedgerError, match="database failed: "):
        server_ledger.save(game)
    assert server_ledger.games() == ()
    server_ledger.save(game)
    assert [saved.version for saved in server_ledger.games()] == [1]


@pytest.mark.servers
@pytest.mark.usefixtures("quickly")
def test_another_connection_holds_the_lock(postgres: Postgres, clock: ManualClock) -> None:
    with Ledger(postgres.new_ledger(), clock) as ledger:
        ledger.open_player(ALICE)
        with connect(ledger) as other, other.transaction():
            other.execute("SELECT * FROM accounts FOR UPDATE")
            with pytest.raises(LedgerError, match="lock timeout"):
                ledger.post(LOST)
            check(ledger, balance=1000)
        ledger.post(LOST)
        check(ledger, balance=990)


@pytest.mark.servers
@pytest.mark.parametrize("deadlocks", [0, 1, 3, 7, 8])
def test_a_deadlock_is_tried_again_with_growing_pauses(
    server_ledger: Ledger, monkeypatch: pytest.MonkeyPatch, deadlocks: int
) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(database.time, "sleep", pauses.append)
    left = deadlocks

    def work(connection: Connection) -> str:
        nonlocal left
        connection.execute(text("UPDATE accounts SET nick = 'half done'"))
        if left:
            left -= 1
            connection.execute(text("DO $$ BEGIN RAISE EXCEPTION 'deadlock' USING ERRCODE = '40P01'; END $$"))
        return "done"

    def write() -> str:
        return server_ledger._database.write(work)

    if deadlocks < 8:
        assert write() == "done"
    else:
        with pytest.raises(LedgerError, match="deadlock"):
            write()
        assert server_ledger.account_info(ALICE).nick == "alice"
    assert pauses == [0.01 * 2**number for number in range(min(deadlocks, 7))]
