"""The local console: each input line is a private message to the bot; answers and game messages are printed.

This module reads plain lines, for example from a pipe. On a terminal, `ircpoker.transports.terminal` adds history,
completion and colour; it is imported only then.
"""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO

from ircpoker.errors import TransportError
from ircpoker.transports.conversation import Console, choose_style
from ircpoker.transports.loop import run_scheduler

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ircpoker.chat.router import Router
    from ircpoker.transports.style import Style

LONGEST_LINE = 1 << 16
"""Bytes kept of an input line: the router refuses much shorter ones, but an endless line must not fill the memory."""


def run_console(
    router: Router,
    *,
    nick: str,
    first: str = "",
    input: TextIO | None = None,  # noqa: A002 - callers expect this name beside `output`
    output: TextIO | None = None,
) -> int:
    """Answer lines until `/quit` or the end of the input.

    Args:
        router: answers the commands.
        nick: the person's nick.
        first: the command `play` to give before any line is read, unless the person has kept a seat; if the bot
            refuses it, the console ends.
        input: where lines are read from (default: standard input). Its bytes are read where it has any, so that
            invalid UTF-8 does no harm.
        output: where answers are printed (default: standard output).

    Returns:
        0, even if nobody reads the output any more.

    Raises:
        PokerError: the bot refused the first command.
        TransportError: the output could not be written for another reason.
    """
    source, target = input or sys.stdin, output or sys.stdout
    if source is None or target is None:
        return 0
    on_terminal = source.isatty() and target.isatty()
    style = choose_style(router.services.settings.bot, target.encoding or "utf-8", on_terminal=on_terminal)
    if on_terminal:
        return asyncio.run(_alone_on_terminal(router, nick, target, style, first))
    console = Console(router, nick, target, style)
    try:
        with console.open(is_alone=True):
            if first:
                console.begin(first)
            for line in _read_lines(source):
                console.hear(line)
                if not console.running:
                    break
    except BrokenPipeError:
        _give_up(target)
    except OSError as error:
        _give_up(target)
        raise TransportError(f"the console stopped: {error.strerror}") from error
    return 0


async def run_console_async(router: Router, *, nick: str) -> int:
    """Answer lines typed on the terminal while the loop does its other work.

    Args:
        router: answers the commands.
        nick: the person's nick.

    Returns:
        0 after `/quit`, Ctrl-D or a second Ctrl-C.

    Raises:
        TransportError: standard input or output is not a terminal.
    """
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        raise TransportError("the console beside the bot needs a terminal")
    style = choose_style(router.services.settings.bot, sys.stdout.encoding or "utf-8", on_terminal=True)
    return await _on_terminal(router, nick, sys.stdout, style)


async def _alone_on_terminal(router: Router, nick: str, output: TextIO, style: Style, first: str) -> int:
    """Answer lines and run the scheduler: where the bot is not on IRC, nothing else runs it."""
    keeping_time = asyncio.create_task(run_scheduler(router.services.scheduler))
    try:
        return await _on_terminal(router, nick, output, style, first, is_alone=True)
    finally:
        keeping_time.cancel()


async def _on_terminal(
    router: Router, nick: str, output: TextIO, style: Style, first: str = "", *, is_alone: bool = False
) -> int:
    from ircpoker.transports.terminal import TerminalConsole, converse  # noqa: PLC0415 - prompt_toolkit: 50 ms

    await converse(TerminalConsole(router, nick, output, style, is_alone=is_alone), first)
    return 0


def _read_lines(stream: TextIO) -> Iterator[str]:
    """Yield the lines without their ends; of a line longer than `LONGEST_LINE` only the start."""
    readline = getattr(stream, "buffer", stream).readline
    while start := readline(LONGEST_LINE):
        rest = start
        while len(rest) == LONGEST_LINE and rest[-1:] not in {b"\n", "\n"}:
            rest = readline(LONGEST_LINE)
        # Some shells begin a pipe with a byte order mark.
        text = start.decode("utf-8-sig", "replace") if isinstance(start, bytes) else start
        yield text.rstrip("\r\n")


def _give_up(output: TextIO) -> None:
    """Discard the rest of the output; otherwise Python complains when it flushes at exit."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, output.fileno())
        os.close(nowhere)
