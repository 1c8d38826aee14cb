"""The time between two hands: who is dealt in, when the next hand begins, and when a table closes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ircpoker.lobby.events import Departure, NextDeal
from ircpoker.lobby.leaving import close, drop_broke
from ircpoker.lobby.robots import sizes_of
from ircpoker.lobby.seats import SeatStatus
from ircpoker.table.games import FEWEST_SEATS
from ircpoker.words import Phrase
from ircpoker.words.pieces import sizes_phrase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ircpoker.ledger import CommitShuffle
    from ircpoker.lobby.draft import Draft
    from ircpoker.lobby.places import Place
    from ircpoker.lobby.state import TableState
    from ircpoker.robots import RobotClass
    from ircpoker.table import TableSeat


MOST_DELAY = 1.0
"""Seconds that a line may wait where it is said when the next hand begins."""


def dealt_in(state: TableState, robots: Mapping[str, RobotClass]) -> list[TableSeat]:
    """Return the seats of the next hand: the people, and as many robots as can play at a table of that size."""
    seats, game = state.seats, state.game_name
    if state.policy.is_tournament:
        return sorted(number for number, seat in seats.items() if seat.stack)
    ready = seats.dealt_in
    people = [number for number in ready if seats[number].player]
    for size in range(len(ready), FEWEST_SEATS - 1, -1):
        fitting = [n for n in ready if n not in people and size in sizes_of(seats[n], game, robots)]
        if len(people) <= size <= len(people) + len(fitting):
            return sorted(people + fitting[: size - len(people)])
    return people


def can_deal(state: TableState, numbers: list[TableSeat]) -> bool:
    """Return whether these seats are enough for a hand, and one of them is a person's or it is a tournament."""
    return len(numbers) >= FEWEST_SEATS and (state.policy.is_tournament or _has_person(state, numbers))


def _has_person(state: TableState, numbers: list[TableSeat]) -> bool:
    return any(state.seats[number].player for number in numbers)


def _is_checking(state: TableState) -> bool:
    return any(seat.is_unchecked for seat in state.seats.people)


def note_idle(draft: Draft, numbers: list[TableSeat]) -> None:
    """Announce, once, each robot that is not dealt in because it does not play at a table of this size."""
    state = draft.state
    if _is_checking(state) or not _has_person(state, numbers):
        return  # The table may have another size in a moment; who is away may come back.
    idle = frozenset(state.seats.dealt_in) - frozenset(numbers)
    for number in sorted(idle - state.idle):
        sizes = sizes_of(state.seats[number], state.game_name, draft.context.robots)
        who = state.seats.sitter(number).name
        draft.announce(Phrase("table.robot_idle", who=who, game=state.game_name, sizes=sizes_phrase(sizes)))
    state.idle = idle


def note_out_of_reach(draft: Draft) -> None:
    """Announce the present players whom private lines do not reach; they sit out."""
    for seat in draft.state.seats.people:
        if seat.reach is None or seat.reach.is_reached is not False:
            continue
        seat.reach = None
        if seat.is_away:
            continue
        if seat.status is SeatStatus.PLAYING:
            seat.status = SeatStatus.UNREACHABLE
        draft.announce(Phrase("table.out_of_reach", who=seat.nick))


def usual_begin(draft: Draft) -> float:
    """Return when the next hand begins if nothing else is planned: a pause after the lines of the last one."""
    return max(draft.now, draft.state.lines_until) + draft.settings.deal_pause


def plan_next_hand(draft: Draft) -> None:
    """Plan the next hand; if there are too few players, announce that once; close if all people sit out."""
    state = draft.state
    if draft.context.is_finishing or state.is_held:
        state.next_hand_at = None
        return
    is_cash = not state.policy.is_tournament
    if is_cash and all(seat.sits_out for seat in state.seats.people):
        _close_next(draft)
        return
    if is_cash:
        drop_broke(draft)
    numbers = dealt_in(state, draft.context.robots)
    note_idle(draft, numbers)
    if can_deal(state, numbers):
        state.alone_since = None
        if state.next_hand_at is None:
            state.next_hand_at = usual_begin(draft)
        return
    state.next_hand_at = None
    if not is_cash or _is_checking(state):
        return
    if state.idle and _has_person(state, numbers) and not state.policy.takes_newcomers:
        _close_next(draft)
        return
    _wait_for_players(draft)


def announce_seal(draft: Draft, commit: CommitShuffle, pause: float | None, *, is_fixed: bool = False) -> None:
    """Announce that the deck of the next hand is sealed; the pause before the hand begins when that has been read.

    Args:
        draft: the draft of the table.
        commit: the shuffle.
        pause: the seconds of the pause; None if the hand is not planned.
        is_fixed: whether the hand begins at its time, as at the other tables of a tournament, however late it is read.
    """
    on_delivery = None
    if draft.state.has_clocks and not draft.state.place.is_by_lines:
        draft.state.seal_since = draft.now
        on_delivery = partial(draft.reports.seal_delivered, commit.deal_id, 0.0 if is_fixed else pause or 0.0)
    # Where lines wait, nobody can say when that of the deal will come.
    is_known = draft.context.delay(draft.state.place.network) <= MOST_DELAY
    draft.announce(NextDeal(commit.deal_id, commit.commitment, pause if is_known else None), on_delivery=on_delivery)


def note_seal(state: TableState, deal_id: str, pause: float, now: float) -> None:
    """Note that the line with the seal of the next hand has been sent, or never will be."""
    if state.hand is None and state.next_deal == deal_id:
        state.seal_since = None
        if state.next_hand_at is not None:
            state.next_hand_at = max(state.next_hand_at, now + pause)


def _close_next(draft: Draft) -> None:
    """Close the table; if chips move already, by a change of its own, so that each has its entry in the ledger."""
    if draft.moves:
        draft.state.settle_at = draft.now
    else:
        close(draft)


def _wait_for_players(draft: Draft) -> None:
    state = draft.state
    present = state.seats.present
    if present and draft.settings.wait and state.has_clocks and state.alone_since is None:
        state.alone_since = draft.now
    is_new = state.last_deal and not (state.has_announced_wait or state.waits_for_chips)
    if present and is_new:
        state.has_announced_wait = True
        draft.announce(waiting(state.place))


def waiting(place: Place) -> Phrase:
    """Return that a table waits for a second player, and how people sit down there."""
    if place.number == 1:
        return Phrase("table.waiting")
    return Phrase("table.waiting_at", number=place.number)


def close_if_alone(draft: Draft) -> None:
    """Close a table that nobody has joined for a long time; if its people are away, another clock runs."""
    state = draft.state
    state.alone_since = None
    if state.hand is None and state.seats.present and not can_deal(state, dealt_in(state, draft.context.robots)):
        close(draft, Departure.BROKE if state.waits_for_chips else Departure.ALONE)
