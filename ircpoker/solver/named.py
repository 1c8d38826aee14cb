"""The robots that can be measured, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.solver.native import solver
from ircpoker.solver.players import BLIND_PLAYERS, blind_player

if TYPE_CHECKING:
    from ircpoker.solver.respond import Player


def player_names() -> list[str]:
    """Return the names of those that can be measured."""
    return [*BLIND_PLAYERS]


def make_player(name: str) -> Player:
    """Return a robot as the solver takes it.

    Raises:
        SolverError: the solver was not built.
    """
    solver()
    return blind_player(BLIND_PLAYERS[name])


def fingerprint(_name: str) -> str:
    """Return what tells a robot's strategy from others of its name; "" where there is but one."""
    return ""
