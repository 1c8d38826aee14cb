"""Lines typed on a terminal, with history, while other lines appear above them; or lines from a pipe."""

from __future__ import annotations

import asyncio
import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING, Self

from prompt_toolkit import PromptSession
from prompt_toolkit.application import run_in_terminal
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.patch_stdout import patch_stdout

from ircpoker.stopping import make_stop

if TYPE_CHECKING:
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
    """Lines from standard input, and lines to standard output."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        return None

    async def read(self) -> str | None:
        """Return the next line; None at the end."""
        line = await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline, LONGEST_LINE)
        return line.rstrip("\r\n") if line else None

    def write(self, line: str) -> None:
        """Print a line."""
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
