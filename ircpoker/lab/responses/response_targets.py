"""Robots as `ircpoker exploit` measures them: their play before the flop, and a best response's winnings after it.

The robots that `ircpoker exploit` can measure: by name, or as a strategy file.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ircpoker.errors import UsageError, quote
from ircpoker.lab.responses.limit_players import BLIND_PLAYERS, blind_player, legal_actions, manual_player
from ircpoker.lab.responses.preflop import Opening, limit_betting, tree_betting
from ircpoker.lab.responses.respond import ENDS, HANDS, Asked, flop_values
from ircpoker.lab.training.export import file_player
from ircpoker.postflop.engine.native import LIMIT_HOLDEM, solver
from ircpoker.robots.all_hands import Buckets, kinds_of_hands
from ircpoker.robots.limit import file as limit_file
from ircpoker.robots.limit.strategy import LimitStrategy
from ircpoker.robots.nolimit import file as nolimit_file
from ircpoker.robots.nolimit.betting import STREETS
from ircpoker.robots.nolimit.strategy import Blueprint, tree_arrays
from ircpoker.words.nearest import meant

Floats = NDArray[np.float64]


class ResponseTarget(Protocol):
    """A robot that does not depend on the names of suits.

    Attributes:
        ends: the number of ways in which the flop, or a showdown before it, is reached.
    """

    ends: int

    def opening(self, seat: int) -> Opening:
        """Return the betting before the flop against the robot.

        Args:
            seat: the robot's seat; 0 has the big blind.
        """

    def after_flop(self, seat: int, flop: bytes) -> Floats:
        """Return a best response's winnings, [end][hand].

        Args:
            seat: the robot's seat.
            flop: three card codes.

        Returns:
            chips, added up over the robot's hands as often as they get there, and over all turns and rivers.
        """


class LimitPlayer:
    """A robot that plays limit hold'em."""

    ends = ENDS

    def __init__(self, asked: Asked) -> None:
        """Create it from a robot in the solver's form."""
        self.asked = asked

    def opening(self, seat: int) -> Opening:
        """Return the betting before the flop, as `ResponseTarget` says."""
        classes, rows, _ = self.asked(0, b"")
        plays = np.asarray(rows, np.float64)[0, :, :, :, 0][np.asarray(classes)]
        betting = limit_betting()
        legal = [legal_actions(LIMIT_HOLDEM, 0, node) for node in range(len(betting))]
        return Opening(betting, [plays[:, node, actions].T for node, actions in enumerate(legal)], seat)

    def after_flop(self, seat: int, flop: bytes) -> Floats:
        """Return a best response's winnings, as `ResponseTarget` says."""
        return flop_values(self.asked, seat, flop).astype(np.float64)


class BlueprintInTree:
    """A blueprint of no-limit hold'em whose opponent bets only the sizes of its tree."""

    def __init__(self, blueprint: Blueprint) -> None:
        """Create it."""
        tree = blueprint.tree
        self._blueprint = blueprint
        self._tree = tree_arrays(tree)
        self._classes = [len(blueprint.arrays[f"play{street}"]) for street in range(STREETS)]
        self._plays = blueprint.play_by_bucket(0, len(tree.street))
        self._betting = tree_betting(tree)
        kinds = kinds_of_hands().astype(np.uint16)
        before_flop = [node for node, street in enumerate(tree.street) if street == 0]
        self._opening = [blueprint.all_chances(node, kinds).astype(np.float64) for node in before_flop]
        self.ends = sum(branch.end is not None for decision in self._betting for branch in decision.branches)

    def opening(self, seat: int) -> Opening:
        """Return the betting before the flop, as `ResponseTarget` says."""
        return Opening(self._betting, self._opening, seat)

    def after_flop(self, seat: int, flop: bytes) -> Floats:
        """Return a best response's winnings, as `ResponseTarget` says."""
        reaches = np.ascontiguousarray(self.opening(seat).reaches(), np.float32)
        winnings = solver().respond_to_bets(
            self._tree, seat, self._find_buckets, self._classes, self._plays, reaches, flop, False
        )
        return np.frombuffer(winnings, np.float32).reshape(self.ends, HANDS).astype(np.float64)

    def _find_buckets(self, _street: int, board: bytes) -> Buckets:
        return self._blueprint.buckets(board)


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
