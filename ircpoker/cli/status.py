"""`ircpoker status`: what the running bot is doing.

Shows what the running bot is doing: how long it has run, its tables and people, and each network with the bot's nick,
its channels and how many lines wait there. The exit status is 1 if no bot runs with this configuration.

  $ ircpoker status
  ircpoker 0.1.0, up 3 d 4 h; tables: 2, people: 5, deals: 812, ledger: 1.2 ms
  libera: as dealer in #poker; 0 lines wait; reconnections: 0
"""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser, Namespace
from pathlib import Path

from ircpoker.cli.admin import give_order, socket_of
from ircpoker.cli.configuration import add_config_argument
from ircpoker.cli.main import DONE, json_line, write
from ircpoker.cli.nick import login_nick
from ircpoker.feed import FeedClient
from ircpoker.feed.requests import GetStatus, Status


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add_config_argument(parser)
    parser.add_argument("--json", action="store_true", help="all figures, as one JSON object")


def run(arguments: Namespace) -> int:
    """Print the state, and return the exit status."""
    if arguments.json:
        return asyncio.run(_show_figures(arguments.config))
    return asyncio.run(give_order(arguments.config, "status"))


async def _show_figures(config: Path | None) -> int:
    async with await FeedClient.connect(socket_of(config), nick=login_nick()) as feed:
        figures = await feed.get(GetStatus(), Status)
    write(json_line(figures.status))
    return DONE
