"""More time for a decision: a time bank that the player uses, and the time of somebody who returns on their turn.

A time bank belongs to the seat and is stored with it; what it adds belongs to the decision and is stored with the hand.
So a decision that is continued after a restart has the time that was paid for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ircpoker.errors import NotAllowedError
from ircpoker.lobby.deadlines import seconds_left, seconds_to_act
from ircpoker.lobby.events import TimeAdded
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from ircpoker.lobby.draft import Draft
    from ircpoker.lobby.hand import HandInProgress, TurnClock
    from ircpoker.lobby.settings import TableSettings
    from ircpoker.table import Positions, TableSeat

MOST_TIME_BANKS = 3
"""The most time banks in store."""
RETURN_SECONDS = 15.0
"""The fewest seconds to act for somebody who returns on their turn."""
_SOON = 1.0
"""A reminder that was given is repeated only if it is due later than in these seconds."""


def give(draft: Draft, positions: Positions) -> None:
    """Give the player on the button of a new hand a time bank; in the first hand nobody has waited an orbit for it."""
    seat = draft.state.seats.get(positions.button)
    is_dead = positions.button not in positions.players
    if draft.state.positions is None or is_dead or seat is None or not seat.player or not draft.settings.time_bank:
        return
    if seat.time_banks < MOST_TIME_BANKS:
        seat.time_banks += 1


def use(draft: Draft, number: TableSeat) -> None:
    """Add a time bank of the player in a seat to the time for their present decision.

    Raises:
        NotAllowedError: it is not their turn, or not any more; they have no time bank; or there are none here.
    """
    state, settings, seat = draft.state, draft.settings, draft.state.seats[number]
    hand = state.hand
    if not state.has_clocks:
        raise NotAllowedError(Phrase("errors.time_no_clock"))
    if not settings.time_bank:
        raise NotAllowedError(Phrase("errors.time_off"))
    if hand is None or hand.actor != number or hand.turn is None:
        is_late = hand is not None and hand.has_timed_out(number) and not seat.sits_out
        raise NotAllowedError(
            Phrase("errors.time_late") if is_late else Phrase("errors.time_turn", added=f"{settings.time_bank:g}")
        )
    if hand.clock is None or not hand.is_announced:
        raise NotAllowedError(Phrase("errors.time_waits"))
    if seconds_left(hand, settings, draft.now) <= 0:
        raise NotAllowedError(Phrase("errors.time_late"))
    if not seat.time_banks:
        raise NotAllowedError(Phrase("errors.time_none"))
    seat.time_banks -= 1
    hand.added_seconds += settings.time_bank
    _remind_again(hand, hand.clock, settings, draft.now)
    draft.announce(TimeAdded(state.seats.sitter(number), settings.time_bank, seconds_left(hand, settings, draft.now)))


def seconds_after_return(draft: Draft, number: TableSeat) -> float | None:
    """Return the seconds that a player who returns has left to act; None if it is not their turn, or without clocks.

    Once in a decision their clock is put back to `RETURN_SECONDS`: otherwise somebody could stall the table by leaving
    and returning.
    """
    state, settings, hand = draft.state, draft.settings, draft.state.hand
    if hand is None or hand.actor != number or hand.clock is None or not hand.is_announced or not state.has_clocks:
        return None
    clock, left = hand.clock, seconds_left(hand, settings, draft.now)
    least = min(RETURN_SECONDS, seconds_to_act(hand, settings))
    if left < least and clock.started_at is not None and not clock.is_put_back:
        clock.started_at += least - left
        clock.is_put_back = True
        _remind_again(hand, clock, settings, draft.now)
        return least
    return max(0.0, left)


def _remind_again(hand: HandInProgress, clock: TurnClock, settings: TableSettings, now: float) -> None:
    """Let a reminder that was given be repeated if the time that it named has become longer."""
    if clock.started_at is not None and clock.started_at + hand.added_seconds + settings.reminder > now + _SOON:
        clock.is_reminded = False
