"""What is done while a tournament is played: who moves where, which table is dealt its next hand.

`settle` ends each change of the tournament or of one of its tables. It carries out what concerns only the tables of the
change; for everything else it has the tournament look again with the tables that are needed (`needed_tables`).
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from msgspec import Struct

from ircpoker.lobby.deadlines import deal_at
from ircpoker.lobby.next_hand import usual_begin
from ircpoker.lobby.play import begin_hand
from ircpoker.lobby.steps import settle as settle_table
from ircpoker.tournaments import moving, paying
from ircpoker.tournaments.clocks import clear, is_level_over, report, run_clock
from ircpoker.tournaments.draft import TournamentDraft
from ircpoker.tournaments.eliminations import end_registration, note_lost, rank_round, tables_with_lost
from ircpoker.tournaments.rules import seating
from ircpoker.tournaments.rules.seating import Move, TableSeats
from ircpoker.tournaments.state import TournamentState
from ircpoker.words import Phrase

MOST_ORDERS = 20
"""For each table, in one change."""

_logger = logging.getLogger(__name__)


class TournamentStep(Struct, frozen=True):
    """What is to be done now.

    Attributes:
        tables: the tables that it changes.
        ends: whether the tournament is over.
        is_final: whether all go to the final table.
        broken: the table that is broken; None for none.
        move: the move that balances tables; None for none.
        is_held: whether the tables wait, although their next hand was to begin.
        begins: the table whose next hand begins now; None for none.
    """

    tables: frozenset[int]
    ends: bool = False
    is_final: bool = False
    broken: int | None = None
    move: Move | None = None
    is_held: bool = False
    begins: int | None = None


def settle(draft: TournamentDraft) -> None:
    """Note who is out, carry out what is to be done at the tables of the change, and report how it stands."""
    _settle(draft)
    if draft.state.is_playing:
        report(draft)


def _settle(draft: TournamentDraft) -> None:
    state = draft.state
    if not state.is_playing or draft.is_closing:
        return
    if draft.tables and not any(table.finished or table.state.hand is None for table in draft.tables.values()):
        return  # An action in a hand.
    run_clock(state, draft.now)
    _note_audience(draft)
    state.check_at = None
    for number in sorted(draft.tables):
        note_lost(draft, number, draft.tables[number])
    for _ in range(MOST_ORDERS * max(1, len(state.tables))):
        if state.level >= state.plan.late_levels:
            end_registration(state)
        paying.settle_chop(draft)
        if draft.is_closing or (order := decide(draft)) is None:
            return
        if not order.tables <= draft.tables.keys():
            state.check_at = draft.now
            for number in _due(draft):
                _hold(draft, number)
            return
        _carry_out(draft, order)
        if order.is_final or order.broken is not None:
            # The next draw is committed to with this change, so that it can be used after it.
            state.check_at = None if draft.is_closing else draft.now
            return
    # A fault: nothing else may wait for it.
    _logger.error("%s: its orders do not come to an end", draft)


def needed_tables(draft: TournamentDraft) -> list[int]:
    """Return the tables that the next orders need; none if there is nothing to do.

    Args:
        draft: a draft that is not to be committed.
    """
    if not draft.state.is_playing:
        return []
    run_clock(draft.state, draft.now)
    _note_audience(draft)
    order = decide(draft)
    if order is None:
        return []
    if order.ends or order.is_final or order.broken is not None:
        return sorted(draft.state.tables)
    return sorted(order.tables)


def _note_audience(draft: TournamentDraft) -> None:
    """Note since when nobody is there: no hand begins then, and after a while the tournament ends."""
    state = draft.state
    since = draft.now if state.deserted_since is None else state.deserted_since
    state.deserted_since = since if draft.is_deserted else None


# What is to be done


def decide(draft: TournamentDraft) -> TournamentStep | None:
    """Return what is to be done now; None if everything waits for hands, a break, a re-buy or a vote.

    It looks at what is due at this moment, so that it does not matter which of several timers comes first.
    """
    state, tables = draft.state, draft.seats()
    if lost := tables_with_lost(draft):
        return TournamentStep(lost)
    plays = any(table.is_playing for table in tables)
    if _ends_early(draft) and not plays:
        return TournamentStep(frozenset(state.tables), ends=True)
    about_to_begin = {number for number in state.tables if _is_cleared(draft, number)}
    # Hand for hand, a table that is about to begin belongs to the round.
    plays = plays or (state.is_hand_for_hand and bool(about_to_begin))
    # Nobody changes seats in a tournament that is about to end.
    order = None if _stands_still(state) else _next_order(state, tables, plays=plays)
    if order is not None:
        return order
    allowed = _allowed(draft, tables, about_to_begin)
    if early := about_to_begin - allowed:
        # A table that was to begin its next hand waits, after all: another one has lost players since.
        return TournamentStep(frozenset(early), is_held=True)
    stakes, due = state.stakes(), _due(draft)
    if old := [number for number in about_to_begin if draft.table_state(number).stakes != stakes]:
        return TournamentStep(frozenset(old[:1]))  # The level has ended before its hand has begun (TDA 23).
    if due:
        # A round of hand for hand is played with one level.
        is_old = is_level_over(state) and not state.is_hand_for_hand
        return TournamentStep(frozenset(due[:1]), begins=None if is_old else due[0])
    ready = sorted(allowed - about_to_begin)
    return TournamentStep(frozenset(ready if state.is_hand_for_hand else ready[:1])) if ready else None


def _next_order(state: TournamentState, tables: Sequence[TableSeats], *, plays: bool) -> TournamentStep | None:
    """Return the order that ends the tournament or a round, or changes seats; None for none."""
    everything = frozenset(state.tables)
    if _waits_for_all(state, tables):
        # Hand for hand, the places of a round are known when its last table is done.
        if plays:
            return None
        return TournamentStep(everything, ends=_is_over(state), is_final=not _is_over(state) and not state.round)
    if len(tables) > 1 and not state.pause and state.chop is None:
        broken = seating.next_to_break(tables, state.break_order)
        if broken is not None and not next(table for table in tables if table.table == broken).is_playing:
            return TournamentStep(everything, broken=broken)
        move = seating.next_move(tables, state.break_order)
        if move is not None:
            return TournamentStep(frozenset({move.source, move.target}), move=move)
    return None


def _waits_for_all(state: TournamentState, tables: Sequence[TableSeats]) -> bool:
    """Return whether no hand begins before all tables are done: at the end, and before the final table."""
    is_final = len(tables) > 1 and len(state.playing) <= state.plan.seats
    return _is_over(state) or bool(state.round) or is_final


def _is_over(state: TournamentState) -> bool:
    """Return whether one player is left, or only robots: their places follow from their chips (the house's)."""
    playing = state.playing
    return not state.rebuy_until and (len(playing) <= 1 or not any(entry.player for entry in playing))


def _ends_early(draft: TournamentDraft) -> bool:
    """Return whether it ends as soon as no hand is in progress: on an order, or as nobody is there any more."""
    since, grace = draft.state.deserted_since, draft.context.settings(draft.state.plan.game).grace
    return draft.state.is_ending or (since is not None and draft.now >= since + grace)


def _stands_still(state: TournamentState) -> bool:
    """Return whether no hand begins, because it is to end or nobody is there, although it is not played to its end."""
    return (state.is_ending or state.deserted_since is not None) and not _is_over(state)


def _is_cleared(draft: TournamentDraft, number: int) -> bool:
    """Return whether the next hand of a table is about to begin."""
    table = draft.table_state(number)
    return table.hand is None and not table.is_held


def _due(draft: TournamentDraft) -> list[int]:
    """Return the tables of the change whose next hand is to begin now; not one that the change has put off.

    Nor one that the change itself has let begin: the seal of its deck is stored, and told, before the deal.
    """
    return [
        number
        for number, table in sorted(draft.tables.items())
        if _is_cleared(draft, number)
        and not table.finished
        and all(due is not None and due <= draft.now for due in (deal_at(table.before), deal_at(table.state)))
    ]


def _allowed(draft: TournamentDraft, tables: Sequence[TableSeats], about_to_begin: set[int]) -> set[int]:
    """Return the tables that may begin their next hand."""
    state = draft.state
    if state.pause or state.chop is not None or _stands_still(state):
        return set()
    if state.is_hand_for_hand and state.round:
        return about_to_begin  # They belong to the round.
    if _waits_for_all(state, tables):
        return set()
    waiting = seating.halted(tables) if len(tables) > 1 else set[int]()
    waiting |= {table.table for table in tables if table.is_playing}
    free = {table.table for table in tables if table.table not in waiting and len(table.players) > 1}
    if state.is_open or not seating.is_bubble(len(state.playing), state.places_paid, len(tables)):
        state.is_hand_for_hand = False
        return free
    if state.is_hand_for_hand and about_to_begin:
        return about_to_begin
    if about_to_begin or any(table.is_playing for table in tables):
        return set()  # Hand for hand all begin together.
    if not state.is_hand_for_hand:
        state.is_hand_for_hand = True
        draft.announce(Phrase("tournament.hand_for_hand", left=len(state.playing), paid=state.places_paid))
    return free


def _carry_out(draft: TournamentDraft, order: TournamentStep) -> None:
    state = draft.state
    tables = [draft.tables[number] for number in order.tables]
    planned = [table.state.next_hand_at or usual_begin(table) for table in tables]
    for number in order.tables:
        _hold(draft, number)
    if order.ends:
        if state.round:
            rank_round(draft)
        if _is_over(state):
            paying.finish(draft)
        else:
            paying.finish_early(draft)
    elif state.round and order.begins is None:
        rank_round(draft)
    elif order.is_final:
        moving.go_to_final(draft)
    elif order.broken is not None:
        moving.break_table(draft, order.broken)
    elif order.move is not None:
        moving.move(draft, order.move, "moved")
    elif order.begins is not None:
        _begin(draft, order.begins)
    elif not order.is_held:
        # Hand for hand all wait for the table whose lines are shown last.
        for number in sorted(order.tables):
            clear(draft, number, max(planned))


def _hold(draft: TournamentDraft, number: int) -> None:
    """Let a table between hands wait."""
    table = draft.tables[number].state
    if table.hand is None:
        table.is_held, table.next_hand_at = True, None


def _begin(draft: TournamentDraft, number: int) -> None:
    """Begin the next hand of a table, and play it until a person has to decide."""
    table = draft.tables[number]
    begin_hand(table)
    settle_table(table)
    note_lost(draft, number, table)
