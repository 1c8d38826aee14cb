"""Roll-outs: a deal is played on many times from a decision, everybody by the strategy of `ring`.

All samples that stand at the same public decision are played together, by arrays. The cards of the others are drawn
from their ranges; the same cards, boards and draws serve for every action, so that differences have little chance.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ircpoker.postflop.engine.solving import hand_pairs
from ircpoker.robots.all_hands import HANDS
from ircpoker.robots.ring.chances import ChanceFeatures, chances_by, features_of
from ircpoker.robots.ring.features import MAY_ALL_IN, MAY_CALL, MAY_FOLD, MAY_SIZE, TableBetting
from ircpoker.robots.ring.strategy import RingStrategy
from ircpoker.robots.ring.turn import RingTurn, amount_of, read_turn
from ircpoker.study.boards import WholeBoards, chances_to_win

Indices = NDArray[np.intp]
Values = NDArray[np.float64]
Bounds = NDArray[np.float32]
"""The sums of the chances of all actions up to each but the last, [action][bucket]."""
RingMove = tuple[int, int]
"""An action of the strategy, and the bet to which it raises; 0 if it does not."""


Turns = Mapping[tuple[int, int], int]
"""How many turns each seat has had on each street."""
_RIVER, _TWO = 3, 2
_MOST_TURNS = 4
"""The turns of a seat on a street that have draws of their own."""
_TRIES = 200


class Samples(NamedTuple):
    """Cards and draws of many deals.

    Attributes:
        hands: the hand of each seat, [sample][seat].
        board: the number of the board, [sample].
        draws: 0 to 1, for each turn of a seat on a street, [sample][seat][street][turn].
    """

    hands: Indices
    board: Indices
    draws: NDArray[np.float32]


class Assumption(NamedTuple):
    """How the others play.

    Attributes:
        bets: the least weight of a hand after a bet or raise, however seldom the judge makes it with the hand.
        calls: the same after a check or call.
        strong: after the flop they bet and raise only hands that beat this part of all others on average.
        others_call: whether they only check and call from now on.
    """

    bets: float
    calls: float
    strong: float = 0.0
    others_call: bool = False


DOUBTS = (Assumption(0.02, 0.02), Assumption(0.0, 0.0), Assumption(0.1, 0.1))
"""The others play like the judge, more or less."""
CALLERS = (Assumption(0.02, 0.02, others_call=True), Assumption(0.02, 0.5, 0.7, others_call=True))
"""They only pay from now on; and they have always paid too often, and bet with strong hands alone."""
ASSUMPTIONS = (*DOUBTS, *CALLERS)


class SeenAction(NamedTuple):
    """What another seat did.

    Attributes:
        seat: the seat.
        chances: how often the judge does so with each hand, [hand].
        is_wager: whether it bet or raised.
        board: the board then.
    """

    seat: int
    chances: NDArray[np.floating]
    is_wager: bool
    board: bytes


def ranges_after(seen: Sequence[SeenAction], assumed: Assumption, seats: int, board: bytes) -> Values:
    """Return how likely each hand of each seat is, [seat][hand].

    Args:
        seen: what the others did, in order.
        assumed: how they play.
        seats: the number of seats.
        board: the board now.
    """
    ranges = np.ones((seats, HANDS))
    ranges[:, np.isin(hand_pairs(), list(board)).any(axis=1)] = 0
    for each in seen:
        doubt = assumed.bets if each.is_wager else assumed.calls
        ranges[each.seat] *= (1 - doubt) * each.chances + doubt
        strong = chances_to_win(each.board) >= assumed.strong if each.is_wager and each.board else np.ones(HANDS)
        if (ranges[each.seat] * strong).any():  # on a board that plays no hand is strong
            ranges[each.seat] *= strong
    return ranges


def draw_samples(
    ranges: Values, others: Sequence[int], hand: int, boards: WholeBoards, count: int, rng: np.random.Generator
) -> Samples | None:
    """Return cards for all who are in the hand, none of them twice; None if the ranges leave hardly any.

    Args:
        ranges: how likely each hand is, [seat][hand].
        others: the other seats in the hand.
        hand: the number of the own hand.
        boards: the boards.
        count: the number of samples.
        rng: the source of chance.
    """
    low, high = hand_pairs().T.astype(np.uint64)
    bits = (np.uint64(1) << low) | (np.uint64(1) << high)
    hands, board = np.full((count, len(ranges)), hand), np.zeros(count, np.intp)
    sums = {other: np.cumsum(ranges[other] * ((bits & bits[hand]) == 0)) for other in others}
    if any(total[-1] <= 0 for total in sums.values()):
        return None
    done = 0
    for _ in range(_TRIES):
        number = rng.integers(len(boards.bits), size=4 * count)
        drawn = {
            other: np.searchsorted(total, rng.random(4 * count) * total[-1], side="right").clip(0, HANDS - 1)
            for other, total in sums.items()
        }
        used, is_free = boards.bits[number] | bits[hand], (boards.bits[number] & bits[hand]) == 0
        for each in drawn.values():
            is_free &= (used & bits[each]) == 0
            used |= bits[each]
        good = np.flatnonzero(is_free)[: count - done]
        for other, each in drawn.items():
            hands[done : done + len(good), other] = each[good]
        board[done : done + len(good)] = number[good]
        done += len(good)
        if done == count:
            draws = rng.random((count, len(ranges), 4, _MOST_TURNS), dtype=np.float32)
            return Samples(hands, board, draws)
    return None


class TrialSpot(ABC):
    """A public decision of the roll-outs, or an end; what may follow it is worked out once, when samples get there.

    Attributes:
        betting: where the betting stands.
        actor: whose turn it is; -1 at an end.
        turn: how many turns this seat has had on this street.
        bounds: how the draws are shared among the actions.
    """

    __slots__ = ("_after", "_turns", "actor", "betting", "bounds", "turn")

    def __init__(self, betting: TableBetting, actor: int, turns: Turns) -> None:
        """Create it.

        Args:
            betting: where the betting stands.
            actor: whose turn it is; -1 at an end.
            turns: how many turns each seat has had on each street.
        """
        self.betting, self.actor, self._turns = betting, actor, turns
        self.turn = min(turns.get((actor, betting.street), 0), _MOST_TURNS - 1)
        self._after: list[TrialSpot | None] = []

    @abstractmethod
    def work_out(self) -> Bounds:
        """Return the bounds."""

    @abstractmethod
    def make_after(self, place: int, turns: Turns) -> TrialSpot:
        """Return what follows an action, by its place."""

    @property
    @abstractmethod
    def calling(self) -> int:
        """The place of a check or call, once it is open; below 0 if the strategy never does so."""

    def open(self) -> None:
        """Make the bounds, unless they are made."""
        if not self._after:
            self.bounds = self.work_out()
            self._after = [None] * (len(self.bounds) + 1)

    def after(self, place: int) -> TrialSpot:
        """Return what follows an action, by its place; it is made once."""
        spot = self._after[place]
        if spot is None:
            key = (self.actor, self.betting.street)
            spot = self._after[place] = self.make_after(place, {**self._turns, key: self._turns.get(key, 0) + 1})
        return spot


class RingSpot(TrialSpot):
    """A spot at which everybody plays as `ring`."""

    __slots__ = ("_moves", "_play")

    def __init__(self, play: RingPlay, betting: TableBetting, last: int, turns: Turns) -> None:
        """Go on to the next decision.

        Args:
            play: whose chips count, and how all play.
            betting: where the betting stands after an action; it is changed.
            last: who acted.
            turns: as in `TrialSpot`.
        """
        is_on = play.seat in betting.live and len(betting.live) > 1
        super().__init__(betting, _next_actor(betting, last) if is_on else -1, turns)
        self._play, self._moves = play, list[RingMove]()

    def work_out(self) -> Bounds:
        """Return the bounds."""
        turn = read_turn(self.betting, self.actor)
        strategy = self._play.strategy_for(turn)
        choices, bounds = _bounds_by(strategy, features_of(strategy, turn))
        self._moves = [move_of(choice, turn) for choice in choices]
        return bounds

    def make_after(self, place: int, turns: Turns) -> TrialSpot:
        """Return what follows an action, by its place."""
        return spot_after(self._play, self.betting, self.actor, self._moves[place], turns)

    @property
    def calling(self) -> int:
        """The place of a check or call, once it is open; below 0 if the strategy never does so."""
        return next((place for place, (choice, _) in enumerate(self._moves) if choice == MAY_CALL), -1)


class RingPlay(NamedTuple):
    """Whose chips count in roll-outs, and how everybody plays.

    Attributes:
        seat: the seat: without it the deal is over.
        strategy_for: returns the strategy for a decision.
    """

    seat: int
    strategy_for: Callable[[RingTurn], RingStrategy]


def spot_after(
    play: RingPlay, betting: TableBetting, actor: int, move: RingMove, turns: Turns = MappingProxyType({})
) -> RingSpot:
    """Return the spot after an action.

    Args:
        play: whose chips count, and how all play.
        betting: where the betting stands before.
        actor: who acts.
        move: the action.
        turns: how many turns each seat has had on each street, with this one.
    """
    after = betting.copy()
    act(after, actor, *move)
    return RingSpot(play, after, actor, turns)


def bounds_of(chances: Sequence[NDArray[np.floating]]) -> Bounds:
    """Return the bounds that follow from the chances of each action, by bucket."""
    return np.cumsum(chances, axis=0, dtype=np.float32)[:-1]


@lru_cache(maxsize=16384)
def _bounds_by(strategy: RingStrategy, features: ChanceFeatures) -> tuple[tuple[int, ...], Bounds]:
    """Return the actions of a decision, with their bounds; in other deals most are the same."""
    chances = chances_by(strategy, features)
    return tuple(chances), bounds_of([*chances.values()])


def move_of(choice: int, turn: RingTurn) -> RingMove:
    """Return an action, with the bet to which it raises."""
    return choice, amount_of(choice, turn) if choice & (MAY_SIZE | MAY_ALL_IN) else 0


def _next_actor(betting: TableBetting, last: int) -> int:
    """Return the seat to act after another, perhaps on a later street; -1 if nobody has to act any more."""
    seats = len(betting.left)
    while True:
        while not betting.pending:
            if betting.street == _RIVER or len(betting.with_chips()) < _TWO:
                return -1
            betting.begin_street()
            last = -1
        actor = next(each % seats for each in range(last + 1, last + 1 + seats) if each % seats in betting.pending)
        if len(betting.with_chips()) > 1 or betting.owed(actor):
            return actor
        betting.pending.clear()


class Rollouts:
    """Plays on from a decision of a seat."""

    def __init__(self, boards: WholeBoards, samples: Samples, seat: int) -> None:
        """Prepare.

        Args:
            boards: the boards.
            samples: the cards.
            seat: the own seat.
        """
        at = samples.board[:, None], samples.hands
        self._buckets = [np.ascontiguousarray(of_street[at].T) for of_street in boards.buckets]
        self._draws = np.ascontiguousarray(samples.draws.transpose(1, 2, 3, 0))
        self._strength, self._seat = boards.strength[at], seat

    def values(self, spot: TrialSpot, *, others_call: bool = False) -> Values:
        """Return the chips won in each sample since the deal began, from a spot on.

        Args:
            spot: the spot.
            others_call: whether the others only check and call.
        """
        seat, values = self._seat, np.zeros(len(self._strength))
        waiting = [(spot, np.arange(len(values)))]
        while waiting:
            spot, samples = waiting.pop()
            betting = spot.betting
            if spot.actor >= 0:
                spot.open()
                if others_call and spot.actor != seat and spot.calling >= 0:
                    waiting.append((spot.after(spot.calling), samples))
                    continue
                buckets = self._buckets[betting.street][spot.actor].take(samples)
                draws = self._draws[spot.actor, betting.street, spot.turn].take(samples)
                taken = (draws >= spot.bounds.take(buckets, axis=1)).sum(axis=0, dtype=np.int8)
                parts = [samples[taken == place] for place in range(len(spot.bounds) + 1)]
                waiting += [(spot.after(place), part) for place, part in enumerate(parts) if len(part)]
            elif seat in betting.live and len(betting.live) > 1:
                values[samples] = self._showdown(betting, samples)
            else:
                values[samples] = (betting.pot if seat in betting.live else 0) - betting.put[seat]
        return values

    def _showdown(self, betting: TableBetting, samples: Indices) -> Values:
        """Return the chips that the seat wins at a showdown, pot by pot."""
        seat, put = self._seat, betting.put
        strength = self._strength[samples]
        won = np.full(len(samples), -float(put[seat]))
        levels = sorted({put[each] for each in betting.live})
        before = 0
        for place, level in enumerate(levels):
            top = level if place < len(levels) - 1 else max(put)
            chips = sum(min(each, top) - min(each, before) for each in put) + (betting.dead if place == 0 else 0)
            before = top
            fit = [each for each in betting.live if put[each] >= level]
            if seat in fit:
                best = strength[:, fit].max(axis=1)
                share = (strength[:, fit] == best[:, None]).sum(axis=1)
                won += np.where(strength[:, seat] == best, chips / share, 0)
        return won


def act(betting: TableBetting, seat: int, choice: int, amount: int) -> None:
    """Let a seat take an action of the strategy; `amount` is the bet to which it raises, if it does."""
    if choice == MAY_FOLD and betting.owed(seat):
        betting.fold(seat)
    elif choice in {MAY_FOLD, MAY_CALL}:
        betting.call(seat, min(betting.owed(seat), betting.left[seat]))
    else:
        betting.bet(seat, amount - betting.bets[seat])
