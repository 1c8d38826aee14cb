"""Lines typed on a terminal, with history, while other lines appear above them; or lines from a pipe."""

from __future__ import annotations

import asyncio
import sys
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Self

from prompt_toolkit import PromptSession
from prompt_toolkit.application import run_in_terminal
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.patch_stdout import patch_stdout

from ircpoker.runtime.stopping import make_stop
from ircpoker.runtime.threads import Threads

if TYPE_CHECKING:
    from collections.abc import Callable

    from prompt_toolkit.key_binding import KeyPressEvent

LONGEST_LINE = 1 << 16


class PromptTypist:
    """A person who types on a terminal; F2 asks for the screen."""

    def __init__(self, prompt: str, to_screen: str) -> None:
        """Prepare the prompt.

        Args:
            prompt: stands before what is typed.
            to_screen: the line for which F2 stands.
        """
        keys = KeyBindings()

        @keys.add("f2")
        def _switch(event: KeyPressEvent) -> None:
            event.app.exit(result=to_screen)

        stop = make_stop()

        @keys.add("c-z")
        def _stop(event: KeyPressEvent) -> None:  # noqa: ARG001 - as the library calls it
            run_in_terminal(stop)

        self._session: PromptSession[str] = PromptSession(prompt, key_bindings=keys)
        self._open = ExitStack()

    def __enter__(self) -> Self:
        self._open.enter_context(patch_stdout(raw=True))
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    async def read(self) -> str | None:
        """Return the next line; None after Ctrl-C or Ctrl-D."""
        try:
            return await self._session.prompt_async(handle_sigint=False)
        except (EOFError, KeyboardInterrupt, OSError):
            return None

    def write(self, line: str) -> None:
        """Print a line above what is typed."""
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


class PipeTypist:
    """Lines from standard input, and lines to standard output.

    A thread reads, and no end of the program waits for it. It reads a file of its own, because the end of Python would
    wait for whoever reads `sys.stdin`.
    """

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()

        def hand_over(do: Callable[[], None]) -> None:
            loop.call_soon_threadsafe(do)

        self._threads = Threads(hand_over)
        stdin = sys.stdin
        self._input = open(stdin.fileno(), encoding=stdin.encoding, errors=stdin.errors, closefd=False)  # noqa: SIM115 - it has no path, and is never closed

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        return None

    async def read(self) -> str | None:
        """Return the next line; None at the end."""
        read: asyncio.Future[object] = asyncio.get_running_loop().create_future()

        def take(found: object) -> None:
            if not read.done():
                read.set_result(found)

        self._threads.start(partial(self._input.readline, LONGEST_LINE), take)
        line = await read
        return line.rstrip("\r\n") if isinstance(line, str) and line else None

    def write(self, line: str) -> None:
        """Print a line."""
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
