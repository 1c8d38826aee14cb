"""Who is out: the players who have lost all chips, re-buys that they are offered, and the places that they get."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ircpoker.lobby.draft import Draft
from ircpoker.lobby.tournament_events import PlayerOut
from ircpoker.table import TableSeat
from ircpoker.tournaments import paying
from ircpoker.tournaments.clocks import REBUY_SECONDS, close_registration
from ircpoker.tournaments.draft import TournamentDraft
from ircpoker.tournaments.rules import seating
from ircpoker.tournaments.stages import is_near_money, tell_stage
from ircpoker.tournaments.state import IN_DOUBT, TournamentEntry, TournamentState
from ircpoker.words import Phrase


def note_lost(draft: TournamentDraft, number: int, table: Draft) -> None:
    """Note the players who have lost all chips at a table between hands."""
    state = draft.state
    for finished in table.finished:
        if finished.players:
            state.hands[number] = state.hands.get(number, 0) + 1
            state.hands_to_chop = max(0, state.hands_to_chop - 1)
    if table.state.hand is not None or table.is_closing:
        return
    chips_before = {
        seat: (chips, finished.hand)
        for finished in table.finished
        for seat, chips in zip(finished.hand.numbers, finished.hand.deal.setup.stacks, strict=True)
    }
    lost = []
    for seat in sorted(table.state.seats):
        entry = state.at(number, seat)
        if entry is None or table.state.seats[seat].stack:
            continue
        if seat in chips_before and entry.number not in state.lost_with:
            state.lost_with[entry.number], hand = chips_before[seat]
            paying.pay_head(draft, number, entry, hand)
        if not _waits_for_rebuy(draft, table, entry):
            lost.append((entry.number, state.lost_with.pop(entry.number, 0)))
    if lost:
        _take_out(draft, number, lost)


def tables_with_lost(draft: TournamentDraft) -> frozenset[int]:
    """Return the tables where somebody has lost all chips, and no longer waits for a re-buy."""
    state, tables = draft.state, set[int]()
    for entry in state.playing:
        if entry.table >= 0 and state.rebuy_until.get(entry.number, draft.now) <= draft.now:
            table = draft.table_state(entry.table)
            if table.hand is None and not table.seats[TableSeat(entry.seat)].stack:
                tables.add(entry.table)
    return frozenset(tables)


def _waits_for_rebuy(draft: TournamentDraft, table: Draft, entry: TournamentEntry) -> bool:
    """Return whether somebody without chips may still buy in again; tell them when that begins."""
    state = draft.state
    if entry.number in state.rebuy_until:
        if draft.now < state.rebuy_until[entry.number]:
            return True
        del state.rebuy_until[entry.number]
        return False
    seat = table.state.seats[TableSeat(entry.seat)]
    may = state.is_open and entry.player and not seat.is_away and entry.rebuys < state.plan.rebuys
    if not may or len(state.playing) < 2:
        return False
    seconds = seat.draw_wait(draft.now, REBUY_SECONDS)
    if not seconds:
        return False
    state.rebuy_until[entry.number] = draft.now + seconds
    phrase = Phrase("tournament.may_rebuy", cost=state.plan.buy_in, seconds=f"{seconds:.0f}")
    table.announce(phrase, seat)
    return True


def _take_out(draft: TournamentDraft, number: int, lost: Sequence[tuple[int, int]]) -> None:
    """Take players out who have lost all chips in one hand at a table."""
    state = draft.state
    table = draft.tables[number]
    for entry_number, chips in lost:
        entry = state.entries[entry_number]
        seat = TableSeat(entry.seat)
        nick = table.state.seats.pop(seat).nick
        table.robots.forget(seat)
        state.put(replace(entry, out=IN_DOUBT, nick=nick))
        state.round = (*state.round, (number, entry_number, chips))
    if not state.is_hand_for_hand:
        rank_round(draft)


def rank_round(draft: TournamentDraft) -> None:
    """Give those who went out in a hand, or in a round of hand for hand, their places, and announce them."""
    state = draft.state
    by_table: dict[int, list[tuple[int, int]]] = {}
    for number, entry_number, chips in state.round:
        by_table.setdefault(number, []).append((entry_number, chips))
    groups = seating.order_out(list(by_table.values()))
    for group in reversed(groups):
        state.groups += 1
        for entry_number in group:
            state.put(replace(state.entries[entry_number], out=state.groups))
    where = {entry_number: number for number, entry_number, _ in state.round}
    state.round = ()
    if is_near_money(state):
        end_registration(state)
    before = place = len(state.playing) + sum(map(len, groups))
    outs: list[tuple[int, PlayerOut]] = []
    for group in reversed(groups):
        place -= len(group)
        prize = sum(state.prizes[place : place + len(group)]) // len(group)
        for entry_number in group:
            shown = 0 if state.is_open else place + 1
            out = PlayerOut(state.entries[entry_number].nick, shown, len(group), prize, len(state.playing))
            outs.append((where[entry_number], out))
    last = dict(outs)
    # If nobody is there, the end of the tournament tells the places.
    for number, out in outs if state.deserted_since is None else ():
        if number in draft.tables:
            draft.announce_at(number, replace(out, is_last=out is last[number]))
    tell_stage(draft, before)


def end_registration(state: TournamentState) -> None:
    """Let nobody else in, as soon as nobody is offered a re-buy any more: an offer that was made holds."""
    if state.is_open and not state.rebuy_until:
        close_registration(state)
