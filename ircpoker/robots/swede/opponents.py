"""The Swedish robot's memory of its opponents: counts of each one's actions, only from public events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from ircpoker.errors import SavedGameError
from ircpoker.table.actions import Bet, Call, Fold, RaiseTo
from ircpoker.table.events import AntePosted, BetReturned, BlindPosted, PlayerActed
from ircpoker.table.view import PlayerView

SURE_AFTER = 4
"""Deals after which counts are trusted fully."""


class Act(StrEnum):
    """A player's action, as the robot counts it: every action with the last chip is an all-in."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    OPEN = "open"
    RAISE = "raise"
    ALL_IN = "all-in"


class Record(NamedTuple):
    """The counts of one opponent's actions.

    Attributes:
        deals: the deals in which both took part.
        fold: how often it folded; the other fields likewise.

    Examples:
        >>> Record(4, fold=2, check=1, call=4, open=2, raises=1).play_mode
        0.42
        >>> Record(1, check=3, open=1).open_check
        0.5625
    """

    deals: int = 0
    fold: int = 0
    check: int = 0
    call: int = 0
    open: int = 0
    raises: int = 0
    all_in: int = 0

    def plus(self, acts: Counter[Act]) -> Record:
        """Return the record with one deal more."""
        return Record(self.deals + 1, *[count + acts[act] for act, count in zip(Act, self[1:], strict=True)])

    @property
    def accuracy(self) -> float:
        """The weight of the counts: a fraction; in the original it was 0 for three deals."""
        return min(self.deals, SURE_AFTER) / SURE_AFTER

    @property
    def open_check(self) -> float:
        """0.5 for an opponent that never opens, to 1.5 for one that always does; 1 if nothing is known."""
        return self._boldness(self.open, self.check)

    @property
    def raise_call(self) -> float:
        """0.5 for an opponent that always calls, to 1.5 for one that always raises; 1 if nothing is known."""
        return self._boldness(self.raises, self.call)

    @property
    def play_mode(self) -> float:
        """0 for an opponent that always folds, to 1 for one that always goes all-in."""
        counts = self[1:]
        # The weights are in tenths, so that the sum is exact.
        tenths = sum(count * weight for count, weight in zip(counts, (0, 2, 5, 6, 8, 10), strict=True))
        return self.accuracy * tenths / (10 * sum(counts)) if any(counts) else 0.0

    def _boldness(self, bold: int, timid: int) -> float:
        return bold / (bold + timid) * self.accuracy + 0.5 if bold + timid else 1.0


def read_record(stored: object) -> Record:
    """Return a record that was stored as a list.

    Raises:
        SavedGameError: it is not one.
    """
    if not isinstance(stored, list) or len(stored) != len(Record._fields):
        raise SavedGameError("the robot's memory of a player is not a list of seven counts")
    if any(type(count) is not int or count < 0 for count in stored):
        raise SavedGameError("the robot's memory of a player holds something that is not a count")
    return Record(*stored)


def acts_of(view: PlayerView) -> Iterator[tuple[int, Act]]:
    """Yield the seats and their actions in the deal so far, in order."""
    chips = list(view.setup.stacks)
    for event in view.events:
        if isinstance(event, AntePosted | BlindPosted):
            chips[event.seat] -= event.amount
        elif isinstance(event, BetReturned):
            chips[event.seat] += event.amount
        elif isinstance(event, PlayerActed):
            chips[event.seat] -= event.paid
            yield event.seat, _act(event, chips[event.seat])


def count_acts(view: PlayerView, seat: int) -> Counter[Act]:
    """Return the counts of a seat's actions in the deal so far."""
    return Counter([act for actor, act in acts_of(view) if actor == seat])


def _act(event: PlayerActed, chips_left: int) -> Act:
    action = event.action
    if event.paid and not chips_left:
        return Act.ALL_IN
    if isinstance(action, Fold):
        return Act.FOLD
    if isinstance(action, Call):
        return Act.CALL
    if isinstance(action, RaiseTo):
        return Act.RAISE
    return Act.OPEN if isinstance(action, Bet) else Act.CHECK
