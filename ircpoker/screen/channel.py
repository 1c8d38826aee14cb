"""The full screen on a channel, which is this process's terminal or one of SSH: a driver of Textual for it.

Everything runs in the loop: no thread and no signal belongs to a screen, so none outlives its terminal. What changes on
the screen of somebody who does not read is left out; when they read again they get the whole screen anew.
"""

from __future__ import annotations

import asyncio
import re
from functools import lru_cache
from io import StringIO
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

from rich.console import Console
from textual import events
from textual._xterm_parser import XTermParser
from textual.driver import Driver
from textual.geometry import Size
from textual.messages import ExitApp

if TYPE_CHECKING:
    from textual.app import App
    from textual.message import Message


MOST_COLUMNS, MOST_ROWS = 500, 200
"""A client may claim any size; drawing a larger one would only cost time and memory."""
_BEGIN = (
    "\x1b[?1049h"  # the other screen
    "\x1b[?25l"  # no cursor
    "\x1b[?1000h\x1b[?1006h"  # the buttons of the mouse; each of its moves would be a line of the network
    "\x1b[?2004h"  # what is pasted is marked
    "\x1b[?7l"  # no wrapping at the edge
)
_END = "\x1b[?2004l\x1b[?7h\x1b[?1000l\x1b[?1006l\x1b[?1049l\x1b[?25h"
_PASTE_END = "\x1b[201~"
_MOST_PASTED = 4096
"""Characters of one paste that are kept; the rest is left out."""
_SLICE, _SLICE_SECONDS = 16, 0.02
"""As many characters are handled at once, and after keys the next ones wait: faster than anybody types."""
_MOST_TYPED = 1 << 14
"""Characters that may wait to be handled, before the other side has to wait."""
_ESCAPE_SECONDS = 0.15
"""An escape character is the key if nothing follows it for this time."""


class Channel(Protocol):
    """Where a screen is shown."""

    def write(self, data: str) -> None:
        """Send text."""

    def pause_reading(self) -> None:
        """Let the other side wait with what it types."""

    def resume_reading(self) -> None:
        """Go on reading."""


class ChannelDriver(Driver):
    """Writes to a channel. Each session has a class of its own, because Textual makes the driver.

    Attributes:
        terminal: the channel.
        first_size: the size of its terminal at the beginning.
    """

    terminal: ClassVar[Channel]
    first_size: ClassVar[Size]

    def __init__(self, app: App[Any], **arguments: Any) -> None:  # noqa: ANN401 - as Textual calls it
        super().__init__(app, **arguments)
        self._parser = XTermParser()
        self._now_size = self.first_size
        self._is_paused = False
        self._unfinished = 0
        self._left_out: str | None = None

    def write(self, data: str) -> None:
        """Send what changes on the screen, unless the other side does not read."""
        if not self._is_paused:
            self.terminal.write(shorter(data))

    def start_application_mode(self) -> None:
        """Take the terminal over."""
        self.terminal.write(_BEGIN)
        self.resize(self._now_size)

    def disable_input(self) -> None:
        """Nothing to do: the session ends."""

    def stop_application_mode(self) -> None:
        """Give the terminal back as it was."""
        self.terminal.write(_END)

    def send_message(self, message: Message) -> None:
        """Post to the app, in whose loop this runs."""
        # A terminal may report its size in the text, too; a channel has its own way, which is limited.
        if not isinstance(message, events.Resize):
            self._app.post_message(message)

    def feed(self, text: str) -> bool:
        """Turn what was typed into keys, clicks and pasted text; of a long paste only its beginning.

        Args:
            text: the next characters.

        Returns:
            Whether there were any keys, clicks or pasted text.
        """
        if self._left_out is not None:
            typed = text
            _, found, text = (self._left_out + typed).partition(_PASTE_END)
            if not found:
                self._left_out = (self._left_out + typed)[-len(_PASTE_END) :]
                return False
            self._left_out = None
            if not text:
                return False  # To the parser it would be the end of all input.
        if self._parse(text):
            self._unfinished = 0
            return True
        self._unfinished += len(text)
        if self._unfinished > _MOST_PASTED:
            self._unfinished, self._left_out = 0, ""
            self._parse(_PASTE_END)
        return False

    def _parse(self, text: str) -> bool:
        """Pass on the messages that a text makes; return whether there are any."""
        try:
            messages = list(self._parser.feed(text))
        except (ValueError, OverflowError):
            # Numbers that no terminal sends: the parser is of no use any more.
            self._parser = XTermParser()
            return False
        for message in messages:
            self.process_message(message)
        return bool(messages)

    def tick(self) -> None:
        """Turn an escape character that nothing follows into the key."""
        for message in self._parser.tick():
            self.process_message(message)

    def resize(self, size: Size) -> None:
        """Draw the whole screen if it has another size now."""
        self._now_size = size
        self._app.post_message(events.Resize(size, size))

    def pause(self) -> None:
        """Leave out what changes, because the other side does not read."""
        self._is_paused = True

    def resume(self) -> None:
        """Draw the whole screen again."""
        self._is_paused = False
        self._app.call_later(self._app.refresh)


