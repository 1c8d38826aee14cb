"""One process for each network on a ledger. tests/servers/test_claims.py plays the same with whole bots."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, create_engine, text

from ircpoker.errors import LedgerError
from ircpoker.ledger.claims import FileClaim, SessionClaim
from ircpoker.ledger.database import Database
from tests.children import child
from tests.servers.postgres import Postgres

RUNNING = "ircpoker is already running on network 'net' with this ledger: stop it first, or give this one another"
CLAIM = """
import pathlib, sys
from ircpoker.ledger.claims import FileClaim

FileClaim(pathlib.Path(sys.argv[1]), "net").keep()
"""
END_LOG = """
import sqlite3, sys

sqlite3.connect(sys.argv[1], timeout=0).execute("PRAGMA journal_mode = DELETE")
"""


def claim_elsewhere(ledger: Path) -> str:
    """Claim the network in another process; return its output."""
    command = child(sys.executable, "-c", CLAIM, str(ledger))
    return subprocess.run(command, capture_output=True, text=True, check=False).stderr


class TestFile:
    @pytest.mark.slow(1)
    def test_another_process_is_refused_until_it_is_released(self, tmp_path: Path) -> None:
        claim = FileClaim(tmp_path / "ledger.db", "net")
        claim.keep()
        claim.keep()
        assert RUNNING in claim_elsewhere(tmp_path / "ledger.db")
        claim.release()
        assert claim_elsewhere(tmp_path / "ledger.db") == ""

    @pytest.mark.slow(1)
    def test_another_network_is_free(self, tmp_path: Path) -> None:
        claim = FileClaim(tmp_path / "ledger.db", "../other/net")
        claim.keep()
        assert claim_elsewhere(tmp_path / "ledger.db") == ""
        claim.release()

    @pytest.mark.slow(1)
    def test_the_name_of_the_file_does_not_matter(self, tmp_path: Path) -> None:
        """The file itself is claimed, and its folder holds nothing else."""
        ledger = tmp_path / "ledger.db"
        claim = FileClaim(ledger, "net")
        claim.keep()
        assert list(tmp_path.iterdir()) == [ledger]
        (tmp_path / "link.db").symlink_to(ledger)
        (tmp_path / "other.db").hardlink_to(ledger)
        assert RUNNING in claim_elsewhere(tmp_path / "link.db")
        assert RUNNING in claim_elsewhere(tmp_path / "other.db")
        claim.release()

    def test_sqlite_keeps_its_own_locks(self, tmp_path: Path) -> None:
        """Also after a claim was refused, another process cannot remove the log of a ledger that is open here."""
        ledger = tmp_path / "ledger.db"
        first, second = Database(f"sqlite:///{ledger}"), Database(f"sqlite:///{ledger}")
        first.claim("net")
        with first.engine.connect() as connection:
            connection.execute(text("CREATE TABLE chips (number INTEGER)"))
            connection.commit()
            with pytest.raises(LedgerError, match=RUNNING):
                second.claim("net")
            command = child(sys.executable, "-c", END_LOG, str(ledger))
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            assert "database is locked" in done.stderr
        first.close()
        second.close()

    def test_missing_folder(self, tmp_path: Path) -> None:
        with pytest.raises(LedgerError, match=r"cannot open .*/none/ledger\.db: No such file or directory"):
            FileClaim(tmp_path / "none" / "ledger.db", "net")


@pytest.fixture
def engines(postgres: Postgres) -> Iterator[list[Engine]]:
    """Three ways into one database."""
    url = postgres.new_database()
    engines = [create_engine(url) for _ in range(3)]
    yield engines
    for engine in engines:
        engine.dispose()


def end_sessions(engine: Engine) -> None:
    """End all other sessions of the database, as a restart of the server does."""
    with engine.connect() as connection:
        connection.execute(
            text(
                "SELECT pg_terminate_backend(pid, 240000) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        )


def claimed(engine: Engine, network: str = "net") -> SessionClaim:
    claim = SessionClaim(engine, network)
    claim.keep()
    return claim


class TestSession:
    @pytest.mark.slow(1)
    def test_another_is_refused_until_it_is_released(self, engines: list[Engine]) -> None:
        claim = claimed(engines[0])
        with pytest.raises(LedgerError, match=RUNNING):
            claimed(engines[1])
        claimed(engines[1], "other").release()
        claim.release()
        claim.release()
        claimed(engines[1]).release()

    def test_it_is_taken_again_after_the_server_was_restarted(self, engines: list[Engine]) -> None:
        claim = claimed(engines[0])
        end_sessions(engines[2])
        claim.keep()
        with pytest.raises(LedgerError, match=RUNNING):
            claimed(engines[1])
        claim.release()

    def test_another_process_may_be_faster(self, engines: list[Engine]) -> None:
        claim = claimed(engines[0])
        end_sessions(engines[2])
        faster = claimed(engines[1])
        with pytest.raises(LedgerError, match=RUNNING):
            claim.keep()
        faster.release()
        claim.keep()
        claim.release()

    def test_unreachable_server(self) -> None:
        engine = create_engine("postgresql+psycopg://nobody@127.0.0.1:1/none")
        with pytest.raises(LedgerError, match="network 'net' cannot be claimed: the server does not answer"):
            claimed(engine)
