"""Lines typed on a terminal, with history and completion, while other lines appear above them; or lines from a pipe."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, suppress
from typing import Self

from prompt_toolkit import PromptSession
from prompt_toolkit.application import Application, run_in_terminal
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.patch_stdout import patch_stdout

from ircpoker.errors import TransportError
from ircpoker.feed import FeedClient
from ircpoker.runtime.private import make_private_folder, open_private
from ircpoker.runtime.stopping import make_stop
from ircpoker.screen.least_size import can_show_screen
from ircpoker.screen.lines import GREETING, LEAVING, TO_SCREEN, LineTable
from ircpoker.screen.look import has_colours, own_look
from ircpoker.screen.preferences import state_file

HISTORY_FILE = "console_history"
_BELL = "\a"


class PromptTypist:
    """A person who types on a terminal; F2 asks for the screen.

    The first Ctrl-C discards the line; a second one leaves, as does Ctrl-D on an empty line. While it is open,
    everything printed to standard output or standard error appears above the prompt.
    """

    def __init__(self, *, can_stop: bool = True, has_screen: bool = False, comes_back: bool = False) -> None:
        """Prepare the prompt.

        Args:
            can_stop: whether Ctrl-Z stops this process.
            has_screen: whether F2 asks for the screen.
            comes_back: whether the screen comes back as soon as the terminal has room for it and nothing is typed.
        """
        self._comes_back = comes_back
        keys, stop = KeyBindings(), make_stop()
        if has_screen:

            @keys.add("f2")
            def _switch(event: KeyPressEvent) -> None:
                event.app.exit(result=TO_SCREEN)

        if can_stop:

            @keys.add("c-z")
            def _stop(event: KeyPressEvent) -> None:  # noqa: ARG001 - as the library calls it
                run_in_terminal(stop)

        self._keys = keys
        self._open = ExitStack()
        self._table: LineTable
        self._session: PromptSession[str]
        self._is_interrupted = False
        self._direct = sys.stdout
        self._is_asking = False

    def help_with(self, table: LineTable) -> None:
        """Show the person and their chips in front of what they type, and complete it as the conversation says."""
        self._table = table
        self._session = PromptSession(
            lambda: table.prompt,
            history=open_history(os.environ),
            completer=WordCompleter(table.completions),
            complete_while_typing=False,
            key_bindings=self._keys,
            color_depth=None if has_colours(os.environ) else ColorDepth.DEPTH_1_BIT,
        )
        if self._comes_back:
            self._session.app.after_render += self._come_back  # It is drawn anew at each other size.

    def _come_back(self, app: Application[str]) -> None:
        if app.is_running and not app.is_done and not app.current_buffer.text and can_show_screen(os.environ):
            app.exit(result=TO_SCREEN)

    def __enter__(self) -> Self:
        self._open.enter_context(patch_stdout(raw=True))
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    @property
    def columns(self) -> int:
        """The columns of the terminal."""
        return shutil.get_terminal_size().columns

    async def read(self) -> str | None:
        """Return the next line, `/quit` if the person leaves by a key; None if the terminal is gone."""
        while True:
            try:
                text = await self._ask()
            except KeyboardInterrupt:
                if self._is_interrupted:
                    return LEAVING
                self._is_interrupted = True
                self._table.say_how_to_leave()
            except EOFError:
                return LEAVING
            except OSError:
                return None
            else:
                self._is_interrupted = False
                return text

    async def _ask(self) -> str:
        self._is_asking = True
        try:
            # Signals are handled where the loop is run; here Ctrl-C is a key.
            return await self._session.prompt_async(handle_sigint=False)
        finally:
            self._is_asking = False

    def write(self, line: str) -> None:
        """Print a line, above what is typed if the prompt is there."""
        self._print(f"{line}\n")

    def ring(self) -> None:
        """Ring the terminal's bell."""
        self._print(_BELL)

    def _print(self, text: str) -> None:
        output = sys.stdout if self._is_asking else self._direct
        with suppress(OSError):  # The terminal may be gone: then reading ends, too.
            output.write(text)
            output.flush()


class WordCompleter(Completer):
    """Completes the word before the cursor."""

    def __init__(self, completions: Callable[[str], Iterable[tuple[str, int]]]) -> None:
        self._completions = completions

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:  # noqa: ARG002 - from the base class
        """Yield what may stand in place of the word."""
        for word, length in self._completions(document.text_before_cursor):
            yield Completion(word, start_position=-length)


def open_history(environ: Mapping[str, str]) -> History:
    """Return the history of typed lines, kept in the user's state folder.

    Args:
        environ: has XDG_STATE_HOME or HOME, which names the folder.

    Returns:
        A history that is stored, or one for this session only if the folder cannot be written.
    """
    settings = state_file(environ)
    if settings is None:
        return InMemoryHistory()
    file = settings.with_name(HISTORY_FILE)
    try:
        make_private_folder(file.parent)
        # Nobody else may read this input.
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


async def talk_beside(client: FeedClient, people: Callable[[], int]) -> None:
    """Talk at the terminal of a bot that is on its networks, and ends when the person leaves.

    Args:
        client: the connection, on which the person has been introduced.
        people: how many people are in the bot's channels.

    Raises:
        TransportError: standard input or output is not a terminal.
    """
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        raise TransportError("the console beside the bot needs a terminal")
    with PromptTypist(can_stop=False) as typist:  # A bot that is stopped would lose its servers.
        look = own_look(client.bot, sys.stdout.encoding or "utf-8", on_terminal=True)
        table = LineTable(client, typist, look, people=people)
        typist.help_with(table)
        await table.run(front=GREETING)
