"""Solves the turn and the river again at the table, with its chips and bets.

Before the turn, the ranges of both seats follow from the blueprint: how often each hand takes the actions of the deal.
From the turn on, the rest of the street's betting is solved with these ranges when the robot has to decide. The
solution has the play of both seats with each hand until the opponent bets a size that it lacks. Then the betting is
solved again from the opponent's decision on, with that bet.

Everything follows from the view and the blueprint, also the number of iterations: from the size of the tree. So a deal
that is replayed is solved alike. Only a clock that is set, as at a table, makes the number smaller on a slow machine;
the decision tells the number.

The values of a seat's hands in best responses to the blueprint, from the start of a turn or a river on.

A gadget with these values keeps a solution from losing more to any hand than the blueprint does. The responder bets the
sizes of the blueprint's tree.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import partial
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from ircpoker.postflop.engine.engine import Engine, Floats32, Gadget, Scalar, Subgame, TreeArrays
from ircpoker.postflop.engine.native import LIMIT_HOLDEM, solver
from ircpoker.postflop.engine.solving import judge, met, solution_of, solve
from ircpoker.robots.nolimit import betting
from ircpoker.robots.nolimit.solved_street import (
    RangeTracker,
    Solved,
    SolvedDecision,
    SolvedStreet,
    StreetChips,
    Unsolved,
    without_board,
)
from ircpoker.robots.nolimit.strategy import Blueprint, tree_arrays
from ircpoker.robots.nolimit.translation import read_deal
from ircpoker.table.events import PlayerActed
from ircpoker.table.view import PlayerView

FEWEST = 30
MOST: Mapping[int, int] = MappingProxyType({betting.TURN: 400, betting.RIVER: 1000})
EFFORT: Mapping[int, int] = MappingProxyType({betting.TURN: 13_500, betting.RIVER: 60_000})
"""By street: divided by the number of the tree's actions it gives the iterations, `FEWEST` to `MOST`."""
DEEP, MORE = 10, 1.5
"""With more than ten pots left on the turn, bets may cost many pots, and the solver needs more iterations."""
BELIEF = 0.7
"""The part of the opponent's range that is believed if there is no gadget; the rest is any hand."""
TIME: Mapping[int, float] = MappingProxyType({betting.TURN: 0.9, betting.RIVER: 0.11})
"""The part of the time for a decision in which a street is solved."""
_SEATS = 2
_KEPT = 8


def turn_sizes(stack: int) -> betting.Sizes:
    """Return fewer sizes: on the turn two bets, half the pot only as the first; on the river one, of the pot."""

    def sizes(street: int, bet: int, bets: int) -> list[tuple[str, int]]:
        left = stack - bet
        choices = [(betting.HALF, 2 * bet)] if street == betting.TURN and not bets else []
        choices += [(betting.POT, 3 * bet)] if bets < (2 if street == betting.TURN else 1) else []
        part, whole = betting.LARGEST
        rest = [(betting.ALL_IN, stack)] if left else []
        return [*[each for each in choices if whole * (each[1] - bet) < part * left], *rest]

    return sizes


