"""The robots by name: our own, those in the user's plugin folder, and those of installed distributions.

A user's module names its robots in a list: `ROBOTS = [Cautious]`. Only modules in which that word stands are
imported. A distribution names each of its classes as an entry point in the group `ircpoker.robots`.

Before a robot of others is made, its class gets its data folder as the attribute `data`: the folder `data` beside the
file in which it is written.
"""

from __future__ import annotations

import inspect
import logging
import re
from collections.abc import Mapping
from functools import partial
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

from ircpoker.errors import RobotFileError, RobotRefusedError, StrategyError, UnknownRobotError, quote
from ircpoker.foreign import describe, import_file, is_interrupt
from ircpoker.nearest import nearest
from ircpoker.robots.asking import failing
from ircpoker.robots.baselines import Caller, Folder, Raiser, RandomRobot
from ircpoker.robots.limit import LimitRobot
from ircpoker.robots.limit.file import SHIPPED, verify
from ircpoker.robots.manual import ManualRobot
from ircpoker.robots.pushfold import PushfoldRobot, charts
from ircpoker.robots.robot import Robot, plays
from ircpoker.robots.swede import SwedeRobot
from ircpoker.table.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_T = TypeVar("_T")
RobotClass = type[Robot]
"""A class of robots; called without arguments it gives a new one."""

BUILT_IN: tuple[RobotClass, ...] = (
    ManualRobot,
    SwedeRobot,
    LimitRobot,
    PushfoldRobot,
    Folder,
    Caller,
    Raiser,
    RandomRobot,
)
_logger = logging.getLogger(__name__)
LIST_NAME = "ROBOTS"
ENTRY_POINTS = "ircpoker.robots"
DATA = "data"
_NAME = re.compile(r"[a-z][a-z0-9_-]{0,15}")


def load_robots(plugin_path: Path | None = None) -> dict[str, RobotClass]:
    """Return all robots by name.

    Args:
        plugin_path: the user's own folder, if there is one.

    Returns:
        Our own robots, then those of others. Without `limit` or `pushfold` if its file is refused, which is logged.

    Raises:
        RobotFileError: as `load_own_robots` says.
    """
    return {robot.name: robot for robot in (*_usable(), *load_own_robots(plugin_path))}


def load_own_robots(plugin_path: Path | None) -> list[RobotClass]:
    """Return the robots that are not ours: of the user's folder by file, then of installed distributions.

    Args:
        plugin_path: the folder, if there is one.

    Returns:
        All of them, each with its data folder.

    Raises:
        RobotFileError: the folder is none; a module with robots cannot be imported; or what it lists is not a robot,
            or has a name that is taken.
    """
    taken = {robot.name for robot in BUILT_IN}
    own = []
    for where, listed in (*_in_folder(plugin_path), *_in_distributions()):
        for robot in listed:
            if robot.name in taken:
                raise RobotFileError(where, f"the name {robot.name} is taken")
            taken.add(robot.name)
            own.append(robot)
    return own


def _in_folder(plugin_path: Path | None) -> Iterator[tuple[str, list[RobotClass]]]:
    """Yield each module of the user's folder with its robots.

    Raises:
        RobotFileError: the folder is none, or a module or a robot cannot be used.
    """
    if plugin_path is None:
        return
    if not plugin_path.is_dir():
        raise RobotFileError(str(plugin_path), "there is no such folder")
    for file in sorted([*plugin_path.glob("*.py"), *plugin_path.glob("*/__init__.py")]):
        listed = list(_robots_in(file))
        for robot in listed:
            _set_data(robot, file)
        yield _shown(file), listed


def _in_distributions() -> Iterator[tuple[str, list[RobotClass]]]:
    """Yield each entry point of the group with its robot.

    Raises:
        RobotFileError: it cannot be imported, or is not a robot.
    """
    for entry_point in entry_points(group=ENTRY_POINTS):
        where = f"entry point {entry_point.name}"
        robot = _imported(where, entry_point.load)
        _check_robot(where, robot)
        _set_data(robot, Path(inspect.getfile(robot)))
        yield where, [robot]


def _set_data(robot: RobotClass, file: Path) -> None:
    robot.data = file.parent / DATA  # type: ignore[attr-defined]  # ours read no data by it, and need not declare it


def _usable() -> Iterator[RobotClass]:
    """Yield our own robots, without one whose file is refused."""
    for robot in BUILT_IN:
        try:
            if robot is LimitRobot:
                verify(SHIPPED)
            elif robot is PushfoldRobot:
                charts.verify(charts.SHIPPED)
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
    """Check that a robot plays a game.

    Args:
        robot: which.
        game: a key of `GAMES`.
        seats: how many there are at the table.
        robots: those there are.

    Raises:
        RobotRefusedError: it does not; names those that do.
    """
    if not plays(robot, game, seats):
        alternatives = [name for name, other in robots.items() if plays(other, game, seats)]
        raise RobotRefusedError(robot.name, game, seats, robot.games.get(game, range(0)), alternatives)


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
    listed = getattr(_imported(_shown(file), partial(import_file, file)), LIST_NAME, ())
    if not isinstance(listed, list | tuple):
        raise RobotFileError(_shown(file), f"{LIST_NAME} is not a list of classes")
    for robot in cast("Sequence[object]", listed):
        _check_robot(_shown(file), robot)
        yield cast("RobotClass", robot)


def _check_robot(where: str, robot: object) -> None:
    """Raise RobotFileError if an object is not a class of robots."""
    problem = _problem_of(robot)
    if problem:
        raise RobotFileError(where, f"{quote(getattr(robot, '__name__', str(robot)))} {problem}")


def _problem_of(robot: object) -> str:
    """Return what keeps an object from being a class of robots, or nothing."""
    if not isinstance(robot, type):
        return "is not a class"
    name, games = getattr(robot, "name", None), getattr(robot, "games", None)
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        return "has no name of 1 to 16 lower-case letters, digits, _ and -, a letter first"
    if not callable(getattr(robot, "decide", None)):
        return "has no method decide(view, rng)"
    if not isinstance(games, Mapping) or not games or any(not isinstance(seats, range) for seats in games.values()):
        return 'has no games, such as {"holdem": range(2, 11)}'
    unknown = [game for game in games if game not in GAMES]
    return f"plays {quote(str(unknown[0]))}: expected {', '.join(GAMES)}" if unknown else ""


def _imported(where: str, load: Callable[[], _T]) -> _T:
    """Return what importing gives.

    Raises:
        RobotFileError: it raised anything.
    """
    try:
        return load()
    except BaseException as error:
        if is_interrupt(error):
            raise
        # Whatever somebody else's module raises, that module is what has to be changed.
        raise RobotFileError(where, f"it failed with {describe(error)}") from error


def _shown(file: Path) -> str:
    return file.parent.name if file.name == "__init__.py" else file.name
