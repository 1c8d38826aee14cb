"""A person's table on this process's terminal or pipe: the screen, or lines where it cannot be or is not wanted."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, BinaryIO, Self, TextIO

from ircpoker.errors import TransportError
from ircpoker.feed.connection import RefusedError
from ircpoker.feed.requests import Refusal
from ircpoker.runtime.stopping import discard
from ircpoker.runtime.threads import Threads
from ircpoker.screen.least_size import can_show_screen, is_on_terminal, way_back
from ircpoker.screen.lines import GREETING, LineTable
from ircpoker.screen.look import own_look
from ircpoker.words import Phrase
from ircpoker.words.catalogue import load_catalogue

if TYPE_CHECKING:
    from textual.app import App

    from ircpoker.feed import FeedClient
    from ircpoker.screen.preferences import Options


async def play_on_terminal(
    client: FeedClient, options: Options, *, is_plain: bool, streams: tuple[TextIO, TextIO] | None = None
) -> None:
    """Let a person play until they leave; F2 changes between the screen and lines.

    Args:
        client: the connection, on which the person has been introduced.
        options: how it begins.
        is_plain: whether to begin with lines.
        streams: where lines are read and printed (default: standard input and output).

    Raises:
        RefusedError: the bot has refused the first command.
        TransportError: the bot is gone.
    """
    streams = streams or (sys.stdin, sys.stdout)
    front: tuple[Phrase, ...] = () if options.begin or not is_on_terminal() else GREETING
    wants_screen = not is_plain and can_show_screen(os.environ)
    is_small = False
    while True:
        if wants_screen:
            goes_on = await _on_screen(client, options, streams[1])
        else:
            goes_on = await _in_lines(client, options, front, streams, comes_back=is_small)
        if not goes_on:
            return
        is_small = not can_show_screen(os.environ)
        wants_screen, front = not wants_screen and not is_small, (way_back(can_go=not is_small, comes=is_small),)
        options = options._replace(begin="", warning="")


async def _on_screen(client: FeedClient, options: Options, target: TextIO) -> bool:
    """Show the screen; return whether the person wants lines. Who leaves reads in one line how they stand."""
    from ircpoker.screen.app import REFUSED, TO_LINES, TableApp  # lines need no Textual
    from ircpoker.screen.colours import depth_of
    from ircpoker.screen.go_on import last_line

    no_color = os.environ.get("NO_COLOR")
    options = options._replace(depth=depth_of(os.environ.get("TERM", ""), os.environ))
    app = TableApp(client, options, on_begun=collect_again)
    try:
        result = await _show(app)
    finally:
        if no_color is not None:  # Textual takes it away.
            os.environ["NO_COLOR"] = no_color
    if result == REFUSED:
        raise RefusedError(Refusal(app.refusal))
    if result is None:
        print(await last_line(app.player, app.say, "left_play"), file=target, flush=True)
    return result == TO_LINES


async def _show(app: App[str]) -> str | None:
    if sys.platform == "win32":
        return await app.run_async()
    from ircpoker.screen.own_terminal import show_on_terminal

    return await show_on_terminal(app)


async def _in_lines(
    client: FeedClient, options: Options, front: Sequence[Phrase], streams: tuple[TextIO, TextIO], *, comes_back: bool
) -> bool:
    """Play in lines; return whether the person wants the screen, or it comes back in a window that has grown again."""
    source, target = streams
    on_terminal = source.isatty() and target.isatty()
    look = own_look(client.bot, target.encoding or "utf-8", on_terminal=on_terminal, is_ascii=options.is_ascii)
    if options.is_spoken:
        look = look._replace(say=load_catalogue(client.bot.language, client.bot.prefix).text)
        front = [*front, Phrase("speech.keys")]
    collect_again()
    if not on_terminal:
        with PipeTypist(source, target) as pipe:
            return await LineTable(client, pipe, look).run(options.begin, front=front)
    from ircpoker.screen.prompt import PromptTypist  # the screen needs no prompt

    with PromptTypist(has_screen=True, comes_back=comes_back) as typist:
        table = LineTable(client, typist, look)
        typist.help_with(table)
        return await table.run(options.begin, front=front)


def collect_again() -> None:
    """Let Python collect garbage from now on; it need not while a program starts, which makes none.

    What is loaded by now stays. A collection that looks at all of it would take 90 ms, in which nothing is drawn.
    """
    gc.collect()
    gc.freeze()
    gc.enable()


LONGEST_LINE = 1 << 16
"""Bytes kept of an input line: the bot refuses much shorter ones, but an endless line must not fill the memory."""
_BOM = "\ufeff"


class PipeTypist:
    """Lines from standard input, and lines to standard output, or another pair of streams.

    A thread reads, and no end of the program waits for it. It reads a file of its own, because the end of Python would
    wait for whoever reads `sys.stdin`. If nobody reads the output any more, the input ends.

    Attributes:
        columns: 0, as lines are as long as they are.
    """

    columns = 0

    def __init__(self, source: TextIO | None = None, target: TextIO | None = None) -> None:
        loop = asyncio.get_running_loop()

        def hand_over(do: Callable[[], None]) -> None:
            loop.call_soon_threadsafe(do)

        self._threads = Threads(hand_over)
        self._readline = _own_input(source or sys.stdin).readline
        self._output = target or sys.stdout
        self._failure: OSError | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Raise TransportError if the output could not be written; that nobody reads it any more is no failure."""
        if self._failure is not None:
            discard(self._output)
            if not isinstance(self._failure, BrokenPipeError):
                raise TransportError(f"the console stopped: {self._failure.strerror}") from self._failure

    async def read(self) -> str | None:
        """Return the next line; None at the end."""
        if self._failure is not None:
            return None
        read: asyncio.Future[object] = asyncio.get_running_loop().create_future()

        def take(found: object) -> None:
            if not read.done():
                read.set_result(found)

        self._threads.start(self._read_line, take)
        line = await read
        return line if isinstance(line, str) else None

    def _read_line(self) -> str | None:
        """Return a line without its end; of a longer one than `LONGEST_LINE` only the start."""
        start = rest = self._readline(LONGEST_LINE)
        while len(rest) == LONGEST_LINE and rest[-1:] not in {b"\n", "\n"}:
            rest = self._readline(LONGEST_LINE)
        if not start:
            return None
        text = start.decode("utf-8", "replace") if isinstance(start, bytes) else start
        # Some shells begin a pipe with a byte order mark.
        return text.removeprefix(_BOM).rstrip("\r\n")

    def write(self, line: str) -> None:
        """Print a line."""
        if self._failure is not None:
            return
        # Where the character set is small, question marks are better than an error.
        encoding = self._output.encoding or "utf-8"
        try:
            self._output.write(f"{line.encode(encoding, 'replace').decode(encoding)}\n")
            self._output.flush()
        except OSError as error:
            self._failure = error

    def ring(self) -> None:
        """Nothing: nobody hears it."""


def _own_input(source: TextIO) -> BinaryIO | TextIO:
    """Return the bytes of a stream as a file of its own, which is never closed; a stream without a file as it is."""
    try:
        return open(source.fileno(), "rb", closefd=False)
    except (OSError, ValueError):
        return getattr(source, "buffer", source)
