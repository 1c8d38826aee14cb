"""`ircpoker audit`: the whole ledger added up again.

Adds up all movements of the ledger of chips, even while the bot runs: players' accounts, entries, chips that
the house has issued, that players have, and that are on tables and in unfinished games. If anything does not balance,
it is counted as unbalanced, and the exit status is 1. Without --database the ledger of the configuration is checked.

  $ ircpoker audit --database sqlite:///ircpoker.db
  accounts    12
  entries     340
  issued      12000
  held        11800
  at_tables   200
  unbalanced  0
  the ledger balances: issued = held + at_tables
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ircpoker.cli.configuration import words_here
from ircpoker.cli.main import BAD_INPUT, DONE, json_line, write
from ircpoker.cli.options import add_database_argument, open_ledger
from ircpoker.words import Phrase


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add_database_argument(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(arguments: Namespace) -> int:
    """Print the totals of the ledger, and return the exit status."""
    with open_ledger(arguments) as ledger:
        audit = ledger.audit()
    if arguments.json:
        write(json_line(audit.json()))
    else:
        say = words_here().text
        verdict = say(Phrase("report.balances" if audit.is_clean else "report.does_not_balance"))
        rows = [(say(Phrase(f"report.{name}")), number) for name, number in audit.json().items()]
        write("".join([f"{name:10}  {number}\n" for name, number in rows]) + f"{verdict}\n")
    return DONE if audit.is_clean else BAD_INPUT
