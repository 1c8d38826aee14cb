"""More time for a decision: a time bank that the player uses, and the time of somebody who returns on their turn.

A time bank belongs to the seat and is stored with it; what it adds belongs to the decision and is stored with the hand.
So a decision that is continued after a restart has the time that was paid for it.
"""

from __future__ import annotations

from ircpoker.errors import NotAllowedError
from ircpoker.lobby.deadlines import seconds_left, seconds_to_act
from ircpoker.lobby.draft import Draft
from ircpoker.lobby.events import TimeAdded
from ircpoker.lobby.hand import HandInProgress, TurnClock
from ircpoker.lobby.seats import Seat
from ircpoker.lobby.settings import TableSettings
from ircpoker.table import Positions, TableSeat
from ircpoker.words import Phrase

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
    seconds = _draw(draft, hand, seat, settings.time_bank)
    if not seconds:
        raise NotAllowedError(Phrase("errors.time_enough"))
    seat.time_banks -= 1
    draft.announce(TimeAdded(state.seats.sitter(number), seconds, seconds_left(hand, settings, draft.now)))


def seconds_after_return(draft: Draft, number: TableSeat) -> float | None:
    """Return the seconds that a player who returns has left to act; None if it is not their turn, or without clocks.

    They have at least `RETURN_SECONDS`, as long as others have not waited enough for them: otherwise somebody could
    stall the table by leaving and returning.
    """
    state, settings, hand = draft.state, draft.settings, draft.state.hand
    if hand is None or hand.actor != number or hand.clock is None or not hand.is_announced or not state.has_clocks:
        return None
    left, least = seconds_left(hand, settings, draft.now), min(RETURN_SECONDS, seconds_to_act(hand, settings))
    if left < least:
        left += _draw(draft, hand, state.seats[number], least - left)
    return max(0.0, left)


def end_turn(draft: Draft, hand: HandInProgress) -> None:
    """Give back what was not needed of the time that was added to a decision, when it has been made."""
    (turn, added), clock = hand.added, hand.clock
    if not added or turn == len(hand.deal.actions):
        return
    hand.added = len(hand.deal.actions), 0.0
    seat = draft.state.seats.get(hand.number_of(hand.deal.actions[turn][0]))
    if clock is None or clock.started_at is None or clock.turn_id[1] != turn:
        return  # They have left.
    if seat is not None:
        left = clock.started_at + draft.settings.seconds_to_act + added - draft.now
        seat.spare_wait(draft.now, min(left, added))


def _draw(draft: Draft, hand: HandInProgress, seat: Seat, wanted: float) -> float:
    """Add to the time for the present decision, as long as others may wait for its player; return the seconds."""
    settings, now = draft.settings, draft.now
    seconds = seat.draw_wait(now, wanted, after=max(0.0, seconds_left(hand, settings, now)))
    hand.add_time(seconds)
    if seconds and hand.clock is not None:
        _remind_again(hand, hand.clock, settings, now)
    return seconds


def _remind_again(hand: HandInProgress, clock: TurnClock, settings: TableSettings, now: float) -> None:
    """Let a reminder that was given be repeated if the time that it named has become longer."""
    if clock.started_at is not None and clock.started_at + hand.added_seconds + settings.reminder > now + _SOON:
        clock.is_reminded = False