class ScreenClient:
    """The full screen of one player."""

    def __init__(self, size: tuple[int, int], terminal: Channel, app: App[str]) -> None:
        """Prepare the screen.

        Args:
            size: the columns and rows of the terminal.
            terminal: where it is shown.
            app: the screen.
        """
        members = {"terminal": terminal, "first_size": _limited(*size)}
        app.driver_class = type("SessionDriver", (ChannelDriver,), members)
        # Textual prints the variables of an app that fails, and the cards of its player are among them.
        app.error_console = Console(file=StringIO())
        self._app = app
        self._terminal = terminal
        self._typed = ""
        self._has_typed = asyncio.Event()

    async def run(self) -> str | None:
        """Show the screen until it is left, and return what it returns."""
        typing = asyncio.create_task(self._type())
        try:
            result = await self._app.run_async()
        finally:
            typing.cancel()
        if self._app._exception is not None:
            raise self._app._exception
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise asyncio.CancelledError  # Textual has taken it for the end of the screen.
        return result

    async def _type(self) -> None:
        """Pass on what is typed, in slices."""
        while True:
            try:
                async with asyncio.timeout(_ESCAPE_SECONDS):
                    await self._has_typed.wait()
            except TimeoutError:
                if driver := self._driver():
                    driver.tick()
                await self._has_typed.wait()
            text, self._typed = self._typed[:_SLICE], self._typed[_SLICE:]
            if not self._typed:
                self._has_typed.clear()
                self._terminal.resume_reading()
            driver = self._driver()
            has_keys = driver is not None and driver.feed(text)
            await asyncio.sleep(_SLICE_SECONDS if has_keys else 0)

    def receive(self, text: str) -> None:
        """Take what was typed; with too much of it the other side has to wait."""
        self._typed += text
        self._has_typed.set()
        if len(self._typed) > _MOST_TYPED:
            self._terminal.pause_reading()

    def end_input(self) -> None:
        """Leave: nothing can be typed any more."""
        self._app.post_message(ExitApp())

    def resize(self, columns: int, rows: int) -> None:
        """Draw in the new size."""
        if driver := self._driver():
            driver.resize(_limited(columns, rows))

    def give_back(self) -> None:
        """Leave the terminal to somebody else for a while, as it was before."""
        if driver := self._driver():
            driver.stop_application_mode()

    def take_back(self) -> None:
        """Go on after `give_back`, with the whole screen drawn anew."""
        if driver := self._driver():
            driver.start_application_mode()
            driver.resume()

    def pause(self) -> None:
        """Leave out what changes."""
        if driver := self._driver():
            driver.pause()

    def resume(self) -> None:
        """Draw the whole screen again."""
        if driver := self._driver():
            driver.resume()

    def _driver(self) -> ChannelDriver | None:
        """Return the driver, None before Textual has made it; Textual has no public name for it."""
        driver = self._app._driver
        return driver if isinstance(driver, ChannelDriver) else None


def _limited(columns: int, rows: int) -> Size:
    return Size(min(max(columns, 1), MOST_COLUMNS), min(max(rows, 1), MOST_ROWS))


_LOOK = re.compile(r"\x1b\[([0-9;]*)m")
_ATTRIBUTES = frozenset(map(str, range(1, 10)))
_BLANK = re.compile(r"(?: |\r\n|\x1b\[\d+;\d+H)+")
_SEEN_ON_BLANKS = frozenset("479")
"""Underlined, reversed, struck out."""


class _Looks(NamedTuple):
    """How text looks: codes of bold and the like, and of both colours; empty for the usual ones."""

    attributes: str = ""
    ink: str = ""
    ground: str = ""


_USUAL = _Looks()


def shorter(data: str) -> str:
    r"""Return text with codes for a terminal so that it looks the same, if the codes before it were ended.

    Examples:
        >>> shorter("\x1b[1;31;40ma\x1b[0m\x1b[1;32;40mb\x1b[0m")
        '\x1b[1;31;40ma\x1b[32mb\x1b[0m'
        >>> shorter("\x1b[31;40ma\x1b[0m\x1b[40m \x1b[0m\x1b[31;40mb\x1b[0m")
        '\x1b[31;40ma b\x1b[0m'
    """
    pieces = _LOOK.split(data)
    now = wanted = _USUAL
    spans = [pieces[0]]
    for number in range(1, len(pieces), 2):
        wanted = _looks(pieces[number])
        text = pieces[number + 1]
        if _BLANK.fullmatch(text) and bool(wanted.ground) >= bool(now.ground):
            wanted = _on_blanks(now, wanted)
        if text and wanted != now:
            spans.append(_change(now, wanted))
            now = wanted
        spans.append(text)
    if now != _USUAL:
        spans.append("\x1b[0m")
    return "".join(spans)


@lru_cache(1024)
def _looks(codes: str) -> _Looks:
    """Return what a sequence makes of the usual looks, as Textual writes them: it ends each of them."""
    attributes, ink, ground = [], "", ""
    parts = codes.split(";") if codes not in {"", "0"} else []
    while parts:
        code = parts.pop(0)
        if code in {"38", "48"}:
            many = 2 if parts[0] == "5" else 4
            colour = ";".join([code, *parts[:many]])
            del parts[:many]
        else:
            colour = code
        if code in _ATTRIBUTES:
            attributes.append(code)
        elif code[0] in {"3", "9"}:
            ink = colour
        else:
            ground = colour
    return _Looks(";".join(attributes), ink, ground)


def _on_blanks(now: _Looks, wanted: _Looks) -> _Looks:
    """Return the looks of blanks: they have no ink, so it may stay."""
    has_lines = not _SEEN_ON_BLANKS.isdisjoint(now.attributes + wanted.attributes)
    return wanted if has_lines else now._replace(ground=wanted.ground)


@lru_cache(4096)
def _change(now: _Looks, wanted: _Looks) -> str:
    """Return the sequence that leads from one look to another."""
    lost = any(before and not after for before, after in zip(now, wanted, strict=True))
    if lost or now.attributes != wanted.attributes:
        start = "0" if now != _USUAL else ""
        return f"\x1b[{';'.join(filter(None, [start, *wanted]))}m"
    codes = [after for before, after in zip(now, wanted, strict=True) if before != after]
    return f"\x1b[{';'.join(codes)}m"
