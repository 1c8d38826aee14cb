"""Brings a database to this version's tables, even if several bots start on it at once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import inspect, text

from ircpoker.errors import LedgerError
from ircpoker.ledger.schema import HEAD, metadata

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from ircpoker.ledger.database import Database

_FOLDER = Path(__file__).parent / "migrations"
_ADVISORY_LOCK = 0x1C9
"""Any number, as long as all bots take the same."""


def upgrade(database: Database) -> None:
    """Bring the database to the newest tables; a database that has them costs a single query.

    Args:
        database: empty, or of this or an older version.

    Raises:
        LedgerError: the database fails, is of a newer version, or belongs to somebody else.
    """
    if database.in_memory:
        database.write(_create)
    elif not is_current(database):
        database.write(_create_or_migrate)


def is_current(database: Database) -> bool:
    """Return whether a database has this version's tables.

    Args:
        database: empty, or of any version.

    Raises:
        LedgerError: the database fails, or belongs to somebody else.
    """
    with database.reading() as connection:
        return _revision(connection) == HEAD


def _revision(connection: Connection) -> str | None:
    names = set(inspect(connection).get_table_names())
    if "alembic_version" in names:
        return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    if names & set(metadata.tables):
        raise LedgerError("the database has tables of another program: the ledger needs one of its own")
    return None


def _create_or_migrate(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _ADVISORY_LOCK})
    revision = _revision(connection)
    if revision is None:
        _create(connection)
    elif revision != HEAD:  # Another bot may have been first.
        _migrate(connection, revision)


def _create(connection: Connection) -> None:
    # Without Alembic, for a quick start: a test compares these tables with those of the migrations.
    metadata.create_all(connection)
    version = "version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)"
    connection.execute(text(f"CREATE TABLE alembic_version ({version})"))
    connection.execute(text("INSERT INTO alembic_version VALUES (:head)"), {"head": HEAD})


def _migrate(connection: Connection, revision: str) -> None:
    from alembic.config import Config  # a tenth of a second, for a start that upgrades alone
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory(str(_FOLDER))
    if revision not in {script.revision for script in scripts.walk_revisions()}:
        raise LedgerError("the database was written by a newer version of ircpoker: this one cannot read it")
    # What `alembic upgrade head` does, without an env.py: its only part here would be to hand over this connection.
    steps = EnvironmentContext(Config(), scripts, fn=lambda revision, _: scripts._upgrade_revs("head", revision))
    with steps:
        steps.configure(connection=connection)
        steps.run_migrations()
