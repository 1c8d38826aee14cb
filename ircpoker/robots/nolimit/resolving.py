"""Solves the turn and the river again at the table, with its chips and bets.

Before the turn, the ranges of both seats follow from the blueprint: how often each hand takes the actions of the deal.
From the turn on, the rest of the street's betting is solved with these ranges when the robot has to decide. The
solution has the play of both seats with each hand until the opponent bets a size that it lacks. Then the betting is
solved again from the opponent's decision on, with that bet.

Everything follows from the view and the blueprint, also the number of iterations: from the size of the tree. So a deal
that is replayed is solved alike. Only a clock that is set, as at a table, makes the number smaller on a slow machine;
the decision tells the number.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ircpoker.robots.all_hands import HANDS, hand_pairs
from ircpoker.robots.nolimit.best_values import best_values
from ircpoker.robots.nolimit.betting import (
    ALL_IN,
    FOLDED,
    HALF,
    LARGEST,
    POT,
    RIVER,
    TURN,
    BettingSituation,
    tree_from,
    wager_sizes,
)
from ircpoker.robots.nolimit.strategy import tree_arrays
from ircpoker.robots.nolimit.translation import read_deal
from ircpoker.subgames.engine import Gadget, Subgame
from ircpoker.subgames.native import LIMIT_HOLDEM
from ircpoker.subgames.solving import disjoint, met, solve
from ircpoker.table.actions import Fold
from ircpoker.table.events import AntePosted, BlindPosted, PlayerActed, StreetBegan

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from numpy.typing import NDArray

    from ircpoker.robots.nolimit.betting import BettingTree, Sizes
    from ircpoker.robots.nolimit.strategy import Blueprint
    from ircpoker.subgames.engine import Floats32
    from ircpoker.subgames.solving import SubgameSolution
    from ircpoker.table.events import Event
    from ircpoker.table.view import PlayerView

FEWEST, MOST = 30, 1000
EFFORT: Mapping[int, int] = MappingProxyType({TURN: 13_500, RIVER: 60_000})
"""By street: divided by the number of the tree's actions it gives the iterations, `FEWEST` to `MOST`."""
DEEP, MORE = 10, 1.5
"""With more than ten pots left on the turn, bets may cost many pots, and the solver needs more iterations."""
DOUBT = 0.02
"""The chance that the opponent departs from the expected strategy; every action is then equally likely."""
BELIEF = 0.7
"""The part of the opponent's range that is believed if there is no gadget; the rest is any hand."""
TIME: Mapping[int, float] = MappingProxyType({TURN: 0.9, RIVER: 0.11})
"""The part of the time for a decision in which a street is solved."""
_SEATS = 2
_KEPT = 8


class SolvedDecision(NamedTuple):
    """One decision of a solution.

    Attributes:
        street: 2 for the turn, 3 for the river.
        me: the robot's seat.
        tree: the solved betting, in chips; before the street each seat has put in half the pot.
        node: the node of the decision.
        before: the chips that each seat had put in at the street's start, in the tree.
        hand: the number of the robot's hand.
        strategy: the chance of each action, [action][hand].
        worth: the chips that the robot wins in the deal after each action, on average.
        ranges: the chance that each hand got here, [seat][hand].
        iterations: the number of iterations.
    """

    street: int
    me: int
    tree: BettingTree
    node: int
    before: int
    hand: int
    strategy: Floats32
    worth: tuple[float, ...]
    ranges: Floats32
    iterations: int

    @property
    def chances(self) -> list[float]:
        """The chance of each action of the robot's hand."""
        chances: list[float] = self.strategy[:, self.hand].tolist()
        return chances

    def width(self, seat: int) -> float:
        """Return how wide a seat's range is: the share of all hands in it, each weighted relative to the likeliest."""
        of_seat = self.ranges[seat]
        return float(of_seat.sum() / max(float(of_seat.max()), 1e-30)) / HANDS


class Solved(NamedTuple):
    """The solved betting of a street, with the ranges given to the solver, and the total of iterations."""

    tree: BettingTree
    solution: SubgameSolution
    ranges: Floats32
    iterations: int


def turn_sizes(stack: int) -> Sizes:
    """Return fewer sizes: on the turn two bets, half the pot only as the first; on the river one, of the pot."""

    def sizes(street: int, bet: int, bets: int) -> list[tuple[str, int]]:
        left = stack - bet
        found = [(HALF, 2 * bet)] if street == TURN and not bets else []
        found += [(POT, 3 * bet)] if bets < (2 if street == TURN else 1) else []
        part, whole = LARGEST
        rest = [(ALL_IN, stack)] if left else []
        return [*[each for each in found if whole * (each[1] - bet) < part * left], *rest]

    return sizes


