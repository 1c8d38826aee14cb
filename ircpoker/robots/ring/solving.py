"""Turns and rivers at which exactly two are left, solved at the table.

Up to there the ranges of both follow from the strategy: how often each hand takes the actions of its seat. The chips of
those who have folded are in the pot. The solver and its sizes are those of `nolimit`.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ircpoker.robots.nolimit.solved_street import RangeTracker, SolvedDecision, SolvedStreet, StreetChips, without_board
from ircpoker.robots.ring.chances import all_chances
from ircpoker.robots.ring.features import MAY_ALL_IN, MAY_CALL, MAY_FOLD, MAY_SIZE
from ircpoker.robots.ring.turn import TURN, RingTurn, amount_of, is_solved, read_turn
from ircpoker.table.actions import Bet, Fold, RaiseTo
from ircpoker.table.events import PlayerActed

if TYPE_CHECKING:
    from collections.abc import Callable

    from ircpoker.robots.nolimit.resolving import Resolver
    from ircpoker.robots.ring.chances import BucketChances
    from ircpoker.robots.ring.strategy import RingStrategy
    from ircpoker.table.view import PlayerView


def solved_decision(
    resolver: Resolver, strategy_of: Callable[[RingTurn], RingStrategy], view: PlayerView, since: int = TURN
) -> SolvedDecision:
    """Return the play of the robot's hand on a street that is solved.

    Args:
        resolver: solves it.
        strategy_of: returns the strategy for a decision.
        view: the deal from the seat whose turn it is.
        since: the first street that is solved; ranges on those before it follow from the strategy.
    """
    return _RingTracker(resolver, strategy_of, view, since).decision()


class _RingTracker(RangeTracker):
    """Follows the ranges of all seats by their strategies."""

    def __init__(
        self, resolver: Resolver, strategy_of: Callable[[RingTurn], RingStrategy], view: PlayerView, since: int
    ) -> None:
        super().__init__(partial(resolver.solve, None), view, afterwards=resolver.afterwards)
        self._since = since
        self._strategy_of = strategy_of
        self._of_two = self._ranges

    def _begin_street(self) -> None:
        if self._solved is not None:
            self._ranges[self._seats] = self._of_two
        without_board(self._ranges, self._board)
        if self._betting.street < self._since or not is_solved(self._betting):
            return
        betting, self._seats = self._betting, sorted(self._betting.live)
        self._of_two = self._ranges[self._seats]
        left = min(betting.left[seat] for seat in self._seats)
        chips = StreetChips(betting.pot, left, betting.put[self._own.seat])
        own = self._own._replace(seat=self._seats.index(self._own.seat))
        self._solved = SolvedStreet(self._solve, own, self._board, self._of_two, chips)

    def _follow_strategy(self, event: PlayerActed) -> None:
        turn = read_turn(self._betting, event.seat)
        strategy = self._strategy_of(turn)
        chances = all_chances(strategy, turn)
        buckets = strategy.buckets(self._board)
        taken = chances.get(choice_of(event, turn, chances))
        if taken is not None:
            self._own.narrow(self._ranges, event.seat, taken[buckets])


def choice_of(event: PlayerActed, turn: RingTurn, chances: BucketChances) -> int:
    """Return the action of the strategy that an action at the table is most like."""
    if isinstance(event.action, Fold):
        return MAY_FOLD
    if not isinstance(event.action, Bet | RaiseTo):
        return MAY_CALL
    bet = turn.betting.bets[event.seat] + event.paid
    raises = [choice for choice in (MAY_SIZE, MAY_ALL_IN) if choice in chances]
    return min(raises, key=lambda choice: abs(amount_of(choice, turn) - bet), default=MAY_SIZE)
