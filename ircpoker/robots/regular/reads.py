"""What the betting says about the hands of the others: how narrow a range each seat has shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ircpoker.table.actions import Bet, Call, RaiseTo
from ircpoker.table.events import PlayerActed, StreetBegan
from ircpoker.table.games import Betting

if TYPE_CHECKING:
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
    """

    seat: int
    width: float
    claims: tuple[RangeCut, ...]
    has_acted: bool


def read_seats(view: PlayerView) -> list[SeatRead]:
    """Return what each opponent in the hand has shown so far."""
    seats = len(view.stacks)
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
                widths[seat] = min(widths[seat], stretch * table[min(wagers, len(table) - 1)])
            else:
                claim = (BETS if wagers == 0 else RAISES) if wages else CALLS
                claims[seat].append(claim.at_limit() if is_limit else claim)
        wagers += wages
    return [
        SeatRead(seat, widths[seat], tuple(claims[seat]), seat in acted)
        for seat, is_in in enumerate(view.in_hand)
        if is_in and seat != view.seat
    ]
