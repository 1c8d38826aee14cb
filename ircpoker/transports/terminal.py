"""The console on a terminal: a prompt with history and completion, wrapped lines, Ctrl-C and Ctrl-D.

The only module that imports `prompt_toolkit`.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.application import run_in_terminal
from prompt_toolkit.completion import Completer, Completion
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.patch_stdout import patch_stdout

from ircpoker.runtime.private import make_private_folder, open_private
from ircpoker.runtime.stopping import make_stop
from ircpoker.transports.conversation import COMMANDS, Console
from ircpoker.words import Phrase
from ircpoker.words.plain_text import strip_formatting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import TextIO

    from prompt_toolkit.completion import CompleteEvent
    from prompt_toolkit.document import Document
    from prompt_toolkit.key_binding import KeyPressEvent

    from ircpoker.chat.message import Reply
    from ircpoker.chat.router import Router
    from ircpoker.transports.style import Style

HISTORY_FILE = "console_history"
_INDENT = "  "
"""The beginning of a line that continues another one."""
_SPACE = re.compile(r" (?!%)")
"""Where a line may be broken: never between a number and its sign."""
_BELL = "\a"
_INVISIBLE = str.maketrans({"\u2060": None})


class TerminalConsole(Console):
    """The console of a person at a terminal: wrapped lines, gaps between deals, a bell, and confirmations.

    Attributes:
        is_alone: whether no bot runs beside it.
    """

    def __init__(self, router: Router, nick: str, output: TextIO, style: Style, *, is_alone: bool) -> None:
        super().__init__(router, nick, output, style)
        self.is_alone = is_alone
        self.is_operator = not is_alone
        self._is_answering = False
        self._asked = ""

    def hear(self, line: str) -> None:
        """Say a line to the bot, unless it is a fold where a check is free: then ask once."""
        asked = self._asked
        if self._folds_for_nothing(line) and asked != "fold":
            self._asked = "fold"
            self.tell(Phrase("console.before_fold"))
            return
        super().hear(line)
        if self._asked == asked:
            self._asked = ""

    def _hear(self, line: str, *, must_work: bool = False) -> None:
        self._is_answering = True
        try:
            super()._hear(line, must_work=must_work)
        finally:
            self._is_answering = False

    def leave(self) -> None:
        """End the session; if the bot ends with it, and people are in its channels, ask once."""
        people = 0 if self.is_alone else self.router.services.presence.people
        if people and self._asked != "leave":
            self._asked = "leave"
            self.tell(Phrase("console.before_leaving", n=people))
            return
        super().leave()

    def say(self, reply: Reply) -> None:
        """Print one line, with an empty line before each deal."""
        if reply.moment == "deal":
            self.write("")
        super().say(reply)
        if reply.moment == "turn" and not self._is_answering:
            self.output.write(_BELL)
            self.output.flush()

    def write(self, text: str) -> None:
        """Print a line, wrapped at words."""
        for line in wrap(text, shutil.get_terminal_size().columns):
            super().write(line)

    def _folds_for_nothing(self, line: str) -> bool:
        words = line.split()
        command = self.router.find(words[0]) if len(words) == 1 else None
        return command is not None and command.name == "fold" and "check" in self.offers()

    def offers(self) -> tuple[str, ...]:
        """Return the commands of the person's turn; none if it is not their turn."""
        tables = self.router.tables
        return tables.offers(self.person) if tables else ()


def wrap(text: str, width: int) -> Iterator[str]:
    """Yield a line as lines that fit, broken at spaces, but not before a per cent sign.

    Args:
        text: the line, which may hold a terminal's codes.
        width: the number of columns.

    Yields:
        At least one line; continuation lines are indented. A word that does not fit stays whole.

    Examples:
        >>> list(wrap("one two three four", 10))
        ['one two', '  three', '  four']
        >>> list(wrap("a pair 84 %", 10))
        ['a pair', '  84 %']
    """
    line, used = "", 0
    for number, word in enumerate(_SPACE.split(text)):
        size = len(strip_formatting(word).translate(_INVISIBLE))
        if number and used + 1 + size > width:
            yield line
            line, used = f"{_INDENT}{word}", len(_INDENT) + size
        elif number:
            line, used = f"{line} {word}", used + 1 + size
        else:
            line, used = word, size
    yield line


async def converse(console: TerminalConsole, first: str = "") -> None:
    """Prompt for lines until the person leaves.

    The first Ctrl-C discards the line; a second one leaves, as do `/quit` and Ctrl-D on an empty line. While this
    runs, everything printed to standard output or standard error appears above the prompt.

    Args:
        console: takes the lines; its output is standard output.
        first: the command `play` to give before any line is typed, unless the person has kept a seat; if empty, the
            console prints its greeting.

    Raises:
        PokerError: the bot refused the first command.
    """
    with console.open(is_alone=console.is_alone):
        if first:
            console.begin(first)
        else:
            for part in ("what", "play", "help"):
                console.tell(Phrase(f"console.greeting_{part}"))
        await _prompt(console)


async def _prompt(console: TerminalConsole) -> None:
    session: PromptSession[str] = PromptSession(
        lambda: f"{console.nick}> ",
        history=open_history(os.environ),
        completer=ConsoleCompleter(console.router, console.offers),
        complete_while_typing=False,
        key_bindings=_stopping() if console.is_alone else None,  # A bot that is stopped would lose its servers.
        color_depth=ColorDepth.DEPTH_1_BIT if console.style.colour == "none" else None,
    )
    interrupted = False
    with patch_stdout(raw=True):
        while console.running:
            try:
                text = await _ask(session, console)
            except KeyboardInterrupt:
                if interrupted:
                    console.say_goodbye()
                    break
                interrupted = True
                console.tell(Phrase("console.how_to_leave"))
                continue
            except EOFError:
                # Ctrl-D, or the terminal is gone.
                with suppress(OSError):
                    console.leave()
                continue
            except OSError:
                break
            interrupted = False
            # Several lines may have been pasted at once.
            for line in text.splitlines() or [""]:
                if console.running:
                    console.hear(line)


def _stopping() -> KeyBindings:
    """Return the key that stops this process."""
    keys, stop = KeyBindings(), make_stop()

    @keys.add("c-z")
    def _stop(event: KeyPressEvent) -> None:  # noqa: ARG001 - as the library calls it
        run_in_terminal(stop)

    return keys


async def _ask(session: PromptSession[str], console: TerminalConsole) -> str:
    """Prompt for a line; meanwhile the console's output appears above the prompt."""
    direct, console.output = console.output, sys.stdout
    try:
        # Signals are handled where the loop is run; here Ctrl-C is a key.
        return await session.prompt_async(handle_sigint=False)
    finally:
        console.output = direct


class ConsoleCompleter(Completer):
    """Completes commands of the bot and of the console, and the first argument of a bot command.

    On an empty line it offers the actions of the person's turn.
    """

    def __init__(self, router: Router, offers: Callable[[], Iterable[str]] = tuple) -> None:
        self._router = router
        self._offers = offers

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
            offered = self._offers() if typed == prefix else ()
            candidates = [prefix + name for name in offered or router.commands]
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
