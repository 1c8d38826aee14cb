"""The sizes of bets and raises of a tree, as text: `flop 33% 75%, turn 60%, river geometric all-in`.

An entry may begin with the player, `oop` or `ip`, and with the street; without them it is for both and for all streets.
A later entry replaces what an earlier one says about the same player and street; an entry that then counts nowhere is
refused. Entries without player and street that follow each other are one: `33%, 75%`. The sizes:

* `52%`: of the pot, for a raise of the pot after the call;
* `2.5x`: a raise to 2.5 times the bet;
* `120`: a bet of 120 chips, or a raise to 120;
* `geometric`: the part of the pot that, bet on each street to come, ends all-in on the river;
* `all-in`; `none` for no bet at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import groupby, product
from typing import NamedTuple

from ircpoker.errors import UsageError, quote
from ircpoker.words.nearest import nearest

STREETS = ("flop", "turn", "river")
PLAYERS = ("oop", "ip")
MOST_SIZES = 5
"""Sizes of one player on one street: with fold, call and all-in the solver's nodes have no more actions."""
_EVERYWHERE = frozenset(product(range(len(PLAYERS)), range(len(STREETS))))
DONKS = frozenset({(0, 1), (0, 2)})
"""The player and the streets of bets out of position after a call."""
LONGEST_TEXT = 1000
_NUMBER = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,3})?)(%|x)?")
_MOST_PERCENT, _MOST_TIMES, _MOST_CHIPS = 10_000, 100, 10**6
_NAMES = frozenset((*STREETS, *PLAYERS))
_EXPECTED = "a size such as 50%, 2.5x, 120, geometric or all-in"


class SizeUnit(Enum):
    """What a size is measured in."""

    POT = "%"
    TIMES = "x"
    CHIPS = ""
    GEOMETRIC = "geometric"
    ALL_IN = "all-in"


class BetSize(NamedTuple):
    """One size.

    Attributes:
        unit: what it is measured in.
        number: a part of the pot, a multiple of the bet, or chips.
    """

    unit: SizeUnit
    number: Fraction = Fraction(0)

    def __str__(self) -> str:
        """Return the size as text that `parse_sizes` reads."""
        if self.unit in {SizeUnit.GEOMETRIC, SizeUnit.ALL_IN}:
            return str(self.unit.value)
        number = float(self.number * 100 if self.unit is SizeUnit.POT else self.number)
        return f"{number:.12g}" + str(self.unit.value)

    def amount(self, pot: int, bet: int, stack: int, streets: int) -> int:
        """Return the chips that it adds above a call, not yet limited by rules and stacks.

        Args:
            pot: the chips in the pot after a call.
            bet: the bet to match on this street; 0 for none.
            stack: the chips that are left after a call.
            streets: this street and those to come.

        Examples:
            >>> BetSize(SizeUnit.POT, Fraction(1, 2)).amount(100, 0, 400, 3)
            50
            >>> BetSize(SizeUnit.GEOMETRIC).amount(100, 0, 400, 2)
            100
        """
        if self.unit is SizeUnit.POT:
            return round_half_up(self.number * pot)
        if self.unit is SizeUnit.TIMES:
            return round_half_up((self.number - 1) * bet)
        if self.unit is SizeUnit.CHIPS:
            return int(self.number) - bet
        if self.unit is SizeUnit.GEOMETRIC:
            part = (((pot + 2 * stack) / pot) ** (1 / streets) - 1) / 2
            return int(part * pot + 0.5)
        return stack


@dataclass(frozen=True)
class BetSizes:
    """The sizes of one kind of bets.

    Attributes:
        of: for each player, 0 out of position, and street, 0 the flop; None where nothing is said.
    """

    of: tuple[tuple[tuple[BetSize, ...] | None, ...], ...] = ((None,) * 3,) * 2

    def get(self, player: int, street: int) -> tuple[BetSize, ...]:
        """Return the sizes of a player on a street."""
        return self.of[player][street] or ()

    @property
    def all(self) -> tuple[BetSize, ...]:
        """The sizes of both players on all streets."""
        return tuple(size for row in self.of for street in row for size in street or ())

    def most_chips(self) -> int:
        """Return the largest of the sizes in chips; 0 if there is none."""
        return max((int(size.number) for size in self.all if size.unit is SizeUnit.CHIPS), default=0)

    def without(self, player: int, street: int, size: BetSize) -> BetSizes:
        """Return these sizes without one."""
        rows = [list(row) for row in self.of]
        rows[player][street] = tuple(each for each in self.get(player, street) if each != size)
        return BetSizes(tuple(map(tuple, rows)))

    def __str__(self) -> str:
        """Return text that `parse_sizes` reads."""
        entries = [
            f"{player} {street} {' '.join(map(str, sizes)) or 'none'}"
            for player, row in zip(PLAYERS, self.of, strict=True)
            for street, sizes in zip(STREETS, row, strict=True)
            if sizes is not None
        ]
        return ", ".join(entries)


