"""By what decisions are judged: how a robot would play the hand, and what its roll-outs start from."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple, Protocol

from ircpoker.robots.ring.chances import all_chances
from ircpoker.robots.ring.features import MAY_SIZE, follow, new_betting
from ircpoker.robots.ring.robot import RingRobot
from ircpoker.robots.ring.solving import choice_of, solved_decision
from ircpoker.robots.ring.turn import amount_of, is_solved, read_turn
from ircpoker.study.rollouts import RingMove, RingPlay, TrialSpot, move_of, spot_after
from ircpoker.table.actions import Bet, RaiseTo

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from ircpoker.robots.nolimit.resolving import Resolver
    from ircpoker.robots.nolimit.solved_street import SolvedDecision
    from ircpoker.robots.ring.features import TableBetting
    from ircpoker.robots.ring.turn import RingTurn
    from ircpoker.robots.trained import TrainedStrategy
    from ircpoker.table.events import Event, PlayerActed
    from ircpoker.table.setup import Setup
    from ircpoker.table.view import PlayerView

OVERBET = 2
"""A wager of so many times the size of `ring` is judged with its own size; other sizes are not judged."""


class Alternatives(NamedTuple):
    """What a robot would do in place of a decision.

    Attributes:
        own: how often it takes each kind of action with this hand.
        kind: the kind of the action that was taken.
        is_overbet: whether a wager was far larger than the robot's.
        mix: how often it makes each move with this hand.
        wager: the bet that its usual bet or raise makes, all-in aside; 0 if it makes none.
        taken: the move that was made.
        spots: what follows each of these moves.
    """

    own: Mapping[int, float]
    kind: int
    is_overbet: bool
    mix: Mapping[RingMove, float]
    wager: int
    taken: RingMove
    spots: Mapping[RingMove, TrialSpot]


class Judge(Protocol):
    """Follows a deal as a robot does that judges one of its players.

    Attributes:
        name: the robot's.
        betting: where the betting stands.
        unit: how much a big blind is in the values of its spots.
    """

    name: str
    betting: TableBetting
    unit: int

    @property
    def strategy(self) -> TrainedStrategy:
        """Has the buckets of all hands."""

    @property
    def is_solved(self) -> bool:
        """Whether the solver has the last word now."""

    def follow(self, event: Event) -> None:
        """Follow an event."""

    def taken(self, event: PlayerActed, board: bytes) -> NDArray[np.floating] | None:
        """Return how often each hand acts as a seat does now; None if that is not known."""

    def alternatives(self, event: PlayerActed, board: bytes, hand: int) -> Alternatives | None:
        """Return what the robot would do in place of an action; None in a spot that it does not know."""

    def solve(self, resolver: Resolver, view: PlayerView) -> SolvedDecision:
        """Return a decision as the solver takes it, with ranges up to its street by the robot."""


class RingJudge:
    """Judges as `ring`; the attributes and methods are those of `Judge`."""

    name = "ring"

    def __init__(self, setup: Setup, *, exactly: bool = False) -> None:
        """Begin a deal.

        Args:
            setup: the rules, stacks and blinds.
            exactly: whether bets are judged with their own size, and spots that `ring` has to guess, too.
        """
        self._exactly = exactly
        self.betting = new_betting(setup)
        self.unit = self.betting.big_blind

    @property
    def strategy(self) -> TrainedStrategy:
        """Any of the depths: they have the same buckets."""
        return next(iter(_ring().strategies.values()))

    @property
    def is_solved(self) -> bool:
        """Whether two are left on the turn or river, with chips and a pot worth it."""
        return is_solved(self.betting)

    def follow(self, event: Event) -> None:
        """Follow an event."""
        follow(self.betting, event)

    def taken(self, event: PlayerActed, board: bytes) -> NDArray[np.floating] | None:
        """Return how often each hand acts as a seat does now."""
        turn = read_turn(self.betting, event.seat)
        chances = all_chances(_ring().strategy_for(turn), turn)
        of_buckets = chances.get(choice_of(event, turn, chances))
        return None if of_buckets is None else of_buckets[self.strategy.buckets(board)]

    def alternatives(self, event: PlayerActed, board: bytes, hand: int) -> Alternatives | None:
        """Return what `ring` would do."""
        turn = read_turn(self.betting, event.seat)
        strategy = _ring().strategy_for(turn)
        if not (self._exactly or strategy.knows(turn.key)):
            return None
        chances, bucket = all_chances(strategy, turn), self.strategy.buckets(board)[hand]
        own = {choice: float(part[bucket]) for choice, part in chances.items()}
        kind = choice_of(event, turn, chances)
        taken, is_overbet = _judged_move(event, turn, kind, 0 if self._exactly else OVERBET)
        mix = {move_of(choice, turn): part for choice, part in own.items() if part > 0}
        wager = next((amount for made, amount in mix if made == MAY_SIZE), 0)
        play = RingPlay(event.seat, _ring().strategy_for)
        spots = {move: spot_after(play, self.betting, event.seat, move) for move in {**mix, taken: 0}}
        return Alternatives(own, kind, is_overbet, mix, wager, taken, spots)

    def solve(self, resolver: Resolver, view: PlayerView) -> SolvedDecision:
        """Return a decision as the solver takes it."""
        return solved_decision(resolver, _ring().strategy_for, view, self.betting.street)


def _judged_move(event: PlayerActed, turn: RingTurn, choice: int, overbet: float) -> tuple[RingMove, bool]:
    """Return the move as which an action is judged, and whether it is so many times above the size of `ring`."""
    if not isinstance(event.action, Bet | RaiseTo):
        return (choice, 0), False
    usual, made = amount_of(choice, turn), turn.betting.bets[event.seat] + event.paid
    before = max(turn.betting.bets)
    is_overbet = made - before > overbet * max(1, usual - before)
    return (choice, made if is_overbet else usual), is_overbet


@cache
def _ring() -> RingRobot:
    return RingRobot()
