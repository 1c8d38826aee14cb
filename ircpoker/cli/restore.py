"""`ircpoker restore`: a backup in the place of the ledger.

Puts a copy that `ircpoker backup` has made in the place of the ledger of chips. The copy is checked and added up first,
and brought to this version's tables; FILE itself stays as it is. The bot must be stopped: a ledger in use is never
replaced. The replaced ledger is kept beside the new one. Hands that were played since the backup stay in the folder of
hand histories. A ledger on PostgreSQL is restored with PostgreSQL's own tool; this command prints how.

  $ ircpoker restore ledger-copy.db
  /home/alice/ircpoker.db: accounts 12, entries 340, chips issued 12000; it balances
  the ledger before is kept as /home/alice/ircpoker.db.before-20261124-015900
"""

from __future__ import annotations

import tempfile
from argparse import ArgumentParser, Namespace
from pathlib import Path

from ircpoker.cli.main import BAD_INPUT, DONE, complain, write
from ircpoker.cli.options import add_database_argument, check_ledger_file, file_of, ledger_url
from ircpoker.config.ini import quote_path
from ircpoker.errors import LedgerError


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", type=Path, help="the copy to put back")
    add_database_argument(parser)


def run(arguments: Namespace) -> int:
    """Check the copy, put it in place, and return the exit status."""
    file = file_of(ledger_url(arguments))
    if file is None:
        raise LedgerError(
            "a PostgreSQL ledger is restored with PostgreSQL's own tool: pg_restore --clean --dbname=URL FILE"
        )
    if not file.absolute().parent.is_dir():
        raise LedgerError(f"there is no folder {quote_path(file.absolute().parent)}")
    if not arguments.file.exists():
        raise LedgerError(f"there is no file {quote_path(arguments.file)}")
    check_ledger_file(arguments.file)
    if file.exists() and file.samefile(arguments.file):
        raise LedgerError(f"{quote_path(arguments.file)} is the ledger itself: expected a copy of it")
    with tempfile.TemporaryDirectory(dir=file.absolute().parent, prefix=".restore-") as folder:
        return _restore(arguments.file, file, Path(folder))


def _restore(source: Path, ledger: Path, folder: Path) -> int:
    """Check a copy of the copy in a folder beside the ledger, and move it to the ledger's place."""
    from ircpoker.ledger import Ledger
    from ircpoker.ledger.backup import copy_file, name_kept, restore, retire_chains
    from ircpoker.runtime.clock import SystemClock

    draft = folder / ledger.name
    copy_file(source, draft)
    retire_chains(draft)
    with Ledger(f"sqlite:///{draft}", SystemClock()) as opened:
        audit = opened.audit()
    if not audit.is_clean:
        complain(f"{quote_path(source)} does not balance: nothing was replaced; `ircpoker audit` has the figures")
        return BAD_INPUT
    kept = name_kept(ledger)
    is_replaced = ledger.exists()
    restore(draft, ledger, kept)
    facts = f"accounts {audit.accounts}, entries {audit.entries}, chips issued {audit.issued}"
    write(f"{quote_path(ledger)}: {facts}; it balances\n")
    if is_replaced:
        write(f"the ledger before is kept as {quote_path(kept)}\n")
    return DONE