def iterations_for(tree: BettingTree) -> int:
    """Return the number of iterations for a tree; smaller trees get more, and turns with deep stacks."""
    street, put = tree.street[0], tree.put[0]
    is_deep = street == TURN and tree.stack - max(put) > DEEP * sum(put)
    return min(MOST, max(FEWEST, int(EFFORT[street] * (MORE if is_deep else 1)) // len(tree.to)))


class Resolver:
    """Solves the decisions of one robot, and keeps the solutions that were used last.

    Attributes:
        seconds: the longest time for a decision; None for any.
    """

    def __init__(self, kept: int = _KEPT) -> None:
        """Create it.

        Args:
            kept: the most solutions that it keeps.
        """
        self._kept: dict[Hashable, Solved] = {}
        self._most = kept
        self.seconds: float | None = None

    def decide(self, blueprint: Blueprint, view: PlayerView) -> SolvedDecision:
        """Return the play of the robot's hand on the turn or the river.

        Args:
            blueprint: the strategy that gives the ranges up to the turn.
            view: the view of the seat whose turn it is, heads-up.
        """
        deal = _RangeTracker(self, blueprint, view)
        for event in view.events:
            deal.take(event)
        return deal.decision()

    def solve(self, blueprint: Blueprint, unsolved: _Unsolved) -> Solved:
        """Return the solution of a subgame; a kept one if there is one.

        Args:
            blueprint: the strategy that gives the opponent's least values on the river.
            unsolved: the subgame.
        """
        tree = _tree_of(unsolved)
        key = (blueprint.fingerprint, tuple(tree.amount), tuple(tree.letter), *_content(unsolved._replace(line=())))
        found = self._kept.pop(key, None) or _solve(blueprint, unsolved, tree, self.seconds)
        self._kept[key] = found
        while len(self._kept) > self._most:
            self._kept.pop(next(iter(self._kept)), None)
        return found


class _Unsolved(NamedTuple):
    """A subgame to be solved.

    Attributes:
        me: the robot's seat.
        stack: the stack of each seat, with half the pot, at the start of the street.
        root: the situation at which the tree begins.
        line: the chips put in since then, action by action.
        board: card codes.
        ranges: the ranges of both seats at the root.
        leaving: the win of each opponent's hand there, by the previous solution; None at the street's start.
        node: the street's first node in the blueprint's tree; below 0 if it has none.
    """

    me: int
    stack: int
    root: BettingSituation
    line: tuple[int, ...]
    board: bytes
    ranges: Floats32
    leaving: Floats32 | None
    node: int


def _content(unsolved: _Unsolved) -> tuple[Hashable, ...]:
    return tuple([part.tobytes() if isinstance(part, np.ndarray) else part for part in unsolved])


def _tree_of(unsolved: _Unsolved) -> BettingTree:
    stack = unsolved.stack
    sizes = turn_sizes(stack) if unsolved.root.street == TURN else _river_sizes(stack)
    return tree_from(stack, unsolved.root, sizes, unsolved.line)


def _solve(blueprint: Blueprint, unsolved: _Unsolved, tree: BettingTree, seconds: float | None) -> Solved:
    street, other = unsolved.root.street, 1 - unsolved.me
    limit = None if seconds is None else seconds * TIME[street]
    subgame = Subgame(LIMIT_HOLDEM, tree_arrays(tree), unsolved.board, unsolved.ranges)
    count = iterations_for(tree)
    leaving = unsolved.leaving if unsolved.leaving is not None else _blueprint_values(blueprint, unsolved)
    if leaving is None:
        subgame = subgame._replace(ranges=with_any_hand(subgame, other))
        solution = solve(subgame, count, seconds=limit)
        return Solved(tree, solution, subgame.ranges, solution.iterations)
    first = solve(subgame, count // 3, seconds=limit and limit / 3)
    if first.iterations < count // 3:
        count = 3 * first.iterations
    gadget = Gadget(other, np.minimum(leaving, first.best[other]))
    return Solved(tree, solve(subgame, count - count // 3, gadget=gadget), subgame.ranges, count)


def _river_sizes(stack: int) -> Sizes:
    return lambda _, bet, bets: wager_sizes(stack, bet, bets)


def _blueprint_values(blueprint: Blueprint, unsolved: _Unsolved) -> Floats32 | None:
    """Return the opponent's values in best responses to the blueprint on a river; None if it lacks this river."""
    tree, start = blueprint.tree, unsolved.node
    if start < 0 or unsolved.root.street != RIVER or tree.street[start] != RIVER:
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


class _RangeTracker:
    """Follows the ranges of both seats through the events of a deal."""

    def __init__(self, resolver: Resolver, blueprint: Blueprint, view: PlayerView) -> None:
        self._resolver = resolver
        self._blueprint = blueprint
        assert view.seat is not None  # noqa: S101 - it is somebody's turn
        self._me = view.seat
        low, high = sorted(card.code for card in view.hole_cards)
        self._hand = high * (high - 1) // 2 + low
        self._steps = iter(read_deal(blueprint.tree, view).steps)
        self._abstract = 0
        self._street, self._board = 0, b""
        self._buckets = blueprint.buckets(b"")
        self._ranges = np.ones((_SEATS, HANDS), np.float32)
        self._left = list(view.setup.stacks)
        self._before = self._stack = 0
        self._pot = 0
        self._solved: Solved | None = None

    def take(self, event: Event) -> None:
        """Follow one event."""
        if isinstance(event, AntePosted | BlindPosted):
            self._pay(event.seat, event.amount)
        elif isinstance(event, StreetBegan) and event.board:
            self._begin_street(bytes([card.code for card in event.board]))
        elif isinstance(event, PlayerActed) and not isinstance(event.action, Fold):
            node, edge = next(self._steps)
            if self._street < TURN:
                self._follow_blueprint(event.seat, node, edge)
            else:
                self._follow_solution(event.seat, event.paid)
            self._abstract = self._blueprint.tree.to[edge] if edge >= 0 else -1
            self._pay(event.seat, event.paid)

    def decision(self) -> SolvedDecision:
        """Return the robot's decision."""
        solved = self._ensure_solved()
        tree, solution = solved.tree, solved.solution
        rows = self._rows_of(self._node)
        meets = float(disjoint(self._reach[1 - self._me])[self._hand]) or 1.0
        return SolvedDecision(
            self._street,
            self._me,
            tree,
            self._node,
            self._before,
            self._hand,
            solution.strategy[rows],
            tuple((solution.worth[rows, self._hand] / meets).tolist()),
            self._ranges.copy(),
            solved.iterations,
        )

    def _pay(self, seat: int, amount: int) -> None:
        self._left[seat] -= amount
        self._pot += amount

    def _begin_street(self, board: bytes) -> None:
        self._street += 1
        self._board += board
        self._ranges[:, np.isin(hand_pairs(), list(self._board)).any(axis=1)] = 0
        self._ranges /= np.maximum(self._ranges.max(axis=1, keepdims=True), np.finfo(np.float32).tiny)
        if self._street < TURN:
            self._buckets = self._blueprint.buckets(self._board)
            return
        self._start = self._abstract
        self._before = self._pot // 2
        self._stack = self._before + min(self._left)
        self._at = self._root = BettingSituation(self._street, 0, (self._before, self._before), 0, is_first=True)
        self._line: list[int] = []
        self._leaving: Floats32 | None = None
        self._solved = None

    def _follow_blueprint(self, seat: int, node: int, edge: int) -> None:
        tree = self._blueprint.tree
        if edge >= 0 and tree.street[node] == self._street and tree.actor[node] == seat:
            chances = self._blueprint.all_chances(node, self._buckets)
            self._narrow(seat, chances[edge - tree.first[node]])

    def _follow_solution(self, seat: int, paid: int) -> None:
        """Follow an action of this street."""
        made = min(self._at.put[seat] + paid, self._stack)
        if seat == self._me:
            self._ensure_solved()
        if self._solved is None:
            self._line.append(made)
        elif (edge := self._edge(seat, made)) is not None:
            self._take_edge(edge)
        else:
            # The gadget keeps the opponent's hands from winning more than the previous solution gives them here.
            self._leaving = self._solved.solution.worth[self._rows_of(self._node)].max(axis=0)
            self._root, self._line, self._solved = self._at, [made], None
        put = (made, self._at.put[1]) if seat == 0 else (self._at.put[0], made)
        wagers = made > self._at.put[1 - seat]
        self._at = BettingSituation(self._street, 1 - seat, put, self._at.bets + wagers, is_first=False)

    def _ensure_solved(self) -> Solved:
        if self._solved is None:
            unsolved = _Unsolved(
                self._me, self._stack, self._root, tuple(self._line), self._board, self._ranges.copy(), self._leaving,
                self._start,
            )  # fmt: skip
            self._solved = self._resolver.solve(self._blueprint, unsolved)
            self._node, self._reach = 0, self._solved.ranges.copy()
            for made in self._line:
                edge = self._edge(self._solved.tree.actor[self._node], made)
                assert edge is not None  # noqa: S101 - the tree has the bets of the line
                self._take_edge(edge)
        return self._solved

    def _edge(self, seat: int, made: int) -> int | None:
        """Return the action after which a seat has put in this much; for the robot's own actions the nearest one."""
        assert self._solved is not None  # noqa: S101 - see above
        tree = self._solved.tree
        edges = [edge for edge in tree.edges(self._node) if tree.to[edge] != FOLDED]
        nearest = min(edges, key=lambda edge: abs(tree.amount[edge] - made))
        return nearest if seat == self._me or tree.amount[nearest] == made else None

    def _take_edge(self, edge: int) -> None:
        assert self._solved is not None  # noqa: S101 - see above
        tree, rows = self._solved.tree, self._rows_of(self._node)
        chances = self._solved.solution.strategy[rows][edge - tree.first[self._node]]
        self._reach[tree.actor[self._node]] *= chances
        self._narrow(tree.actor[self._node], chances)
        self._node = tree.to[edge]

    def _rows_of(self, node: int) -> slice:
        assert self._solved is not None  # noqa: S101 - see above
        tree = self._solved.tree
        return slice(tree.edge_start[node], tree.edge_start[node] + len(tree.edges(node)))

    def _narrow(self, seat: int, chances: NDArray[np.float32]) -> None:
        """Weight a seat's range by the chance with which each hand takes an action."""
        if seat != self._me:
            self._ranges[seat] *= (1 - DOUBT) * chances + DOUBT
        elif chances[self._hand] > 0:
            self._ranges[seat] *= chances
