"""Copies the ledger while the bot runs, and puts a copy back."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import time
from contextlib import closing
from pathlib import Path

from ircpoker.errors import LedgerError
from ircpoker.ledger.database import Database
from ircpoker.runtime.private import open_private


def backup(database: Database, path: Path) -> None:
    """Copy an SQLite ledger as it is at one moment, while the bot goes on writing.

    The copy is made under another name beside `path`, checked, and then renamed in one step, so that `path` is never
    half a ledger. It is a complete database; `restore` puts it back. Like the ledger it holds the secrets of future
    shuffles, so only its owner can read it.

    Args:
        database: the database of the ledger.
        path: the file to make, which must not exist.

    Raises:
        LedgerError: the file exists or cannot be written, the copy is damaged, or the ledger is on PostgreSQL, which
            has a tool of its own; the message has the command.
    """
    if not database.is_sqlite:
        url = database.url.set(drivername="postgresql", password=None).render_as_string()
        raise LedgerError(
            "a PostgreSQL ledger is copied with PostgreSQL's own tool, even while the bot runs: "
            f"pg_dump --format=custom --file={path} --dbname={url} (to go back: pg_restore --clean)"
        )
    if path.exists():
        raise LedgerError(f"{path} exists: a backup never overwrites a file")
    try:
        folder = Path(tempfile.mkdtemp(prefix=".backup-", dir=path.parent))
    except OSError as error:
        raise LedgerError(f"cannot write a backup to {path.parent}: {error.strerror}") from error
    try:
        _copy(database, folder / path.name)
        # Linking, unlike renaming, fails if somebody else has made the file in between.
        path.hardlink_to(folder / path.name)
    except FileExistsError:
        raise LedgerError(f"{path} exists: a backup never overwrites a file") from None
    except (OSError, sqlite3.Error) as error:
        raise LedgerError(f"cannot write a backup to {path}: {error}") from error
    finally:
        shutil.rmtree(folder)


def restore(copy: Path, ledger: Path, kept: Path) -> None:
    """Put a copy in the place of an SQLite ledger that nobody uses.

    Args:
        copy: a checked ledger in the same folder, without files beside it; it is moved.
        ledger: the ledger, which may be missing.
        kept: where the replaced ledger goes; there is nothing yet.

    Raises:
        LedgerError: another process has the ledger open, or a file cannot be written.
    """
    try:
        if ledger.exists():
            with closing(sqlite3.connect(ledger, timeout=0, isolation_level=None)) as old:
                # Only possible while nobody else has it open; what is still in its `-wal` file goes into it.
                old.execute("PRAGMA journal_mode = DELETE").fetchone()
                old.execute("BEGIN EXCLUSIVE")
                kept.hardlink_to(ledger)
                copy.replace(ledger)
        else:
            ledger.hardlink_to(copy)
            copy.unlink()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise LedgerError(f"{ledger} cannot be replaced: {error}") from error
        raise LedgerError(f"{ledger} is in use: stop the bot and every console on it first") from error
    except (OSError, sqlite3.Error) as error:
        raise LedgerError(f"{ledger} cannot be replaced: {error}") from error


def name_kept(ledger: Path) -> Path:
    """Return the name, of now, for what an SQLite ledger was before it is replaced or converted."""
    return ledger.with_name(f"{ledger.name}.before-{time.strftime('%Y%m%d-%H%M%S')}")


def copy_file(source: Path, path: Path) -> None:
    """Copy the file of an SQLite ledger, with what is still in a `-wal` file beside it, and check the copy.

    Raises:
        LedgerError: it cannot be read, or is damaged.
    """
    open_private(path, "xb").close()
    try:
        with closing(sqlite3.connect(source)) as given, closing(sqlite3.connect(path)) as copy:
            given.backup(copy)
            _check(copy)
    except sqlite3.Error as error:
        raise LedgerError(f"{source} cannot be read: {error}") from error


def retire_chains(path: Path) -> None:
    """Mark the machines' decks that a copy is committed to as used, so that new ones are sealed.

    Since the copy their secrets may have been shown, and with them the spins that would come again.

    Raises:
        LedgerError: it cannot be written.
    """
    try:
        with closing(sqlite3.connect(path)) as copy, copy:
            copy.execute(
                "UPDATE shuffles SET proof = '' WHERE proof IS NULL AND player_id IS NOT NULL AND EXISTS ("
                "SELECT 1 FROM shuffles AS chain WHERE chain.player_id = shuffles.player_id"
                " AND chain.kind IN (shuffles.kind, shuffles.kind || ' chain') AND chain.kind LIKE '% chain')"
            )
    except sqlite3.Error as error:
        raise LedgerError(f"{path} cannot be written: {error}") from error


def _check(copy: sqlite3.Connection) -> None:
    answer = copy.execute("PRAGMA quick_check").fetchone()[0]
    if answer != "ok":
        raise LedgerError(f"the ledger is damaged: {answer}")


def _copy(database: Database, path: Path) -> None:
    open_private(path, "xb").close()
    with closing(sqlite3.connect(path)) as copy:
        database.copy_to(copy)
        # Without this the copy would need a `-wal` file beside it.
        copy.execute("PRAGMA journal_mode = DELETE")
        _check(copy)
    with path.open("rb") as written:
        os.fsync(written.fileno())
