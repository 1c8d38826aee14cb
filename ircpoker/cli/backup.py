"""`ircpoker backup`: a copy of the ledger while the bot runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ircpoker.cli.main import BAD_INPUT, DONE, complain, write
from ircpoker.cli.options import add_database_argument, open_ledger
from ircpoker.config.ini import quote_path
from ircpoker.errors import LedgerError

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

DESCRIPTION = """\
Copies the ledger of chips, as it is at one moment, to FILE, even while the bot runs. FILE must not exist. It is a
complete database; `ircpoker restore FILE` puts it back. Like the ledger it has the secrets of future deals: keep it to
yourself. A ledger on PostgreSQL is copied with PostgreSQL's own tool; this command prints how.
"""
EXAMPLE = """\
  $ ircpoker backup ledger-copy.db
  ledger-copy.db: accounts 12, entries 340, chips issued 12000; the copy balances
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", type=Path, help="the copy to make")
    add_database_argument(parser)


def run(arguments: Namespace) -> int:
    """Make the copy, audit it, and return the exit status."""
    from ircpoker.clock import SystemClock
    from ircpoker.ledger import Ledger

    with open_ledger(arguments) as ledger:
        try:
            ledger.backup(arguments.file)
        except LedgerError as error:
            complain(error)
            return BAD_INPUT
    with Ledger(f"sqlite:///{arguments.file.absolute()}", SystemClock()) as copy:
        audit = copy.audit()
    balances = "balances" if audit.is_clean else "DOES NOT BALANCE"
    facts = f"accounts {audit.accounts}, entries {audit.entries}, chips issued {audit.issued}"
    write(f"{quote_path(arguments.file)}: {facts}; the copy {balances}\n")
    return DONE if audit.is_clean else BAD_INPUT
