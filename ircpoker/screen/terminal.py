"""A person's table on this process's terminal: the screen, or lines where the screen cannot be or is not wanted."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING

from ircpoker.feed.client import RefusedError
from ircpoker.screen.face import LEAST_COLUMNS, LEAST_LINES
from ircpoker.screen.lines import TO_SCREEN, LineTable
from ircpoker.screen.marks import ASCII, UNICODE
from ircpoker.screen.prompt import PipeTypist, PromptTypist
from ircpoker.words.catalogue import load_catalogue

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ircpoker.feed import FeedClient
    from ircpoker.screen.app import Options


def has_screen(environ: Mapping[str, str]) -> bool:
    """Return whether this process has a terminal that can show the screen."""
    is_terminal = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
    if not is_terminal or environ.get("TERM", "dumb") in {"dumb", "unknown", ""}:
        return False
    size = shutil.get_terminal_size()
    return size.columns >= LEAST_COLUMNS and size.lines >= LEAST_LINES


def shows_only_ascii(environ: Mapping[str, str]) -> bool:
    """Return whether the locale is one that promises nothing but ASCII.

    Examples:
        >>> shows_only_ascii({"LANG": "C"}), shows_only_ascii({"LANG": "C", "LC_ALL": "C.UTF-8"}), shows_only_ascii({})
        (True, False, False)
    """
    # Python sets LC_CTYPE itself where the locale is C, so it says nothing here.
    chosen = environ.get("LC_ALL") or environ.get("LANG") or ""
    return chosen in {"C", "POSIX"}


async def play_on_terminal(client: FeedClient, options: Options, *, is_plain: bool) -> None:
    """Let a person play until they leave; F2 changes between the screen and lines.

    Args:
        client: the connection, on which the person has been introduced.
        options: how it begins.
        is_plain: whether to begin with lines.

    Raises:
        RefusedError: the bot has refused the first command.
        TransportError: the bot is gone.
    """
    wants_screen = not is_plain and has_screen(os.environ)
    while True:
        goes_on = await (_on_screen if wants_screen else _in_lines)(client, options)
        if not goes_on:
            return
        wants_screen = not wants_screen and has_screen(os.environ)
        options = options._replace(begin="")


async def _on_screen(client: FeedClient, options: Options) -> bool:
    """Show the screen; return whether the person wants lines."""
    from ircpoker.screen.app import REFUSED, TO_LINES, TableApp  # noqa: PLC0415 - lines need no Textual

    no_color = os.environ.get("NO_COLOR")
    app = TableApp(client, options)
    try:
        result = await app.run_async()
    finally:
        if no_color is not None:  # Textual takes it away.
            os.environ["NO_COLOR"] = no_color
    if result == REFUSED:
        raise RefusedError({"text": app.refusal})
    return result == TO_LINES


async def _in_lines(client: FeedClient, options: Options) -> bool:
    """Play in lines; return whether the person wants the screen."""
    is_terminal = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
    to_screen = next(iter(TO_SCREEN))
    typist = PromptTypist(f"{options.nick}> ", to_screen) if is_terminal else PipeTypist()
    marks = ASCII if options.is_ascii else UNICODE
    table = LineTable(client, typist, marks, load_catalogue(options.language).text)
    with typist:
        return await table.run(options.begin)
