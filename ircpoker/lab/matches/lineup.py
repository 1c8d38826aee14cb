"""The robots of a match by name, which each process finds and creates for itself.

The conditions of a match: the same stacks and stakes in every deal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from ircpoker.errors import SetupError, UsageError
from ircpoker.robots import Robot, RobotClass, check_plays, find_robot, learns, load_robots, make_robot
from ircpoker.robots.program import is_program, program_class
from ircpoker.table.button import Stakes, first_positions, make_setup
from ircpoker.table.games import GAMES, Betting, ForcedBets, Game
from ircpoker.table.seat_numbers import TableSeat
from ircpoker.table.setup import Setup


@dataclass(frozen=True, slots=True)
class Lineup:
    """The robots of a match.

    Attributes:
        names: the robots' names as users type them.
        plugin_path: the folder with the user's own robots, or None.
    """

    names: tuple[str, ...]
    plugin_path: Path | None = None

    def classes(self) -> list[RobotClass]:
        """Return the class of each robot.

        Raises:
            UnknownRobotError: no robot has one of the names.
            RobotFileError: the folder, or a file in it, cannot be used.
        """
        robots = _load(self.plugin_path)
        return [program_class(name) if is_program(name) else find_robot(name, robots) for name in self.names]

    def check(self, game: str) -> None:
        """Check that they can play a game together.

        Raises:
            UnknownRobotError: no robot has one of the names.
            NotAllowedError: a robot does not play the game with this number of players.
        """
        for robot in self.classes():
            check_plays(robot, game, len(self.names), _load(self.plugin_path))

    def make(self) -> list[Robot]:
        """Return a new robot for each name.

        Raises:
            RobotError: a robot cannot be created.
        """
        made: list[Robot] = []
        try:
            for robot in self.classes():
                made.append(make_robot(robot))  # noqa: PERF401 - if one cannot be created, the others are closed
        except BaseException:
            close_robots(made)
            raise
        return made

    def fingerprints(self) -> list[str]:
        """Return the fingerprint of each robot's file; empty for robots without one."""
        return [robot.fingerprint() if hasattr(robot, "fingerprint") else "" for robot in self.classes()]

    @property
    def learns(self) -> bool:
        """Whether one of the robots remembers its opponents from deal to deal."""
        return any(learns(robot) for robot in self.classes())


def close_robots(robots: Iterable[object]) -> None:
    """Close robots that are no longer needed: `close` is called on those that have it, such as programs."""
    for robot in robots:
        close = getattr(robot, "close", None)
        if close is not None:
            close()


@lru_cache(maxsize=1)
def _load(plugin_path: Path | None) -> Mapping[str, RobotClass]:
    return load_robots(plugin_path)


@dataclass(frozen=True, slots=True)
class Conditions:
    """Stacks and stakes of a match.

    Attributes:
        stack: each robot's chips at the start of every deal.
        stakes: blinds, ante and bets.
        unit: the chips that count as one big blind: the big blind, or in a game without blinds the ante, which is the
            least bet there.
    """

    stack: int
    stakes: Stakes
    unit: int


def _conditions_of(game: Game) -> Conditions:
    """Return 100 big blinds; where there are antes, the 200 chips and the ante of 10 of the Swedish original."""
    stakes, unit = _STAKES[game.forced_bets]
    if game.betting is Betting.LIMIT:
        stakes = replace(stakes, big_bet=2 * stakes.small_bet)
    return Conditions(stack=200, stakes=stakes, unit=unit)


_STAKES = {
    ForcedBets.BLINDS: (Stakes(small_bet=2, small_blind=1, big_blind=2), 2),
    ForcedBets.ANTES: (Stakes(small_bet=10, ante=10), 10),
}
"""Common stacks and stakes, each with its unit."""
CONDITIONS: Mapping[str, Conditions] = MappingProxyType({name: _conditions_of(game) for name, game in GAMES.items()})
"""By game, a key of `GAMES`."""


def make_match_setup(game: str, seats: int, stack: int | None = None, stacks: Sequence[int] = ()) -> Setup:
    """Return the setup of every deal of a match.

    Args:
        game: a key of `CONDITIONS`.
        seats: the number of robots.
        stack: each robot's stack in big blinds; the usual one if not given.
        stacks: the chips of each seat, in place of equal ones.

    Returns:
        The setup; its last seat has the button.

    Raises:
        SetupError: the game cannot have this many players.
        UsageError: there are not as many stacks as seats.
    """
    conditions = CONDITIONS[game]
    chips = conditions.stack if stack is None else stack * conditions.unit
    if stacks and len(stacks) != seats:
        raise UsageError(f"{len(stacks)} stacks: expected {seats}, one for each seat")
    if seats > GAMES[game].most_seats:
        raise SetupError("stacks", f"{seats} seats: {game} takes 2 to {GAMES[game].most_seats}")
    numbers = tuple(map(TableSeat, range(seats)))
    positions = first_positions(numbers, button=numbers[-1])
    return make_setup(
        GAMES[game], conditions.stakes, positions, dict(zip(numbers, stacks or [chips] * seats, strict=True))
    )