def iterations_for(tree: betting.BettingTree) -> int:
    """Return the number of iterations for a tree; smaller trees get more, and turns with deep stacks."""
    street, put = tree.street[0], tree.put[0]
    is_deep = street == betting.TURN and tree.stack - max(put) > DEEP * sum(put)
    return min(MOST[street], max(FEWEST, int(EFFORT[street] * (MORE if is_deep else 1)) // len(tree.to)))


class Resolver:
    """Solves the decisions of one robot, and keeps the solutions that were used last.

    Attributes:
        effort: how many times the usual iterations it does.
        afterwards: whether decisions are judged when the street is over, without a gadget: as both should have played;
            with more effort it goes on where it was.
        seconds: the longest time for a decision; None for any.
    """

    def __init__(self, kept: int = _KEPT, effort: float = 1.0, *, afterwards: bool = False) -> None:
        """Create it.

        Args:
            kept: the most solutions that it keeps.
            effort: the attribute.
            afterwards: the attribute.
        """
        self.effort, self.afterwards = effort, afterwards
        self._kept: dict[Hashable, Solved] = {}
        self._begun: dict[Hashable, Engine] = {}
        self._most = kept
        self.seconds: float | None = None

    def decide(self, blueprint: Blueprint, view: PlayerView) -> SolvedDecision:
        """Return the play of the robot's hand on the turn or the river.

        Args:
            blueprint: the strategy that gives the ranges up to the turn.
            view: the view of the seat whose turn it is, heads-up.
        """
        return _BlueprintTracker(self, blueprint, view).decision()

    def solve(self, blueprint: Blueprint | None, unsolved: Unsolved) -> Solved:
        """Return the solution of a subgame; a kept one if there is one.

        Args:
            blueprint: the strategy that gives the opponent's least values on the river; None for none.
            unsolved: the subgame.
        """
        tree = _tree_of(unsolved, alone=self.afterwards)
        key = (
            blueprint and blueprint.fingerprint,
            tuple(tree.amount),
            tuple(tree.letter),
            *_content(unsolved._replace(line=())),
        )
        if self.afterwards:
            return self._go_on(key, unsolved, tree)
        solution = self._kept.pop(key, None) or _solve(blueprint, unsolved, tree, self.seconds, self.effort)
        self._kept[key] = solution
        while len(self._kept) > self._most:
            self._kept.pop(next(iter(self._kept)), None)
        return solution

    def _go_on(self, key: Hashable, unsolved: Unsolved, tree: betting.BettingTree) -> Solved:
        engine = self._begun.get(key)
        if engine is None:
            subgame = _subgame(unsolved, tree)
            engine = self._begun[key] = Engine(subgame._replace(ranges=with_any_hand(subgame, 1 - unsolved.me)))
            engine.allocate()
        count = int(self.effort * iterations_for(tree))
        engine.solve(max(0, count - engine.done), last_restart=count // 2)
        return Solved(tree, solution_of(engine), engine.subgame.ranges, engine.done)


def _content(unsolved: Unsolved) -> tuple[Hashable, ...]:
    return tuple([part.tobytes() if isinstance(part, np.ndarray) else part for part in unsolved])


def _tree_of(unsolved: Unsolved, *, alone: bool) -> betting.BettingTree:
    stack = unsolved.stack
    sizes = turn_sizes(stack) if unsolved.root.street == betting.TURN else _river_sizes(stack)
    return betting.tree_from(stack, unsolved.root, sizes, unsolved.line, alone=alone)


def _solve(
    blueprint: Blueprint | None, unsolved: Unsolved, tree: betting.BettingTree, seconds: float | None, effort: float
) -> Solved:
    street, other = unsolved.root.street, 1 - unsolved.me
    limit = None if seconds is None else seconds * TIME[street]
    subgame = _subgame(unsolved, tree)
    count = max(1, int(effort * iterations_for(tree)))
    leaving = unsolved.leaving
    if leaving is None and blueprint is not None:
        leaving = _blueprint_values(blueprint, unsolved)
    if leaving is None:
        subgame = subgame._replace(ranges=with_any_hand(subgame, other))
        solution = solve(subgame, count, seconds=limit)
        return Solved(tree, solution, subgame.ranges, solution.iterations)
    first = solve(subgame, count // 3, seconds=limit and limit / 3)
    if first.iterations < count // 3:
        count = 3 * first.iterations
    gadget = Gadget(other, np.minimum(leaving, first.best[other]))
    return Solved(tree, solve(subgame, count - count // 3, gadget=gadget), subgame.ranges, count)


def _subgame(unsolved: Unsolved, tree: betting.BettingTree) -> Subgame:
    return Subgame(LIMIT_HOLDEM, tree_arrays(tree), unsolved.board, unsolved.ranges)


def _river_sizes(stack: int) -> betting.Sizes:
    return lambda _, bet, bets: betting.wager_sizes(stack, bet, bets)


def _blueprint_values(blueprint: Blueprint, unsolved: Unsolved) -> Floats32 | None:
    """Return the opponent's values in best responses to the blueprint on a river; None if it lacks this river."""
    tree, start = blueprint.tree, unsolved.node
    if start < 0 or unsolved.root.street != betting.RIVER or tree.street[start] != betting.RIVER:
        return None
    values = best_values(blueprint, start, unsolved.board, unsolved.ranges, 1 - unsolved.me)
    # The tree's pot counts as much as the table's.
    return values * np.float32(max(unsolved.root.put) / max(tree.put[start]))


def with_any_hand(subgame: Subgame, other: int) -> Floats32:
    """Return the ranges of a subgame, with any hand mixed into the opponent's."""
    ranges = subgame.ranges.copy()
    live = met(subgame, 1 - other) > 0
    ranges[other] = BELIEF * ranges[other] + (1 - BELIEF) * live * (ranges[other].sum() / live.sum())
    return ranges


class _BlueprintTracker(RangeTracker):
    """Follows the ranges of both seats by a blueprint."""

    def __init__(self, resolver: Resolver, blueprint: Blueprint, view: PlayerView) -> None:
        solve = partial(resolver.solve, None if resolver.afterwards else blueprint)
        super().__init__(solve, view, afterwards=resolver.afterwards)
        self._blueprint = blueprint
        self._steps = iter(read_deal(blueprint.tree, view).steps)
        self._node = self._edge = 0
        self._abstract = 0
        self._buckets = blueprint.buckets(b"")

    def _act(self, event: PlayerActed) -> None:
        self._node, self._edge = next(self._steps)
        super()._act(event)
        self._abstract = self._blueprint.tree.to[self._edge] if self._edge >= 0 else -1

    def _begin_street(self) -> None:
        without_board(self._ranges, self._board)
        if self._betting.street < betting.TURN:
            self._buckets = self._blueprint.buckets(self._board)
            return
        pot = self._betting.pot
        chips = StreetChips(pot, min(self._betting.left), pot // 2)
        self._solved = SolvedStreet(self._solve, self._own, self._board, self._ranges, chips, self._abstract)

    def _follow_strategy(self, event: PlayerActed) -> None:
        tree, node, edge = self._blueprint.tree, self._node, self._edge
        if edge >= 0 and tree.street[node] == self._betting.street and tree.actor[node] == event.seat:
            chances = self._blueprint.all_chances(node, self._buckets)
            self._own.narrow(self._ranges, event.seat, chances[edge - tree.first[node]])


_RIVERS = 44
"""The rivers that can come for two hands on a turn."""


def best_values(blueprint: Blueprint, start: int, board: bytes, ranges: Floats32, seat: int) -> Floats32:
    """Return the chips that each hand of a seat wins in the deal, added up over the other seat's range.

    Args:
        blueprint: the strategy of the other seat.
        start: the street's first node in the blueprint's tree.
        board: the card codes of a turn or a river.
        ranges: the chance that each hand got here, [seat][hand]; with the symmetries of the board.
        seat: the seat that plays best.
    """
    tree = blueprint.tree
    street = tree.street[start]
    rest = betting.subgame_tree(tree.stack, street, max(tree.put[start]))
    if street == betting.RIVER:
        strategy = blueprint.all_play(start, len(rest.street), board)
        of_river: Floats32 = judge(Subgame(LIMIT_HOLDEM, tree_arrays(rest), board, ranges), strategy).best[seat]
        return of_river
    classes = [len(blueprint.arrays[f"play{each}"]) for each in range(betting.STREETS)]
    plays = blueprint.play_by_bucket(start, len(rest.street))
    plays[betting.FLOP] = np.ones((1, classes[betting.FLOP]), np.float32)
    winnings = solver().respond_to_bets(
        _after_check(rest), 1 - seat, lambda _, cards: blueprint.buckets(cards), classes, plays,
        np.ascontiguousarray(ranges[1 - seat], np.float32), board, False,
    )  # fmt: skip
    values: Floats32 = np.frombuffer(winnings, np.float32) / np.float32(_RIVERS)
    return values


def _after_check(tree: betting.BettingTree) -> TreeArrays:
    """Return a tree that begins on the turn, behind a flop with one decision that has one action.

    The solver values the ways into a street, so there must be one.
    """
    street, actor, first, edge_start, to, amount = tree_arrays(tree)
    return (
        _with_first(betting.FLOP, street),
        _with_first(0, actor),
        _with_first(0, first + 1),
        _with_first(0, edge_start),
        _with_first(1, to + (to >= 0)),
        _with_first(0, amount),
    )


def _with_first(value: int, rest: NDArray[Scalar]) -> NDArray[Scalar]:
    return np.concatenate([np.array([value], rest.dtype), rest])
