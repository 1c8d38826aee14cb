"""The robots that can be measured: by name, or as a strategy file for limit hold'em."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ircpoker.errors import UsageError, quote
from ircpoker.nearest import meant
from ircpoker.robots.limit.file import SHIPPED
from ircpoker.robots.limit.strategy import open_strategy
from ircpoker.solver.players import BLIND_PLAYERS, blind_player, manual_player
from ircpoker.solver.shipping import file_player
from ircpoker.subgames.native import solver

if TYPE_CHECKING:
    from ircpoker.solver.respond import Asked

LIMIT = "limit"
MANUAL = "manual"
NAMES = (*BLIND_PLAYERS, MANUAL, LIMIT)
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


def make_player(name: str) -> Asked:
    """Return a robot in the form that the solver needs.

    Args:
        name: as `find_name` returns it.

    Raises:
        SolverError: the solver was not built.
        StrategyError: its file cannot be used.
    """
    solver()
    if name in BLIND_PLAYERS:
        return blind_player(BLIND_PLAYERS[name])
    if name == MANUAL:
        return manual_player()
    return file_player(_file(name))


def fingerprint(name: str) -> str:
    """Return the fingerprint of a robot's strategy; empty for a robot with only one strategy.

    Raises:
        StrategyError: its file cannot be used.
    """
    return "" if name in _WITHOUT_FILE else open_strategy(_file(name)).fingerprint


def shown_name(name: str) -> str:
    """Return the name under which results are stored; for a file, the robot that plays it."""
    return name if name in _WITHOUT_FILE else LIMIT


def _file(name: str) -> Path:
    return SHIPPED if name == LIMIT else Path(name)
