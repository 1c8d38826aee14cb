"""Actions as people type them: in the words of many languages, with fillers, signs and smileys around them."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import NamedTuple

from ircpoker.table.amounts import parse_amount
from ircpoker.words.understood.typed import action_words, asks, bare_words, is_around

WAGERS = frozenset({"bet", "raise"})
"""The actions that take an amount."""
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


@cache
def _commands() -> dict[str, tuple[str, ...]]:
    """Return the commands of each name of an action."""
    names: defaultdict[str, list[str]] = defaultdict(list)
    for command, of_command in action_words().items():
        for name in of_command if command != "around" else ():
            names[name].append(command)
    return {name: tuple(commands) for name, commands in names.items()}


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
    commands = _commands()
    for start in range(len(words)):
        for length in range(min(_LONGEST, len(words) - start), 0, -1):
            name = " ".join(words[start : start + length])
            if name in commands:
                return _with_amount(commands[name], words[start + length :], name)
        if not is_around(words[start]):
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
