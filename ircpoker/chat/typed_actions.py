"""Actions as people type them: in the words of many languages, with fillers, signs and smileys around them."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from functools import cache
from typing import NamedTuple

from ircpoker.table.amounts import parse_amount
from ircpoker.words.actions import action_words

WAGERS = frozenset({"bet", "raise"})
"""The actions that take an amount."""
_AROUND = "around"
_SUITS = frozenset("♥♦♣♠♡♢♤♧")
_KEPT = _SUITS | frozenset("+-%$€£")
"""Signs that belong to amounts and cards."""
_QUESTION_MARKS = "?\uff1f"
_KEYCAPS = "\ufe0f\u20e3"
_LONGEST = 4
"""The most words of an action's name: `ich gehe mit` has three."""


class TypedAction(NamedTuple):
    """An action in a deal, as somebody has typed it.

    Attributes:
        commands: the command that is meant; several if the words have several meanings.
        amount: the amount of a bet or raise, and the price of a call; empty for none.
        typed: the words that name the action.
    """

    commands: tuple[str, ...]
    amount: str
    typed: str


class _ActionWords(NamedTuple):
    names: dict[str, tuple[str, ...]]
    around: frozenset[str]


@cache
def _load() -> _ActionWords:
    """Return the commands of each word, and the words around actions that mean nothing."""
    words = action_words()
    names: defaultdict[str, list[str]] = defaultdict(list)
    for command, of_command in words.items():
        for name in of_command if command != _AROUND else ():
            names[name].append(command)
    return _ActionWords({name: tuple(commands) for name, commands in names.items()}, words[_AROUND])


def bare_words(text: str) -> list[str]:
    """Return the words of a line in small letters, without smileys and the signs around words.

    Examples:
        >>> bare_words("Fold :( 😭"), bare_words("¡Subo a $40!"), bare_words("all-in, please...")
        (['fold'], ['subo', 'a', '$40'], ['all-in', 'please'])
    """
    stripped = (_without_signs(word) for word in unicodedata.normalize("NFC", text).lower().split())
    return [word for word in stripped if word]


def _without_signs(word: str) -> str:
    """Return a word without the signs at its ends."""
    start, end = 0, len(word)
    while start < end and _is_sign(word[start]):
        start += 1
    while end > start and _is_sign(word[end - 1]):
        end -= 1
    rest = word[start:end]
    return rest if any(map(str.isalnum, rest)) or not _SUITS.isdisjoint(rest) else ""


def _is_sign(char: str) -> bool:
    return not char.isalnum() and char not in _KEPT and (char in _KEYCAPS or unicodedata.category(char)[0] in "PSC")


def is_around(word: str) -> bool:
    """Return whether a word means nothing beside an action: `please`, `auf`."""
    return word in _load().around


def read_action(text: str) -> TypedAction | None:
    """Read a line that is exactly an action.

    Args:
        text: the line.

    Returns:
        The action; None if the line is anything else, or asks something.

    Examples:
        >>> read_action("I'll raise to 40!")
        TypedAction(commands=('raise',), amount='40', typed='raise')
        >>> read_action("ich gehe mit").commands, read_action("passo").commands
        (('call',), ('fold', 'check'))
        >>> read_action("fold?"), read_action("call me later")
        (None, None)
    """
    words = bare_words(text)
    if asks(text) or not words:
        return None
    found = _load()
    for start in range(len(words)):
        for length in range(min(_LONGEST, len(words) - start), 0, -1):
            name = " ".join(words[start : start + length])
            if name in found.names:
                return _with_amount(found.names[name], words[start + length :], name)
        if words[start] not in found.around:
            return None
    return None


def _with_amount(commands: tuple[str, ...], words: list[str], name: str) -> TypedAction | None:
    """Return an action with the words after its name; None if they are something else than an amount."""
    rest = [word for word in words if not is_around(word)]
    if not rest:
        return TypedAction(commands, "", name)
    if len(commands) > 1 or commands[0] not in {*WAGERS, "call"}:
        return None
    amount = " ".join(rest)
    return TypedAction(commands, amount, name) if parse_amount(amount) is not None else None


def asks(text: str) -> bool:
    """Return whether a line ends with a question mark, whatever smiley follows it."""
    end = len(text)
    while end and text[end - 1] not in _QUESTION_MARKS and (_is_sign(text[end - 1]) or text[end - 1].isspace()):
        end -= 1
    return end > 0 and text[end - 1] in _QUESTION_MARKS
