"""Which ledger a command works on: `--database`, or the one of the configuration."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ircpoker.cli.configuration import add_config_argument, read_config
from ircpoker.config import find_passwords
from ircpoker.config.ini import quote_path
from ircpoker.config.kinds import DATABASE, BadValueError
from ircpoker.errors import LedgerError, UsageError, quote

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from ircpoker.ledger import Ledger


def add_database_argument(parser: ArgumentParser) -> None:
    """Declare `--database` and `--config`."""
    parser.add_argument("--database", metavar="URL", help="the ledger (default: that of the configuration)")
    add_config_argument(parser)


def open_ledger(arguments: Namespace) -> Ledger:
    """Open the ledger that a command is about; the bot may be using it.

    Args:
        arguments: with what `add_database_argument` declares.

    Returns:
        The ledger; the caller closes it.

    Raises:
        LedgerError: there is none, or it cannot be opened.
        ConfigError: the configuration cannot be used.
        UsageError: `--database` is not a URL, or contains a password.
    """
    from ircpoker.clock import SystemClock
    from ircpoker.ledger import Ledger
    from ircpoker.ledger.database import sqlite_file

    if arguments.database is None:
        url = read_config(arguments.config, connecting=False).bot.database
    else:
        url = check_database(arguments.database)
    file = sqlite_file(url)
    if file is not None and not file.exists():
        raise LedgerError(f"there is no ledger {quote_path(file)}: the bot makes it when it starts")
    return Ledger(url, SystemClock())


def check_database(url: str) -> str:
    """Return a database's URL that may stand on the command line.

    Args:
        url: as given.

    Returns:
        The URL, a file's path made absolute.

    Raises:
        UsageError: it is none, or holds a password, which others could read in the list of processes.
    """
    if find_passwords(url):
        raise UsageError("--database with a password: expected it in ~/.pgpass or PGPASSWORD instead")
    try:
        return DATABASE.read(url, Path.cwd())
    except BadValueError as error:
        raise UsageError(f"--database {quote(url)}: expected {DATABASE.expected}") from error
