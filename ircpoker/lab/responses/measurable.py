"""The robots that `ircpoker exploit` can measure: by name, or as a strategy file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ircpoker.errors import UsageError, quote
from ircpoker.lab.responses.limit_players import BLIND_PLAYERS, blind_player, manual_player
from ircpoker.lab.responses.response_targets import BlueprintInTree, LimitPlayer
from ircpoker.lab.training.export import file_player
from ircpoker.postflop.engine.native import solver
from ircpoker.robots.limit import file as limit_file
from ircpoker.robots.limit.strategy import LimitStrategy
from ircpoker.robots.nolimit import file as nolimit_file
from ircpoker.robots.nolimit.strategy import Blueprint
from ircpoker.words.nearest import meant

if TYPE_CHECKING:
    from ircpoker.lab.responses.response_targets import ResponseTarget

LIMIT = "limit"
MANUAL = "manual"
NOLIMIT = "nolimit-medium"
DEPTH = 20
"""The stacks of `nolimit-medium`, in big blinds: the betting is small enough to follow it everywhere."""
NAMES = (*BLIND_PLAYERS, MANUAL, LIMIT, NOLIMIT)
_WITHOUT_FILE = frozenset({*BLIND_PLAYERS, MANUAL})
_SUFFIX = ".bin"


def find_name(text: str) -> str:
    """Return the robot that a user means: its name, or the path of its file.

    Raises:
        UsageError: no robot or file has this name.
    """
    if text.lower() in NAMES:
        return text.lower()
    if text.endswith(_SUFFIX):
        return text
    raise UsageError(f"{quote(text)} cannot be measured: {meant(text, NAMES)}, or the file of a strategy, *.bin")


def make_player(name: str) -> ResponseTarget:
    """Return a robot in the form that is measured.

    Args:
        name: as `find_name` returns it.

    Raises:
        SolverError: the solver was not built.
        StrategyError: its file cannot be used.
    """
    solver()
    if name in BLIND_PLAYERS:
        return LimitPlayer(blind_player(BLIND_PLAYERS[name]))
    if name == MANUAL:
        return LimitPlayer(manual_player())
    path = _file(name)
    return BlueprintInTree(Blueprint.open(path)) if _is_blueprint(path) else LimitPlayer(file_player(path))


def fingerprint(name: str) -> str:
    """Return the fingerprint of a robot's strategy; empty for a robot with only one strategy.

    Raises:
        StrategyError: its file cannot be used.
    """
    if name in _WITHOUT_FILE:
        return ""
    path = _file(name)
    return Blueprint.open(path).fingerprint if _is_blueprint(path) else LimitStrategy.open(path).fingerprint


def stored_name(name: str) -> str:
    """Return the name under which results are stored; for a file, that of the robot that plays it."""
    if name in _WITHOUT_FILE:
        return name
    return NOLIMIT if _is_blueprint(_file(name)) else LIMIT


def _file(name: str) -> Path:
    shipped = {LIMIT: limit_file.SHIPPED, NOLIMIT: nolimit_file.SHIPPED[DEPTH]}
    return shipped.get(name) or Path(name)


def _is_blueprint(path: Path) -> bool:
    """Return whether a file says that it is for no-limit hold'em; False for a file that cannot be read."""
    try:
        with path.open("rb") as stream:
            return stream.read(len(nolimit_file.FILE.magic)) == nolimit_file.FILE.magic
    except OSError:
        return False
