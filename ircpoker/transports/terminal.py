"""The console on a terminal: a prompt with history and completion, and what Ctrl-C and Ctrl-D mean.

The only module that imports `prompt_toolkit`.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import Completer, Completion
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.patch_stdout import patch_stdout

from ircpoker.chat.message import Reply
from ircpoker.private import make_private_folder, open_private
from ircpoker.transports.console import COMMANDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from prompt_toolkit.completion import CompleteEvent
    from prompt_toolkit.document import Document

    from ircpoker.chat.router import Router
    from ircpoker.transports.console import Console

HISTORY_FILE = "console_history"
_WELCOME = "help lists the commands, Tab completes them, /quit leaves"
_HOW_TO_LEAVE = "Ctrl-C again, Ctrl-D or /quit leaves"


async def converse(console: Console) -> None:
    """Prompt for lines until the person leaves.

    The first Ctrl-C discards the line; a second one leaves, as do `/quit` and Ctrl-D on an empty line. While this
    runs, everything printed to standard output or standard error appears above the prompt.

    Args:
        console: takes the lines; its output is standard output.
    """
    session: PromptSession[str] = PromptSession(
        lambda: f"{console.nick}> ",
        history=open_history(os.environ),
        completer=ConsoleCompleter(console.router),
        complete_while_typing=False,
        color_depth=ColorDepth.DEPTH_1_BIT if console.style.colour == "none" else None,
    )
    console.say(Reply((_WELCOME,)))
    interrupted = False
    with patch_stdout(raw=True):
        while console.running:
            try:
                text = await _ask(session, console)
            except KeyboardInterrupt:
                if interrupted:
                    break
                interrupted = True
                console.say(Reply((_HOW_TO_LEAVE,)))
                continue
            except (EOFError, OSError):
                # Ctrl-D, or the terminal is gone.
                break
            interrupted = False
            # Several lines may have been pasted at once.
            for line in text.splitlines() or [""]:
                if console.running:
                    console.hear(line)


async def _ask(session: PromptSession[str], console: Console) -> str:
    """Prompt for a line; meanwhile the console's output appears above the prompt."""
    direct, console.output = console.output, sys.stdout
    try:
        # Signals are handled where the loop is run; here Ctrl-C is a key.
        return await session.prompt_async(handle_sigint=False)
    finally:
        console.output = direct


class ConsoleCompleter(Completer):
    """Completes commands of the bot and of the console, and the first argument of a bot command."""

    def __init__(self, router: Router) -> None:
        self._router = router

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:  # noqa: ARG002 - from the base class
        """Yield the completions of the word before the cursor."""
        *before, typed = document.text_before_cursor.split(" ")
        words = list(filter(None, before))
        router = self._router
        candidates: Iterable[str]
        if words:
            command = router.find(words[0])
            candidates = command.words if command is not None and len(words) == 1 else ()
        elif typed.startswith("/"):
            candidates = [f"/{name}" for name in COMMANDS]
        else:
            prefix = router.prefix if typed.startswith(router.prefix) else ""
            candidates = [prefix + name for name in router.commands]
        for word in candidates:
            if word.startswith(typed.lower()):
                yield Completion(word, start_position=-len(typed))


def open_history(environ: Mapping[str, str]) -> History:
    """Return the history of typed lines, kept in the user's state folder.

    Args:
        environ: has XDG_STATE_HOME or HOME, which names the folder.

    Returns:
        A history that is stored, or one for this session only if the folder cannot be written.
    """
    home = environ.get("HOME", "")
    state = environ.get("XDG_STATE_HOME", "")
    # As the XDG specification says, a relative path is ignored.
    folder = Path(state) if state.startswith("/") else Path(home, ".local", "state")
    if not folder.is_absolute():
        return InMemoryHistory()
    file = folder / "ircpoker" / HISTORY_FILE
    try:
        make_private_folder(file.parent)
        # Nobody else may read what was typed here.
        open_private(file, "ab").close()
    except (OSError, ValueError):
        return InMemoryHistory()
    return _ForgivingHistory(file)


class _ForgivingHistory(FileHistory):
    """A history file; if it can no longer be read or written, the session goes on without it."""

    def load_history_strings(self) -> Iterable[str]:
        """Return the stored lines, latest first."""
        try:
            return list(super().load_history_strings())
        except OSError:
            return []

    def store_string(self, string: str) -> None:
        """Store a line."""
        with suppress(OSError):
            super().store_string(string)
