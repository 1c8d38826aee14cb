"""`ircpoker play`: a table against robots at once, on the console."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.cli import console

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

DESCRIPTION = """\
Opens the console and seats you at once, like its command `play`: robots, game, seats and buy-in may be given in any
order. easy, medium and hard are three robots for no-limit hold'em; `robots` lists all. A number up to 10 is the
number of seats, yours included; a larger one is your buy-in. `sng` is a tournament against robots, for nothing.
Anything left out has its default. `help` shows what you may type; /quit or the end of the input ends it.
"""
EXAMPLE = """\
  $ ircpoker play caller 200
  Heads-up no-limit hold'em against caller, …
  $ ircpoker play easy
  $ ircpoker play caller random raiser
  $ ircpoker play draw 4
  $ ircpoker play sng 6
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.usage = (
        "ircpoker play [sng] [ROBOT…] [GAME] [SEATS] [BUY-IN] [--config F] [--nick N] [--seed N] [--database URL]"
    )
    parser.add_argument(
        "words",
        nargs="*",
        metavar="ROBOT, GAME, SEATS, BUY-IN",
        help="the opponents, the game, the seats and your buy-in",
    )
    console.add_arguments(parser)


def run(arguments: Namespace) -> int:
    """Converse, and return the exit status."""
    return console.converse(arguments, " ".join(["play", *arguments.words]))
