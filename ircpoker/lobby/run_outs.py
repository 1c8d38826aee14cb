"""An all-in before the river: the hand is settled, and people see the rest of the board street by street.

Only the lines take time. Chips and results are stored with the last action, so that neither a restart nor a failing
ledger can change them; the next hand waits until all lines are sent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.lobby.events import AllIn, RunOut, StreetDealt
from ircpoker.lobby.state import UnshownEnd
from ircpoker.table.events import BetReturned, HandShown, PotWon, StreetBegan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ircpoker.lobby.events import SeatResult
    from ircpoker.lobby.hand import HandInProgress
    from ircpoker.lobby.seats import Seats

STREET_SECONDS = 1.0
"""The seconds between two streets, and before the end."""


def run_out(hand: HandInProgress, seats: Seats) -> list[AllIn | RunOut]:
    """Return the events before the end of a hand without further betting; the end itself has the last street.

    Args:
        hand: a hand that is over; its story continues after these events.
        seats: the seats of the table.

    Returns:
        The all-in, and the shown hands on each board but the last; nothing if the last bet was on the river.
    """
    deal = hand.deal
    shown = [number for number, event in enumerate(deal.events) if isinstance(event, HandShown)]
    later = [
        (number, event)
        for number, event in enumerate(deal.events)
        if shown and number > shown[0] and isinstance(event, StreetBegan) and event.board
    ]
    if not later:
        return []
    before = deal.events[: later[0][0]]
    game, sitters = deal.setup.game, [seats.sitter(number) for number in hand.numbers]
    hands = tuple([(sitters[event.seat], event.cards) for event in before if isinstance(event, HandShown)])
    returned = [(sitters[event.seat], event.amount) for event in before if isinstance(event, BetReturned)]
    board = tuple([card for event in before if isinstance(event, StreetBegan) for card in event.board])
    pot = sum(event.amount for event in deal.events if isinstance(event, PotWon))
    events: list[AllIn | RunOut] = [
        AllIn(hand.deal_id, hand.take_story(seats, later[0][0]), pot, returned[0] if returned else None),
        RunOut(game, hands, board),
    ]
    for _, event in later[:-1]:
        events.append(RunOut(game, hands, board + event.board, StreetDealt(event.street, board, event.board)))
        board += event.board
    hand.announced = later[-1][0]
    return events


def make_unshown_end(
    hand: HandInProgress, events: Sequence[AllIn | RunOut], results: Sequence[SeatResult], seats: Seats
) -> UnshownEnd:
    """Return the table as people see it during a run-out.

    Args:
        hand: the hand, which is over.
        events: the events of `run_out`.
        results: the results of the hand.
        seats: the seats, still with their chips from before the hand.
    """
    shown = seats.copy()
    for number, result, stack in zip(hand.numbers, results, hand.deal.stacks, strict=True):
        shown[number].stack = stack - result.won
    boards = tuple([event.board for event in events if isinstance(event, RunOut)])
    hands = {who.seat: cards for event in events if isinstance(event, RunOut) for who, cards in event.hands}
    return UnshownEnd(hand.deal_id, tuple([pot.amount for pot in hand.deal.pots]), boards, hands, shown)
