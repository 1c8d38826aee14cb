"""What the betting says about the hands of the others: how narrow a range each seat has shown.

What is usual comes from tables. The more somebody was seen, the more their own habits count: a player who always raises
may have any two cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from ircpoker.robots.regular.habits import NO_HABITS, Habit, Habits
from ircpoker.table.actions import Bet, Call, RaiseTo
from ircpoker.table.events import PlayerActed, StreetBegan
from ircpoker.table.games import Betting
from ircpoker.table.view import PlayerView

HEADS_UP = 2
OPENED = (0.30, 0.10, 0.05)
"""The part of all hands that raises first, raises again, raises a third time, before the flop."""
OPENED_HEADS_UP = (0.65, 0.20, 0.08)
CALLED = (0.60, 0.40, 0.12)
"""The part of all hands that calls without a raise, after one, after more."""
CALLED_HEADS_UP = (0.80, 0.60, 0.20)

OUTSIDE = 0.10
"""How likely a hand outside of a range of the first street is held, compared with one inside."""
CHEAP = 1.8
"""How many more hands raise or call at fixed limit, where that costs little."""
CHEAP_LEAK = 2.0
"""How much more often a worse hand does so there."""
NARROWEST = 0.02
"""No range is narrower."""
STEPS = 20
"""A range that follows from habits is one of so many: equities are kept by range."""
USUAL_FOLDS = 0.45
"""How often a bet is usually folded to."""


class RangeCut(NamedTuple):
    """What one wager or call after the first street claims.

    Attributes:
        part: the part of the hands, from the best, that it claims.
        leak: how likely a worse hand does the same, compared with a better one.
    """

    part: float
    leak: float

    def at_limit(self) -> RangeCut:
        """Return the claim that the same action makes at fixed limit."""
        return RangeCut(min(self.part * 1.4, 0.9), min(self.leak * CHEAP_LEAK, 0.8))

    def by_habit(self, habit: Habit) -> RangeCut:
        """Return the claim that the same action makes by somebody with this habit."""
        if not habit.chances:
            return self
        leak = self.leak + habit.trust * max(habit.rate - self.leak, 0.0)
        return RangeCut(max(habit.blend(self.part), NARROWEST), leak)


BETS = RangeCut(0.45, 0.35)
RAISES = RangeCut(0.18, 0.22)
CALLS = RangeCut(0.60, 0.40)


class SeatRead(NamedTuple):
    """What one opponent has shown.

    Attributes:
        seat: the seat.
        width: the part of all hands that plays the first street so; 1 before it has acted.
        claims: its wagers and calls after the first street, in order.
        has_acted: whether it has acted on this street.
        habits: its habits in earlier deals.
    """

    seat: int
    width: float
    claims: tuple[RangeCut, ...]
    has_acted: bool
    habits: Habits = NO_HABITS

    @property
    def folds(self) -> float:
        """How often it folds to a bet after the first street."""
        return 1 - self.habits.stays.blend(1 - USUAL_FOLDS)

    @property
    def recklessness(self) -> float:
        """From 0 for usual play to 1 for somebody who raises whatever they have."""
        habits = self.habits
        rates = [habit.trust * habit.rate for habit in (habits.reraises, habits.raises, habits.bets)]
        return min(max((max(rates[:2]) + rates[2]) / 2 - 0.5, 0.0) / 0.4, 1.0)


def read_seats(view: PlayerView, known: Sequence[Habits] = ()) -> list[SeatRead]:
    """Return what each opponent in the hand has shown so far.

    Args:
        view: the deal.
        known: the habits of the player in each seat; empty if nobody is known.
    """
    seats = len(view.stacks)
    habits = known or [NO_HABITS] * seats
    is_duel = seats == HEADS_UP
    opened, called = (OPENED_HEADS_UP, CALLED_HEADS_UP) if is_duel else (OPENED, CALLED)
    is_limit = view.setup.game.betting is Betting.LIMIT
    stretch = CHEAP if is_limit else 1.0
    widths = [1.0] * seats
    claims: list[list[RangeCut]] = [[] for _ in range(seats)]
    acted: set[int] = set()
    street, wagers = 0, 0
    for event in view.events:
        if isinstance(event, StreetBegan):
            street, wagers = street + 1, 0
            acted.clear()
        if not isinstance(event, PlayerActed):
            continue
        seat, wages = event.seat, isinstance(event.action, Bet | RaiseTo)
        acted.add(seat)
        if wages or isinstance(event.action, Call):
            if street <= 1:
                table = opened if wages else called
                usual = min(stretch * table[min(wagers, len(table) - 1)], 1.0)
                widths[seat] = _narrowed(widths[seat], usual, _first_habit(habits[seat], wagers, wages=wages))
            else:
                claim, habit = _claim(habits[seat], wagers, wages=wages)
                claims[seat].append((claim.at_limit() if is_limit else claim).by_habit(habit))
        wagers += wages
    return [
        SeatRead(seat, widths[seat], tuple(claims[seat]), seat in acted, habits[seat])
        for seat, is_in in enumerate(view.in_hand)
        if is_in and seat != view.seat
    ]


def _first_habit(habits: Habits, wagers: int, *, wages: bool) -> Habit:
    """Return the habit that an action on the first street shows."""
    if not wages:
        return habits.enters
    return habits.reraises if wagers else habits.opens


def _claim(habits: Habits, wagers: int, *, wages: bool) -> tuple[RangeCut, Habit]:
    """Return what an action on a later street usually claims, and the habit that it shows."""
    if not wages:
        return CALLS, habits.stays
    return (RAISES, habits.raises) if wagers else (BETS, habits.bets)


def _narrowed(width: float, usual: float, habit: Habit) -> float:
    """Return the width of a range after an action on the first street.

    Args:
        width: the width before it.
        usual: the part of all hands that usually acts so.
        habit: how often this player acts so.
    """
    if not habit.chances:
        return min(width, usual)
    narrowed = min(width, max(habit.blend(usual, width), NARROWEST))
    return ceil(STEPS * narrowed - 1e-9) / STEPS
