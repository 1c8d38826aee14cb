"""`ircpoker console`: the bot on this terminal, or answering lines from a pipe."""

from __future__ import annotations

import getpass
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ircpoker.cli.arguments import add_seed
from ircpoker.cli.configuration import FILE_NAME, add_config_argument, read_config
from ircpoker.cli.main import write
from ircpoker.cli.options import check_database
from ircpoker.errors import UsageError, quote

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from ircpoker.config import Settings

DESCRIPTION = """\
Answers each line as if you had said it privately to the bot; the prefix of commands may be left out.
/nick NAME changes your nick; /quit or the end of the input ends it. With input from a pipe it prints only the answers.
On a terminal your chips, tables and deals are kept from one session to the next, in your data folder; with --seed, or
with input from a pipe, it plays on a new ledger in memory. The console that `ircpoker run` opens plays on the bot's own
ledger (`database` in config.ini), with other chips. Without config.ini the defaults apply, and a pipe gets cards
as letters, as in Ah.
"""
EXAMPLE = """\
  $ echo "parse Ah Td 4c 3s Js 7h" | ircpoker console
  Ah Js Td 7h 4c | Ace High, Jack Kicker | 10 1 4 5 8 11
"""

NICK_OF_NOBODY = "player"
"""The nick to use if the system does not know the login name."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add_config_argument(parser)
    parser.add_argument("--nick", metavar="N", help="your nick (default: your login name)")
    add_seed(parser, "deal the same random cards each time", usual=None)
    parser.add_argument("--database", metavar="URL", help="the ledger (default: your own)")


def run(arguments: Namespace) -> int:
    """Converse, and return the exit status."""
    return converse(arguments)


def converse(arguments: Namespace, first: str = "") -> int:
    """Converse, starting with a given line, and return the exit status."""
    write("")  # Without standard output there is nobody to talk to.
    nick = login_nick() if arguments.nick is None else check_nick(arguments.nick)
    from ircpoker.cli.own_ledger import open_router

    with open_router(arguments) as router:
        from ircpoker.transports.console import run_console

        return run_console(router, nick=nick, first=first)


def read_settings(config: Path | None, database: str | None) -> Settings:
    """Return the settings of a console: those of a bot, with its own database.

    Args:
        config: the path after `--config`, if given.
        database: the URL after `--database`, if given.

    Returns:
        The settings.

    Raises:
        ConfigError: the configuration cannot be used.
        UsageError: the URL holds a password, which others could read in the list of processes.
    """
    from ircpoker.config.settings import IN_MEMORY

    url = IN_MEMORY if database is None else check_database(database)
    settings = read_config(config, connecting=False)
    # A script needs cards in one form, whatever the default for people is.
    is_for_script = config is None and not Path(FILE_NAME).exists() and not sys.stdout.isatty()
    cards = "ascii" if is_for_script else settings.bot.cards
    return replace(settings, bot=replace(settings.bot, database=url, cards=cards))


def login_nick() -> str:
    """Return the login name, reduced to the characters of a nick."""
    from ircpoker.words.plain_text import LONGEST_NICK, is_nick

    try:
        name = getpass.getuser()
    except (KeyError, ImportError, OSError):  # a number without a name, as in some containers
        return NICK_OF_NOBODY
    nick = "".join(char for char in name if char.isprintable() and not char.isspace())[:LONGEST_NICK]
    return nick if is_nick(nick) else NICK_OF_NOBODY


def check_nick(nick: str) -> str:
    """Return a nick after checking it.

    Args:
        nick: the text after `--nick`.

    Returns:
        The same.

    Raises:
        UsageError: it is not a nick.
    """
    from ircpoker.words.plain_text import LONGEST_NICK, is_nick

    if not is_nick(nick):
        raise UsageError(f"--nick {quote(nick)}: expected one word of at most {LONGEST_NICK} characters")
    return nick
