"""The words of requests for tables and tournaments, as people type them.

Actions as people type them: in the words of many languages, with fillers, signs and smileys around them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from typing import NamedTuple

from ircpoker.table.amounts import parse_amount
from ircpoker.words.understood.typed import action_words, asks, bare_words, is_around

_PLAIN_NAMES = tuple(
    (re.compile(rf"(?<![\w-])(?:{pattern})(?![\w'-])", re.IGNORECASE), plain)
    for pattern, plain in (
        (r"pot[ -]limit[ -]omaha|plo", "omaha"),
        (r"limit (?:(?:five|5)[ -]card(?: draw)?|draw)", "limit_draw"),
        (r"(?:five|5)[ -]card(?: draw)?", "draw"),
        (r"(?:fixed[ -])?limit (?:texas )?hold'?em|fixed[ -]limit", "limit"),
        (r"(?:pot[ -]?limit|plhe?)(?: (?:texas )?hold'?em)?", "pot_limit"),
        (r"(?:no[ -]limit|nl) (?:texas )?hold'?em|nlhe?|no[ -]limit|texas(?: hold'?em)?|hold'em", "holdem"),
        (r"with|against|vs|versus|a|the|of|for|me|some|game|table|poker|players?|chips|please|blinds|stakes", ""),
        (r"antes? (\d+)", r"ante\1"),
        (r"heads[ -]?up|hu", "2"),
    )
)
"""Other names of the `GAMES`, and words without meaning here."""
_NOLIMIT = re.compile(r"(?<![\w-])nolimit(?![\w'-])(?: (?:texas )?hold'?em)?", re.IGNORECASE)
"""The game, where no robot of that name can be meant."""
_ROBOTS = re.compile(r"(?<![\w-])([1-9]) (?:(?:ro)?bots?|opponents?)(?![\w'-])", re.IGNORECASE)
_TABLE = re.compile(r"(?P<table>(?:at )?table )?#?(?P<number>[1-9])(?: +(?P<rest>.*))?", re.IGNORECASE)
_OPTION = re.compile(
    r"(?<!\S)(?:"
    r"at (?P<hour>\d{1,2}):(?P<minute>\d\d)"
    r"|in (?P<wait>\d{1,4}) ?(?P<wait_unit>m|min|minutes?|h|hours?)"
    r"|(?:for|length) (?P<length>\d{1,4}) ?(?P<length_unit>m|min|minutes?|h|hours?)"
    r"|buy-?in (?P<buy_in>\d{1,9})"
    r"|seats (?P<seats>\d{1,2})"
    r"|stack (?P<stack>\d{1,9})"
    r"|late (?P<late>\d{1,2})"
    r"|re-?buys (?P<rebuys>\d{1,2})"
    r"|add-?on (?P<addon>\d{1,9})"
    r"|(?:pays?|payouts) (?P<payouts>winner|table|top \d{1,2} ?%)"
    r")(?!\S)",
    re.IGNORECASE,
)


def plain_words(text: str, *, takes_robots: bool = True) -> list[str]:
    """Return the words of a request, with games by their names in `GAMES`.

    Args:
        text: the request.
        takes_robots: whether `nolimit` may name a robot; else it is the game.

    Examples:
        >>> plain_words("poker against caller"), plain_words("pot limit Omaha 300"), plain_words("no-limit hold'em")
        (['caller'], ['omaha', '300'], ['holdem'])
    """
    if not takes_robots:
        text = _NOLIMIT.sub("holdem", text)
    text = _ROBOTS.sub(lambda match: str(int(match[1]) + 1), text)
    for pattern, plain in _PLAIN_NAMES:
        text = pattern.sub(plain, text)
    return text.split()


def split_options(text: str) -> tuple[dict[str, str], str]:
    """Return the options of a tournament by name, and the other words.

    Examples:
        >>> split_options("at 20:30 omaha buy-in 200")
        ({'hour': '20', 'minute': '30', 'buy_in': '200'}, '  omaha  ')
    """
    options: dict[str, str] = {}
    for match in _OPTION.finditer(text):
        options |= {key: value for key, value in match.groupdict().items() if value is not None}
    return options, _OPTION.sub(" ", text)


def read_table_number(text: str, *, takes_digit: bool = False) -> tuple[int, str]:
    """Return the number of a table, 0 if none is named, and the rest of a text: `table 2 500` or `2`.

    Args:
        text: the words after a command.
        takes_digit: whether a number without `table` in front of it is that of a table.

    Examples:
        >>> read_table_number("table 2 500"), read_table_number("500"), read_table_number("2", takes_digit=True)
        ((2, '500'), (0, '500'), (2, ''))
    """
    match = _TABLE.fullmatch(text)
    if match is None or not (match["table"] or takes_digit):
        return 0, text
    return int(match["number"]), match["rest"] or ""


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
