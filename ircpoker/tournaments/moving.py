"""Players get and change their seats: at the start, to balance tables, from a broken table, to the final table.

Each draw uses a committed shuffle of its own, mixed with the seeds of the people who play. It is revealed at once,
because nothing that it decides stays hidden; docs/tournaments.md shows how to check it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from ircpoker.errors import LedgerError
from ircpoker.fairness.proof import PendingShuffle
from ircpoker.fairness.proofs import freeze, use
from ircpoker.fairness.seat_draws import DrawKind, OpenTable, SeatDraw
from ircpoker.fairness.shuffle import make_numbers, make_secret
from ircpoker.ledger import CommitShuffle, RevealShuffle
from ircpoker.ledger.tournaments import KIND
from ircpoker.lobby.seats import Seat
from ircpoker.lobby.shuffles import hidden_deals
from ircpoker.lobby.tournament_events import PlayerMoved
from ircpoker.table import TableSeat
from ircpoker.tournaments.clocks import close_registration
from ircpoker.tournaments.draft import TournamentDraft, person_of
from ircpoker.tournaments.rules import seating
from ircpoker.tournaments.rules.seating import Move
from ircpoker.tournaments.stages import tell_start
from ircpoker.tournaments.state import TournamentEntry
from ircpoker.words import Phrase


def commit_draw(draft: TournamentDraft) -> CommitShuffle:
    """Commit to the next draw."""
    deal_id = str(draft.context.ledger.new_deal_number())
    pending = PendingShuffle(deal_id, make_secret(draft.context.entropy))
    commit = CommitShuffle(deal_id, KIND, pending.commitment, pending.secret.hex(), None, draft.table_id)
    draft.state.draw = deal_id
    draft.write(commit)
    return commit


def draw_seats(
    draft: TournamentDraft, kind: DrawKind, entries: Sequence[TournamentEntry], tables: Mapping[int, OpenTable]
) -> list[tuple[TournamentEntry, int, int]]:
    """Draw seats by the draw that was committed to, and commit to the next one.

    Args:
        draft: the draft of the tournament.
        kind: what is drawn.
        entries: who gets seats, in the order of the numbers of the draw.
        tables: the tables by number, with seats counted from 1.

    Returns:
        Each entry with its table and its seat, counted from 0.

    Raises:
        LedgerError: the draw cannot be read.
    """
    ledger, state = draft.context.ledger, draft.state
    shuffle = ledger.shuffle(state.draw) if state.draw else None
    if shuffle is None:
        raise LedgerError(f"the draw {state.draw} of {draft.table_id} is not there")
    people = [entry.player for entry in state.playing if entry.player is not None]
    given = ledger.seeds(people)
    proof = freeze(shuffle, [given.get(player) or draft.context.client_text(player) for player in people])
    numbers = make_numbers(proof.secret, proof.deal_id, proof.seeds, len(entries))
    names = tuple([(entry.number, entry.nick) for entry in entries])
    drawn = SeatDraw(kind, names, {number + 1: table for number, table in tables.items()}).drawn(numbers)
    draft.write(use(dataclasses.replace(proof, draw=drawn), reveal=True))
    commit_draw(draft)
    return [(state.entries[entry], table - 1, seat - 1) for entry, table, seat in drawn.seats]


def seat_all(draft: TournamentDraft) -> None:
    """Draw the seats of all entries at the new tables of the change, and the order of breaking (TDA 7)."""
    state, tables = draft.state, draft.table_drafts
    drawn = draw_seats(
        draft, DrawKind.START, list(state.entries.values()), dict.fromkeys(range(len(tables)), OpenTable())
    )
    state.tables = {number: table.table_id for number, table in enumerate(tables)}
    draft.attach(tables)
    # The order of breaking follows from the same draw: the table of the first entry breaks last.
    first = {number: min(entry.number for entry, table, _ in drawn if table == number) for number in state.tables}
    state.break_order = tuple(sorted(first, key=lambda number: -first[number]))
    if not state.plan.late_levels:
        close_registration(state)
    tell_start(draft)
    for entry, number, seat in sorted(drawn, key=lambda each: each[1:]):
        sit(draft, number, seat, entry, state.structure.stack)


def sit_late(draft: TournamentDraft, number: int, entry: TournamentEntry) -> None:
    """Give somebody who comes late a free seat of a table, by a draw, with new chips."""
    taken = draft.tables[number].state.seats
    free = [seat + 1 for seat in range(draft.state.plan.seats) if TableSeat(seat) not in taken]
    ((_, _, seat),) = draw_seats(draft, DrawKind.LATE, [entry], {number: OpenTable(len(taken), tuple(free))})
    sit(draft, number, seat, entry, draft.state.structure.stack)


def sit(draft: TournamentDraft, number: int, seat: int, entry: TournamentEntry, chips: int) -> None:
    """Give an entry a seat with new chips."""
    taken = Seat(entry.own_nick, chips, chips, entry.player, entry.robot, address=entry.address, host=entry.host)
    draft.state.issued += chips
    _place(draft, replace(entry, table=number, seat=seat), taken, "drawn")


def _place(draft: TournamentDraft, entry: TournamentEntry, seat: Seat, why: str, source: int | None = None) -> None:
    """Put an entry at its new seat, and tell the person, and those who watch the two tables."""
    table, number = draft.tables[entry.table], TableSeat(entry.seat)
    place = table.state.place
    table.state.seats.take(number, seat)
    table.state.seats.tell_apart(number, place.network)
    draft.state.put(entry)
    person = person_of(entry)
    if person is not None and not place.is_private:
        moved = PlayerMoved(entry.nick, entry.table + 1, place.title, number, seat.stack, why, table.table_id)
        if source is None:
            # Before the seal of the first deal there, which says when that begins.
            table.announce(moved, table.state.seats[number])
        else:
            draft.announce(moved, person, place, sorted({source, entry.table}))


def move(draft: TournamentDraft, step: Move, why: str) -> None:
    """Move a player to a seat at another table."""
    entry = draft.state.entries[step.entry]
    source, target = draft.tables[step.source], draft.tables[step.target]
    seat = source.state.seats.pop(TableSeat(entry.seat))
    source.robots.forget(TableSeat(entry.seat))
    target.state.announced_begin = 0.0  # Who comes has not read when the next hand begins, and which deck is sealed.
    _place(draft, replace(entry, table=step.target, seat=step.seat), seat, why, step.source)


def break_table(draft: TournamentDraft, number: int) -> None:
    """Break a table: its players get any free seats of the others, by a draw (TDA 10)."""
    seats = {each.table: each for each in draft.seats()}
    draft.announce_at(number, Phrase("tournament.broken", number=number + 1))
    players = [draft.state.entries[entry] for _, entry in sorted(seats.pop(number).players.items())]
    others = {each.table: OpenTable(len(each.players), tuple([n + 1 for n in each.free])) for each in seats.values()}
    for entry, target, seat in draw_seats(draft, DrawKind.BROKEN, players, others):
        move(draft, seating.Move(entry.number, number, target, seat), "broken")
    close(draft, number)


def close(draft: TournamentDraft, number: int) -> None:
    """Close a table without players."""
    table = draft.tables[number]
    for seat in list(table.state.seats):
        del table.state.seats[seat]
    table.robots.forget()
    deal_ids = hidden_deals(table.state)
    table.write(*map(RevealShuffle, deal_ids))
    table.revealed += deal_ids
    table.is_closing = True
    del draft.state.tables[number]
    draft.state.break_order = tuple([each for each in draft.state.break_order if each != number])
    draft.state.hands.pop(number, None)


def go_to_final(draft: TournamentDraft) -> None:
    """Seat all who are left at one table, by a new draw (the house's)."""
    state = draft.state
    # The last one in the order of breaking; one that everybody can watch, if there is one.
    in_channels = [number for number in state.break_order if draft.tables[number].state.place.channel]
    final = (in_channels or state.break_order)[-1]
    playing = state.playing
    drawn = draw_seats(draft, DrawKind.FINAL, playing, {final: OpenTable()})
    seats = {entry.number: draft.tables[entry.table].state.seats[TableSeat(entry.seat)] for entry in playing}
    target = draft.tables[final]
    for number in list(state.tables):
        if number != final:
            draft.announce_at(number, Phrase("tournament.to_final", place=target.state.place.title))
            close(draft, number)
    title, tables = target.state.place.title, [draft.tables[number].state.place.numbered(1) for number in draft.tables]
    if title and state.place.numbered(1) not in tables:
        values = {"name": state.plan.name, "place": title, "left": len(playing)}
        draft.announce(Phrase("tournament.final_elsewhere", **values), beside=())
    target.robots.forget()
    target.state.announced_begin = 0.0
    target.state.seats.clear()
    target.state.positions = None
    draft.announce_at(final, Phrase("tournament.final", left=len(playing)))
    for entry, _, seat in drawn:
        _place(draft, replace(entry, table=final, seat=seat), seats[entry.number], "final", entry.table)
