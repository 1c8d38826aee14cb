"""The end of a tournament: prizes, divided prizes, and buy-ins that are paid back.

Prizes go to the accounts to which the entries belong now; a robot's go back to the house.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ircpoker.errors import NotAllowedError
from ircpoker.ledger import EndTournament, GameAccount, PlayerId, RecordResult, transfer
from ircpoker.ledger.tournaments import KIND
from ircpoker.lobby.tournament_events import TournamentEnded
from ircpoker.table import TableSeat
from ircpoker.tournaments import moving
from ircpoker.tournaments.clocks import close_registration
from ircpoker.tournaments.rules.payouts import chop_shares, shared_prizes
from ircpoker.tournaments.state import Chop, standings
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ircpoker.tournaments.draft import TournamentDraft
    from ircpoker.tournaments.state import TournamentEntry

CHOP_SECONDS = 60.0
"""Seconds in which all must agree to divide the prizes."""
_MOST_SHOWN = 10
"""The paid places in the last line."""


def finish(draft: TournamentDraft, shares: Mapping[int, int] | None = None, note: str = "") -> None:
    """Pay the prizes and end the tournament.

    Args:
        draft: the draft of the tournament, with all tables.
        shares: the prize of each entry that plays, if they divide them; None for the prizes of their places.
        note: further facts for the results.
    """
    state = draft.state
    if state.is_open:
        close_registration(state)
    _rank_playing(draft)
    groups = standings(state)
    paid = shared_prizes(state.prizes, [len(group) for group in groups])
    places: dict[int, int] = {}
    prizes: dict[int, int] = {}
    for group in groups:
        for entry_number in group:
            places[entry_number] = len(places) + 1 - group.index(entry_number)
            prizes[entry_number] = paid[len(prizes)]
    prizes |= shares or {}
    results = tuple([(number, places[number], prizes[number]) for number in state.entries])
    _pay(draft, prizes)
    draft.write(EndTournament(draft.table_id, results, note=note))
    _announce_end(draft, places, prizes, is_chop=shares is not None)
    _close_all(draft)


def _rank_playing(draft: TournamentDraft) -> None:
    """Give those who still play their places by their chips."""
    state = draft.state
    stacks = draft.stacks()
    for stack in sorted(set(stacks.values())):
        state.groups += 1
        for entry_number in [number for number, own in stacks.items() if own == stack]:
            state.put(replace(state.entries[entry_number], out=state.groups))


def _pay(draft: TournamentDraft, prizes: Mapping[int, int]) -> None:
    """Post prizes, or buy-ins that are paid back, from the chips of the tournament."""
    state, escrow = draft.state, GameAccount(KIND)
    for number, owner in draft.owners().items():
        prize, paid = prizes[number], state.entries[number].paid
        draft.move(transfer(escrow, owner, prize))
        if isinstance(owner, PlayerId) and paid:
            draft.write(RecordResult(owner, KIND, paid, prize))
    draft.reason = KIND


def _announce_end(
    draft: TournamentDraft, places: Mapping[int, int], prizes: Mapping[int, int], *, is_chop: bool
) -> None:
    state = draft.state
    best = sorted(state.entries, key=lambda number: (places[number], number))
    nicks = {number: state.entries[number].nick for number in best}
    paid = [(nicks[number], places[number], prizes[number]) for number in best if prizes[number]][:_MOST_SHOWN]
    winner = "" if is_chop else " & ".join([nicks[number] for number in best if places[number] == 1])
    event = TournamentEnded(state.plan.name, tuple(paid), winner, not state.pool)
    by_lines = {number for number, table in draft.tables.items() if table.state.place.is_by_lines}
    draft.announce(event, beside=draft.tables.keys() - by_lines)
    for number in by_lines:
        draft.tables[number].announce(event)
    channels = {table.state.place.numbered(1) for number, table in draft.tables.items() if number not in by_lines}
    elsewhere = channels - {state.place.numbered(1)}
    for place in sorted(elsewhere, key=str):
        draft.announce(event, place=place, beside=())


def _close_all(draft: TournamentDraft) -> None:
    for number in list(draft.state.tables):
        moving.close(draft, number)
    draft.is_closing = True


def cancel(draft: TournamentDraft) -> None:
    """Pay all buy-ins back and end a tournament that has not begun.

    Raises:
        NotAllowedError: it has begun.
    """
    state = draft.state
    if state.is_playing:
        raise NotAllowedError(Phrase("tournament.no_cancel"))
    returned = {number: entry.paid for number, entry in state.entries.items()}
    for number, owner in draft.owners().items():
        draft.move(transfer(GameAccount(KIND), owner, returned[number]))
    draft.reason = "refund"
    results = tuple([(number, 0, paid) for number, paid in returned.items()])
    draft.write(EndTournament(draft.table_id, results, is_cancelled=True))
    draft.announce(Phrase("tournament.cancelled", name=state.plan.name))
    draft.is_closing = True


# Dividing the prizes


def vote(draft: TournamentDraft, entry: TournamentEntry, kind: str) -> None:
    """Offer to divide the prizes, or agree to an offer; `no` declines it.

    Args:
        draft: the draft of the tournament, with its table.
        entry: who says it.
        kind: `icm`, `chips`, `even` or `no`.

    Raises:
        NotAllowedError: it is not the final table, robots are left and it is not `icm`, somebody is absent, another
            offer stands, or its shares are not shown yet.
    """
    state = draft.state
    if not state.is_playing or not entry.is_in or len(state.tables) != 1 or state.is_open:
        raise NotAllowedError(Phrase("tournament.chop_final"))
    if kind == "no":
        if state.chop is None:
            raise NotAllowedError(Phrase("tournament.chop_none"))
        _end_vote(draft, Phrase("tournament.chop_declined", who=entry.nick))
        return
    if state.chop is None:
        _offer(draft, kind)
    elif state.chop.kind != kind:
        raise NotAllowedError(Phrase("tournament.chop_other", kind=state.chop.kind))
    elif not state.chop.shares:
        # The shares are shown before anybody agrees, whoever offered them too.
        raise NotAllowedError(Phrase("tournament.chop_unshown", kind=kind))
    else:
        state.chop = replace(state.chop, agreed=state.chop.agreed | {entry.number})


def _offer(draft: TournamentDraft, kind: str) -> None:
    state = draft.state
    if any(entry.robot for entry in state.playing) and kind != "icm":
        raise NotAllowedError(Phrase("tournament.chop_robots"))
    if len([prize for prize in state.prizes if prize]) == 0:
        raise NotAllowedError(Phrase("tournament.chop_free"))
    (number,) = state.tables
    table = draft.table_state(number)
    absent = [seat.nick for seat in table.seats.people if seat.is_away or seat.sits_out]
    if absent:
        raise NotAllowedError(Phrase("tournament.chop_absent", who=absent[0]))
    robots = frozenset([entry.number for entry in state.playing if entry.robot])
    state.chop = Chop(kind, {}, robots, draft.now + CHOP_SECONDS)
    if table.hand is not None:
        draft.tables[number].announce(Phrase("tournament.chop_later", kind=kind))


def settle_chop(draft: TournamentDraft) -> None:
    """Show the shares of an offer as soon as no hand is in progress; divide the prizes when all agree."""
    state, chop = draft.state, draft.state.chop
    if chop is None or not draft.tables or len(state.tables) != 1:
        return
    (number,) = state.tables
    table = draft.tables[number]
    if table.state.hand is not None:
        return
    players = state.playing
    if len(players) < 2:
        state.chop = None
        return
    table.state.is_held, table.state.next_hand_at = True, None
    if not chop.shares or set(chop.shares) != {entry.number for entry in players}:
        stacks = [table.state.seats[TableSeat(entry.seat)].stack for entry in players]
        shares = chop_shares(chop.kind, stacks, state.prizes[: len(players)])
        by_entry = dict(zip([entry.number for entry in players], shares, strict=True))
        agreed = frozenset([entry.number for entry in players if entry.robot])
        chop = replace(chop, shares=by_entry, agreed=agreed, until=draft.now + CHOP_SECONDS)
        shown = ", ".join([f"{entry.nick} {by_entry[entry.number]}" for entry in players])
        table.announce(Phrase("tournament.chop_shares", kind=chop.kind, shares=shown, seconds=f"{CHOP_SECONDS:.0f}"))
    state.chop = chop
    if chop.agreed >= set(chop.shares):
        state.chop = None
        finish(draft, chop.shares, f"chop {chop.kind}")


def lapse(draft: TournamentDraft) -> None:
    """Let an offer lapse, if its time is over."""
    if draft.state.chop is not None and draft.now >= draft.state.chop.until:
        _end_vote(draft, Phrase("tournament.chop_lapsed"))


def _end_vote(draft: TournamentDraft, why: Phrase) -> None:
    draft.state.chop = None
    (number,) = draft.state.tables
    draft.tables[number].announce(why)
