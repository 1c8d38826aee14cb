"""The time between two hands: who is dealt in, when the next hand begins, and when a table closes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from math import inf

from ircpoker.errors import NotAllowedError
from ircpoker.ledger import CommitShuffle, PlayerId, Shuffle
from ircpoker.lobby.cashier import close, drop_broke
from ircpoker.lobby.draft import Draft
from ircpoker.lobby.events import Departure, NextDeal
from ircpoker.lobby.places import Place
from ircpoker.lobby.robots import sizes_of
from ircpoker.lobby.seats import SeatStatus, TablePolicy
from ircpoker.lobby.settings import TableSettings, closed_phrase
from ircpoker.lobby.shuffles import commit_next
from ircpoker.lobby.state import DealPause, TableState
from ircpoker.robots import RobotClass
from ircpoker.table import TableSeat
from ircpoker.table.games import FEWEST_SEATS
from ircpoker.words import Phrase, sizes_phrase

FOLDED_SECONDS = 1.0
"""The longest pause after a hand that ended by folds."""
SEED_SECONDS = 5.0
"""Seconds from the last seat or seed to the hand, at most the usual pause: nobody has the last word."""


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
    """Return whether only a check of private lines keeps somebody from being dealt in."""
    return any(seat.is_ready and seat.reach and seat.reach.is_reached is None for seat in state.seats.people)


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


def usual_pause(state: TableState, settings: TableSettings) -> float:
    """Return the seconds before the next hand: time to look at the cards of the last one, if somebody showed them."""
    if state.policy is TablePolicy.AGAINST_ROBOTS and state.positions is None:
        return 0.0
    return min(settings.deal_pause, FOLDED_SECONDS) if state.deal_pause.is_short else settings.deal_pause


def usual_begin(draft: Draft) -> float:
    """Return when the next hand begins if nothing else is planned: a pause after the lines of the last one."""
    return max(draft.now, draft.state.lines_until) + usual_pause(draft.state, draft.settings)


def leave_time(state: TableState, settings: TableSettings, who: PlayerId | str, now: float) -> float:
    """Let the next hand wait after a new seat or seed, so that others can answer with seeds of their own.

    Args:
        state: the state of the table.
        settings: the settings of its game.
        who: whose seat or seed it is; each has this effect once before a hand.
        now: the scheduler's time.

    Returns:
        The seconds until the hand, if that is later than others know; else 0.
    """
    pause, planned = state.deal_pause, state.next_hand_at
    if planned is None or state.policy.is_tournament or who in pause.given_time:
        return 0.0
    state.deal_pause = replace(pause, is_over=False, given_time=pause.given_time | {who})
    state.next_hand_at = max(planned, now + min(SEED_SECONDS, settings.deal_pause))
    return state.next_hand_at - now if state.next_hand_at > planned and state.seal_since is None else 0.0


def want_next(draft: Draft, number: TableSeat) -> None:
    """Begin the next hand, which is planned, at once if all people who play it want that.

    A pause in which somebody has given a seed or sat down is never shortened.

    Raises:
        NotAllowedError: a hand is in progress.
    """
    state = draft.state
    if state.hand is not None or state.policy.is_tournament:
        if state.hand is None or state.hand.deal.actions:
            raise NotAllowedError(Phrase("errors.not_between_deals"))
        return  # It has just begun.
    pause, seats = state.deal_pause, state.seats
    players = [seats[each].player for each in (number, *dealt_in(state, draft.context.robots))]
    ready = pause.ready | {players[0]} if players[0] else pause.ready
    is_over = not pause.given_time and all(player in ready for player in players if player)
    state.deal_pause = replace(pause, ready=ready, is_over=is_over)
    if is_over:
        state.next_hand_at = max(draft.now, state.lines_until)


def is_ending(draft: Draft) -> bool:
    """Return whether an operator of its channel wants that nothing more is dealt at a table; not in tournaments."""
    state = draft.state
    return not state.policy.is_tournament and (state.ends or draft.context.is_closed(state.place))


def plan_next_hand(draft: Draft) -> None:
    """Plan the next hand; if there are too few players, announce that once; close if all people sit out."""
    state = draft.state
    if draft.context.is_finishing or state.is_held:
        state.next_hand_at = None
        return
    is_cash = not state.policy.is_tournament
    if is_ending(draft):
        if not (state.ends or draft.moves) and (rules := draft.context.rules_at(state.place)).quiet:
            draft.announce(closed_phrase(rules, state.place.channel))
        _close_next(draft)
        return
    if is_cash and all(seat.sits_out for seat in state.seats.people):
        _close_next(draft)
        return
    if is_cash:
        drop_broke(draft)
    numbers = dealt_in(state, draft.context.robots)
    note_idle(draft, numbers)
    if can_deal(state, numbers):
        state.alone_since = None
        if is_cash and not state.next_deal and state.has_clocks:  # Nobody was there who could have read its seal.
            announce_seal(draft, commit_next(draft), usual_pause(state, draft.settings))
        if state.next_hand_at is None:
            state.next_hand_at = usual_begin(draft)
        return
    state.next_hand_at, state.deal_pause = None, DealPause()
    if not is_cash or _is_checking(state):
        return
    if state.idle and _has_person(state, numbers) and not state.policy.takes_newcomers:
        _close_next(draft)
        return
    _wait_for_players(draft)


def announce_seal(
    draft: Draft, commit: CommitShuffle | Shuffle, pause: float | None, *, is_fixed: bool = False
) -> None:
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
    # Nobody can read and answer within a second.
    shown_pause = pause if (pause or 0.0) > FOLDED_SECONDS else None
    draft.announce(NextDeal(commit.deal_id, commit.commitment, shown_pause), on_delivery=on_delivery)


def note_seal(state: TableState, deal_id: str, pause: float, now: float, *, is_read: bool) -> None:
    """Note that the line with the seal of the next hand has been sent or given up, or that nobody was there for it."""
    if state.hand is not None or state.next_deal != deal_id:
        return
    state.seal_since = None if is_read else inf
    if not is_read:
        state.is_held, state.next_hand_at, state.settle_at = True, None, now
    elif state.next_hand_at is not None:
        state.next_hand_at = max(state.next_hand_at, now + (0.0 if state.deal_pause.is_over else pause))


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
