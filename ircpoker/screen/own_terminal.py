"""This process's terminal as a channel of the screen, read and written in the loop.

When its window is closed, reading finds the end of the input, and the screen ends. Ctrl-Z, and the signal SIGTSTP from
anywhere, gives the terminal back and stops the process; `fg` draws the screen anew.
"""

from __future__ import annotations

import asyncio
import os
import select
import signal
import sys
import termios
import time
from codecs import getincrementaldecoder
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ircpoker.screen.channel import ScreenClient

if TYPE_CHECKING:
    from textual.app import App

_READ_AT_ONCE = 4096
_MOST_UNREAD = 1 << 18
"""Bytes that may wait for a terminal that does not read, before what changes is left out."""
_LAST_SECONDS = 1.0
"""Seconds in which the last bytes must be read."""
_INPUT, _LOCAL, _KEYS = 0, 3, 6
"""The places of some modes in the list of `termios`."""


async def show_on_terminal(app: App[str]) -> str | None:
    """Show a screen on this process's terminal until it is left, and return what it returns."""
    terminal = OwnTerminal(app)
    try:
        return await terminal.screen.run()
    finally:
        terminal.close()


class OwnTerminal:
    """The terminal while the screen is on it.

    Attributes:
        screen: the screen.
    """

    def __init__(self, app: App[str]) -> None:
        """Take the terminal over."""
        self._loop = asyncio.get_running_loop()
        self._file = _open_again()
        try:
            self._before = termios.tcgetattr(self._file)
        except termios.error as error:  # It has gone.
            raise OSError(*error.args) from error
        self.screen = ScreenClient(os.get_terminal_size(self._file), self, app)
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._unread = bytearray()
        self._is_open = True
        self._stops = False
        self._stop_before = signal.signal(signal.SIGTSTP, self._ask_to_stop)
        self._loop.add_signal_handler(signal.SIGWINCH, self._resize)
        self._take()

    def close(self) -> None:
        """Give the terminal back as it was."""
        signal.signal(signal.SIGTSTP, self._stop_before)
        self._loop.remove_signal_handler(signal.SIGWINCH)
        self._give_back()
        if self._is_open:
            termios.tcflush(self._file, termios.TCIFLUSH)  # Its late reports are no input for what comes next.
        os.close(self._file)

    def _take(self) -> None:
        """Read each key; of those that send signals only Ctrl-Z goes on to."""
        modes: list[Any] = [*self._before[:_KEYS], list(self._before[_KEYS])]
        modes[_INPUT] &= ~(termios.IXON | termios.IXOFF | termios.ICRNL | termios.INLCR | termios.IGNCR)
        modes[_LOCAL] = modes[_LOCAL] & ~(termios.ECHO | termios.ICANON | termios.IEXTEN) | termios.ISIG
        no_key = bytes([os.fpathconf(self._file, "PC_VDISABLE")])
        modes[_KEYS][termios.VINTR] = modes[_KEYS][termios.VQUIT] = no_key
        modes[_KEYS][termios.VMIN], modes[_KEYS][termios.VTIME] = 1, 0
        self._set(modes)
        self.resume_reading()
        if os.environ.get("TERM_PROGRAM") != "Apple_Terminal":  # which would show a letter of it
            self.write("\x1b[?2026$p")  # Can it show each change at once?

    def _give_back(self) -> None:
        self.pause_reading()
        until = time.monotonic() + _LAST_SECONDS
        while self._is_open and self._unread and (left := until - time.monotonic()) > 0:
            select.select([], [self._file], [], left)
            self._flush()
        self._loop.remove_writer(self._file)
        self._unread.clear()
        self._set(self._before)

    def _set(self, modes: list[Any]) -> None:
        try:
            termios.tcsetattr(self._file, termios.TCSANOW, modes)
        except termios.error:
            self._end()

    def _end(self) -> None:
        """The terminal is gone: nothing can be typed or read any more."""
        if not self._is_open:
            return
        self._is_open = False
        self._unread.clear()
        self._loop.remove_reader(self._file)
        self._loop.remove_writer(self._file)
        self.screen.end_input()

    # Ctrl-Z

    def _ask_to_stop(self, *_: object) -> None:
        """Stop soon; what was typed since is for the shell, so it is not read."""
        self._stops = True
        self._loop.call_soon_threadsafe(self._stop)

    def _stop(self) -> None:
        """Stop this process as the signal would have, and go on after `fg`."""
        self.screen.give_back()
        self._give_back()
        handler = signal.signal(signal.SIGTSTP, self._stop_before)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, handler)
        self._stops = False
        self._take()
        self.screen.take_back()
        self._resize()

    # As the screen uses it

    def write(self, data: str) -> None:
        """Write text, as much as the terminal takes now, and the rest later."""
        if self._is_open:
            self._unread += data.encode("utf-8", "replace")
            self._flush()

    def pause_reading(self) -> None:
        """Let what is typed wait."""
        self._loop.remove_reader(self._file)

    def resume_reading(self) -> None:
        """Go on reading."""
        if self._is_open:
            self._loop.add_reader(self._file, self._read)

    def _read(self) -> None:
        if self._stops:
            return
        try:
            data = os.read(self._file, _READ_AT_ONCE)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self.screen.receive(self._decode(data))
        else:
            self._end()

    def _flush(self) -> None:
        try:
            while self._unread:
                del self._unread[: os.write(self._file, self._unread)]
        except BlockingIOError:
            self._loop.add_writer(self._file, self._flush)
            if len(self._unread) > _MOST_UNREAD:
                self.screen.pause()
        except OSError:
            self._end()
        else:
            if self._loop.remove_writer(self._file):
                self.screen.resume()

    def _resize(self) -> None:
        if self._is_open:
            with suppress(OSError):  # It has just gone, and reading will find that.
                self.screen.resize(*os.get_terminal_size(self._file))


def _open_again() -> int:
    """Open the terminal once more: that one need not wait, while those that the shell shares stay as they are."""
    flags = os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK
    try:
        return os.open(os.ttyname(sys.stdin.fileno()), flags)
    except OSError:  # In some containers its name is not to be seen.
        return os.open("/dev/tty", flags)
