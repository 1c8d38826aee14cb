"""The statistics of poker trackers, by PokerTracker's definitions, as counters that add up: docs/statistics.md.

A flag is 1 if something happened to a seat in a deal, or if it had the chance. The flags of a seat are the bits of one
number, which the ledger stores. So a new flag goes to the end of `FLAGS`, and none may change its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from ircpoker.words import Phrase


def _with_chances(*names: str) -> list[str]:
    """Return each counter with that of the chances for it."""
    return [each for name in names for each in (name, f"{name}_opp")]


FLAGS = (
    "walks",
    "vpip",
    *_with_chances("pfr", "rfi"),
    "limp",
    *_with_chances("steal"),
    "sb_steal_fold",
    "sb_steal_opp",
    "bb_steal_fold",
    "bb_steal_opp",
    *_with_chances("3bet", "f3bet", "4bet", "f4bet", "squeeze", "f_cbet", "t_cbet", "r_cbet"),
    *_with_chances("f_fcbet", "t_fcbet", "r_fcbet", "f_xr", "t_xr", "r_xr", "f_donk"),
    "folds",
    "wtsd",
    "wsd",
    "wwsf",
    "saw_f",
    "saw_t",
    "saw_r",
)
"""The counters that are 0 or 1 in a deal, in the order of their bits."""
ACTIONS = ("bets", "raises", "calls")
"""The counters that can be more than 1 in a deal."""
COUNTERS = ("hands", *FLAGS, *ACTIONS)
"""All counters, in the order in which they are stored and printed."""
Z_95 = 1.959963984540054
"""Standard errors on each side of the mean that cover 95 % of a normal distribution."""

_PLACES = {name: place for place, name in enumerate(COUNTERS)}
_BITS = {name: 1 << place for place, name in enumerate(FLAGS)}


@lru_cache(4096)
def _places_of(flags: int) -> tuple[int, ...]:
    """Return the places in `COUNTERS` of the flags that are set."""
    return tuple([_PLACES[name] for name, bit in _BITS.items() if flags & bit])


class SeatCount(NamedTuple):
    """The counters of one seat in one deal.

    Attributes:
        flags: the flags as bits.
        bets: its bets after the flop.
        raises: its raises after the flop.
        calls: its calls after the flop.
    """

    flags: int
    bets: int = 0
    raises: int = 0
    calls: int = 0

    @property
    def names(self) -> frozenset[str]:
        """The names of the flags that are set."""
        return frozenset([name for name, bit in _BITS.items() if self.flags & bit])


def pack_flags(names: Iterable[str]) -> int:
    """Return flags as bits.

    Examples:
        >>> pack_flags({"vpip", "walks"})
        3
    """
    return sum(map(_BITS.__getitem__, names))


@dataclass(frozen=True, slots=True)
class Counters:
    """Counters by name; `+` adds them up.

    Attributes:
        numbers: the counters in the order of `COUNTERS`.

    Examples:
        >>> both = Counters.of({"hands": 2, "vpip": 1}) + Counters.of({"hands": 1})
        >>> both["hands"], both["vpip"], both["3bet"]
        (3, 1, 0)
    """

    numbers: tuple[int, ...] = (0,) * len(COUNTERS)

    @classmethod
    def of(cls, counts: Mapping[str, int]) -> Counters:
        """Return counters by their names; those without a name are 0."""
        return cls(tuple([counts.get(name, 0) for name in COUNTERS]))

    def __getitem__(self, name: str) -> int:
        return self.numbers[_PLACES[name]]

    def __add__(self, other: Counters) -> Counters:
        return Counters(tuple([mine + its for mine, its in zip(self.numbers, other.numbers, strict=True)]))

    def __repr__(self) -> str:
        return f"Counters.of({ {name: count for name, count in self.items() if count} })"

    def items(self) -> Iterable[tuple[str, int]]:
        """Return pairs of name and count, in order."""
        return zip(COUNTERS, self.numbers, strict=True)


class CounterSum:
    """Adds up the counters of seats. Few patterns of flags are common, so only these are counted at first."""

    __slots__ = ("_patterns",)

    def __init__(self) -> None:
        self._patterns: dict[int, list[int]] = {}

    def add(self, count: SeatCount, hands: int = 1) -> None:
        """Add the sums of a number of hands with the same flags, or of a single one."""
        sums = self._patterns.get(count.flags)
        if sums is None:
            sums = self._patterns[count.flags] = [0, 0, 0, 0]
        sums[0] += hands
        sums[1] += count.bets
        sums[2] += count.raises
        sums[3] += count.calls

    @property
    def counters(self) -> Counters:
        """The sums by name."""
        numbers = [0] * len(COUNTERS)
        for flags, (hands, bets, raises, calls) in self._patterns.items():
            numbers[0] += hands
            for place in _places_of(flags):
                numbers[place] += hands
            numbers[-3] += bets
            numbers[-2] += raises
            numbers[-1] += calls
        return Counters(tuple(numbers))


class Statistic(NamedTuple):
    """A figure: how often something was done in proportion to the chances for it.

    Attributes:
        key: its name in JSON.
        made: the counters whose sum is divided.
        chances: the counters whose sum it is divided by.
        without: counters that are taken off the chances.
        is_share: whether it is a share of the chances, not a plain ratio.
    """

    key: str
    made: tuple[str, ...]
    chances: tuple[str, ...]
    without: tuple[str, ...] = ()
    is_share: bool = True

    @property
    def title(self) -> Phrase:
        """Its name for people."""
        return Phrase(f"statistics.{self.key}")

    def parts(self, counters: Counters) -> tuple[int, int]:
        """Return how often it was made, and the chances."""
        chances = sum(map(counters.__getitem__, self.chances)) - sum(map(counters.__getitem__, self.without))
        return sum(map(counters.__getitem__, self.made)), chances

    def value(self, counters: Counters) -> float | None:
        """Return the ratio; None without a chance."""
        made, chances = self.parts(counters)
        return made / chances if chances else None

    def text(self, counters: Counters) -> str:
        """Return the figure for people: `24 %`, `1.5`, or `-` without a chance.

        Examples:
            >>> VPIP.text(Counters.of({"hands": 5, "walks": 1, "vpip": 1}))
            '25 %'
            >>> AF.text(Counters.of({"bets": 2, "raises": 1, "calls": 2})), AF.text(Counters())
            ('1.5', '-')
        """
        value = self.value(counters)
        if value is None:
            return "-"
        return f"{100 * value:.0f} %" if self.is_share else f"{value:.1f}"


def _taken(key: str, chances: str = "") -> Statistic:
    """Return how often something was done of the chances, which have a counter of their own if they name none."""
    return Statistic(key, (key,), (chances or f"{key}_opp",))


VPIP = Statistic("vpip", ("vpip",), ("hands",), ("walks",))
PFR = _taken("pfr")
THREE_BET = _taken("3bet")
CBET = _taken("f_cbet")
AF = Statistic("af", ("bets", "raises"), ("calls",), is_share=False)
WTSD = _taken("wtsd", "saw_f")
WSD = _taken("wsd", "wtsd")
PROFILE = (VPIP, PFR, AF, WTSD, WSD)
"""A player's style in a few figures."""
STATISTICS = (
    VPIP,
    PFR,
    _taken("rfi"),
    _taken("limp", "rfi_opp"),
    _taken("steal"),
    _taken("sb_steal_fold", "sb_steal_opp"),
    _taken("bb_steal_fold", "bb_steal_opp"),
    THREE_BET,
    *map(_taken, ("f3bet", "4bet", "f4bet", "squeeze")),
    CBET,
    *map(_taken, ("t_cbet", "r_cbet", "f_fcbet", "t_fcbet", "r_fcbet", "f_xr", "t_xr", "r_xr", "f_donk")),
    AF,
    Statistic("afq", ("bets", "raises"), ("bets", "raises", "calls", "folds")),
    WTSD,
    WSD,
    _taken("wwsf", "saw_f"),
)
"""All figures, in the order in which they are shown."""


class Winnings(NamedTuple):
    """Big blinds won; `+` would chain them, so `add` adds them up.

    Attributes:
        hands: the number of hands.
        bb: the big blinds won in all.
        squares: the sum of the squares of each hand's big blinds.
    """

    hands: int = 0
    bb: float = 0.0
    squares: float = 0.0

    def add(self, other: Winnings) -> Winnings:
        """Return the sum of both."""
        return Winnings(self.hands + other.hands, self.bb + other.bb, self.squares + other.squares)

    @property
    def per_100(self) -> float | None:
        """Big blinds won in 100 hands; None without a hand."""
        return 100 * self.bb / self.hands if self.hands else None

    @property
    def interval(self) -> float | None:
        """Half the width of the 95 % interval of `per_100`; None for fewer than two hands.

        Examples:
            >>> round(Winnings(4, 2.0, 4.0).interval, 3)
            97.998
        """
        hands = self.hands
        if hands < 2:
            return None
        spread = max(0.0, self.squares - self.bb * self.bb / hands)
        return 100 * Z_95 * sqrt(spread / (hands - 1) / hands)
