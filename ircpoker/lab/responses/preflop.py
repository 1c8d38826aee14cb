"""The betting before the flop against a robot: the winnings of a responder that copies it, or that plays best.

A best response that was chosen on a sample of flops knows too much about them, so its winnings there are too high. Its
winnings on other flops are an unbiased lower bound of the true best response's. Unit: chips.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ircpoker.lab.responses.limit_players import legal_actions, nodes
from ircpoker.lab.responses.respond import DEALS, HANDS, RUNOUTS
from ircpoker.postflop.engine.native import LIMIT_HOLDEM, solver
from ircpoker.postflop.engine.solving import disjoint
from ircpoker.robots.limit.betting import FOLD
from ircpoker.robots.nolimit.betting import BettingTree

Floats = NDArray[np.float64]


Plan: TypeAlias = "dict[int, NDArray[np.int64]]"
"""For each of the responder's decisions before the flop, the number of the action that each hand takes."""

_SMALL_BLIND, _BET = 1, 2


class Branch(NamedTuple):
    """An action before the flop: it leads to a decision, to the flop (or, all-in, to a showdown), or it is a fold.

    Attributes:
        node: the number of the decision.
        end: the number of the way to the flop.
        lost: the chips that the player has lost by a fold.
    """

    node: int | None = None
    end: int | None = None
    lost: int = 0


class PreflopDecision(NamedTuple):
    """A decision before the flop.

    Attributes:
        actor: the seat; 0 has the big blind.
        branches: the legal actions.
    """

    actor: int
    branches: Sequence[Branch]


def limit_betting() -> list[PreflopDecision]:
    """Return the betting before the flop at limit hold'em, by node."""
    decisions = []
    for node, (actor, *nexts) in enumerate(solver().betting(LIMIT_HOLDEM, 0)):
        lost = _BET * nodes(LIMIT_HOLDEM, 0)[node].count("r") or _SMALL_BLIND
        actions = legal_actions(LIMIT_HOLDEM, 0, node)
        decisions.append(PreflopDecision(actor, [_limit_branch(action, nexts[action], lost) for action in actions]))
    return decisions


def _limit_branch(action: int, next_: int, lost: int) -> Branch:
    if action == FOLD:
        return Branch(lost=lost)
    return Branch(node=next_) if next_ >= 0 else Branch(end=-1 - next_)


def tree_betting(tree: BettingTree) -> list[PreflopDecision]:
    """Return the betting before the flop of a betting tree; its decisions keep their order, but not their numbers."""
    own = [node for node, street in enumerate(tree.street) if street == 0]
    numbers = {node: number for number, node in enumerate(own)}
    ends = iter(range(len(tree.to)))
    return [PreflopDecision(tree.actor[node], list(_tree_branches(tree, node, numbers, ends))) for node in own]


def _tree_branches(tree: BettingTree, node: int, numbers: dict[int, int], ends: Iterator[int]) -> Iterator[Branch]:
    for edge in tree.edges(node):
        to = tree.to[edge]
        if tree.letter[edge] == "f":
            yield Branch(lost=tree.amount[edge])
        elif to in numbers:
            yield Branch(node=numbers[to])
        else:
            yield Branch(end=next(ends))


class Opening:
    """The betting before the flop against a robot in one seat."""

    def __init__(self, betting: Sequence[PreflopDecision], plays: Sequence[Floats], seat: int) -> None:
        """Create it.

        Args:
            betting: the decisions.
            plays: the robot's chances at each decision, [action][hand].
            seat: the robot's seat; 0 has the big blind.
        """
        self._betting = betting
        self._plays = plays
        self._seat = seat

    def reaches(self) -> Floats:
        """Return how often the robot gets to the ends with each of its hands, [end][hand]."""
        by_end: dict[int, Floats] = {}

        def follow(node: int, reach: Floats) -> None:
            decision = self._betting[node]
            for number, branch in enumerate(decision.branches):
                reached = reach * self._plays[node][number] if decision.actor == self._seat else reach
                if branch.node is not None:
                    follow(branch.node, reached)
                elif branch.end is not None:
                    by_end[branch.end] = reached

        follow(0, np.ones(HANDS))
        return np.stack([by_end[end] for end in range(len(by_end))])

    def choose(self, after: Floats) -> Plan:
        """Return the best play of each hand.

        Args:
            after: a best response's winnings, [end][hand], added up over all flops, or over some and scaled to all.
        """
        plan: Plan = {}

        def best(node: int, values: Floats) -> Floats:
            plan[node] = values.argmax(axis=0)
            highest: Floats = values.max(axis=0)
            return highest

        self._walk(0, np.ones(HANDS), after / RUNOUTS, best)
        return plan

    def won(self, after: Floats, plan: Plan) -> float:
        """Return the winnings per deal of a responder that follows a plan; `after` as for `choose`."""
        return self._total(after, lambda node, values: values[plan[node], np.arange(HANDS)])

    def copied(self, after: Floats) -> float:
        """Return the winnings per deal of a responder that copies the robot; `after` as for `choose`."""
        return self._total(after, lambda node, values: (self._plays[node] * values).sum(axis=0))

    def _total(self, after: Floats, judge: Callable[[int, Floats], Floats]) -> float:
        return float(self._walk(0, np.ones(HANDS), after / RUNOUTS, judge).sum()) / DEALS

    def _walk(self, node: int, reach: Floats, after: Floats, judge: Callable[[int, Floats], Floats]) -> Floats:
        """Return the winnings of each hand of the responder from here on, added up over the robot's hands.

        Args:
            node: the decision.
            reach: how often the robot gets there with each of its hands.
            after: the winnings after each end.
            judge: returns the winnings at one of the responder's decisions from those of its actions, [action][hand].
        """
        decision = self._betting[node]
        is_robots = decision.actor == self._seat
        winnings = []
        for number, branch in enumerate(decision.branches):
            reached = reach * self._plays[node][number] if is_robots else reach
            if branch.node is not None:
                winnings.append(self._walk(branch.node, reached, after, judge))
            elif branch.end is not None:
                winnings.append(after[branch.end])
            else:
                winnings.append((branch.lost if is_robots else -branch.lost) * disjoint(reached))
        values = np.stack(winnings)
        total: Floats = values.sum(axis=0)
        return total if is_robots else judge(node, values)
