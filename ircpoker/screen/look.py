"""How a line looks in a conversation: cards with signs or letters, colours, words in bold, and where it is broken.

Where lines come from and go to, and how they are printed there.
"""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, Protocol

from ircpoker.feed.requests import BotFacts, Reply
from ircpoker.screen.marks import ASCII, UNICODE, Marks, card_places
from ircpoker.screen.speech import spoken
from ircpoker.words import Say
from ircpoker.words.catalogue import load_catalogue
from ircpoker.words.plain_text import strip_formatting

_COLOURS = {"h": "\x1b[31m", "d": "\x1b[36m", "c": "\x1b[32m", "s": ""}
_PLAIN = "\x1b[0m"
_BOLD, _NOT_BOLD = "\x1b[1m", "\x1b[22m"
_INDENT = "  "
"""The beginning of a line that continues another one."""
_SPACE = re.compile(r" (?!%)")
"""Where a line may be broken: never between a number and its sign."""
_INVISIBLE = str.maketrans({"\u2060": None})
_MOST_REMEMBERED = 60
"""Lines that are not printed again when a table is watched that has just said them."""


class Look(NamedTuple):
    """How lines look.

    Attributes:
        marks: the signs that may be shown.
        has_suits: whether cards have the signs of their suits, unless the person wants letters.
        has_colour: whether there are colours, unless the person wants none.
        say: words phrases, if lines are for a speech engine; None if they are not.
    """

    marks: Marks
    has_suits: bool
    has_colour: bool
    say: Say | None = None

    @classmethod
    def of(cls, bot: BotFacts, *, can_suits: bool, on_terminal: bool, is_ascii: bool = False) -> Look:
        """Return how lines of a bot look.

        Args:
            bot: the bot.
            can_suits: whether the other side can show the signs of suits.
            on_terminal: whether it is a terminal that shows colours.
            is_ascii: whether nothing but ASCII may be shown.
        """
        has_suits = bot.cards == "unicode" and can_suits and not is_ascii
        return cls(ASCII if is_ascii else UNICODE, has_suits, bot.colour and on_terminal)

    def line(
        self,
        text: str,
        cards: Sequence[int] | None = None,
        bold: Sequence[tuple[int, int]] = (),
        preferences: Mapping[str, str] | None = None,
    ) -> str:
        """Return a line as it is shown.

        Args:
            text: the line, with cards such as `Ah`.
            cards: where each card begins; None for a line of which that is not known.
            bold: where words in bold begin and end.
            preferences: the choices of the person.

        Examples:
            >>> Look(UNICODE, has_suits=True, has_colour=False).line("FLOP Ah 9c [2d] | As you like")
            'FLOP A♥ 9♣ [2♦] | As you like'
        """
        wanted = preferences or {}
        if self.say is not None or wanted.get("cards") == "words":
            return spoken(text, self.say or load_catalogue().text, cards)
        has_suits = not self.marks.is_ascii and {"ascii": False, "unicode": True}.get(
            wanted.get("cards", ""), self.has_suits
        )
        has_colour = self.has_colour and wanted.get("colour") != "off"
        places = card_places(text) if cards is None else cards
        edges = sorted({0, len(text), *places, *(at + 2 for at in places), *(at for pair in bold for at in pair)})
        begins = {begin for begin, _ in bold} if has_colour else set()
        ends = {end for _, end in bold} if has_colour else set()
        shown = []
        for begin, end in pairwise(edges):
            piece = text[begin:end]
            if begin in places:
                piece = self._card(piece, has_suits=has_suits, has_colour=has_colour)
            else:
                piece = self.marks.text(piece)
            shown.append(f"{_BOLD * (begin in begins)}{piece}{_NOT_BOLD * (end in ends)}")
        return "".join(shown)

    def _card(self, card: str, *, has_suits: bool, has_colour: bool) -> str:
        text = UNICODE.card_text(card) if has_suits else card
        colour = _COLOURS.get(card[1:], "") if has_colour else ""
        return f"{colour}{text}{_PLAIN}" if colour else text


def has_colours(environ: Mapping[str, str]) -> bool:
    """Return whether this process's terminal shows colours, and whoever runs it wants them."""
    return not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"


def can_show_suits(encoding: str) -> bool:
    """Return whether a character set has the signs of the suits."""
    try:
        "♣♦♥♠".encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def own_look(bot: BotFacts, encoding: str, *, on_terminal: bool, is_ascii: bool = False) -> Look:
    """Return how lines look that this process prints."""
    return Look.of(
        bot,
        can_suits=can_show_suits(encoding),
        on_terminal=on_terminal and has_colours(os.environ),
        is_ascii=is_ascii,
    )


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
