"""A bad database gives one line without a password, and never half a ledger."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, text

from ircpoker.errors import LedgerError
from ircpoker.ledger import HOUSE, Entry, Ledger, PlayerId, transfer
from ircpoker.ledger.database import Database
from ircpoker.runtime.clock import ManualClock
from tests.servers.postgres import Postgres

ALICE = PlayerId.of("net", nick_key="alice")


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("", "not a database URL"),
        ("ledger.db", "not a database URL"),
        ("sqlite:/ledger.db", "not a database URL"),
        ("postgresql+psycopg://user:hidden@host:port/db", "not a database URL"),
        ("mysql://user:hidden@host/db", "sqlite or postgresql"),
        ("sqlite+aiosqlite:///x.db", "sqlite or postgresql"),
        ("nothing://", "sqlite or postgresql"),
        ("sqlite:////no/such/folder/ledger.db", "cannot create the database /no/such/folder/ledger.db"),
        ("sqlite:////", "unable to open|cannot create"),
        ("postgresql://user:hidden@127.0.0.1:1/db", "failed"),
        ("postgres://user:hidden@127.0.0.1:1/db?nonsense=1", "failed"),
    ],
)
def test_unusable_url(url: str, message: str, clock: ManualClock) -> None:
    with pytest.raises(LedgerError, match=message) as caught:
        Ledger(url, clock)
    assert str(caught.value).isprintable()
    assert "hidden" not in str(caught.value)


@pytest.mark.parametrize("content", [b"x" * 5000, b"SQLite format 3\x00" + b"\xff" * 5000])
def test_file_that_is_not_a_database(tmp_path: Path, clock: ManualClock, content: bytes) -> None:
    path = tmp_path / "ledger.db"
    path.write_bytes(content)
    with pytest.raises(LedgerError, match="database failed: "):
        Ledger(f"sqlite:///{path}", clock)
    assert path.read_bytes() == content


def test_a_file_with_two_names(tmp_path: Path, clock: ManualClock) -> None:
    """By another name SQLite would use another log, and see half of the ledger."""
    path, other = tmp_path / "ledger.db", tmp_path / "other.db"
    with Ledger(f"sqlite:///{path}", clock) as ledger:
        other.hardlink_to(path)
        with pytest.raises(LedgerError, match=r"other\.db has 2 names \(hard links\): expected one"):
            Ledger(f"sqlite:///{other}", clock)
        ledger.open_player(ALICE)
        other.unlink()
        other.symlink_to(path)
        with Ledger(f"sqlite:///{other}", clock) as same:
            assert same.balance(ALICE) == 1000


def test_a_database_that_breaks_while_in_use(tmp_path: Path, clock: ManualClock) -> None:
    path = tmp_path / "ledger.db"
    with Ledger(f"sqlite:///{path}", clock) as ledger:
        ledger.open_player(ALICE)
        engine = create_engine(f"sqlite:///{path}")
        with engine.begin() as connection:
            connection.execute(text("ALTER TABLE postings RENAME TO lost"))
        with pytest.raises(LedgerError, match="no such table: "):
            ledger.post(Entry("k", "slot", transfer(ALICE, HOUSE, 1)))
        with engine.begin() as connection:
            connection.execute(text("ALTER TABLE lost RENAME TO postings"))
        engine.dispose()
        assert ledger.balance(ALICE) == 1000
        assert ledger.audit().is_clean


@pytest.mark.parametrize(
    ("pragma", "value"), [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 10_000)]
)
def test_sqlite_is_set_to_lose_nothing(tmp_path: Path, pragma: str, value: object) -> None:
    database = Database(f"sqlite:///{tmp_path}/ledger.db")
    with database.reading() as connection:
        assert connection.execute(text(f"PRAGMA {pragma}")).scalar() == value
    database.close()


def test_an_error_undoes_the_whole_transaction(shared_url: str, clock: ManualClock) -> None:
    def spoil(connection: Connection) -> None:
        connection.execute(text("UPDATE accounts SET balance = 0"))
        raise ZeroDivisionError

    database = Database(shared_url)
    with Ledger(shared_url, clock) as ledger:
        ledger.open_player(ALICE)
        with pytest.raises(ZeroDivisionError):
            database.write(spoil)
        assert ledger.balance(ALICE) == 1000
    database.close()


@pytest.mark.slow(1)
@pytest.mark.servers
def test_a_restarted_server_is_found_again(clock: ManualClock) -> None:
    with Postgres() as server, Ledger(server.new_database(), clock) as ledger:
        ledger.open_player(ALICE)
        server.stop()
        with pytest.raises(LedgerError):
            ledger.post(Entry("k", "slot", transfer(ALICE, HOUSE, 1)))
        server.start()
        assert ledger.post(Entry("k", "slot", transfer(ALICE, HOUSE, 1))).balances[ALICE] == 999
