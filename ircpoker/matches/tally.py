"""Results of deals, added up deck by deck: sums that can be put together in any order of work."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from operator import add
from typing import TYPE_CHECKING

from ircpoker.matches.profile import Profile

if TYPE_CHECKING:
    from collections.abc import Mapping

Z_95 = 1.959963984540054
"""Standard errors on each side of a mean that hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What the robots of a match won on some decks, each played once for each robot.

    Attributes:
        decks: how many.
        chips: what each robot won on all of them; whole numbers unless all-in equity stands for run-outs.
        squares: of what each robot won on a deck, added up.
        conserved: whether no deal made or lost a chip.
        profiles: of each robot; empty if none were asked for.
    """

    decks: int
    chips: tuple[float, ...]
    squares: tuple[float, ...]
    conserved: bool = True
    profiles: tuple[Profile, ...] = ()

    def __add__(self, other: Tally) -> Tally:
        """Return the tally of both."""
        return Tally(
            self.decks + other.decks,
            tuple(map(add, self.chips, other.chips)),
            tuple(map(add, self.squares, other.squares)),
            self.conserved and other.conserved,
            tuple(map(Profile.__add__, self.profiles, other.profiles)),
        )

    def mean(self, robot: int, unit: int) -> float:
        """Return what a robot won, in thousandths of `unit` chips a deal."""
        return 1000 / unit / len(self.chips) * self.chips[robot] / self.decks

    def interval(self, robot: int, unit: int) -> float | None:
        """Return half the width of the mean's 95 % interval, from the spread between decks; None of one deck."""
        decks = self.decks
        if decks < 2:
            return None
        # Whole numbers stay whole to the end: nothing is lost in the sums of a long match.
        spread = decks * self.squares[robot] - self.chips[robot] * self.chips[robot]
        error = sqrt(max(0, spread) / (decks * decks * (decks - 1)))
        return Z_95 * 1000 / unit / len(self.chips) * error


def nothing(robots: int, *, profiled: bool) -> Tally:
    """Return the tally of no deck."""
    return Tally(0, (0,) * robots, (0,) * robots, profiles=(Profile(),) * (robots * profiled))


def dump_tally(tally: Tally) -> dict[str, object]:
    """Return a tally as JSON can hold it; `load_tally` reads it."""
    return {
        "decks": tally.decks,
        "chips": list(tally.chips),
        "squares": list(tally.squares),
        "conserved": tally.conserved,
        "profiles": [list(profile) for profile in tally.profiles],
    }


def load_tally(data: Mapping[str, object], robots: int, *, profiled: bool) -> Tally:
    """Return the tally that `dump_tally` wrote.

    Raises:
        ValueError: it is none, of so many robots.
    """
    decks, conserved = data.get("decks"), data.get("conserved")
    chips, squares = (_numbers(data.get(name), robots) for name in ("chips", "squares"))
    profiles = _list(data.get("profiles"), robots * profiled)
    if type(decks) is not int or type(conserved) is not bool:
        raise ValueError("not a tally")
    counts = [_numbers(profile, len(Profile._fields)) for profile in profiles]
    return Tally(decks, chips, squares, conserved, tuple([Profile(*map(int, count)) for count in counts]))


def _list(found: object, count: int) -> list[object]:
    if type(found) is not list or len(found) != count:
        raise ValueError("not a tally of these robots")
    return found


def _numbers(found: object, count: int) -> tuple[float, ...]:
    numbers = tuple([number for number in _list(found, count) if isinstance(number, int | float)])
    if len(numbers) != count:
        raise ValueError("not a tally of numbers")
    return numbers
