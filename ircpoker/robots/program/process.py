"""A program as a process: its output is limited in time and length, and at the end all its processes are ended.

The output may be anything: the table waits no longer than `Limits` says, and keeps only one line of an answer and the
end of the error output.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

from ircpoker.errors import printable
from ircpoker.runtime.foreign import program_environment

_CHUNK = 1 << 16
_KEPT = 2000
"""The most bytes kept of the error output, which is shown if the program fails."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a program.

    Attributes:
        start: seconds from its start to its answer to hello.
        move: seconds for an action, and for reading any other message.
        end: seconds to end by itself after bye.
        line: the most bytes of an answer.
    """

    start: float = 10.0
    move: float = 5.0
    end: float = 1.0
    line: int = 1 << 16


class ProgramError(Exception):
    """A program that can no longer be asked; the text gives the reason."""


class LateProgramError(ProgramError, TimeoutError):
    """A program that did not answer, or read, in time."""


class ProgramProcess:
    """A running program; use it as a context manager, or close it."""

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        """Start the program.

        Args:
            command: the program and its arguments.
            limits: its limits of time and size.

        Raises:
            ProgramError: it cannot be started.
        """
        if sys.platform == "win32":
            raise ProgramError("programs play on Linux, macOS and other POSIX systems only")
        self._limits = limits
        self._answers = bytearray()
        self._complaints = b""
        self._is_closed = False
        try:
            # In its own session, so that its children can be ended with it, and Ctrl-C reaches only us.
            self._process = subprocess.Popen(  # noqa: S603 - the user's own program
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=program_environment(),
                start_new_session=True,
                bufsize=0,
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise ProgramError(f"it cannot be started: {reason}") from error
        self._streams = {
            stream.fileno(): stream
            for stream in (self._process.stdin, self._process.stdout, self._process.stderr)
            if stream
        }
        self._stdin, self._stdout, self._stderr = self._streams
        for number in self._streams:
            os.set_blocking(number, False)
        self._open = {self._stdin, self._stdout, self._stderr}

    def tell(self, line: bytes) -> None:
        """Send a line that has no answer.

        Raises:
            ProgramError: the program does not read.
        """
        self._exchange(line, self._limits.move, wants_answer=False)

    def ask(self, line: bytes, *, is_start: bool = False) -> bytes:
        """Send a line and return the answer, without its end.

        Raises:
            ProgramError: no answer came in time, it is too long, the program has ended, or it wrote before it was
                asked.
        """
        self._read(self._stdout)
        if self._answers:
            raise ProgramError("it wrote without being asked")
        limits = self._limits
        return self._exchange(line, limits.start if is_start else limits.move, wants_answer=True)

    def close(self, last: bytes = b"") -> bool:
        """End the program and everything that it has started; it gets a moment to end by itself.

        Args:
            last: the last line that it is sent.

        Returns:
            Whether it closed its output by itself.
        """
        if self._is_closed:
            return True
        self._is_closed = True
        with contextlib.suppress(ProgramError):
            if last:
                self._exchange(last, self._limits.end, wants_answer=False)
        self._shut(self._stdin)
        deadline = time.monotonic() + self._limits.end
        while self._stdout in self._open and time.monotonic() < deadline:
            self._wait(deadline, b"")
            self._answers.clear()
        is_done = self._stdout not in self._open
        # No other process can get its number before we have waited for it.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for number in list(self._open):
            self._shut(number)
        return is_done

    def _exchange(self, line: bytes, seconds: float, *, wants_answer: bool) -> bytes:
        """Send a line; if an answer is wanted, read until it has come."""
        deadline = time.monotonic() + seconds
        left = line + b"\n"
        while left or wants_answer:
            if not left and b"\n" in self._answers:
                answer, _, rest = bytes(self._answers).partition(b"\n")
                if len(answer) <= self._limits.line:
                    self._answers = bytearray(rest)
                    return answer
            if len(self._answers) > self._limits.line:
                raise ProgramError(f"it wrote a line of more than {self._limits.line} bytes")
            if self._stdout not in self._open or (left and self._stdin not in self._open):
                raise ProgramError(self._end())
            if time.monotonic() >= deadline:
                problem = "it does not read what it is sent" if left else f"no answer within {seconds:g} s"
                raise LateProgramError(f"{problem}{self._last_words()}")
            left = self._wait(deadline, left)
        return b""

    def _wait(self, deadline: float, left: bytes) -> bytes:
        """Read and write as much as is possible before the deadline; return the part not yet written."""
        with selectors.DefaultSelector() as selector:
            for number in self._open - {self._stdin}:
                selector.register(number, selectors.EVENT_READ)
            if left and self._stdin in self._open:
                selector.register(self._stdin, selectors.EVENT_WRITE)
            for key, _ in selector.select(max(0.0, deadline - time.monotonic())):
                if key.fd == self._stdin:
                    left = self._write(left)
                else:
                    self._read(key.fd)
        return left

    def _write(self, left: bytes) -> bytes:
        try:
            return left[os.write(self._stdin, left) :]
        except BlockingIOError:
            return left
        except OSError:
            self._shut(self._stdin)
            return left

    def _read(self, number: int) -> None:
        """Read what is there now, one piece at most."""
        if number not in self._open:
            return
        try:
            piece = os.read(number, _CHUNK)
        except BlockingIOError:
            return
        except OSError:
            piece = b""
        if not piece:
            self._shut(number)
        elif number == self._stdout:
            self._answers += piece
        else:
            self._complaints = (self._complaints + piece)[-_KEPT:]

    def _shut(self, number: int) -> None:
        if number in self._open:
            self._open.discard(number)
            with contextlib.suppress(OSError):
                self._streams[number].close()

    def _end(self) -> str:
        """Return how the program ended."""
        try:
            status = self._process.wait(self._limits.end)
        except subprocess.TimeoutExpired:
            return f"it closed its output{self._last_words()}"
        how = f"by signal {-status}" if status < 0 else f"with status {status}"
        return f"it ended {how}{self._last_words()}"

    def _last_words(self) -> str:
        """Return the last line that it wrote to standard error, as the end of a sentence."""
        lines = self._complaints.decode(errors="replace").strip().splitlines()
        return f": {printable(lines[-1][:200])}" if lines else ""
