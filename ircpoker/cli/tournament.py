"""`ircpoker tournament`: the tournaments of the running bot, for its operator.

Shows how a tournament of the running bot stands, or organises one, by the socket local.sock of its configuration. The
words are those of `!tournament`; the channel, with its network if the bot has several, says where. docs/tournaments.md
explains them.

  $ ircpoker tournament "#poker" new friday at 20:30 buy-in 200 late 4
  friday: no-limit hold'em, 1500 chips, blinds 10/20@8 min, buy-in 200 chips. 0 entries: -
  $ ircpoker tournament friday
  $ ircpoker tournament friday results
"""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser, Namespace

from ircpoker.cli.admin import give_order
from ircpoker.cli.configuration import add_config_argument


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add_config_argument(parser)
    parser.add_argument("words", nargs="*", metavar="WORD", help="[NETWORK/]#CHANNEL, and words as after !tournament")


def run(arguments: Namespace) -> int:
    """Give the order, print the answer, and return the exit status."""
    return asyncio.run(give_order(arguments.config, " ".join(["tournament", *arguments.words]), is_confirmed=True))
