"""`ircpoker feed`: what happens at a table of the running bot, as JSON lines.

Prints a table as it is, and then each event there, one JSON object a line (docs/feed.md), until the table closes or
Ctrl-C. TABLE is its channel, as in '#poker', 'libera/#poker' or '#poker 2', or the name that `tables` shows, which
lists the tables that can be watched. The exit status is 1 if no bot runs, or if it has no such table.

  $ ircpoker feed watch '#poker'
  {"is":"snapshot","table":"table:5b0e…","seq":412,"place":"#poker",…}
  {"is":"event","table":"table:5b0e…","seq":413,"event":"acted","seat":2,…}
"""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from msgspec.structs import replace

from ircpoker.cli.configuration import add_config_argument, read_sections
from ircpoker.cli.main import DONE, write
from ircpoker.config.administration import FEED, LOCAL
from ircpoker.errors import UsageError
from ircpoker.feed import FeedClient, encode
from ircpoker.feed.messages import Answer, Closed, Event


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.usage = "ircpoker feed watch TABLE | ircpoker feed tables [--feed FOLDER] [--config F]"
    parser.add_argument("order", choices=("watch", "tables"), help="watch a table, or list those that can be watched")
    parser.add_argument("table", nargs="?", default="", metavar="TABLE", help="the table")
    parser.add_argument("--feed", type=Path, metavar="FOLDER", help="the folder of the bot's sockets")
    add_config_argument(parser)


def run(arguments: Namespace) -> int:
    """Print what happens, and return the exit status.

    Raises:
        UsageError: a table is missing, or given for nothing.
    """
    if bool(arguments.table) != (arguments.order == "watch"):
        raise UsageError("expected `watch TABLE` or `tables`")
    folder = arguments.feed or read_sections(arguments.config, FEED).section(FEED).folder
    return asyncio.run(_show(folder / f"{LOCAL}.sock", arguments.table))


async def _show(path: Path, table: str) -> int:
    """Print the events of a table, or without one all tables; return the exit status."""
    async with await FeedClient.connect(path) as feed:
        if not table:
            for each in await feed.list_tables():
                write(encode(each).decode())
            return DONE
        message: Answer | Event = replace(await feed.watch(table), id=None)
        while True:
            write(encode(message).decode())
            sys.stdout.flush()
            if isinstance(message, Closed):
                return DONE
            message = await feed.next_message()
