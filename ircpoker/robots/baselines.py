"""Four baseline robots to measure others by, each with a single rule.

At a draw the first three make the change with the best mean class, so that only their betting is weak; `random` changes
any cards.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from random import Random

from ircpoker.draws import CLASSES, ValueFunction
from ircpoker.robots.features import best_hold, owed
from ircpoker.robots.robot import ALL_GAMES
from ircpoker.table.actions import CALL, CHECK, FOLD, Action, Bet, Discard, RaiseTo
from ircpoker.table.view import PlayerView


class _Baseline(ABC):
    """A robot with one rule for betting."""

    games: Mapping[str, range] = ALL_GAMES

    def __init__(self, values: ValueFunction = CLASSES) -> None:
        """Create the robot.

        Args:
            values: the value of each class of hands at a draw.
        """
        self._values = values

    def decide(self, view: PlayerView, _rng: Random, /) -> Action:
        """Return the action of the rule, or the best draw."""
        if view.legal is not None and view.legal.discard:
            kept = best_hold(view, self._values).cards
            return Discard(tuple([card for card in view.hole_cards if card not in kept]))
        return self.bet(view)

    @abstractmethod
    def bet(self, view: PlayerView, /) -> Action:
        """Return the action of the rule."""


class Folder(_Baseline):
    """Folds to every bet; checks when that is free."""

    name = "folder"

    def bet(self, _view: PlayerView, /) -> Action:
        """Fold, which is a check when that is free."""
        return FOLD


class Caller(_Baseline):
    """Calls every bet; never bets."""

    name = "caller"

    def bet(self, _view: PlayerView, /) -> Action:
        """Call, which is a check when there is nothing to call."""
        return CALL


class Raiser(_Baseline):
    """Bets or raises the pot whenever it may, else calls."""

    name = "raiser"

    def bet(self, view: PlayerView, /) -> Action:
        """Bet or raise by the pot as it is after calling."""
        amount = view.bet_to_match + view.pot + owed(view)
        return RaiseTo(amount) if view.bet_to_match else Bet(amount)


class RandomRobot:
    """Takes each kind of legal action equally often, and each amount; never folds when a check is free."""

    name = "random"
    games: Mapping[str, range] = ALL_GAMES

    def decide(self, view: PlayerView, rng: Random, /) -> Action:
        """Return a random action; at a draw, each number of cards is equally likely, and so are the cards."""
        legal = view.legal
        if legal is None:
            return CHECK
        if legal.discard:
            return Discard(tuple(rng.sample(view.hole_cards, rng.choice(legal.discard))))
        kinds: list[Action] = [CHECK] if legal.can_check else [FOLD, CALL]
        if legal.bet:
            kinds.append(Bet(rng.choice(legal.bet)))
        if legal.raise_to:
            kinds.append(RaiseTo(rng.choice(legal.raise_to)))
        return rng.choice(kinds)
