"""Levels: the blinds and antes of a tournament, and how long each lasts.

A structure has a list of levels; after the last one the blinds go on growing by half, so that every tournament ends.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import log, log10
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from ircpoker.errors import UsageError, quote
from ircpoker.words import Phrase

GROWTH = 1.5
"""The usual growth of the big blind from level to level."""
BLINDS_AT_THE_END = 20
"""All chips together are this many big blinds at the end of a tournament of a given length (the house's rule)."""
FEWEST_MINUTES = 2
MOST_MINUTES = 24 * 60
MOST_LEVELS = 60
MOST_BLIND = 10**9
_NICE = (1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8)
"""First digits of big blinds; half of each is a whole number from 20 on."""
_LEVEL = re.compile(r"(?P<small>\d{1,9})/(?P<big>\d{1,9})(?:/(?P<ante>\d{1,9}))?@(?P<length>\d{1,4})(?P<unit>m|h?)")
_BREAK = re.compile(r"break@(\d{1,3})m?")


class Level(Struct, frozen=True, array_like=True):
    """One level.

    Attributes:
        small: the small blind; in games with antes, the ante.
        big: the big blind.
        ante: the ante of each player, or of the big blind alone; 0 for none.
        minutes: how long it lasts; 0 if it lasts a number of hands.
        hands: the hands at each table that it lasts; 0 if it lasts a time.
        pause: the minutes of the break after it; 0 for none.
    """

    small: int
    big: int
    ante: int = 0
    minutes: float = 0
    hands: int = 0
    pause: int = 0

    def __str__(self) -> str:
        blinds = f"{self.small}/{self.big}" + (f"/{self.ante}" if self.ante else "")
        return f"{blinds}@{f'{self.hands}h' if self.hands else f'{self.minutes:.3g}'}"

    @property
    def blinds(self) -> str:
        """The blinds and the ante as players read them."""
        return f"{self.small}/{self.big}" + (f" ante {self.ante}" if self.ante else "")


class Structure(Struct, frozen=True):
    """The levels of a tournament and the chips of each entry.

    Attributes:
        stack: the chips of each entry.
        levels: the levels, at least one.
        has_big_blind_ante: whether the big blind pays the ante for all (TDA RP-11).
    """

    stack: int
    levels: tuple[Level, ...]
    has_big_blind_ante: bool = False

    def level(self, number: int) -> Level:
        """Return a level by its number from 0; those after the last one grow by half.

        Examples:
            >>> Structure(1500, (Level(10, 20, minutes=5),)).level(1)
            Level(small=15, big=30, ante=0, minutes=5, hands=0, pause=0)
        """
        if number < len(self.levels):
            return self.levels[number]
        last = self.levels[-1]
        big = last.big
        for _ in range(number - len(self.levels) + 1):
            big = min(MOST_BLIND, max(big + 2, nice(big * GROWTH)))
        ante = nice(last.ante * big / last.big) if last.ante else 0
        return replace(last, small=big // 2, big=big, ante=ante, pause=0)


_BLINDS = (20, 30, 50, 80, 100, 150, 200, 300, 400, 600, 800, 1200, 1600, 2000, 3000, 4000, 6000, 8000, 10000)


def _preset(stack: int, minutes: float, hands: int = 0, antes_from: int = 4) -> Structure:
    levels = [
        Level(big // 2, big, _ante(big) if number >= antes_from else 0, minutes, hands)
        for number, big in enumerate(_BLINDS)
    ]
    return Structure(stack, tuple(levels))


def _ante(big: int) -> int:
    return max(1, big // 10)


PRESETS: Mapping[str, Structure] = MappingProxyType(
    {"turbo": _preset(1500, 4), "standard": _preset(1500, 8), "deep": _preset(3000, 12), "hands": _preset(1500, 0, 8)}
)
"""The structures by name: `hands` is for the console, where time does not count."""


def nice(size: float) -> int:
    """Return the nearest size that players know, such as 1200 for 1170.

    Examples:
        >>> [nice(size) for size in (1, 7, 45, 75, 170, 1170, 33333)]
        [2, 8, 50, 80, 160, 1200, 30000]
    """
    if size <= 2:
        return 2
    scale = 10 ** int(log10(size))
    sizes = [int(first * scale) for first in (*_NICE, 10) if first * scale >= 2]
    near = min(sizes, key=lambda each: (abs(log(each / size)), each))
    return near + near % 2


def for_length(minutes: float, entries: int, stack: int, *, first: int = 20) -> Structure:
    """Return levels with which all chips are `BLINDS_AT_THE_END` big blinds at the end of a time (a house rule).

    Args:
        minutes: the time.
        entries: the number of entries, at least two.
        stack: the chips of each.
        first: the first big blind.

    Returns:
        Levels of equal length that grow by about half.

    Raises:
        UsageError: the time is too short for levels of `FEWEST_MINUTES`, or too long.

    Examples:
        >>> short = for_length(60, 6, 1500)
        >>> " ".join(map(str, short.levels))
        '10/20@7.5 15/30@7.5 20/40@7.5 30/60@7.5 45/90@7.5 70/140/14@7.5 100/200/20@7.5 150/300/30@7.5 225/450/45@7.5'
    """
    last = max(float(first), entries * stack / BLINDS_AT_THE_END)
    steps = max(1, round(log(last / first) / log(GROWTH)))
    if not FEWEST_MINUTES * steps <= minutes <= MOST_MINUTES:
        raise UsageError(Phrase("tournament.bad_length", least=FEWEST_MINUTES * steps, most=MOST_MINUTES))
    sizes = [first * (last / first) ** (step / steps) for step in range(steps + 1)]
    bigs = [*[_whole(size, 8) for size in sizes[:-1]], _whole(sizes[-1], 20)]
    levels = [
        Level(big // 2, big, _ante(big) if number >= steps // 2 + 1 and big >= 100 else 0, minutes / steps)
        for number, big in enumerate(bigs)
    ]
    return Structure(stack, tuple(levels))


def _whole(size: float, part: int) -> int:
    """Return an even big blind within one part of so many of a size, as round as possible."""
    for digits in (1, 2, 3, 4):
        scale = 10 ** max(0, int(log10(size)) + 1 - digits)
        near = round(size / scale) * scale
        if near % 2 == 0 and abs(near - size) <= size / part:
            return int(near)
    return 2 * round(size / 2)


def parse_levels(words: Sequence[str], stack: int) -> Structure:
    """Read levels as `10/20@10 15/30@10 break@5 25/50/5@12h`: `@10` is minutes, `@12h` hands.

    Args:
        words: the levels.
        stack: the chips of each entry.

    Returns:
        The structure.

    Raises:
        UsageError: a word is no level, the blinds fall, or there are none or too many.

    Examples:
        >>> parse_levels(["10/20@10", "break@5", "25/50/5@12h"], 1500).levels[1]
        Level(small=25, big=50, ante=5, minutes=0, hands=12, pause=0)
    """
    levels: list[Level] = []
    for word in words:
        if (match := _BREAK.fullmatch(word)) is not None and levels:
            levels[-1] = replace(levels[-1], pause=int(match[1]))
            continue
        levels.append(_parse_level(word, levels[-1].big if levels else 0))
    if not 0 < len(levels) <= MOST_LEVELS:
        raise UsageError(Phrase("tournament.level_count", most=MOST_LEVELS))
    return Structure(stack, tuple(levels))


def _parse_level(word: str, before: int) -> Level:
    match = _LEVEL.fullmatch(word)
    if match is None:
        raise UsageError(Phrase("tournament.bad_level", word=quote(word)))
    small, big, ante, length = (int(match[name] or 0) for name in ("small", "big", "ante", "length"))
    if not (1 <= small <= big and ante <= big and before <= big and 1 <= length <= MOST_MINUTES):
        raise UsageError(Phrase("tournament.bad_level", word=quote(word)))
    is_hands = match["unit"] == "h"
    return Level(small, big, ante, 0 if is_hands else length, length if is_hands else 0)
