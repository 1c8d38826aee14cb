"""People at a table who come, go, and get other names.

`note_away`, `note_back` and `rename` only note a fact, which is stored with the next change; the others are steps.
"""

from __future__ import annotations

from collections.abc import Callable

from ircpoker.ledger import PlayerId
from ircpoker.lobby.cashier import let_go
from ircpoker.lobby.draft import Draft
from ircpoker.lobby.events import Departure
from ircpoker.lobby.places import Place
from ircpoker.lobby.play import deliver_again, repeat_turn
from ircpoker.lobby.seats import ReachCheck, SeatStatus
from ircpoker.lobby.state import TableState
from ircpoker.lobby.time_banks import seconds_after_return
from ircpoker.people import Person
from ircpoker.table import TableSeat
from ircpoker.words import Phrase


def is_news(state: TableState, number: TableSeat, person: Person, place: Place) -> bool:
    """Return whether a line of the person in a seat changes anything for the table."""
    seat, here = state.seats[number], state.place
    if here.channel and not here.is_beside(place):
        return False
    has_moved = bool(person.address) and person.address != seat.address
    return has_moved or seat.own_nick != person.nick or seat.is_away or state.resume_at is not None


def note_away(state: TableState, number: TableSeat, now: float) -> None:
    """Note, at a time of the scheduler, that a person is away; their seat is kept for a while."""
    if number in state.seats:
        state.seats[number].go_away(now)


def note_back(state: TableState, number: TableSeat, person: Person, now: float) -> None:
    """Note that a person is there; a private table, which need not wait for others, resumes."""
    if number not in state.seats:
        return
    if person.address:
        rename(state, number, person)
    state.seats[number].come_back()
    if state.resume_at is not None and state.place.is_private:
        state.resume_at = now


def note_reach_check(state: TableState, number: TableSeat, check: ReachCheck) -> None:
    """Note that a check began whether private lines reach somebody."""
    if number in state.seats:
        state.seats[number].reach = check


def note_reach(state: TableState, check: ReachCheck, result: ReachCheck, now: float) -> None:
    """Note, at a time of the scheduler, the result of a check; another check may have begun since."""
    for seat in state.seats.people:
        if seat.reach is check:
            seat.reach = result
            # Not at once: the line to somebody who leaves the network is refused before they are noted as away.
            state.settle_at = now


def rename(state: TableState, number: TableSeat, person: Person, account: PlayerId | None = None) -> None:
    """Rename the person in a seat: a new nick or address, or another player in the ledger.

    Args:
        state: the state of the table.
        number: their seat.
        person: the person now.
        account: the account that is renamed as well; chips from another one still belong to it.
    """
    seat = state.seats.get(number)
    if seat is None:
        return  # They have left in a change that is not confirmed.
    if account is not None and seat.account == account:
        seat.account = person.id
    if state.showable is not None and seat.player is not None:
        state.showable = state.showable.renamed(number, seat.player, person.id)
    seat.player, seat.nick, seat.address = person.id, person.nick, person.address or seat.address
    seat.host = person.mark or seat.host
    state.seats.tell_apart(number, state.place.network)


def come_back(draft: Draft, number: TableSeat, *, had_gone: bool) -> None:
    """Let the player in a seat, who is there, play on; somebody who was away reads how things stand."""
    state, seat = draft.state, draft.state.seats.get(number)
    if seat is None or not had_gone or state.resume_at is not None:
        return  # All is announced when the table resumes.
    plays = state.hand is not None and state.hand.is_in(number)
    chips, seconds = Phrase("chips", n=state.chips(number)), seconds_after_return(draft, number)
    if seconds is not None:
        draft.announce(Phrase("table.returned_turn", chips=chips, seconds=f"{seconds:.0f}"), seat)
    else:
        returned = "returned_idle" if seat.sits_out else "returned_deal" if plays else "returned"
        draft.announce(Phrase(f"table.{returned}", chips=chips), seat)
    repeat_turn(draft, number)


def give_up_seats(draft: Draft) -> None:
    """Remove people who have been away for too long; those with cards leave after the hand."""
    state, latest = draft.state, draft.now - draft.settings.grace
    gone = [number for number, since in state.seats.waited_for.items() if since <= latest]
    for number in filter(state.has_cards, gone):
        state.seats[number].status = SeatStatus.GIVEN_UP
    if leavers := [number for number in gone if not state.has_cards(number)]:
        let_go(draft, dict.fromkeys(leavers, Departure.GONE))


def prepare_to_resume(state: TableState, now: float, seconds: float, has_arrived: Callable[[PlayerId], bool]) -> None:
    """Note that the bot is on the network again: the table resumes in these seconds, with new clocks.

    Args:
        state: the state of the table.
        now: the time of the scheduler.
        seconds: the seconds until it resumes.
        has_arrived: returns whether a player is there beside all channels, by a socket.
    """
    if state.place.channel:
        for number, seat in state.seats.items():
            # Some may have left while the bot was away; whoever has come by a socket will not come again.
            if seat.player and not has_arrived(seat.player):
                note_away(state, number, now)
    if state.hand is not None:
        state.hand.clock = state.hand.cards_since = None
    state.next_hand_at = state.alone_since = None
    state.resume_at = now + seconds


def resume(draft: Draft) -> None:
    """Resume after the network or the ledger was away, or after a start; everybody gets their cards again."""
    state = draft.state
    state.resume_at = state.next_hand_at = None
    if state.hand is not None:
        resumed = Phrase("table.resumed_deal", deal=state.hand.deal_id)
    else:
        resumed = Phrase("table.resumed_after", deal=state.last_deal) if state.last_deal else Phrase("table.resumed")
    draft.announce(resumed)
    deliver_again(draft)
