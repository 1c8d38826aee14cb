"""A scripted human: a raw socket, so that the bot's own library is not on both sides."""

from __future__ import annotations

import re
import socket
import time
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Self, TypeVar

from tests.waiting import PATIENCE

LONGEST_LINE = 512
_LETTERS = {"♥": "h", "♦": "d", "♣": "c", "♠": "s"}
_SUIT = re.compile("(?<=[2-9TJQKA])[♥♦♣♠]")


def as_typed(text: str) -> str:
    """Return a line with suits as letters and nicks without the sign that keeps them from highlighting."""
    return _SUIT.sub(lambda sign: _LETTERS[sign[0]], text.replace("\u2060", ""))


class Human:
    """Sends lines and waits for lines; answers PING by itself.

    Every line that ever came is kept in `received`, as bytes with its line end. Texts to wait for are written as people
    type them.
    """

    def __init__(self, port: int, nick: str, *channels: str, user: str = "human") -> None:
        self.nick = nick
        self._user = user
        self.received: list[bytes] = []
        self._unread: deque[bytes] = deque()
        self._part = b""
        self._marks = count(1)
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        try:
            self._register(channels)
        except AssertionError:
            self.close()
            raise

    def send(self, line: str | bytes) -> None:
        self._socket.sendall((line if isinstance(line, bytes) else line.encode()) + b"\r\n")

    def say(self, target: str, text: str) -> None:
        self.send(f"PRIVMSG {target} :{text}")

    def join(self, channel: str) -> None:
        self.send(f"JOIN {channel}")
        self.expect(" 366 ")

    def expect(self, text: str, timeout: float = PATIENCE) -> str:
        """Return the next line that holds `text`; lines before it are skipped."""
        passed: list[str] = []
        deadline = time.monotonic() + timeout
        while True:
            line = self._next_line(deadline)
            if line is None:
                raise AssertionError(f"{self.nick} waited {timeout} s for {text!r}, came: {passed}")
            if text in line:
                return line
            passed.append(line)

    def hear(self, nick: str, target: str, timeout: float = PATIENCE) -> str:
        """Return the next line from `nick` to `target`: a PRIVMSG, or to a person a NOTICE."""
        verbs = ("PRIVMSG",) if target.startswith("#") else ("PRIVMSG", "NOTICE")
        deadline = time.monotonic() + timeout
        while True:
            line = self.expect(f" {target} :", deadline - time.monotonic())
            if line.startswith(f":{nick}!") and line.split()[1] in verbs:
                return line.split(" :", 1)[1]

    def lines_before(self, text: str) -> list[str]:
        """Return the lines before the next one that holds `text`."""
        lines: list[str] = []
        deadline = time.monotonic() + PATIENCE
        while (line := self._next_line(deadline)) is None or text not in line:
            assert line is not None, f"{self.nick} waited for {text!r}, came: {lines}"
            lines.append(line)
        return lines

    def lines_so_far(self) -> list[str]:
        """Return the lines until the server answers a PING: by then it has done everything before it."""
        mark = f"mark{next(self._marks)}"
        self.send(f"PING {mark}")
        return self.lines_before(mark)

    def lines_until_answered(self, bot: str = "dealer") -> list[str]:
        """Return the lines until an echoing bot answers: by then it has handled all earlier lines."""
        self.say(bot, "echo that is all")
        return self.lines_before(" :that is all")

    def count(self, text: str) -> int:
        """Return the number of unread lines with `text`."""
        return sum(text in line for line in self.lines_so_far())

    def never(self, text: str) -> None:
        """Fail if a line with `text` has come or is on its way; first wait for the event that would have caused it."""
        assert not [line for line in self.lines_so_far() if text in line]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._socket.close()

    def check_lines(self) -> None:
        """Check that no line was too long."""
        assert all(len(line) <= LONGEST_LINE for line in self.received)

    def _register(self, channels: tuple[str, ...]) -> None:
        self.send(f"NICK {self.nick}")
        self.send(f"USER {self._user} 0 * :A human")
        self.expect(" 376 ")
        for channel in channels:
            self.join(channel)

    def _next_line(self, deadline: float) -> str | None:
        while not self._unread:
            left = deadline - time.monotonic()
            if left <= 0:
                return None
            self._socket.settimeout(left)
            try:
                data = self._socket.recv(65536)
            except TimeoutError:
                return None
            if not data:
                raise AssertionError(f"{self.nick} was disconnected: {self.received[-3:]}")
            self._feed(data)
        return as_typed(self._unread.popleft().decode("utf-8", "replace"))

    def _feed(self, data: bytes) -> None:
        *lines, self._part = (self._part + data).split(b"\n")
        for line in lines:
            self.received.append(line + b"\n")
            if line.startswith(b"PING "):
                self._socket.sendall(b"PONG " + line[5:] + b"\n")
            self._unread.append(line.rstrip(b"\r"))


Person = TypeVar("Person", bound=Human)


def connect_together(connect: Callable[[str], Person], nicks: Iterable[str]) -> list[Person]:
    """Return everybody, who connect at the same time: InspIRCd lets people in once a second."""
    with ThreadPoolExecutor(16) as pool:
        return list(pool.map(connect, nicks))
