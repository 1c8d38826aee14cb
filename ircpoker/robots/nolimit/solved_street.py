"""A turn or river between two seats that is solved at the table, and followed through its betting."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ircpoker.equity.range_counts import combination_number
from ircpoker.postflop.engine.engine import Floats32
from ircpoker.postflop.engine.solving import SubgameSolution, disjoint, hand_pairs
from ircpoker.robots.all_hands import HANDS
from ircpoker.robots.nolimit.betting import FOLDED, BettingSituation, BettingTree
from ircpoker.robots.ring.features import follow, new_betting
from ircpoker.table.actions import Fold
from ircpoker.table.events import PlayerActed, StreetBegan
from ircpoker.table.view import PlayerView

DOUBT = 0.02
"""The chance that the opponent departs from the expected strategy; every action is then equally likely."""
_BOARD_BEFORE = 2
"""A street from the turn on, 2 or 3, has so many cards more on the board."""


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
        met: how often the opponent's hands, by the solution, act as they have since the tree's root.
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
    met: float

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


class Unsolved(NamedTuple):
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


class StreetChips(NamedTuple):
    """The chips at the start of a street.

    Attributes:
        pot: the pot.
        left: what both seats can still bet.
        put: what the robot has put in.
    """

    pot: int
    left: int
    put: int


class OwnHand(NamedTuple):
    """The robot's seat of the two, and the number of its hand.

    With `afterwards`, as for `Resolver`, its street is solved once, with all bets before the decision; else before its
    first action, and again where the opponent bets a size that the solution lacks.
    """

    seat: int
    number: int
    afterwards: bool = False

    @classmethod
    def of(cls, seat: int, view: PlayerView, *, afterwards: bool = False) -> OwnHand:
        """Return the hand of a view."""
        first, second = view.hole_cards
        return cls(seat, combination_number(first.code, second.code), afterwards)

    def narrow(self, ranges: Floats32, seat: int, chances: NDArray[np.floating]) -> None:
        """Weight a seat's range by the chance with which each hand takes an action."""
        if seat != self.seat:
            ranges[seat] *= (1 - DOUBT) * chances + DOUBT
        elif chances[self.number] > 0:
            ranges[seat] *= chances


def without_board(ranges: Floats32, board: bytes) -> None:
    """Take the hands that hold a card of the board out of ranges, and let the likeliest count 1."""
    ranges[:, np.isin(hand_pairs(), list(board)).any(axis=1)] = 0
    ranges /= np.maximum(ranges.max(axis=1, keepdims=True), np.finfo(np.float32).tiny)


class SolvedStreet:
    """Follows the betting of a street, and solves it when the robot has to decide."""

    def __init__(
        self,
        solve: Callable[[Unsolved], Solved],
        own: OwnHand,
        board: bytes,
        ranges: Floats32,
        chips: StreetChips,
        node: int = -1,
    ) -> None:
        """Begin a street; of the two seats, 0 acts first.

        Args:
            solve: returns the solution of a subgame.
            own: the robot's hand.
            board: card codes.
            ranges: those of both seats; they are narrowed by the street's actions.
            chips: those of both seats.
            node: the street's first node in the blueprint's tree; below 0 if it has none.
        """
        self._solve, self._own, self._board, self._ranges, self._start = solve, own, board, ranges, node
        self._street = len(board) - _BOARD_BEFORE
        self._before = chips.pot // 2
        self._dead = self._before - chips.put
        self._stack = self._before + chips.left
        self._at = self._root = BettingSituation(self._street, 0, (self._before, self._before), 0, is_first=True)
        self._line: list[int] = []
        self._leaving: Floats32 | None = None
        self._solved: Solved | None = None

    def decision(self) -> SolvedDecision:
        """Return the robot's decision."""
        solved = self._ensure_solved()
        tree, solution = solved.tree, solved.solution
        rows = self._rows_of(self._node)
        begun, meets = (
            float(disjoint(ranges[1 - self._own.seat])[self._own.number]) for ranges in (solved.ranges, self._reach)
        )
        return SolvedDecision(
            self._street,
            self._own.seat,
            tree,
            self._node,
            self._before,
            self._own.number,
            solution.strategy[rows],
            tuple((solution.worth[rows, self._own.number] / (meets or 1) + self._dead).tolist()),
            self._ranges.copy(),
            solved.iterations,
            meets / (begun or 1),
        )

    def take(self, seat: int, paid: int) -> None:
        """Follow an action of this street, other than a fold."""
        made = min(self._at.put[seat] + paid, self._stack)
        if seat == self._own.seat and not self._own.afterwards:
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
            line, ranges = tuple(self._line), self._ranges.copy()
            unsolved = Unsolved(
                self._own.seat, self._stack, self._root, line, self._board, ranges, self._leaving, self._start
            )
            self._solved = self._solve(unsolved)
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
        return nearest if seat == self._own.seat or tree.amount[nearest] == made else None

    def _take_edge(self, edge: int) -> None:
        assert self._solved is not None  # noqa: S101 - see above
        tree, rows = self._solved.tree, self._rows_of(self._node)
        chances = self._solved.solution.strategy[rows][edge - tree.first[self._node]]
        self._reach[tree.actor[self._node]] *= chances
        self._own.narrow(self._ranges, tree.actor[self._node], chances)
        self._node = tree.to[edge]

    def _rows_of(self, node: int) -> slice:
        assert self._solved is not None  # noqa: S101 - see above
        tree = self._solved.tree
        return slice(tree.edge_start[node], tree.edge_start[node] + len(tree.edges(node)))


class RangeTracker(ABC):
    """Follows the ranges of all seats through the events of a deal."""

    def __init__(self, solve: Callable[[Unsolved], Solved], view: PlayerView, *, afterwards: bool) -> None:
        """Begin before the deal.

        Args:
            solve: returns the solution of a subgame.
            view: the deal from the seat whose turn it is.
            afterwards: as for `OwnHand`.
        """
        assert view.seat is not None  # noqa: S101 - it is somebody's turn
        self._solve, self._view = solve, view
        self._own = OwnHand.of(view.seat, view, afterwards=afterwards)
        self._betting = new_betting(view.setup)
        self._ranges = np.ones((len(view.setup.stacks), HANDS), np.float32)
        self._seats = list(range(len(view.setup.stacks)))
        self._board = b""
        self._solved: SolvedStreet | None = None

    def decision(self) -> SolvedDecision:
        """Return the robot's decision, after all events."""
        for event in self._view.events:
            if isinstance(event, PlayerActed) and not isinstance(event.action, Fold):
                self._act(event)
            follow(self._betting, event)
            if isinstance(event, StreetBegan) and event.board:
                self._board += bytes([card.code for card in event.board])
                self._begin_street()
        assert self._solved is not None  # noqa: S101 - it is asked on streets that are solved
        return self._solved.decision()

    def _act(self, event: PlayerActed) -> None:
        """Follow an action, other than a fold."""
        if self._solved is None:
            self._follow_strategy(event)
        else:
            self._solved.take(self._seats.index(event.seat), event.paid)

    @abstractmethod
    def _follow_strategy(self, event: PlayerActed) -> None:
        """Narrow the range of a seat by how its strategy plays."""

    @abstractmethod
    def _begin_street(self) -> None:
        """Take the new cards of the board, and solve the street from now on if it is one that is solved."""
