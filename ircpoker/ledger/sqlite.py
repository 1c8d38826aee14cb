"""The file of an SQLite ledger: who may read it, its write-ahead log, and opening it to read alone."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from stat import S_ISREG

from sqlalchemy import Connection
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry

from ircpoker.errors import LedgerError
from ircpoker.runtime.private import open_private

WRITES = {"ircpoker_writes": True}
PRIMARY_CODE = 0xFF
"""The bits of SQLite's primary error code; higher bits have details."""
LOCK_WAIT_SECONDS = 10
_PAUSE_SECONDS = 0.01


def open_to_read(file: Path) -> sqlite3.Connection:
    """Open a ledger so that its file stays as it is, byte for byte.

    A log beside the file belongs to a bot that runs or was killed: opened with `ro`, SQLite does not move the log into
    the file at the end. Without a log, `ro` would leave an empty one behind.

    Args:
        file: the file of the ledger.

    Returns:
        A connection, for any thread.
    """
    file = file.resolve()  # The log is beside the file itself, not beside a link to it.
    mode = "ro" if file.with_name(f"{file.name}-wal").exists() else "rw"
    return sqlite3.connect(f"{file.as_uri()}?mode={mode}", uri=True, check_same_thread=False)


def create_private(path: Path) -> None:
    """Create a file that only its owner can read, because it holds the secrets of future shuffles."""
    try:
        open_private(path, "xb").close()
    except FileExistsError:
        return
    except OSError as error:
        raise LedgerError(f"cannot create the database {path}: {error.strerror}") from error


def check_names(path: Path) -> None:
    """Refuse a file with several names (hard links); SQLite follows symbolic links, which do no harm.

    By each name SQLite keeps another write-ahead log, and neither program would see what the other has written
    (sqlite.org/howtocorrupt.html, section 2.5).

    Raises:
        LedgerError: the file has several names.
    """
    try:
        stat = path.stat()
    except OSError:
        return  # SQLite finds a better reason, or creates the file.
    if S_ISREG(stat.st_mode) and stat.st_nlink > 1:
        names = f"the database {path} has {stat.st_nlink} names (hard links)"
        raise LedgerError(f"{names}: expected one, as programs that use different names do not see each other's writes")


def prepare(lock_wait: int, reads_only: bool, connection: DBAPIConnection, _record: ConnectionPoolEntry) -> None:
    """Set a new connection up."""
    # We begin transactions ourselves (below), because the driver would begin them only after the first read.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {lock_wait}")
    if reads_only:
        cursor.execute("PRAGMA query_only = ON")
    else:
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.execute("PRAGMA synchronous = FULL")
        _write_ahead(cursor)
    cursor.close()


def begin(connection: Connection) -> None:
    """Begin a transaction."""
    command = "BEGIN IMMEDIATE" if connection.get_execution_options().get("ircpoker_writes") else "BEGIN"
    try:
        # Through SQLAlchemy it would take longer than most of what is read then.
        connection.connection.cursor().execute(command)
    except sqlite3.Error as error:
        raise DBAPIError.instance(command, None, error, sqlite3.Error) from error


def _write_ahead(cursor: DBAPICursor) -> None:
    """Switch a new file to the write-ahead log; the mode is stored in the file.

    If several processes open an empty file at the same time, SQLite refuses the switch without waiting, because they
    could wait for each other. So it is tried again until one of them has succeeded.

    Raises:
        OperationalError: the file cannot be used, or was locked for too long.
    """
    give_up_at = time.monotonic() + LOCK_WAIT_SECONDS
    while True:
        try:
            cursor.execute("PRAGMA journal_mode")
            if cursor.fetchone() == ("delete",):
                cursor.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            is_busy = error.sqlite_errorcode & PRIMARY_CODE == sqlite3.SQLITE_BUSY
            if not is_busy or time.monotonic() > give_up_at:
                raise
            time.sleep(_PAUSE_SECONDS)
        else:
            return
