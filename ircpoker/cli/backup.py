"""`ircpoker backup`: a copy of the ledger while the bot runs.

Copies the ledger of chips, as it is at one moment, to FILE, even while the bot runs. FILE must not exist. If FILE is a
folder, the copy is named there by its time, and --keep removes older ones of such names, after the new one is checked.
A copy is a complete database; `ircpoker restore FILE` puts it back. It is of the same version as the ledger: make one
before you update ircpoker. Like the ledger it has the secrets of future deals: keep it to yourself. A ledger on
PostgreSQL is copied with PostgreSQL's own tool; this command prints how.

  $ ircpoker backup ledger-copy.db
  ledger-copy.db: accounts 12, entries 340, chips issued 12000; the copy balances
  $ ircpoker backup --keep 14 backups
  backups/ircpoker-20261124-035500.db: accounts 12, entries 340, chips issued 12000; the copy balances
"""

from __future__ import annotations

import re
import tempfile
import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from ircpoker.cli.main import BAD_INPUT, DONE, complain, write
from ircpoker.cli.options import add_database_argument, open_database
from ircpoker.config.ini import quote_path
from ircpoker.errors import UsageError, quote

if TYPE_CHECKING:
    from ircpoker.ledger import Audit

_NAME = "ircpoker-%Y%m%d-%H%M%S.db"
_NAMED = re.compile(r"ircpoker-\d{8}-\d{6}\.db")


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", type=Path, help="the copy to make, or a folder for it")
    parser.add_argument(
        "--keep", metavar="N", type=_read_count, help="in a folder: remove all but the N newest copies (default: none)"
    )
    add_database_argument(parser)


def run(arguments: Namespace) -> int:
    """Make the copy, audit it, and return the exit status."""
    folder: Path = arguments.file
    is_folder = folder.is_dir()
    if arguments.keep is not None and not is_folder:
        raise UsageError(f"--keep: {quote_path(folder)} is not a folder, and copies are removed only in a folder")
    # In UTC the newest copy has the last name, also in the hour that summer time gives back.
    file = folder / time.strftime(_NAME, time.gmtime()) if is_folder else folder
    with closing(open_database(arguments)) as database:
        from ircpoker.ledger.backup import backup

        backup(database, file)
    audit = _audit(file)
    balances = "balances" if audit.is_clean else "DOES NOT BALANCE"
    facts = f"accounts {audit.accounts}, entries {audit.entries}, chips issued {audit.issued}"
    write(f"{quote_path(file)}: {facts}; the copy {balances}\n")
    if not audit.is_clean:
        return BAD_INPUT
    return DONE if arguments.keep is None else _remove_old(folder, arguments.keep)


def _audit(file: Path) -> Audit:
    """Add up a copy, which stays as it is, even if it is of an earlier version."""
    from ircpoker.ledger import Ledger
    from ircpoker.ledger.backup import copy_file
    from ircpoker.ledger.database import Database
    from ircpoker.ledger.upgrading import is_current
    from ircpoker.runtime.clock import SystemClock

    with tempfile.TemporaryDirectory(dir=file.absolute().parent, prefix=".backup-") as folder:
        draft = file.absolute()
        with closing(Database(f"sqlite:///{draft}", reads_only=True)) as database:
            is_readable = is_current(database)
        if not is_readable:
            draft = Path(folder) / file.name
            copy_file(file, draft)
        with Ledger(f"sqlite:///{draft}", SystemClock(), reads_only=is_readable) as copy:
            return copy.audit()


def _remove_old(folder: Path, keep: int) -> int:
    """Remove all copies but the newest ones, and return the exit status."""
    copies = sorted(path for path in folder.iterdir() if _NAMED.fullmatch(path.name))
    for copy in copies[:-keep]:
        try:
            copy.unlink()
        except OSError as error:
            complain(f"{quote_path(copy)} cannot be removed: {error.strerror}")
            return BAD_INPUT
    return DONE


def _read_count(text: str) -> int:
    if not re.fullmatch("[1-9][0-9]{0,5}", text):
        raise ArgumentTypeError(f"{quote(text)}: expected how many copies to keep, from 1 to 999999")
    return int(text)
