"""Robots as `ircpoker exploit` measures them: their play before the flop, and a best response's winnings after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from ircpoker.lab.responses.limit_players import legal_actions
from ircpoker.lab.responses.preflop import Opening, limit_betting, tree_betting
from ircpoker.lab.responses.respond import ENDS, HANDS, flop_values
from ircpoker.postflop.engine.native import LIMIT_HOLDEM, solver
from ircpoker.robots.all_hands import kinds_of_hands
from ircpoker.robots.nolimit.betting import STREETS
from ircpoker.robots.nolimit.strategy import tree_arrays

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ircpoker.lab.responses.respond import Asked
    from ircpoker.robots.all_hands import Buckets
    from ircpoker.robots.nolimit.strategy import Blueprint

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
