"""`ircpoker admin`: orders for the running bot.

Gives the running bot an order of its administrators, by the socket local.sock of its configuration; `!admin` gives the
same orders on IRC. Where chips or people are concerned, it shows what would happen and asks first. Without an order it
lists them. The exit status is 1 if the order was refused or not confirmed.

  $ ircpoker admin grant ann 500
  move 500 chips from the house to ann (guest:local/ann, 1000 chips). Do it? [y/N] y
  500 chips moved from the house to ann (guest:local/ann, 1000 chips); now ann: 1500
"""

from __future__ import annotations

import asyncio
import re
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from ircpoker.cli.configuration import add_config_argument, read_sections
from ircpoker.cli.main import BAD_INPUT, DONE, complain, write
from ircpoker.cli.nick import login_nick
from ircpoker.config.administration import FEED, LOCAL
from ircpoker.feed import FeedClient, Reply

_CODE = re.compile(r" yes ([0-9a-f]{6})\b")
"""In the line that asks whether an order is meant."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add_config_argument(parser)
    parser.add_argument("-y", "--yes", action="store_true", help="confirm the order without asking")
    parser.add_argument("order", nargs="*", metavar="ORDER", help="the order and its words, as after !admin")


def run(arguments: Namespace) -> int:
    """Give the order, print the answer, and return the exit status."""
    return asyncio.run(give_order(arguments.config, " ".join(arguments.order), is_confirmed=arguments.yes))


async def give_order(config: Path | None, order: str, *, is_confirmed: bool = False) -> int:
    """Give the running bot an order, print the answer, and return the exit status.

    Args:
        config: the bot's configuration; None for the usual one.
        order: the order.
        is_confirmed: whether it is carried out without asking first.
    """
    return _show(await _ask(socket_of(config), order, is_confirmed=is_confirmed))


def socket_of(config: Path | None) -> Path:
    """Return the socket of the bot with a configuration; None for the usual one."""
    return read_sections(config, FEED).section(FEED).socket(LOCAL)


async def _ask(path: Path, order: str, *, is_confirmed: bool) -> list[Reply]:
    """Return the answers to an order; none if it was not confirmed."""
    async with await FeedClient.connect(path, nick=login_nick()) as feed:
        answers = await feed.say(f"admin {order}")
        code = _CODE.search(answers[0].text) if answers and answers[0].kind != "error" else None
        if code is not None:
            # The last sentence is for people who confirm by a line of their own.
            question = code.string[: code.start()].rpartition(". ")[0]
            if not is_confirmed and not _is_meant(question):
                return []
            answers = await feed.say(f"admin yes {code[1]}")
    return answers


def _show(answers: list[Reply]) -> int:
    if not answers:
        complain("not confirmed: nothing was done")
    for answer in answers:
        if answer.kind == "error":
            complain(answer.text)
        else:
            write(f"{answer.text}\n")
    return BAD_INPUT if not answers or any(answer.kind == "error" for answer in answers) else DONE


def _is_meant(question: str) -> bool:
    """Ask on the terminal; without one, nothing is confirmed."""
    if sys.stdin is None or not sys.stdin.isatty():
        complain(f"{question}: confirm it with --yes")
        return False
    write(f"{question}. Do it? [y/N] ")
    sys.stdout.flush()
    return sys.stdin.readline().strip().lower() in {"y", "yes"}
