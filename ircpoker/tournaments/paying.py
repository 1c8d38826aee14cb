"""The end of a tournament: prizes, divided prizes, and buy-ins that are paid back.

Prizes go to the accounts to which the entries belong now; a robot's go back to the house.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from ircpoker.errors import NotAllowedError, UsageError
from ircpoker.ledger import EndTournament, GameAccount, PlayerId, RecordResult, transfer
from ircpoker.ledger.tournaments import KIND
from ircpoker.lobby.hand import HandInProgress
from ircpoker.lobby.seats import Seat
from ircpoker.lobby.tournament_events import EarlyEnd, HeadWon, TournamentEnded
from ircpoker.table import TableSeat
from ircpoker.tournaments import moving
from ircpoker.tournaments.clocks import close_registration, run_clock
from ircpoker.tournaments.draft import TournamentDraft
from ircpoker.tournaments.registering import save_entry
from ircpoker.tournaments.rules.payouts import chop_shares, head_shares, shared_prizes, winners_of
from ircpoker.tournaments.stages import MOST_SHOWN
from ircpoker.tournaments.state import Chop, TournamentEntry, standings
from ircpoker.words import Phrase

CHOP_SECONDS = 60.0
"""Seconds in which all must agree to divide the prizes."""
CHOP_HANDS = 2
"""Hands between an offer that came to nothing and the next one."""


def finish(
    draft: TournamentDraft, shares: Mapping[int, int] | None = None, note: str = "", why: EarlyEnd | None = None
) -> None:
    """Pay the prizes and end the tournament.

    Args:
        draft: the draft of the tournament, with all tables.
        shares: the prize of each entry that plays, if they divide them; None for the prizes of their places.
        note: further facts for the results.
        why: why it ends before it is played to its end; None if it does not.
    """
    state = draft.state
    if state.is_open:
        close_registration(state)
    # A head that nobody has won belongs to its owner.
    own_heads = {entry.number: state.plan.head for entry in state.playing if entry.player}
    _rank_playing(draft, robots_first=why is not None and shares is None)
    groups = standings(state)
    paid = shared_prizes(state.prizes, [len(group) for group in groups])
    places: dict[int, int] = {}
    prizes: dict[int, int] = {}
    for group in groups:
        for entry_number in group:
            places[entry_number] = len(places) + 1 - group.index(entry_number)
            prizes[entry_number] = paid[len(prizes)]
    prizes |= shares or {}
    due = {number: prize + own_heads.get(number, 0) for number, prize in prizes.items()}
    totals = {number: due[number] + entry.won_heads for number, entry in state.entries.items()}
    results = tuple([(number, places[number], totals[number]) for number in state.entries])
    _pay(draft, due)
    draft.write(EndTournament(draft.table_id, results, note=note))
    _announce_end(draft, places, totals, is_chop=shares is not None, why=why)
    _close_all(draft)


def finish_early(draft: TournamentDraft) -> None:
    """End a tournament that nobody plays on, between hands.

    Before its first hand the buy-ins are paid back. After it the prizes are divided by the exact value of the chips;
    but where nobody is there against robots, the others are blinded off: robots have the better places, and all by
    their chips. So it is if the only person has given a free one up.
    """
    state = draft.state
    if not draft.has_dealt:
        _refund(draft)
        return
    if state.is_open:
        close_registration(state)
    early = EarlyEnd.ENDED if state.is_ending else EarlyEnd.DESERTED
    given_up = not state.is_ending or (draft.is_deserted and not state.pool)
    if given_up and any(entry.robot for entry in state.playing):
        finish(draft, note="blinded off", why=EarlyEnd.ENDED if state.is_ending else EarlyEnd.BLINDED)
        return
    players, stacks = state.playing, draft.stacks()
    chips, prizes = [stacks[entry.number] for entry in players], state.prizes[: len(players)]
    try:
        shares = chop_shares("icm", chips, prizes)
    except UsageError:  # Too many players and prizes for the exact value.
        shares = chop_shares("chips", chips, prizes)
    by_entry = dict(zip([entry.number for entry in players], shares, strict=True))
    finish(draft, by_entry, "icm", early)


def _rank_playing(draft: TournamentDraft, *, robots_first: bool) -> None:
    """Give those who still play their places by their chips; `robots_first`: the robots better ones than the people."""
    state, stacks = draft.state, draft.stacks()
    ranks = {number: (robots_first and bool(state.entries[number].robot), own) for number, own in stacks.items()}
    for rank in sorted(set(ranks.values())):
        state.groups += 1
        for entry_number in [number for number, own in ranks.items() if own == rank]:
            state.put(replace(state.entries[entry_number], out=state.groups))


def _pay(draft: TournamentDraft, prizes: Mapping[int, int]) -> None:
    """Post prizes from the chips of the tournament; heads were paid before."""
    state, escrow = draft.state, GameAccount(KIND)
    for number, owner in draft.owners().items():
        prize, entry = prizes[number], state.entries[number]
        draft.move(transfer(escrow, owner, prize))
        if isinstance(owner, PlayerId) and entry.paid:
            draft.write(RecordResult(owner, KIND, entry.paid, prize + entry.won_heads))
    draft.reason = KIND


def pay_head(draft: TournamentDraft, number: int, lost: TournamentEntry, hand: HandInProgress) -> None:
    """Pay the price of a head to those who have taken the last chips of somebody in a hand that is over.

    Args:
        draft: the draft of the tournament.
        number: the table.
        lost: who has no chips left; a robot's head is worth nothing.
        hand: the hand.
    """
    state, table, seat = draft.state, draft.tables[number], hand.seat_of(TableSeat(lost.seat))
    if not state.plan.head or lost.player is None or seat is None:
        return
    owners, shown = draft.owners(), []
    for winner, share in head_shares(state.plan.head, winners_of(hand.deal, seat)).items():
        entry = state.at(number, hand.number_of(winner))
        if entry is not None and share:
            entry = replace(entry, won_heads=entry.won_heads + share)
            state.put(entry)
            draft.move(transfer(GameAccount(KIND), owners[entry.number], share))
            draft.write(save_entry(draft, entry))
            shown.append((table.state.seats[hand.number_of(winner)].nick, share))
    draft.reason = "head"
    table.announce(HeadWon(table.state.seats[TableSeat(lost.seat)].nick, tuple(shown)))


def _announce_end(
    draft: TournamentDraft,
    places: Mapping[int, int],
    prizes: Mapping[int, int],
    *,
    is_chop: bool,
    why: EarlyEnd | None,
) -> None:
    state = draft.state
    best = sorted(state.entries, key=lambda number: (places[number], number))
    nicks = {number: state.entries[number].nick for number in best}
    paid = [(nicks[number], places[number], prizes[number]) for number in best if prizes[number]][:MOST_SHOWN]
    winner = "" if is_chop else " & ".join([nicks[number] for number in best if places[number] == 1])
    event = TournamentEnded(state.plan.name, tuple(paid), winner, not state.pool, state.plan.is_knockout, why)
    by_lines = {number for number, table in draft.tables.items() if table.state.place.is_by_lines}
    draft.announce(event, beside=draft.tables.keys() - by_lines)
    for number in by_lines:
        draft.announce_at(number, event)
    channels = {table.state.place.numbered(1) for number, table in draft.tables.items() if number not in by_lines}
    elsewhere = channels - {state.place.numbered(1)}
    for place in sorted(elsewhere, key=str):
        draft.announce(event, place=place, beside=())


def _close_all(draft: TournamentDraft) -> None:
    for number in list(draft.state.tables):
        moving.close(draft, number)
    draft.is_closing = True


def cancel(draft: TournamentDraft) -> None:
    """End a tournament: before its first hand the buy-ins are paid back, after it see `finish_early`.

    A hand in progress is played to its end.
    """
    if draft.state.is_playing and draft.has_dealt:
        draft.state.is_ending = True
    else:
        _refund(draft)


def _refund(draft: TournamentDraft) -> None:
    """Pay all buy-ins back, and end the tournament."""
    state = draft.state
    returned = {number: entry.paid for number, entry in state.entries.items()}
    for number, owner in draft.owners().items():
        draft.move(transfer(GameAccount(KIND), owner, returned[number]))
    draft.reason = "refund"
    results = tuple([(number, 0, paid) for number, paid in returned.items()])
    draft.write(EndTournament(draft.table_id, results, is_cancelled=True))
    draft.announce(Phrase("tournament.cancelled" if state.pool else "tournament.cancelled_free", name=state.plan.name))
    _close_all(draft)


# Dividing the prizes


def vote(draft: TournamentDraft, entry: TournamentEntry, kind: str) -> None:
    """Offer to divide the prizes, or agree to an offer; `no` declines it.

    Args:
        draft: the draft of the tournament, with its table.
        entry: who says it.
        kind: `icm`, `chips`, `even` or `no`.

    Raises:
        NotAllowedError: it is not the final table, robots are left and it is not `icm`, somebody is absent, another
            offer stands, or its shares are not shown yet; or play has waited long enough for offers of the entry.
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
        _offer(draft, kind, entry)
    elif state.chop.kind != kind:
        raise NotAllowedError(Phrase("tournament.chop_other", kind=state.chop.kind))
    elif not state.chop.shares:
        # The shares are shown before anybody agrees, whoever offered them too.
        raise NotAllowedError(Phrase("tournament.chop_unshown", kind=kind))
    else:
        state.chop = replace(state.chop, agreed=state.chop.agreed | {entry.number})


