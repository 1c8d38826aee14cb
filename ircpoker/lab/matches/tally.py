"""Results of deals, added up deck by deck; sums from several pieces of work can be combined."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from operator import add

from ircpoker.records.statistics.counters import COUNTERS, Z_95, Counters


@dataclass(frozen=True, slots=True)
class Tally:
    """The wins of a match's robots on some decks, each played once for each robot.

    Attributes:
        decks: the number of decks.
        chips: each robot's win on all of them; a whole number unless all-in equity replaces run-outs.
        squares: the sum of the squares of each robot's win on each deck.
        conserved: whether no deal created or lost a chip.
        profiles: each robot's counters; empty if none were wanted.
    """

    decks: int
    chips: tuple[float, ...]
    squares: tuple[float, ...]
    conserved: bool = True
    profiles: tuple[Counters, ...] = ()

    def __add__(self, other: Tally) -> Tally:
        """Return the sum of both tallies."""
        return Tally(
            self.decks + other.decks,
            tuple(map(add, self.chips, other.chips)),
            tuple(map(add, self.squares, other.squares)),
            self.conserved and other.conserved,
            tuple(map(add, self.profiles, other.profiles)),
        )

    def mean(self, robot: int, unit: int) -> float:
        """Return a robot's win, in thousandths of `unit` chips per deal."""
        return 1000 / unit / len(self.chips) * self.chips[robot] / self.decks

    def interval(self, robot: int, unit: int) -> float | None:
        """Return half the width of the mean's 95 % interval, from the spread between decks; None for a single deck."""
        decks = self.decks
        if decks < 2:
            return None
        # Whole numbers are divided only at the end, so that a long match's sums stay exact.
        spread = decks * self.squares[robot] - self.chips[robot] * self.chips[robot]
        error = sqrt(max(0, spread) / (decks * decks * (decks - 1)))
        return Z_95 * 1000 / unit / len(self.chips) * error


def nothing(robots: int, *, profiled: bool) -> Tally:
    """Return the tally of no decks."""
    return Tally(0, (0,) * robots, (0,) * robots, profiles=(Counters(),) * (robots * profiled))


def dump_tally(tally: Tally) -> dict[str, object]:
    """Return a tally in a form for JSON; `load_tally` reads it."""
    return {
        "decks": tally.decks,
        "chips": list(tally.chips),
        "squares": list(tally.squares),
        "conserved": tally.conserved,
        "profiles": [list(profile.numbers) for profile in tally.profiles],
    }


def load_tally(data: Mapping[str, object], robots: int, *, profiled: bool) -> Tally:
    """Return the tally that `dump_tally` wrote.

    Raises:
        ValueError: the data are not a tally of this number of robots.
    """
    decks, conserved = data.get("decks"), data.get("conserved")
    chips, squares = (_numbers(data.get(name), robots) for name in ("chips", "squares"))
    profiles = _list(data.get("profiles"), robots * profiled)
    if type(decks) is not int or type(conserved) is not bool:
        raise ValueError("not a tally")
    counts = [_numbers(profile, len(COUNTERS)) for profile in profiles]
    return Tally(decks, chips, squares, conserved, tuple([Counters(tuple(map(int, count))) for count in counts]))


def _list(data: object, count: int) -> list[object]:
    if type(data) is not list or len(data) != count:
        raise ValueError("not a tally of these robots")
    return data


def _numbers(data: object, count: int) -> tuple[float, ...]:
    numbers = tuple([number for number in _list(data, count) if isinstance(number, int | float)])
    if len(numbers) != count:
        raise ValueError("not a tally of numbers")
    return numbers
