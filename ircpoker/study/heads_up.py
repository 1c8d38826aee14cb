"""Two players are judged by `nolimit`: its blueprint up to the turn, and the solver from there on.

Roll-outs go through the blueprint's tree: its bets stand for those of the table, and its chips are half big blinds.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from ircpoker.robots.nolimit.betting import ALL_IN, BIG_BLIND, CALL, FOLD, FOLDED, TURN
from ircpoker.robots.nolimit.robot import NolimitRobot
from ircpoker.robots.nolimit.translation import FRACTIONS, read_deal
from ircpoker.robots.ring.features import MAY_ALL_IN, MAY_CALL, MAY_FOLD, MAY_SIZE, TableBetting, follow, new_betting
from ircpoker.study.judges import Alternatives
from ircpoker.study.rollouts import TrialSpot, bounds_of
from ircpoker.table.actions import Fold

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from ircpoker.robots.nolimit.resolving import Resolver
    from ircpoker.robots.nolimit.solved_street import SolvedDecision
    from ircpoker.robots.nolimit.strategy import Blueprint
    from ircpoker.study.rollouts import Bounds, RingMove, Turns
    from ircpoker.table.events import Event, PlayerActed
    from ircpoker.table.view import PlayerView

_KINDS = {FOLD: MAY_FOLD, CALL: MAY_CALL, ALL_IN: MAY_ALL_IN}
"""The kinds of actions; all others are wagers."""


def kind_of_letter(letter: str) -> int:
    """Return the kind of an action by its letter in a tree."""
    return _KINDS.get(letter, MAY_SIZE)


class TreeSpot(TrialSpot):
    """A spot in a blueprint's tree, or its end."""

    __slots__ = ("_blueprint", "_node")

    def __init__(self, blueprint: Blueprint, edge: int, turns: Turns) -> None:
        """Create what follows an edge of the tree."""
        tree = blueprint.tree
        self._blueprint, self._node = blueprint, tree.to[edge]
        betting = TableBetting([tree.stack] * 2, BIG_BLIND)
        actor = -1
        if self._node >= 0:
            betting.street, actor = tree.street[self._node], tree.actor[self._node]
        else:
            betting.put = [tree.amount[edge]] * 2
        if self._node == FOLDED:
            betting.live = {1 - tree.actor[int(np.searchsorted(tree.first, edge, side="right")) - 1]}
        super().__init__(betting, actor, turns)

    def work_out(self) -> Bounds:
        """Return the bounds."""
        buckets = self._blueprint.shape.buckets[self._blueprint.tree.street[self._node]]
        return bounds_of([*self._blueprint.all_chances(self._node, np.arange(buckets, dtype=np.uint16))])

    def make_after(self, place: int, turns: Turns) -> TrialSpot:
        """Return what follows an action, by its place."""
        return TreeSpot(self._blueprint, self._blueprint.tree.edges(self._node)[place], turns)

    @property
    def calling(self) -> int:
        """The place of a check or call, once it is open; below 0 if the strategy never does so."""
        tree = self._blueprint.tree
        return next((place for place, edge in enumerate(tree.edges(self._node)) if tree.letter[edge] == CALL), -1)


class NolimitJudge:
    """Judges as `nolimit`; the attributes and methods are those of `Judge`."""

    name = "nolimit"
    unit = BIG_BLIND

    def __init__(self, view: PlayerView) -> None:
        """Begin a deal.

        Args:
            view: the whole deal from the seat that is judged.
        """
        self.betting = new_betting(view.setup)
        self.strategy = _nolimit().blueprint_for(view)
        self._tree = self.strategy.tree
        self._steps = iter(read_deal(self._tree, view).steps)
        self._node = self._at = 0

    @property
    def is_solved(self) -> bool:
        """Whether this is the turn or river."""
        return self.betting.street >= TURN

    def follow(self, event: Event) -> None:
        """Follow an event."""
        follow(self.betting, event)

    def taken(self, event: PlayerActed, board: bytes) -> NDArray[np.floating] | None:
        """Return how often each hand acts as a seat does now."""
        edge = self._take(event)
        return None if edge < 0 else self._chances(board)[edge - self._tree.first[self._at]]

    def alternatives(self, event: PlayerActed, board: bytes, hand: int) -> Alternatives | None:
        """Return what `nolimit` would do."""
        edge = self._take(event)
        if edge < 0:
            return None
        moves = {each: (kind_of_letter(self._tree.letter[each]), each) for each in self._tree.edges(self._at)}
        parts = dict(zip(moves.values(), self._chances(board)[:, hand].tolist(), strict=True))
        own: dict[int, float] = {}
        for (kind, _), part in parts.items():
            own[kind] = own.get(kind, 0.0) + part
        mix = {move: part for move, part in parts.items() if part > 0}
        taken = moves[edge]
        spots = {move: TreeSpot(self.strategy, move[1], {}) for move in {**mix, taken: 0}}
        return Alternatives(own, taken[0], False, mix, self._wager(event.seat, mix), taken, spots)

    def solve(self, resolver: Resolver, view: PlayerView) -> SolvedDecision:
        """Return a decision as the solver takes it."""
        return resolver.decide(self.strategy, view)

    def _wager(self, seat: int, mix: Mapping[RingMove, float]) -> int:
        """Return the bet that the likeliest wager makes, with the pot of the table; 0 if there is none."""
        edge = max((move for move in mix if move[0] == MAY_SIZE), key=mix.__getitem__, default=(MAY_SIZE, -1))[1]
        if edge < 0:
            return 0
        betting = self.betting
        owed = betting.owed(seat)
        size = round(FRACTIONS[self._tree.letter[edge]] * (betting.pot + owed))
        return max(betting.bets) + min(size, betting.reach(seat) - owed)

    def _chances(self, board: bytes) -> NDArray[np.float32]:
        return self.strategy.all_chances(self._at, self.strategy.buckets(board))

    def _take(self, event: PlayerActed) -> int:
        """Return the edge of an action, and go on behind it; below 0 where the tree has no such decision."""
        tree, self._at = self._tree, self._node
        if isinstance(event.action, Fold):
            fits = self._at >= 0 and tree.letter[tree.first[self._at]] == FOLD
            edge = tree.first[self._at] if fits else -1
        else:
            self._at, edge = next(self._steps)
        if edge < 0 or tree.actor[self._at] != event.seat or tree.street[self._at] != self.betting.street:
            self._node = -1
            return -1
        self._node = max(-1, tree.to[edge])
        return edge


@cache
def _nolimit() -> NolimitRobot:
    return NolimitRobot()
