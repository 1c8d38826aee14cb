"""`ircpoker console`: the bot on this terminal, or answering lines from a pipe.

Answers each line as if you had said it privately to the bot; the prefix of commands may be left out.
/nick NAME changes your nick; /quit or the end of the input ends it. With input from a pipe it prints only the answers.
On a terminal your chips, tables and deals are kept from one session to the next, in your data folder; with --seed, or
with input from a pipe, it plays on a new ledger in memory. The console that `ircpoker run` opens plays on the bot's own
ledger (`database` in config.ini), with other chips. Without config.ini the defaults apply, and a pipe gets cards
as letters, as in Ah.

  $ echo "parse Ah Td 4c 3s Js 7h" | ircpoker console
  Ah Js Td 7h 4c | Ace High, Jack Kicker | 10 1 4 5 8 11
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ircpoker.cli.arguments import add_seed
from ircpoker.cli.configuration import add_config_argument


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add_config_argument(parser)
    parser.add_argument("--nick", metavar="N", help="your nick (default: your login name)")
    add_seed(parser, "deal the same random cards each time", usual=None)
    parser.add_argument("--database", metavar="URL", help="the ledger (default: your own)")


def run(arguments: Namespace) -> int:
    """Converse, and return the exit status."""
    from ircpoker.cli.play import play_alone

    return play_alone(arguments, is_plain=True)
