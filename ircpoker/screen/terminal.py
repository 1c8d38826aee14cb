"""A person's table on this process's terminal: the screen, or lines where the screen cannot be or is not wanted."""

from __future__ import annotations

import gc
import os
import sys
from typing import TYPE_CHECKING

from ircpoker.feed.client import RefusedError
from ircpoker.screen.least_size import can_show_screen, is_on_terminal
from ircpoker.screen.lines import TO_SCREEN, LineTable, way_back
from ircpoker.screen.marks import ASCII, UNICODE
from ircpoker.words.catalogue import load_catalogue

if TYPE_CHECKING:
    from textual.app import App

    from ircpoker.feed import FeedClient
    from ircpoker.screen.preferences import Options
    from ircpoker.words import Phrase


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
    wants_screen, front = not is_plain and can_show_screen(os.environ), None
    while True:
        goes_on = await (_on_screen(client, options) if wants_screen else _in_lines(client, options, front))
        if not goes_on:
            return
        can_show = can_show_screen(os.environ)
        wants_screen, front = not wants_screen and can_show, way_back(can_go=can_show)
        options = options._replace(begin="")


async def _on_screen(client: FeedClient, options: Options) -> bool:
    """Show the screen; return whether the person wants lines."""
    from ircpoker.screen.app import REFUSED, TO_LINES, TableApp  # lines need no Textual

    no_color = os.environ.get("NO_COLOR")
    app = TableApp(client, options, on_begun=collect_again)
    try:
        result = await _show(app)
    finally:
        if no_color is not None:  # Textual takes it away.
            os.environ["NO_COLOR"] = no_color
    if result == REFUSED:
        raise RefusedError({"text": app.refusal})
    return result == TO_LINES


async def _show(app: App[str]) -> str | None:
    if sys.platform == "win32":
        return await app.run_async()
    from ircpoker.screen.own_terminal import show_on_terminal

    return await show_on_terminal(app)


async def _in_lines(client: FeedClient, options: Options, front: Phrase | None) -> bool:
    """Play in lines; return whether the person wants the screen."""
    from ircpoker.screen.prompt import PipeTypist, PromptTypist  # the screen needs no prompt

    to_screen = next(iter(TO_SCREEN))
    typist = PromptTypist(f"{options.nick}> ", to_screen) if is_on_terminal() else PipeTypist()
    marks = ASCII if options.is_ascii else UNICODE
    collect_again()
    table = LineTable(client, typist, marks, load_catalogue(options.language).text)
    with typist:
        return await table.run(options.begin, front=front)


def collect_again() -> None:
    """Let Python collect garbage from now on; it need not while a program starts, which makes none.

    What is loaded by now stays. A collection that looks at all of it would take 90 ms, in which nothing is drawn.
    """
    gc.collect()
    gc.freeze()
    gc.enable()
