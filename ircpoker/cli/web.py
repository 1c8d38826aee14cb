"""`ircpoker web`: the page beside a running bot.

Serves the page beside a running bot: live tables, replays, proofs, figures, and a seat in the browser for players who
said !web to the bot. It is a process of its own and reaches the bot only by its socket, so the configuration needs
`web = on` under [feed]. It listens on this machine only; a reverse proxy brings others (docs/web.md).

  $ ircpoker web
  the page is at http://127.0.0.1:8080/
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from ircpoker.cli.configuration import add_config_argument, read_sections
from ircpoker.cli.main import DONE, write
from ircpoker.config.administration import FEED
from ircpoker.config.web import WEB
from ircpoker.runtime.foreign import require


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add_config_argument(parser)


def run(arguments: Namespace) -> int:
    """Serve until a signal comes, and return the exit status."""
    require("httptools", "jinja2", "starlette", "uvicorn")
    settings = read_sections(arguments.config, WEB, FEED)
    import asyncio

    from ircpoker.web.app import serve

    def say_where(address: str, _stop: object) -> None:
        write(f"the page is at {address}\n")
        sys.stdout.flush()  # a journal waits for it

    web, feed = settings.section(WEB), settings.section(FEED)
    asyncio.run(serve(web, feed.socket("web"), say_where))
    return DONE
