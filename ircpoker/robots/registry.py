"""The robots by name: our own, those in the user's plugin folder, and those of installed distributions.

A user's module lists its robots: `ROBOTS = [Cautious]`. Only modules that contain this word are imported. A
distribution names each of its classes as an entry point in the group `ircpoker.robots`.

Before anybody else's robot is created, its class gets the attribute `data`, its data folder: the folder `data` beside
the file that defines it.
"""

from __future__ import annotations

import inspect
import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib.metadata import entry_points
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar, cast

from ircpoker.errors import NotAllowedError, RobotFileError, StrategyError, UnknownRobotError, quote
from ircpoker.robots.asking import failing
from ircpoker.robots.baselines import Caller, Folder, Raiser, RandomRobot
from ircpoker.robots.limit import LimitRobot
from ircpoker.robots.manual import ManualRobot
from ircpoker.robots.nolimit import BlueprintRobot, EasyRobot, NolimitRobot
from ircpoker.robots.pushfold import PushfoldRobot, charts
from ircpoker.robots.regular import Loose, Regular, Tight, Wild
from ircpoker.robots.ring import RingRobot
from ircpoker.robots.robot import Robot, plays
from ircpoker.robots.swede import SwedeRobot
from ircpoker.runtime.foreign import describe, import_file, is_interrupt
from ircpoker.table.games import GAMES
from ircpoker.words import Phrase, sizes_phrase
from ircpoker.words.nearest import nearest

_T = TypeVar("_T")
RobotClass = type[Robot]
"""A class of robots; calling it without arguments creates a robot."""

BUILT_IN: tuple[RobotClass, ...] = (
    ManualRobot,
    SwedeRobot,
    LimitRobot,
    NolimitRobot,
    BlueprintRobot,
    EasyRobot,
    RingRobot,
    PushfoldRobot,
    Regular,
    Tight,
    Loose,
    Wild,
    Folder,
    Caller,
    Raiser,
    RandomRobot,
)
BUILT_IN_NAMES = frozenset([robot.name for robot in BUILT_IN])
"""The names of our own robots."""
LEVELS: Mapping[str, str] = MappingProxyType({"easy": "nolimit-easy", "medium": "nolimit-medium", "hard": "nolimit"})
"""The robots of no-limit hold'em by how well they play; users may type either name, and read this one."""
_LEVEL_OF = {name: level for level, name in LEVELS.items()}
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
        Our own robots, then those of others. A robot of ours whose file is refused is left out and logged.

    Raises:
        RobotFileError: as in `load_own_robots`.
    """
    return {robot.name: robot for robot in (*_usable(), *load_own_robots(plugin_path))}


def load_own_robots(plugin_path: Path | None) -> list[RobotClass]:
    """Return the robots that are not ours: those in the user's folder by file, then those of installed distributions.

    Args:
        plugin_path: the folder, if there is one.

    Returns:
        All of them, each with its data folder.

    Raises:
        RobotFileError: there is no such folder; a module with robots cannot be imported; or an entry in its list is
            not a robot, or has a name that is taken.
    """
    taken = {*LEVELS, *[robot.name for robot in BUILT_IN]}
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
        RobotFileError: there is no such folder, or a module or a robot cannot be used.
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
    robot.data = file.parent / DATA  # type: ignore[attr-defined]  # our own do not declare it


def _usable() -> Iterator[RobotClass]:
    """Yield our own robots, without one whose file is refused."""
    for robot in BUILT_IN:
        try:
            if issubclass(robot, LimitRobot | RingRobot | BlueprintRobot):
                robot.fingerprint()
            if issubclass(robot, BlueprintRobot | PushfoldRobot):
                charts.verify(charts.SHIPPED)
        except StrategyError as error:
            _logger.warning("%s; going on without the robot %s", error, robot.name)
            continue
        yield robot


def find_robot(name: str, robots: Mapping[str, RobotClass]) -> RobotClass:
    """Return the robot with a name that a user typed.

    Args:
        name: the name.
        robots: all robots by name.

    Returns:
        Its class.

    Raises:
        UnknownRobotError: there is no robot with that name; the error suggests the probable one.
    """
    robot_class = robots.get(LEVELS.get(name.lower(), name.lower()))
    if robot_class is None:
        raise UnknownRobotError(name, shown_names(robots), shown_name(nearest(name, [*robots, *LEVELS])))
    return robot_class


def shown_name(robot: str) -> str:
    """Return the name of a robot as players read it: its level, if it has one.

    Examples:
        >>> shown_name("nolimit-easy"), shown_name("caller")
        ('easy', 'caller')
    """
    return _LEVEL_OF.get(robot, robot)


def shown_names(robots: Iterable[str]) -> list[str]:
    """Return the names of robots as players read them, those of the levels first and by strength."""
    names = [shown_name(robot) for robot in robots]
    return [*[level for level in LEVELS if level in names], *[name for name in names if name not in LEVELS]]


def check_plays(robot: RobotClass, game: str, seats: int, robots: Mapping[str, RobotClass]) -> None:
    """Check that a robot plays a game.

    Args:
        robot: the robot's class.
        game: a key of `GAMES`.
        seats: the number of seats at the table.
        robots: all robots by name.

    Raises:
        NotAllowedError: it does not; the error lists robots that do.
    """
    if not plays(robot, game, seats):
        alternatives = shown_names(name for name, other in robots.items() if plays(other, game, seats))
        raise NotAllowedError(robot_refusal(robot, game, seats, alternatives))


def robot_refusal(robot: RobotClass, game: str, seats: int, alternatives: Sequence[str]) -> Phrase:
    """Return that a robot does not play a game, or not with so many players as some alternatives do."""
    sizes, others = robot.games.get(game, range(0)), ", ".join(alternatives) or Phrase("errors.no_robot")
    refused = {"n": max(1, len(alternatives)), "robot": shown_name(robot.name), "game": game, "others": others}
    if not sizes:
        return Phrase("errors.robot_game", **refused)
    return Phrase("errors.robot_sizes", **refused, sizes=sizes_phrase(sizes), seats=seats)


def make_robot(robot: RobotClass) -> Robot:
    """Return a new robot.

    Args:
        robot: its class.

    Returns:
        One object, for one seat of one table.

    Raises:
        RobotError: it cannot be created; the cause is the exception.
    """
    with failing(robot.name):
        return robot()


def _robots_in(file: Path) -> Iterator[RobotClass]:
    """Yield the robots that a module lists; each is checked."""
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
    """Return why an object is not a class of robots; empty if it is one."""
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
    """Return the result of an import.

    Raises:
        RobotFileError: it raised an exception.
    """
    try:
        return load()
    except BaseException as error:
        if is_interrupt(error):
            raise
        # Any exception of somebody else's module is that module's fault.
        raise RobotFileError(where, f"it failed with {describe(error)}") from error


def _shown(file: Path) -> str:
    return file.parent.name if file.name == "__init__.py" else file.name
