"""Keeps lines in a channel from highlighting people whose turn it is not.

A client highlights a line that contains the reader's own nick as a word. So a sign is put into each nick of somebody
in the channel, wherever it occurs: in a table's line, a list, or text that a player has typed. Words are found by
WeeChat's rules, which are the widest among the usual clients.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator

from ircpoker.cards import Card
from ircpoker.chat.message import Highlighted
from ircpoker.words import Bold, Phrase

WORD_JOINER = "\u2060"
"""It has no width, and terminals do not draw it; other zero-width signs join letters wrongly under tmux."""
HYPHEN = "-"
_LONGEST = 64
_WORDS = re.compile(r"\S+")
_IN_WORDS = frozenset("-_|")
"""The characters that clients count as part of a word besides letters and digits (WeeChat's `word_chars_highlight`)."""


def without_highlights(
    parts: tuple[str | Card | Phrase, ...], members: Container[str], fold: Callable[[str], str], sign: str
) -> tuple[str | Card | Phrase, ...]:
    """Return a channel line's parts with a sign in each nick except the one to be highlighted.

    Args:
        parts: the line's parts, already worded.
        members: the folded nicks of those in the channel.
        fold: folds a nick.
        sign: `WORD_JOINER`, or `HYPHEN` where only ASCII is wanted.

    Returns:
        The new parts, of the same types.
    """
    new_parts: list[str | Card | Phrase] = []
    for part in parts:
        if isinstance(part, str) and not isinstance(part, Highlighted):
            split = split_nicks(part, members, fold, sign)
            new_parts.append(Bold(split) if isinstance(part, Bold) else split)
        else:
            new_parts.append(part)
    return tuple(new_parts)


def split_nicks(text: str, members: Container[str], fold: Callable[[str], str], sign: str) -> str:
    """Return a text with a sign in each word that is a nick.

    Examples:
        >>> split_nicks("ann calls 20, [Bob]: annie", {"ann", "bob"}, str.lower, "-")
        'a-nn calls 20, [B-ob]: annie'
    """
    folded = fold(text)
    # Some letters are folded to several.
    keys = list(folded) if len(folded) == len(text) else [fold(char) for char in text]
    return _WORDS.sub(lambda match: _split(match[0], keys[match.start() : match.end()], members, sign), text)


def _split(word: str, keys: list[str], members: Container[str], sign: str) -> str:
    """Return a word with a sign in each nick; `keys` are its folded letters."""
    begin = 0
    # Each nick gets one sign. More are only needed for new nicks that the signs make, and nicks may be chosen so
    # that this never ends.
    for _ in range(2 * len(word)):
        span = next(_nicks(word, keys, members, begin), None)
        if span is None:
            break
        start, end = span
        index, added = _sign_in(keys[start:end], members, sign)
        word, keys = word[: start + index] + added + word[start + index :], _with(keys, start + index, added)
        # A part of the nick may belong to a nick that begins before it.
        begin = max(0, start - _LONGEST)
    return word


def _sign_in(nick: list[str], members: Container[str], sign: str) -> tuple[int, str]:
    """Return where a sign is put into a nick, and the sign."""
    if len(nick) == 1:
        # It cannot be split, but hyphens make it part of a word.
        hyphens = HYPHEN
        while nick[0] + hyphens in members:
            hyphens += HYPHEN
        return 1, hyphens
    # Neither half may be somebody's nick; where one always is, it is split in turn.
    halves = ((index, {"".join(nick[:index]), "".join(nick[index:])}) for index in range(1, len(nick)))
    return next((index for index, both in halves if not any(half in members for half in both)), 1), sign


def _with(keys: list[str], index: int, added: str) -> list[str]:
    return [*keys[:index], *added, *keys[index:]]


def _nicks(word: str, keys: list[str], members: Container[str], begin: int) -> Iterator[tuple[int, int]]:
    """Yield where a nick stands in a word from `begin` on, between signs that separate words."""
    inside = [char.isalnum() or char in _IN_WORDS for char in word]
    for start in range(begin, len(word)):
        if start and inside[start - 1]:
            continue
        for end in range(start + 1, min(start + _LONGEST, len(word)) + 1):
            if (end == len(word) or not inside[end]) and "".join(keys[start:end]) in members:
                yield start, end
