"""The end of a hand: chips and results are written, people leave, and the next deck is committed to.

Now and then a robot says something then, only about what everybody has seen.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from random import Random

from msgspec.structs import replace

from ircpoker.fairness.proofs import mark_called_off
from ircpoker.ledger import RecordResult, RevealShuffle
from ircpoker.lobby.cashier import let_go, record_hand
from ircpoker.lobby.draft import Draft
from ircpoker.lobby.events import CalledOff, DealEnded, Departure, OutOfChips, RunOut, SeatResult
from ircpoker.lobby.hand import HandInProgress
from ircpoker.lobby.next_hand import announce_seal, can_deal, dealt_in, usual_pause
from ircpoker.lobby.seats import SeatStatus
from ircpoker.lobby.showing import STREET_SECONDS, keep_showable, make_unshown_end, run_out
from ircpoker.lobby.shuffles import commit_next, hide
from ircpoker.lobby.state import DealPause, TableState
from ircpoker.robots import BUILT_IN_NAMES, shown_name
from ircpoker.table import TableSeat
from ircpoker.words import Phrase

REMARKS_A_DEAL = 0.1
"""The part of the deals with a robot after which one of them says something."""
WON, LOST = "won", "lost"
VARIANTS = 2
"""Each robot has so many remarks of each mood in the catalogue."""


def note_unreachable(state: TableState, hand: HandInProgress) -> None:
    """Let players without their cards fold on their turn, and sit out until they speak."""
    for seat in hand.unreachable:
        player = state.seats[hand.number_of(seat)]
        if not player.leaves:
            player.status = SeatStatus.UNREACHABLE
    hand.unreachable.clear()


def call_off(draft: Draft, reason: Phrase) -> None:
    """Cancel the hand, return all bets, and announce the reason."""
    hand = draft.state.hand
    if hand is None:
        return
    # Otherwise the next hand would fail in the same way.
    note_unreachable(draft.state, hand)
    draft.write(*mark_called_off(draft.context.ledger, hand.deal_id, reason))
    _end_hand(draft, hand, CalledOff(hand.deal_id, reason))


def _is_unwatched(draft: Draft) -> bool:
    """Return whether nobody is there who plays: then only the result is told."""
    state = draft.state
    return state.is_deserted or (state.policy.is_tournament and not state.seats.has_audience)


def shows_drama(draft: Draft) -> bool:
    """Return whether all-ins go street by street and robots make remarks; its channel or its player may not want it."""
    place, context = draft.state.place, draft.context
    is_short = context.is_terse(place.player) if place.player else context.rules_at(place).is_short
    return draft.settings.drama and not is_short and not _is_unwatched(draft)


def _announce_run_out(draft: Draft, hand: HandInProgress, results: Sequence[SeatResult]) -> bool:
    """Announce an all-in street by street up to the last one; return whether the hand had one."""
    state = draft.state
    streets = run_out(hand, state.seats) if shows_drama(draft) else []
    for event in streets:
        draft.announce(event, pause=STREET_SECONDS if isinstance(event, RunOut) and event.street else 0.0)
    state.unshown = make_unshown_end(hand, streets, results, state.seats) if streets else None
    return bool(streets)


def finish(draft: Draft, hand: HandInProgress) -> None:
    """Settle a finished hand: stacks, rows and results."""
    state, seats = draft.state, draft.state.seats
    results = hand.results(seats)
    ran_out = _announce_run_out(draft, hand, results)
    event = DealEnded(
        hand.deal_id,
        hand.deal.street,
        hand.deal.board,
        hand.take_story(seats),
        results,
        hand.pots(seats),
        ran_out,
    )
    if _is_unwatched(draft):
        bare = [SeatResult(each.who, each.won, each.net) for each in results]
        event = replace(event, story=(), results=tuple(bare))
    draft.write(record_hand(draft, hand, results))
    for index, number in enumerate(hand.numbers):
        seat, result = seats[number], results[index]
        seat.stack = hand.deal.stacks[index]
        if seat.account and not state.policy.is_tournament:
            draft.write(RecordResult(seat.account, state.kind, result.won - result.net, result.won))
    draft.robots.learn(seats, hand)
    state.last_deal, state.last_reasons = hand.deal_id, tuple(hand.reasons)
    # Somebody who has just lost all chips is left in peace.
    is_broke = any(seats[number].player and not seats[number].stack for number in hand.numbers)
    _end_hand(draft, hand, event)
    if shows_drama(draft) and not draft.is_closing and not is_broke:
        _announce_remark(draft, hand, results)


def _announce_remark(draft: Draft, hand: HandInProgress, results: Sequence[SeatResult]) -> None:
    """Let a robot say something about a deal that is over; nothing once the next one has begun."""
    robots = {number: seat.robot for number, seat in draft.state.seats.items() if seat.robot}
    # Its own chance: that of the robots' play stays the same with and without remarks.
    spoken = remark(results, robots, Random(hand.proof.commitment))  # noqa: S311 - nobody gains by knowing it
    if spoken is not None:
        draft.announce(spoken, still=partial(_is_last, deal_id=hand.deal_id))


def _is_last(state: TableState, deal_id: str) -> bool:
    """Return whether a deal was the last one, and the next has not begun."""
    return state.hand is None and state.last_deal == deal_id


def _end_hand(draft: Draft, hand: HandInProgress, event: DealEnded | CalledOff) -> None:
    """Announce the end of a hand, let those go who leave with it, and commit to the next deck.

    Args:
        draft: the draft of the table.
        hand: the hand.
        event: the event to announce.
    """
    state, seats = draft.state, draft.state.seats
    for seat in seats.values():
        seat.end_hand()
    state.deal_pause = DealPause(is_short=isinstance(event, DealEnded) and not any(hand.deal.shown))
    draft.announce(event, pause=STREET_SECONDS if isinstance(event, DealEnded) and event.ran_out else 0.0)
    keep_showable(draft, hand, is_called_off=isinstance(event, CalledOff))
    _explain_muck(draft, hand)
    if state.policy.is_tournament:
        # The tournament decides who is out, and lets the next hand begin.
        if not _put_away(draft, hand, event, is_last=False):
            hide(state, hand.deal_id, draft.now, draft.settings.reveal_after)
        state.is_held = True
        return
    leavers = {n: seats[n].departure for n in hand.numbers if seats[n].leaves or not seats[n].stack}
    if not state.policy.takes_newcomers and all(n in leavers for n in seats if seats[n].robot):
        leavers |= {number: Departure.CLOSED for number in seats.people_numbers if number not in leavers}
    kept = _kept_seats(state, leavers)
    staying = [number for number in seats.people_numbers if number not in leavers]
    is_last = not (kept or staying)
    _announce_broke(draft, leavers, kept)
    is_revealed = _put_away(draft, hand, event, is_last=is_last)
    let_go(draft, {number: why for number, why in leavers.items() if number not in kept})
    if not is_revealed:
        hide(state, hand.deal_id, draft.now, draft.settings.reveal_after)
    if not (is_last or kept):
        _seal_next(draft)  # after those who are out; where all are, when somebody has chips again


def _seal_next(draft: Draft) -> None:
    state = draft.state
    if state.is_deserted:
        return  # It is sealed when somebody is there again.
    can_go_on = can_deal(state, dealt_in(state, draft.context.robots)) and state.has_clocks
    announce_seal(draft, commit_next(draft), usual_pause(state, draft.settings) if can_go_on else None)


def _put_away(draft: Draft, hand: HandInProgress, event: DealEnded | CalledOff, *, is_last: bool) -> bool:
    """Take a hand that is over from the table; return whether its shuffle is revealed now."""
    # Nobody else is there who would read the cards of the only person, or the table closes and cannot reveal it later.
    is_revealed = is_last or len(draft.state.seats.people) <= 1
    if is_revealed:
        draft.write(RevealShuffle(hand.deal_id))
    draft.robots.forget_thinking()
    players = [result.who for result in event.results] if isinstance(event, DealEnded) else []
    draft.record(hand, players, is_revealed=is_revealed)
    draft.state.hand = None
    return is_revealed


def _explain_muck(draft: Draft, hand: HandInProgress) -> None:
    """Show the deciding kickers to people who mucked a hand of the same name as a better one."""
    for seat, mucked in hand.mucked(draft.state.seats):
        player = draft.state.seats[hand.number_of(seat)]
        if player.person is not None:
            draft.announce(mucked, player)


def _kept_seats(state: TableState, leavers: Mapping[TableSeat, Departure]) -> list[TableSeat]:
    """Return the seats of people without chips with whom the table would close: it waits for new chips."""
    seats, policy = state.seats, state.policy
    stays = [number for number in seats if number not in leavers]
    if any(seats[number].player for number in stays) or not (stays or policy.takes_newcomers):
        return []
    return [number for number in seats.people_numbers if leavers[number] is Departure.BROKE]


def _announce_broke(draft: Draft, leavers: Mapping[TableSeat, Departure], kept: Collection[TableSeat]) -> None:
    """Tell the people who have lost all chips how to go on."""
    state, seats, settings = draft.state, draft.state.seats, draft.settings
    is_open = bool(kept) or state.policy.takes_newcomers
    for number in kept if not state.place.is_private else ():
        draft.announce(Phrase("table.kept", who=seats[number].nick))
    for number, why in leavers.items():
        person = seats[number].person
        if person is not None and why is Departure.BROKE:
            draft.announce(OutOfChips(person, settings.least_buy_in, settings.buy_in, is_open), seats[number])


def remark(results: Sequence[SeatResult], robots: Mapping[TableSeat, str], rng: Random) -> Phrase | None:
    """Return what one of the robots says about a deal that is over, or nothing.

    It depends only on who has won and lost, never on cards.

    Args:
        results: the result of each seat in the deal.
        robots: the robots at the table by seat, each by the name of its class.
        rng: the source of chance.
    """
    involved = [each for each in results if each.net and robots.get(each.who.seat) in BUILT_IN_NAMES]
    if not involved or rng.random() >= REMARKS_A_DEAL:
        return None
    result = rng.choice(involved)
    name, mood = shown_name(robots[result.who.seat]), WON if result.net > 0 else LOST
    text = Phrase(f"remarks.{name}.{mood}{rng.randrange(VARIANTS)}")
    return Phrase("table.remark", who=result.who.name, text=text)
