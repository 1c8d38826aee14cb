"""`ircpoker play`: a table against robots at once, on the console."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.cli import console

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

DESCRIPTION = """\
Opens the console and sits you down at once, as `play` there does: against a robot, at a game, with so many chips, in
any order; without any of them as the bot usually plays. `help` says what you may type, /quit or the end of input ends.
"""
EXAMPLE = """\
  $ ircpoker play caller 200
  Heads-up no-limit hold'em against caller, …
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.usage = "ircpoker play [ROBOT…] [GAME] [BUY-IN] [--config F] [--nick N] [--seed N] [--database URL]"
    parser.add_argument(
        "words", nargs="*", metavar="ROBOT, GAME, BUY-IN", help="what to play, against whom, for how much"
    )
    console.add_arguments(parser)


def run(arguments: Namespace) -> int:
    """Converse, and return the exit status."""
    return console.converse(arguments, " ".join(["play", *arguments.words]))
