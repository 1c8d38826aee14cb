"""Keeps lines in a channel from highlighting people whose turn it is not.

A client highlights a line that has the reader's own nick in it as a word. So a sign is put into each nick of somebody
in the channel, wherever it comes from: a table's line, a list, text that a player has typed. The rules for words are
those of WeeChat, which are the widest of the usual clients.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ircpoker.chat.message import Highlighted
from ircpoker.words import Bold, Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator

    from ircpoker.cards import Card


WORD_JOINER = "\u2060"
"""It has no width, and terminals draw it as nothing: other zero-width signs glue letters together under tmux."""
HYPHEN = "-"
_LONGEST = 64
_WORDS = re.compile(r"\S+")
_IN_WORDS = frozenset("-_|")
"""Besides letters and digits, what clients count as a part of a word (WeeChat's `word_chars_highlight`)."""


def without_highlights(
    parts: tuple[str | Card | Phrase, ...], members: Container[str], fold: Callable[[str], str], sign: str
) -> tuple[str | Card | Phrase, ...]:
    """Return the parts of a line for a channel with a sign in each nick, but for the one that is to be highlighted.

    Args:
        parts: of the line, already in words.
        members: the folded nicks of those in the channel.
        fold: folds a nick.
        sign: `WORD_JOINER`, or `HYPHEN` where only ASCII is wanted.

    Returns:
        Its parts, of the same types.
    """

    def is_there(nick: str) -> bool:
        return fold(nick) in members

    found: list[str | Card | Phrase] = []
    for part in parts:
        if isinstance(part, str) and not isinstance(part, Highlighted):
            split = split_nicks(part, is_there, sign)
            found.append(Bold(split) if isinstance(part, Bold) else split)
        else:
            found.append(part)
    return tuple(found)


def split_nicks(text: str, is_there: Callable[[str], bool], sign: str) -> str:
    """Return a text with a sign in each word that is a nick.

    Examples:
        >>> split_nicks("ann calls 20, [Bob]: annie", {"ann", "Bob"}.__contains__, "-")
        'a-nn calls 20, [B-ob]: annie'
    """
    return _WORDS.sub(lambda found: _split(found[0], is_there, sign), text)


def _split(word: str, is_there: Callable[[str], bool], sign: str) -> str:
    while (found := next(_nicks(word, is_there), None)) is not None:
        start, end = found
        nick = word[start:end]
        # What stands on either side of the sign must be nobody's nick either; where all are, that is split next.
        places = [place for place in range(1, len(nick)) if not is_there(nick[:place]) and not is_there(nick[place:])]
        # A nick of one letter cannot be split, but a hyphen makes it part of a word.
        place = places[0] if places else 1
        word = word[: start + place] + (sign if len(nick) > 1 else HYPHEN) + word[start + place :]
    return word


def _nicks(word: str, is_there: Callable[[str], bool]) -> Iterator[tuple[int, int]]:
    """Yield where in a word, between signs that separate words, there is a nick."""
    starts = [place for place in range(len(word)) if place == 0 or not _is_inside(word[place - 1])]
    ends = [place for place in range(1, len(word) + 1) if place == len(word) or not _is_inside(word[place])]
    for start in starts:
        for end in ends:
            if 0 < end - start <= _LONGEST and is_there(word[start:end]):
                yield start, end


def _is_inside(char: str) -> bool:
    return char.isalnum() or char in _IN_WORDS
