"""The robots by name: our own, and those that users keep in their plugin folder.

A user's module there names its robots in a list: `ROBOTS = [Cautious]`. Only modules in which that word
stands are imported.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from ircpoker.errors import RobotFileError, RobotRefusedError, StrategyError, UnknownRobotError, quote
from ircpoker.foreign import describe, import_file, is_interrupt
from ircpoker.nearest import nearest
from ircpoker.robots.asking import failing
from ircpoker.robots.baselines import Caller, Folder, Raiser, RandomRobot
from ircpoker.robots.limit import LimitRobot
from ircpoker.robots.limit.file import SHIPPED, verify
from ircpoker.robots.manual import ManualRobot
from ircpoker.robots.robot import Robot, plays
from ircpoker.robots.swede import SwedeRobot
from ircpoker.table.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path
    from types import ModuleType

RobotClass = type[Robot]
"""A class of robots; called without arguments it gives a new one."""

BUILT_IN: tuple[RobotClass, ...] = (ManualRobot, SwedeRobot, LimitRobot, Folder, Caller, Raiser, RandomRobot)
_logger = logging.getLogger(__name__)
LIST_NAME = "ROBOTS"
_NAME = re.compile(r"[a-z][a-z0-9_-]{0,15}")


def load_robots(plugin_path: Path | None = None) -> dict[str, RobotClass]:
    """Return all robots by name.

    Args:
        plugin_path: the user's own folder, if there is one.

    Returns:
        Our own robots, then the user's. Without `limit` if its strategy file is refused, which is logged.

    Raises:
        RobotFileError: the folder is none; a module with robots cannot be imported; or what it lists is no robot,
            or has a name that is taken.
    """
    robots: dict[str, RobotClass] = {robot.name: robot for robot in _usable()}
    if plugin_path is None:
        return robots
    for robot in load_own_robots(plugin_path):
        robots[robot.name] = robot
    return robots


def load_own_robots(plugin_path: Path) -> list[RobotClass]:
    """Return the robots of the user's own folder.

    Args:
        plugin_path: the folder.

    Returns:
        All of them, by file.

    Raises:
        RobotFileError: as `load_robots` says.
    """
    if not plugin_path.is_dir():
        raise RobotFileError(str(plugin_path), "there is no such folder")
    taken = {robot.name for robot in BUILT_IN}
    own = []
    for file in sorted([*plugin_path.glob("*.py"), *plugin_path.glob("*/__init__.py")]):
        for robot in _robots_in(file):
            if robot.name in taken:
                raise RobotFileError(_shown(file), f"the name {robot.name} is taken")
            taken.add(robot.name)
            own.append(robot)
    return own


def _usable() -> Iterator[RobotClass]:
    """Yield our own robots, without one whose file is refused."""
    for robot in BUILT_IN:
        if robot is LimitRobot:
            try:
                verify(SHIPPED)
            except StrategyError as error:
                _logger.warning("%s; going on without the robot %s", error, robot.name)
                continue
        yield robot


def find_robot(name: str, robots: Mapping[str, RobotClass]) -> RobotClass:
    """Return the robot a user means.

    Args:
        name: as typed.
        robots: those there are.

    Returns:
        Its class.

    Raises:
        UnknownRobotError: there is none of that name; names the one that was probably meant.
    """
    found = robots.get(name.lower())
    if found is None:
        raise UnknownRobotError(name, tuple(robots), nearest(name, robots))
    return found


def check_plays(robot: RobotClass, game: str, seats: int, robots: Mapping[str, RobotClass]) -> None:
    """See to it that a robot plays a game.

    Args:
        robot: which.
        game: a key of `GAMES`.
        seats: how many there are at the table.
        robots: those there are.

    Raises:
        RobotRefusedError: it does not; names those that do.
    """
    if not plays(robot, game, seats):
        able = [name for name, other in robots.items() if plays(other, game, seats)]
        raise RobotRefusedError(robot.name, game, seats, robot.games.get(game, range(0)), able)


def make_robot(robot: RobotClass) -> Robot:
    """Return a new robot.

    Args:
        robot: its class.

    Returns:
        One object, for one seat of one table.

    Raises:
        RobotError: it cannot be made; the cause is what it raised.
    """
    with failing(robot.name):
        return robot()


def _robots_in(file: Path) -> Iterator[RobotClass]:
    """Yield the robots that a module lists, once they are found to be some."""
    try:
        text = file.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise RobotFileError(_shown(file), f"it cannot be read: {error.strerror}") from error
    if LIST_NAME not in text:
        return
    listed = getattr(_import_file(file), LIST_NAME, ())
    if not isinstance(listed, list | tuple):
        raise RobotFileError(_shown(file), f"{LIST_NAME} is no list of classes")
    for robot in cast("Sequence[object]", listed):
        problem = _problem_of(robot)
        if problem:
            raise RobotFileError(_shown(file), f"{quote(getattr(robot, '__name__', str(robot)))} {problem}")
        yield cast("RobotClass", robot)


def _problem_of(robot: object) -> str:
    """Return what keeps an object from being a class of robots, or nothing."""
    if not isinstance(robot, type):
        return "is no class"
    name, games = getattr(robot, "name", None), getattr(robot, "games", None)
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        return "has no name of 1 to 16 lower-case letters, digits, _ and -, a letter first"
    if not callable(getattr(robot, "decide", None)):
        return "has no method decide(view, rng)"
    if not isinstance(games, Mapping) or not games or any(not isinstance(seats, range) for seats in games.values()):
        return 'has no games, such as {"holdem": range(2, 11)}'
    unknown = [game for game in games if game not in GAMES]
    return f"plays {quote(str(unknown[0]))}: expected {', '.join(GAMES)}" if unknown else ""


def _import_file(file: Path) -> ModuleType:
    try:
        return import_file(file)
    except BaseException as error:
        if is_interrupt(error):
            raise
        # Whatever somebody else's module raises, that module is what has to be changed.
        raise RobotFileError(_shown(file), f"it failed with {describe(error)}") from error


def _shown(file: Path) -> str:
    return file.parent.name if file.name == "__init__.py" else file.name
