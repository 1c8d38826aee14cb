"""Lines from a pipe or a file, and lines to one."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import BinaryIO, Self, TextIO

from ircpoker.errors import TransportError
from ircpoker.runtime.threads import Threads

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
            _give_up(self._output)
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


def _give_up(output: TextIO) -> None:
    """Discard the rest of the output; otherwise Python complains when it flushes at exit."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, output.fileno())
        os.close(nowhere)
