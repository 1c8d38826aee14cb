"""The responder's play before the flop: chosen by the values of some flops, and tested on others.

A best response that was chosen on a sample of flops knows too much about them, so its winnings there are too high. Its
winnings on other flops are an unbiased lower bound of the true best response's. Unit: chips.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from ircpoker.equity.range_counts import COMBINATIONS
from ircpoker.solver.players import CALL, FOLD, RAISE, legal_actions, nodes
from ircpoker.solver.respond import DEALS, HANDS, RUNOUTS
from ircpoker.subgames.native import LIMIT_HOLDEM, solver

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ircpoker.solver.respond import Asked

    Floats = NDArray[np.float64]

Plan: TypeAlias = "dict[int, NDArray[np.int64]]"
"""The action of each hand at each of the responder's decisions before the flop, by node."""

_PAIRS = np.array(COMBINATIONS)
_SMALL_BLIND, _BET = 1, 2


class Opening:
    """The betting before the flop against a robot in one seat."""

    def __init__(self, robot: Asked, seat: int) -> None:
        """Ask the robot for its play.

        Args:
            robot: the robot.
            seat: the robot's seat; 0 has the big blind.
        """
        classes, rows, _ = robot(0, b"")
        self._plays = np.asarray(rows, np.float64)[0, :, :, :, 0][np.asarray(classes)]
        self._seat = seat
        self._nexts = [of_node[1:] for of_node in solver().betting(LIMIT_HOLDEM, 0)]
        self._bettings = nodes(LIMIT_HOLDEM, 0)

    def choose(self, after: Floats) -> Plan:
        """Return the best play of each hand.

        Args:
            after: `flop_values`, added up over all flops, or over some and scaled to all.
        """
        plan: Plan = {}
        self._walk(0, np.ones(HANDS), after / RUNOUTS, plan, choosing=True)
        return plan

    def won(self, after: Floats, plan: Plan) -> float:
        """Return the responder's winnings per deal.

        Args:
            after: as for `choose`.
            plan: the responder's play.
        """
        return float(self._walk(0, np.ones(HANDS), after / RUNOUTS, plan, choosing=False).sum()) / DEALS

    def _walk(self, node: int, reach: Floats, after: Floats, plan: Plan, *, choosing: bool) -> Floats:
        """Return the winnings of each hand of the responder from here on, added up over the robot's hands."""
        betting = self._bettings[node]
        is_robots = (1 - len(betting) % 2) == self._seat
        found = {}
        for action in legal_actions(LIMIT_HOLDEM, 0, node):
            reached = reach * self._plays[:, node, action] if is_robots else reach
            next_ = self._nexts[node][action]
            if action == FOLD:
                lost = _paid(betting)
                found[action] = (lost if is_robots else -lost) * _meeting(reached)
            elif next_ < 0:
                found[action] = after[-1 - next_]
            else:
                found[action] = self._walk(next_, reached, after, plan, choosing=choosing)
        if is_robots:
            everything: Floats = np.sum(list(found.values()), axis=0)
            return everything
        values = np.stack([found.get(action, np.full(HANDS, -np.inf)) for action in (FOLD, CALL, RAISE)])
        if choosing:
            plan[node] = values.argmax(axis=0)
        chosen: Floats = values[plan[node], np.arange(HANDS)]
        return chosen


def _paid(betting: str) -> int:
    """Return the chips that a player who faces a bet has put in: everything bet before it."""
    return _BET * betting.count("r") or _SMALL_BLIND


def _meeting(reach: Floats) -> Floats:
    """Return the number of the robot's hands that each hand can meet, weighted by how often they get there."""
    by_card = np.bincount(_PAIRS[:, 0], reach, 52) + np.bincount(_PAIRS[:, 1], reach, 52)
    met: Floats = reach.sum() - by_card[_PAIRS].sum(axis=1) + reach
    return met