def _offer(draft: TournamentDraft, kind: str, entry: TournamentEntry) -> None:
    state = draft.state
    if state.hands_to_chop:
        raise NotAllowedError(Phrase("tournament.chop_soon", n=state.hands_to_chop))
    offer = (entry.number, state.level, kind)
    if offer in state.offered:
        raise NotAllowedError(Phrase("tournament.chop_again", kind=kind))
    if any(entry.robot for entry in state.playing) and kind != "icm":
        raise NotAllowedError(Phrase("tournament.chop_robots"))
    if len([prize for prize in state.prizes if prize]) == 0:
        raise NotAllowedError(Phrase("tournament.chop_free"))
    (number,) = state.tables
    table = draft.table_state(number)
    if not table.seats[TableSeat(entry.seat)].wait_left(draft.now, CHOP_SECONDS):
        raise NotAllowedError(Phrase("tournament.chop_enough"))
    absent = [seat.nick for seat in table.seats.people if seat.is_away or seat.sits_out]
    if absent:
        raise NotAllowedError(Phrase("tournament.chop_absent", who=absent[0]))
    robots = frozenset([entry.number for entry in state.playing if entry.robot])
    state.chop = Chop(kind, {}, robots, draft.now + CHOP_SECONDS, entry.number)
    state.offered |= {offer}
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
    players, seat = state.playing, _offerer(draft)
    if len(players) < 2 or seat is None:
        state.chop = None
        return
    table.state.is_held, table.state.next_hand_at = True, None
    if not chop.shares or set(chop.shares) != {entry.number for entry in players}:
        stacks = [table.state.seats[TableSeat(entry.seat)].stack for entry in players]
        shares = chop_shares(chop.kind, stacks, state.prizes[: len(players)])
        by_entry = dict(zip([entry.number for entry in players], shares, strict=True))
        agreed = frozenset([entry.number for entry in players if entry.robot])
        run_clock(state, draft.now)
        if chop.since is None:
            chop = replace(chop, until=draft.now + seat.draw_wait(draft.now, CHOP_SECONDS), since=draft.now)
        chop, seconds = replace(chop, shares=by_entry, agreed=agreed), chop.until - draft.now
        shown = ", ".join([f"{entry.nick} {by_entry[entry.number]}" for entry in players])
        table.announce(Phrase("tournament.chop_shares", kind=chop.kind, shares=shown, seconds=f"{seconds:.0f}"))
    state.chop = chop
    if chop.agreed >= set(chop.shares):
        state.chop = None
        finish(draft, chop.shares, f"chop {chop.kind}")


def _offerer(draft: TournamentDraft) -> Seat | None:
    """Return the seat of who has made the offer that stands; None if they have left or are out."""
    chop = draft.state.chop
    entry = next((each for each in draft.state.playing if chop is not None and each.number == chop.by), None)
    return draft.tables[entry.table].state.seats[TableSeat(entry.seat)] if entry is not None else None


def lapse(draft: TournamentDraft) -> None:
    """Let an offer lapse, if its time is over."""
    if draft.state.chop is not None and draft.now >= draft.state.chop.until:
        _end_vote(draft, Phrase("tournament.chop_lapsed"))


def _end_vote(draft: TournamentDraft, why: Phrase) -> None:
    state, chop, seat = draft.state, draft.state.chop, _offerer(draft)
    run_clock(state, draft.now)
    if chop is not None and chop.since is not None and seat is not None:
        seat.spare_wait(draft.now, chop.until - draft.now)
    state.chop, state.hands_to_chop = None, CHOP_HANDS
    (number,) = draft.state.tables
    draft.tables[number].announce(why)
