"""Opening a database: its URL, its driver, and how each new connection is set up."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from sqlalchemy import URL, Engine, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import ConnectionPoolEntry, StaticPool

from ircpoker.errors import LedgerError
from ircpoker.ledger import sqlite

_DRIVERS = {
    "sqlite": "sqlite+pysqlite",
    "sqlite+pysqlite": "sqlite+pysqlite",
    "postgres": "postgresql+psycopg",
    "postgresql": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}
HURRY_SECONDS = 0.25
"""The longest time that a bot waits for a lock, a dead server or a new connection."""
_HURRIED_LOCK_WAIT_SECONDS = 0.2
_IDLE_SECONDS = 60
"""A bot that was stopped in the middle of a transaction loses its locks after this time."""
_CONNECT_SECONDS = 10
_HURRIED = {
    "connect_timeout": _CONNECT_SECONDS,
    "tcp_user_timeout": round(1000 * HURRY_SECONDS),
    "keepalives_idle": 1,
    "keepalives_interval": 1,
    "keepalives_count": 1,
}
"""The options of libpq for a bot: a server that does not acknowledge data is considered dead."""


def sqlite_file(url: str | URL) -> Path | None:
    """Return the file of a database without opening it.

    Args:
        url: an SQLAlchemy URL of SQLite or PostgreSQL.

    Returns:
        The file of SQLite; None for a database in memory or on a server.

    Raises:
        LedgerError: not such a URL.
    """
    parsed = normalised(url)
    name = parsed.database or ":memory:"
    if parsed.get_backend_name() != "sqlite" or name == ":memory:" or name.startswith("file:"):
        return None
    return Path(name)


def normalised(url: str | URL) -> URL:
    """Return a URL that names the driver.

    Raises:
        LedgerError: not a URL of SQLite or PostgreSQL.
    """
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise LedgerError(
            "this is not a database URL: expected one like sqlite:///ircpoker.db or postgresql+psycopg://user@host/name"
        ) from None
    driver = _DRIVERS.get(parsed.drivername)
    if driver is None:
        raise LedgerError("the ledger needs sqlite or postgresql+psycopg: this is another kind of database")
    return parsed.set(drivername=driver)


def make_engine(url: URL, *, reads_only: bool = False, hurries: bool = False) -> Engine:
    """Return what makes connections to a database; a new file of SQLite is made at once.

    Args:
        url: with the driver.
        reads_only: whether to leave a database that exists as it is, to the byte.
        hurries: whether to wait for a lock or a dead server no longer than `HURRY_SECONDS`.

    Raises:
        ImportError: the driver is not installed.
        LedgerError: the file cannot be created.
    """
    milliseconds = round(1000 * (_HURRIED_LOCK_WAIT_SECONDS if hurries else sqlite.LOCK_WAIT_SECONDS))
    if url.get_backend_name() != "sqlite":
        timeouts = _HURRIED if hurries else {"connect_timeout": _CONNECT_SECONDS}
        engine = create_engine(
            url, isolation_level="READ COMMITTED", pool_pre_ping=True, connect_args=timeouts | dict(url.query)
        )
        engine.update_execution_options(postgresql_readonly=reads_only)
        event.listen(engine, "connect", partial(_prepare_postgres, milliseconds))
        return engine
    file = sqlite_file(url)
    if is_in_memory(url):
        engine = create_engine(url, poolclass=StaticPool, connect_args={"check_same_thread": False})
    elif reads_only and file:
        engine = create_engine(url, creator=partial(sqlite.open_to_read, file))
    else:
        engine = create_engine(url)
        sqlite.create_private(Path(url.database or ""))
    event.listen(engine, "connect", partial(sqlite.prepare, milliseconds, reads_only))
    event.listen(engine, "begin", sqlite.begin)
    return engine


def is_in_memory(url: URL) -> bool:
    """Return whether a database is lost at the end."""
    return url.get_backend_name() == "sqlite" and url.database in {None, "", ":memory:"}


def _prepare_postgres(lock_wait: int, connection: DBAPIConnection, _record: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    cursor.execute(f"SET lock_timeout = {lock_wait}")
    cursor.execute(f"SET idle_in_transaction_session_timeout = '{_IDLE_SECONDS}s'")
    cursor.close()
    connection.commit()
