"""The chances of the actions of `ring`, made for the chips on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ircpoker.robots.features import smaller_chance
from ircpoker.robots.ring.features import (
    CHOICES,
    COSTS_HALF,
    MAY_ALL_IN,
    MAY_CALL,
    MAY_FOLD,
    MAY_SIZE,
    choices_of,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ircpoker.robots.ring.strategy import RingStrategy
    from ircpoker.robots.ring.turn import RingTurn

    BucketChances = dict[int, NDArray[np.float64]]
    """Of each action, by bucket."""

OVERBET = 4
"""An all-in of more than this many pots is played as a raise of a usual size."""
SIZE = 2 / 3
"""The bets of the strategy after the flop, as parts of the pot."""


class _BetFaced(NamedTuple):
    """A bet or raise that a seat faces, in parts of the pot before it.

    Attributes:
        size: what the bettor put in.
        usual: the same for the strategy's size.
        all_in: the same for a bet that costs all that the seat can lose.
        opponents: how many share in calling it.
    """

    size: float
    usual: float
    all_in: float
    opponents: int = 1


class ChanceFeatures(NamedTuple):
    """All of a decision that its chances depend on.

    Attributes:
        street: 0 to 3.
        key: that of the strategy's nearest spot.
        choices: what may be done, as bits.
        bet: the bet that is faced, unless it is all-in or the key tells its price.
        facing: with a bet above the strategy's size, the key of the nearest spot against an all-in; else 0.
        is_overbet: whether an all-in would be far more than the pot.
    """

    street: int
    key: int
    choices: int
    bet: _BetFaced | None
    facing: int
    is_overbet: bool


def chances_of(strategy: RingStrategy, turn: RingTurn, bucket: int) -> dict[int, float]:
    """Return the chance of each action that can be taken.

    Args:
        strategy: the strategy to play.
        turn: the decision.
        bucket: that of the hand.
    """
    return {choice: float(part[bucket]) for choice, part in all_chances(strategy, turn).items()}


def all_chances(strategy: RingStrategy, turn: RingTurn) -> BucketChances:
    """Return the chance of each action that can be taken, by bucket.

    Args:
        strategy: the strategy to play.
        turn: the decision.
    """
    return chances_by(strategy, features_of(strategy, turn))


def features_of(strategy: RingStrategy, turn: RingTurn) -> ChanceFeatures:
    """Return what the chances of a decision depend on."""
    betting, bet, facing = turn.betting, _bet_faced(turn), 0
    if bet and bet.size > bet.usual:
        key = betting.key(turn.seat, MAY_FOLD | MAY_CALL)
        facing = strategy.nearest(key if betting.street else key | COSTS_HALF)
    return ChanceFeatures(
        betting.street, strategy.nearest(turn.key), turn.choices, bet, facing, is_overbet=_is_overbet(turn)
    )


def chances_by(strategy: RingStrategy, features: ChanceFeatures) -> BucketChances:
    """Return the chance of each action that can be taken, by bucket."""
    weights = _by_choice(strategy, features.key, features.choices)
    none, bet = np.zeros(strategy.shape.buckets[features.street]), features.bet
    if bet and bet.size > bet.usual:
        weights = _between_sizes(strategy, features, weights, bet)
    elif bet and MAY_CALL in weights:
        # Whoever bets less risks less: the strategy folds as much less often as a bluff needs.
        kept = (bet.size * (1 + bet.usual) / ((1 + bet.size) * bet.usual)) ** (1 / bet.opponents)
        folds = weights.get(MAY_FOLD, none)
        fewer = (1 - kept) * folds
        if features.street == 0:  # Most hands are too weak for any price.
            fewer = fewer * (folds < sum(weights.values(), none))
        weights[MAY_CALL] = weights[MAY_CALL] + fewer
        weights[MAY_FOLD] = folds - fewer
    if MAY_ALL_IN in weights and features.is_overbet:
        weights[MAY_SIZE] = weights.get(MAY_SIZE, none) + weights.pop(MAY_ALL_IN)
    total = sum(weights.values(), none)
    if not total.all():
        weights[MAY_CALL] = weights.get(MAY_CALL, none) + (total == 0)
        total = total + (total == 0)
    return {choice: part / total for choice, part in weights.items()}


def _is_overbet(turn: RingTurn) -> bool:
    """Return whether an all-in would be far more than the pot, as nobody bets who knows the game."""
    betting, owed = turn.betting, turn.betting.owed(turn.seat)
    return betting.reach(turn.seat) - owed > OVERBET * (betting.pot + owed)


def _between_sizes(
    strategy: RingStrategy, features: ChanceFeatures, weights: BucketChances, bet: _BetFaced
) -> BucketChances:
    """Return the weights against a bet between the strategy's size and all-in."""
    if choices_of(features.facing) != MAY_FOLD | MAY_CALL:
        return weights
    share = smaller_chance(bet.size, bet.usual, bet.all_in)
    answer = _by_choice(strategy, features.facing, features.choices)
    none = np.zeros(strategy.shape.buckets[features.street])
    return {
        choice: share * weights.get(choice, none) + (1 - share) * answer.get(choice, none)
        for choice in {**weights, **answer}
    }


def _by_choice(strategy: RingStrategy, key: int, choices: int) -> BucketChances:
    """Return the weights of a spot, those of actions that are not there moved to the nearest that is."""
    listed = [choice for choice in CHOICES if choices_of(key) & choice]
    weights: BucketChances = {}
    for choice, part in zip(listed, strategy.parts(key), strict=True):
        taken = _nearest_choice(choice, choices)
        weights[taken] = weights[taken] + part if taken in weights else part
    return weights


def _nearest_choice(choice: int, choices: int) -> int:
    """Return the action that stands for one that is perhaps not possible."""
    nearest = {
        MAY_FOLD: (MAY_FOLD, MAY_CALL),
        MAY_CALL: (MAY_CALL, MAY_FOLD),
        MAY_SIZE: (MAY_SIZE, MAY_ALL_IN, MAY_CALL),
        MAY_ALL_IN: (MAY_ALL_IN, MAY_SIZE, MAY_CALL),
    }[choice]
    return next((each for each in nearest if choices & each), MAY_CALL)


def _bet_faced(turn: RingTurn) -> _BetFaced | None:
    """Return the bet that the seat faces, unless it is all-in or the features tell its price."""
    betting = turn.betting
    owed, reach = betting.owed(turn.seat), betting.reach(turn.seat)
    if not owed or owed >= reach:
        return None
    if betting.street:
        pot = max(1, betting.pot - owed)
        return _BetFaced(owed / pot, SIZE, reach / pot)
    last = betting.last_raise
    if not last or not last.usual or turn.key & COSTS_HALF:
        return None
    pot = max(1, last.pot)
    return _BetFaced(last.paid / pot, last.usual / pot, (last.paid + reach - owed) / pot, last.opponents)
