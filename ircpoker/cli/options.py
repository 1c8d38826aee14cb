"""Arguments that several commands have: the ledger, `--database` or that of the configuration, and files to read."""

from __future__ import annotations

import errno
import os
import re
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from ircpoker.cli.configuration import add_config_argument, read_sections
from ircpoker.config import find_passwords
from ircpoker.config.ini import quote_path
from ircpoker.config.kinds import DATABASE, BadValueError
from ircpoker.errors import ConfigError, LedgerError, UsageError, quote

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from ircpoker.ledger import Ledger
    from ircpoker.ledger.database import Database
    from ircpoker.records.played import PlayedHand

_TABLES = {"alembic_version", "accounts", "entries"}
"""Some tables that each version of a ledger has."""
_PLAIN_FILE = re.compile("sqlite:///([^?%:]+)")
"""A URL in which nothing is decoded."""


def existing(text: str) -> Path:
    """Return the path of a file or folder that an argument names.

    Raises:
        ConfigError: there is none.
    """
    path = Path(text)
    if not os.path.lexists(path):
        raise ConfigError(f"{quote_path(path)}: {os.strerror(errno.ENOENT)}")
    return path


def existing_or_deal(text: str) -> Path | str:
    """Return the path of a file or folder, or `FILE#N` as it is: a deal of a file.

    Raises:
        ConfigError: there is no such file.
    """
    name, _, number = text.rpartition("#")
    is_deal = number.isdecimal() and not os.path.lexists(text) and os.path.lexists(name)
    return text if is_deal else existing(text)


def find_hand(text: str) -> PlayedHand:
    """Return the deal that `FILE#N` names: N is its number, or else its place in the file.

    Raises:
        UsageError: there is none, or it is refused.
    """
    from ircpoker.records.played import PlayedHand
    from ircpoker.records.reading import read_file

    name, _, number = text.rpartition("#")
    if not name or not number.isascii() or not number.isdecimal():
        raise UsageError(f"{quote(text)}: expected a file and the number of a deal, such as deals.phhs#7")
    placed = None
    for place, hand in enumerate(read_file(Path(name)), 1):
        is_placed = number == str(place)
        if isinstance(hand, PlayedHand):
            if number in {str(hand.facts.number), str(hand.source.section)}:
                return hand
            placed = hand if is_placed else placed
        elif is_placed or number == str(hand.error.deal):
            raise UsageError(str(hand.error)) from hand.error
    if placed is None:
        raise UsageError(f"{quote_path(Path(name))} has no deal {number}")
    return placed


def add_database_argument(parser: ArgumentParser) -> None:
    """Declare `--database` and `--config`."""
    parser.add_argument("--database", metavar="URL", help="the ledger (default: that of the configuration)")
    add_config_argument(parser)


def open_ledger(arguments: Namespace) -> Ledger:
    """Open the ledger of a command that only reads; the bot may be using it.

    Args:
        arguments: the parsed arguments, with those of `add_database_argument`.

    Returns:
        The ledger; the caller closes it.

    Raises:
        LedgerError: the ledger does not exist, cannot be opened, or is of another version.
        ConfigError: the configuration cannot be used.
        UsageError: `--database` is not a URL, or contains a password.
    """
    url = _existing_ledger(arguments)
    from ircpoker.ledger import Ledger
    from ircpoker.runtime.clock import SystemClock

    return Ledger(url, SystemClock(), reads_only=True)


def open_database(arguments: Namespace) -> Database:
    """Open the database of a command's ledger to read it, of whatever version.

    Args:
        arguments: the parsed arguments, with those of `add_database_argument`.

    Returns:
        The database; the caller closes it.

    Raises:
        LedgerError: the ledger does not exist or cannot be opened.
        ConfigError: the configuration cannot be used.
        UsageError: `--database` is not a URL, or contains a password.
    """
    url = _existing_ledger(arguments)
    from ircpoker.ledger.database import Database

    return Database(url, reads_only=True)


def file_of(url: str) -> Path | None:
    """Return the file of a ledger; None for a ledger in memory or on a server.

    Raises:
        LedgerError: not the URL of a ledger.
    """
    if plain := plain_file(url):
        return plain
    from ircpoker.ledger.opening import sqlite_file

    return sqlite_file(url)


def plain_file(url: str) -> Path | None:
    """Return the file of a ledger if its URL shows it as it is.

    SQLAlchemy, which understands all URLs, takes longer to import than many a command takes otherwise.
    """
    plain = _PLAIN_FILE.fullmatch(url)
    return Path(plain[1]) if plain else None


def _existing_ledger(arguments: Namespace) -> str:
    url = ledger_url(arguments)
    file = file_of(url)
    if file is not None:
        check_ledger_file(file)
    return url


def ledger_url(arguments: Namespace) -> str:
    """Return the URL of the ledger of a command, which may have a password.

    Args:
        arguments: the parsed arguments, with those of `add_database_argument`.

    Returns:
        The URL.

    Raises:
        ConfigError: the configuration cannot be used.
        UsageError: `--database` is not a URL, or contains a password.
    """
    if arguments.database is None:
        return read_sections(arguments.config).bot.database
    return check_database(arguments.database)


def check_ledger_file(file: Path) -> None:
    """Check that a file holds a ledger: opening any other one as such would write a new ledger into it.

    Args:
        file: the file of an SQLite ledger, perhaps.

    Raises:
        LedgerError: it does not.
    """
    if not file.exists():
        raise LedgerError(f"there is no ledger {quote_path(file)}: the bot makes it when it starts")
    if file.is_dir():
        raise LedgerError(f"{quote_path(file)} is a folder: expected the file of a ledger")
    import sqlite3

    from ircpoker.ledger.sqlite import open_to_read

    try:
        with closing(open_to_read(file)) as connection:
            names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    except sqlite3.Error as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_NOTADB:
            return  # Opening the ledger words this error.
        names = set()
    if not names >= _TABLES:
        raise LedgerError(f"{quote_path(file)} is not a ledger")


def check_database(url: str) -> str:
    """Return a database's URL from the command line after checking it.

    Args:
        url: the text after `--database`.

    Returns:
        The URL; the path of a file is absolute.

    Raises:
        UsageError: it is not a URL, or it holds a password, which others could read in the list of processes.
    """
    if find_passwords(url):
        raise UsageError("--database with a password: expected it in ~/.pgpass or PGPASSWORD instead")
    try:
        return DATABASE.read(url, Path.cwd())
    except BadValueError as error:
        raise UsageError(f"--database {quote(url)}: expected {DATABASE.expected}") from error
