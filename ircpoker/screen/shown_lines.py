"""Where the lines of a conversation come from and go to, and how they are printed there."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Protocol

from ircpoker.feed.requests import Reply
from ircpoker.screen.look import Look, wrap

_MOST_REMEMBERED = 60
"""Lines that are not printed again when a table is watched that has just said them."""


class Typist(Protocol):
    """Where lines come from and go to."""

    @property
    def columns(self) -> int:
        """The columns of a terminal at which a person sits; 0 for a program."""

    async def read(self) -> str | None:
        """Return the next line; None at the end of the input."""

    def write(self, line: str) -> None:
        """Show a line."""

    def ring(self) -> None:
        """Ring the terminal's bell."""


class ShownLines:
    """Prints lines: on a terminal broken at words, with room between deals."""

    def __init__(self, typist: Typist, look: Look) -> None:
        self._typist = typist
        self._look = look
        self._printed: deque[str] = deque(maxlen=_MOST_REMEMBERED)

    def print_reply(self, reply: Reply, choices: Mapping[str, str], front: str) -> None:
        """Print a line for a person.

        Args:
            reply: the line.
            choices: the person's preferences.
            front: what is printed before it: the nick of somebody who does not speak now.
        """
        if reply.moment == "deal":
            self.leave_gap()
        self._printed.append(reply.text)
        self._write(front + self._look.line(reply.text, reply.cards, reply.bold, choices))

    def print(self, line: str, choices: Mapping[str, str]) -> None:
        """Print a line of a table."""
        self._printed.append(line)
        self._write(self._look.line(line, preferences=choices))

    def print_missing(self, lines: Iterable[str], choices: Mapping[str, str]) -> None:
        """Print the lines of a table that are not printed yet."""
        for line in lines:
            if line not in self._printed:
                self.print(line, choices)

    def has_printed(self, words: str) -> bool:
        """Return whether one of the last lines of the bot has some words."""
        return any(words in line for line in self._printed)

    def print_own(self, line: str) -> None:
        """Print a line of the conversation's own, in which nothing is a card."""
        self._write(self._look.line(line, ()))

    def leave_gap(self) -> None:
        """Leave a line empty before a deal, where a person reads."""
        if self._typist.columns:
            self._typist.write("")

    def _write(self, text: str) -> None:
        columns = self._typist.columns
        for line in wrap(text, columns) if columns else (text,):
            self._typist.write(line)