def round_half_up(number: Fraction) -> int:
    """Return the nearest whole number, the larger one if two are as near."""
    return int(number + Fraction(1, 2))


def parse_sizes(text: str, option: str, places: frozenset[tuple[int, int]] = _EVERYWHERE) -> BetSizes:
    """Read sizes.

    Args:
        text: see above; empty for nothing.
        option: its option, for errors.
        places: the players and streets that can use one.

    Raises:
        UsageError: it is not such a text.

    Examples:
        >>> str(parse_sizes("flop 33% 75%, oop turn 2.5x", "--raise"))
        'oop flop 33% 75%, oop turn 2.5x, ip flop 33% 75%'
        >>> str(parse_sizes("ip river 1234.567% 999999", "--bets"))
        'ip river 1234.567% 999999'
    """
    if len(text) > LONGEST_TEXT:
        raise UsageError(f"{option}: expected at most {LONGEST_TEXT} characters")
    by_player: list[list[tuple[BetSize, ...] | None]] = [[None] * 3 for _ in PLAYERS]
    entry_of: dict[tuple[int, int], str] = {}
    for entry in _entries(text.lower()) if text.strip() else ():
        words = entry.split()
        players = [PLAYERS.index(words.pop(0))] if words and words[0] in PLAYERS else [0, 1]
        streets = [STREETS.index(words.pop(0))] if words and words[0] in STREETS else [0, 1, 2]
        sizes = _read_list(words, entry, option)
        if places.isdisjoint(product(players, streets)):
            raise UsageError(f"{option} {quote(entry)} counts nowhere: expected oop, the turn or the river")
        replaced = set(entry_of.values())
        for player, street in product(players, streets):
            by_player[player][street] = sizes
            entry_of[player, street] = entry
        if lost := replaced.difference(entry_of.values()):
            raise UsageError(
                f"{option} {quote(min(lost))} counts nowhere, because {quote(entry)} replaces it; "
                "several sizes stand side by side: flop 33% 75%"
            )
    return BetSizes(tuple(map(tuple, by_player)))


def _entries(text: str) -> Iterator[str]:
    """Yield the entries of a text; those for everybody that follow each other are one."""
    entries = [entry.strip() for entry in text.split(",")]
    for is_for_all, group in groupby(entries, lambda entry: bool(entry) and entry.split()[0] not in _NAMES):
        alike = list(group)
        yield from [" ".join(alike)] if is_for_all else alike


def _read_list(words: list[str], entry: str, option: str) -> tuple[BetSize, ...]:
    if not words:
        raise UsageError(f"{option} {quote(entry.strip())}: expected {_EXPECTED}, or none")
    if words == ["none"]:
        return ()
    sizes = tuple(dict.fromkeys(_read_size(word, option) for word in words))
    if len(sizes) > MOST_SIZES:
        raise UsageError(f"{option} {quote(entry.strip())}: expected at most {MOST_SIZES} sizes")
    return sizes


def _read_size(word: str, option: str) -> BetSize:
    """Return one size.

    Raises:
        UsageError: it is none.
    """
    if word in {SizeUnit.GEOMETRIC.value, SizeUnit.ALL_IN.value, "allin"}:
        return BetSize(SizeUnit.GEOMETRIC if word == SizeUnit.GEOMETRIC.value else SizeUnit.ALL_IN)
    match = _NUMBER.fullmatch(word)
    if not match:
        near = nearest(word, (*STREETS, *PLAYERS, SizeUnit.GEOMETRIC.value, SizeUnit.ALL_IN.value, "none"))
        hint = f"; did you mean {near}?" if near else ""
        raise UsageError(f"{option} {quote(word)}: expected {_EXPECTED}{hint}")
    number, unit = Fraction(match[1]), SizeUnit(match[2] or "")
    if unit is SizeUnit.POT and 0 < number <= _MOST_PERCENT:
        return BetSize(unit, number / 100)
    if unit is SizeUnit.TIMES and 1 < number <= _MOST_TIMES:
        return BetSize(unit, number)
    if unit is SizeUnit.CHIPS and 0 < number <= _MOST_CHIPS and number.denominator == 1:
        return BetSize(unit, number)
    limits = {SizeUnit.POT: "above 0 and up to 10000%", SizeUnit.TIMES: "above 1x and up to 100x"}
    raise UsageError(f"{option} {quote(word)}: expected {limits.get(unit, 'whole chips, from 1 to 1000000')}")
