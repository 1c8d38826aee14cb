"""The habits of opponents: how often each of them bets, raises and stays in, counted from public actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ircpoker.errors import SavedGameError
from ircpoker.table.actions import Bet, Fold, RaiseTo
from ircpoker.table.events import AntePosted, BetReturned, BlindPosted, PlayerActed, StreetBegan
from ircpoker.table.games import Betting
from ircpoker.table.setup import Setup
from ircpoker.table.view import PlayerView

DOUBT = 6
"""After so many chances a habit counts as much as what is usual."""
MOST_COUNTED = 400
"""Chances after which older ones count half: people change their play."""


class Habit(NamedTuple):
    """How often somebody did something, and how often they could.

    Attributes:
        times: how often they did it.
        chances: how often they could.
    """

    times: int = 0
    chances: int = 0

    @property
    def trust(self) -> float:
        """How much the count is worth, from 0 without a chance to nearly 1."""
        return self.chances / (self.chances + DOUBT)

    @property
    def rate(self) -> float:
        """The part of the chances that were taken; 0 without a chance."""
        return self.times / self.chances if self.chances else 0.0

    def blend(self, usual: float, scale: float = 1.0) -> float:
        """Return a number between what is usual and what was counted.

        Args:
            usual: the usual number.
            scale: what the counted part is multiplied by.

        Examples:
            >>> Habit().blend(0.25), Habit(6, 6).blend(0.25)
            (0.25, 0.625)
        """
        return usual + self.trust * (scale * self.rate - usual)

    def plus(self, times: int, chances: int) -> Habit:
        """Return the habit with some more chances, of which some were taken."""
        old = self if self.chances < MOST_COUNTED else Habit(self.times // 2, self.chances // 2)
        return Habit(old.times + times, old.chances + chances)


class Habits(NamedTuple):
    """The habits of one opponent.

    Attributes:
        opens: raises on the first street, before any other raise.
        reraises: raises there after a raise.
        enters: calls or raises there, where that costs something.
        bets: bets on later streets.
        raises: raises of a bet there.
        stays: calls or raises there, where that costs something.
    """

    opens: Habit = Habit()
    reraises: Habit = Habit()
    enters: Habit = Habit()
    bets: Habit = Habit()
    raises: Habit = Habit()
    stays: Habit = Habit()


NO_HABITS = Habits()
"""Those of somebody who was never seen."""


class SeenTurn(NamedTuple):
    """A turn of an opponent, as everybody saw it.

    Attributes:
        seat: the seat.
        is_first: whether it was on the first street.
        is_raised: whether somebody had bet or raised on the street before; blinds do not count.
        price: what a call cost.
        may_wager: whether the seat could bet or raise.
        wagered: whether it did.
        folded: whether it folded.
    """

    seat: int
    is_first: bool
    is_raised: bool
    price: int
    may_wager: bool
    wagered: bool
    folded: bool

    def habits(self) -> Iterator[tuple[str, bool]]:
        """Yield the habits for which it was a chance, and whether it was taken."""
        if self.may_wager:
            names = ("opens", "reraises") if self.is_first else ("bets", "raises")
            yield names[self.is_raised], self.wagered
        if self.price:
            yield "enters" if self.is_first else "stays", not self.folded


def seen_turns(view: PlayerView) -> Iterator[SeenTurn]:
    """Yield the turns of all seats in a deal, in order."""
    setup = view.setup
    left, bets, folded = list(setup.stacks), [0] * len(setup.stacks), set[int]()
    street = wagers = 0
    for event in view.events:
        if isinstance(event, StreetBegan):
            street, wagers = street + 1, 0
            if street > 1:
                bets = [0] * len(bets)
        elif isinstance(event, BlindPosted | AntePosted):
            left[event.seat] -= event.amount
            bets[event.seat] += event.amount if isinstance(event, BlindPosted) else 0
        elif isinstance(event, BetReturned):
            left[event.seat] += event.amount
        elif isinstance(event, PlayerActed):
            seat, price = event.seat, max(bets) - bets[event.seat]
            wagered, folds = isinstance(event.action, Bet | RaiseTo), isinstance(event.action, Fold)
            is_capped = _is_capped(setup, wagers + (street == 1 and any(setup.blinds)))
            rivals = [bets[other] + left[other] for other in range(len(bets)) if other != seat and other not in folded]
            may_wager = wagered or (not is_capped and left[seat] > price and max(rivals) > max(bets))
            yield SeenTurn(seat, street == 1, wagers > 0, price, may_wager, wagered, folds)
            if folds:
                folded.add(seat)
            left[seat] -= event.paid
            bets[seat] += event.paid
            wagers += wagered


def _is_capped(setup: Setup, wagers: int) -> bool:
    return setup.game.betting is Betting.LIMIT and wagers >= setup.bet_cap


def adder(view: PlayerView) -> Callable[[int, Habits], Habits]:
    """Return the function that adds the actions of a seat in a finished deal to the habits of its player."""
    chances: Counter[tuple[int, str]] = Counter()
    times: Counter[tuple[int, str]] = Counter()
    for turn in seen_turns(view):
        for name, taken in turn.habits():
            chances[turn.seat, name] += 1
            times[turn.seat, name] += taken
    return lambda seat, known: Habits(
        *[habit.plus(times[seat, name], chances[seat, name]) for name, habit in known._asdict().items()]
    )


def read_habits(stored: object) -> Habits:
    """Return habits that were stored as lists.

    Raises:
        SavedGameError: they are something else.
    """
    if not isinstance(stored, list) or len(stored) != len(Habits._fields):
        raise SavedGameError("the robot's memory of a player is not a list of six habits")
    return Habits(*map(_habit, stored))


def _habit(stored: object) -> Habit:
    """Return a stored habit.

    Raises:
        SavedGameError: it is not one.
    """
    if not isinstance(stored, list) or len(stored) != len(Habit._fields):
        raise SavedGameError("the robot's memory of a habit is not a pair of counts")
    if any(type(count) is not int or count < 0 for count in stored) or stored[0] > stored[1]:
        raise SavedGameError("the robot's memory of a habit holds something that is not a count")
    return Habit(*stored)
