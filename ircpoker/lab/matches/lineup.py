"""The robots of a match by name, which each process finds and creates for itself."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from ircpoker.robots import check_plays, find_robot, learns, load_robots, make_robot
from ircpoker.robots.program import is_program, program_class

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from ircpoker.robots import Robot, RobotClass


@runtime_checkable
class HasFile(Protocol):
    """A class of robots that play according to a file."""

    def fingerprint(self) -> str:
        """Return the SHA-256 of the file, in hexadecimal."""


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
        return [robot.fingerprint() if isinstance(robot, HasFile) else "" for robot in self.classes()]

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
