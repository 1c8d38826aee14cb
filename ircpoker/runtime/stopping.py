"""The signals that end a process that serves others: the first one lets it say goodbye, a second one does not.

And Ctrl-Z where it is only a key: see `make_stop`.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")


@contextmanager
def stop_signals(stopping: asyncio.Event) -> Iterator[None]:
    """Set `stopping` at the first signal to end; a second signal ends the process at once."""
    loop = asyncio.get_running_loop()
    # Signals that our caller ignores (nohup, a shell's background) stay ignored.
    numbers = [signal.Signals[name] for name in _SIGNALS if hasattr(signal, name)]
    numbers = [number for number in numbers if signal.getsignal(number) is not signal.SIG_IGN]

    def release() -> None:
        for number in numbers:
            with suppress(NotImplementedError, RuntimeError, ValueError):
                loop.remove_signal_handler(number)

    def stop() -> None:
        release()
        stopping.set()

    for number in numbers:
        # Where the system has no support, and outside the main thread, the caller has to handle signals.
        with suppress(NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(number, stop)
    try:
        yield
    finally:
        release()


def make_stop() -> Callable[[], None]:
    """Return a function that gives the terminal back as it is now, and stops this process and its job until `fg`."""
    if sys.platform == "win32":
        return lambda: None
    import termios  # noqa: PLC0415 - not on Windows

    try:
        modes = termios.tcgetattr(sys.stdin)
    except termios.error:
        return lambda: None  # The terminal has gone.

    def stop() -> None:
        with suppress(termios.error):
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, modes)
        os.kill(0, signal.SIGTSTP)

    return stop


def discard(output: TextIO | None) -> None:
    """Discard what a stream has not written yet; otherwise Python complains when it flushes at exit."""
    if output is None:
        return
    with suppress(AttributeError, OSError, ValueError):  # Without a file behind it there is nothing to flush.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, output.fileno())
        os.close(nowhere)
