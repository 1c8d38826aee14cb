"""Brings a database to this version's tables, even if several bots start on it at once."""

from __future__ import annotations

import logging
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from sqlalchemy import Connection, inspect, text

from ircpoker.errors import LedgerError
from ircpoker.ledger.backup import backup, name_kept
from ircpoker.ledger.database import Database
from ircpoker.ledger.opening import sqlite_file
from ircpoker.ledger.schema import FIRST, HEAD, metadata

_FOLDER = Path(__file__).parent / "migrations"
_ADVISORY_LOCK = 0x1C9
"""Any number, as long as all bots take the same."""
_LAST_OF_BEFORE = "18d93adc00"
"""The last commit with the migrations to `FIRST`."""
_logger = logging.getLogger(__name__)


def upgrade(database: Database) -> None:
    """Bring the database to the newest tables; a database that has them costs a single query.

    An SQLite ledger is copied before it is converted.

    Args:
        database: empty, or of this or an older version.

    Raises:
        LedgerError: the database fails, is in use, is of a newer version or one that is too old, or belongs to
            somebody else.
    """
    if database.in_memory:
        database.write(_create)
    elif not is_current(database):
        with ExitStack() as until_written:
            database.write(partial(_create_or_migrate, database, until_written))


def is_current(database: Database) -> bool:
    """Return whether a database has this version's tables.

    Args:
        database: empty, or of any version.

    Raises:
        LedgerError: the database fails, or belongs to somebody else.
    """
    with database.reading() as connection:
        return _revision(connection) == HEAD


def check_current(database: Database) -> None:
    """Check that a database has this version's tables, for what only reads.

    Raises:
        LedgerError: it has others or none, fails, or belongs to somebody else.
    """
    with database.reading() as connection:
        revision = _revision(connection)
    if revision is None:
        raise LedgerError("there is no ledger in this database: the bot makes it when it starts")
    if revision != HEAD:
        _check_convertible(revision)
        raise LedgerError(
            "the ledger is of an earlier version: this command only reads; the bot converts it at its start"
        )


def _check_convertible(revision: str) -> None:
    """Check that this version can bring a database of another one to its tables.

    Raises:
        LedgerError: it cannot; the message says what can.
    """
    if revision > HEAD:
        raise LedgerError("the database was written by a newer version of ircpoker: this one cannot read it")
    if revision < FIRST:
        before = f"the ledger has tables {revision}, from before the first release, and this version knows {FIRST}"
        raise LedgerError(f"{before} and later: start commit {_LAST_OF_BEFORE} of ircpoker once, which converts them")


def _revision(connection: Connection) -> str | None:
    names = set(inspect(connection).get_table_names())
    if "alembic_version" in names:
        return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    if names & set(metadata.tables):
        raise LedgerError("the database has tables of another program: the ledger needs one of its own")
    return None


def _create_or_migrate(database: Database, until_written: ExitStack, connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _ADVISORY_LOCK})
    revision = _revision(connection)
    if revision is None:
        _create(connection)
    elif revision != HEAD:  # Another bot may have been first.
        _check_convertible(revision)
        until_written.enter_context(database.alone(connection))
        if file := sqlite_file(database.url) if database.is_sqlite else None:
            backup(database, kept := name_kept(file))
            _logger.info("the ledger is converted to the tables of this version; as it was it is kept as %s", kept)
        _migrate(connection)


def _create(connection: Connection) -> None:
    # Without Alembic, for a quick start: a test compares these tables with those of the migrations.
    metadata.create_all(connection)
    version = "version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)"
    connection.execute(text(f"CREATE TABLE alembic_version ({version})"))
    connection.execute(text("INSERT INTO alembic_version VALUES (:head)"), {"head": HEAD})


def _migrate(connection: Connection) -> None:
    from alembic.config import Config  # a tenth of a second, for a start that upgrades alone
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory(str(_FOLDER))
    # What `alembic upgrade head` does, without an env.py: its only part here would be to hand over this connection.
    steps = EnvironmentContext(Config(), scripts, fn=lambda revision, _: scripts._upgrade_revs("head", revision))
    with steps:
        steps.configure(connection=connection)
        steps.run_migrations()
