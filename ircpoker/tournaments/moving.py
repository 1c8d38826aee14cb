"""Players get and change their seats: at the start, to balance tables, from a broken table, to the final table.

Each draw uses a committed shuffle of its own, mixed with the seeds of the people who play. It is revealed at once,
because nothing that it decides stays hidden; docs/verify.md shows how to check it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ircpoker.errors import LedgerError
from ircpoker.fairness.proofs import freeze, use
from ircpoker.fairness.shuffle import PendingShuffle, make_numbers, make_secret
from ircpoker.ledger import CommitShuffle, RevealShuffle
from ircpoker.ledger.tournaments import KIND
from ircpoker.lobby.seats import Seat, TablePolicy
from ircpoker.lobby.shuffles import hidden_deals
from ircpoker.lobby.state import TableState
from ircpoker.lobby.table import Table
from ircpoker.lobby.tournament_events import PlayerMoved
from ircpoker.table import TableSeat
from ircpoker.tournaments.draft import person_of
from ircpoker.tournaments.rules import seating
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ircpoker.lobby.context import TableContext
    from ircpoker.lobby.places import Place
    from ircpoker.table import Stakes
    from ircpoker.tournaments.draft import TournamentDraft
    from ircpoker.tournaments.rules.seating import Move
    from ircpoker.tournaments.state import TournamentEntry


def commit_draw(draft: TournamentDraft) -> CommitShuffle:
    """Commit to the next draw."""
    deal_id = str(draft.context.ledger.new_deal_number())
    pending = PendingShuffle(deal_id, make_secret(draft.context.entropy))
    commit = CommitShuffle(deal_id, KIND, pending.commitment, pending.secret.hex(), None, draft.table_id)
    draft.state.draw = deal_id
    draft.write(commit)
    return commit


def draw_numbers(draft: TournamentDraft, count: int) -> tuple[int, ...]:
    """Return numbers of the draw that was committed to, and commit to the next one.

    Args:
        draft: the draft of the tournament.
        count: how many.

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
    draft.write(use(proof, reveal=True))
    numbers = make_numbers(proof.secret, proof.deal_id, proof.seeds, count)
    commit_draw(draft)
    return numbers


def draw_order(draft: TournamentDraft, count: int) -> list[int]:
    """Return the numbers from 0 to `count` - 1 in a fair order."""
    numbers = draw_numbers(draft, count)
    return sorted(range(count), key=lambda index: (numbers[index], index))


def new_table(context: TableContext, table_id: str, game: str, stakes: Stakes, place: Place) -> Table:
    """Return a table of a tournament without players; it is not stored yet."""
    return Table(context, table_id, TableState(place, game, stakes, TablePolicy.TOURNAMENT, is_held=True))


def seat_all(draft: TournamentDraft) -> None:
    """Draw the seats of all entries at the new tables of the change, and the order of breaking (TDA 7)."""
    state, tables = draft.state, draft.table_drafts
    entries = list(state.entries.values())
    order = draw_order(draft, len(entries))
    state.tables = {number: table.table_id for number, table in enumerate(tables)}
    draft.attach(tables)
    drawn = seating.draw_seats([entries[index].number for index in order], len(tables))
    # The order of breaking comes from the same draw: the table of the entry that was drawn first breaks last.
    first = sorted(range(len(tables)), key=lambda number: min(drawn[number].values()))
    state.break_order = tuple(reversed(first))
    for number, seats in enumerate(drawn):
        for seat, entry_number in seats.items():
            sit(draft, number, seat, state.entries[entry_number], state.structure.stack)


def sit(draft: TournamentDraft, number: int, seat: int, entry: TournamentEntry, chips: int) -> None:
    """Give an entry a seat with new chips."""
    taken = Seat(entry.own_nick, chips, chips, entry.player, entry.robot, address=entry.address)
    target = draft.tables[number].state
    target.seats.take(TableSeat(seat), taken)
    target.seats.tell_apart(TableSeat(seat), target.place.network)
    draft.state.issued += chips
    placed = replace(entry, table=number, seat=seat)
    draft.state.put(placed)
    _tell(draft, placed, chips, "drawn")


def _tell(draft: TournamentDraft, entry: TournamentEntry, chips: int, why: str, source: int | None = None) -> None:
    """Tell a person where they sit now, and those who watch the two tables."""
    person, table = person_of(entry), draft.tables[entry.table]
    if person is not None and not table.state.place.is_private:
        place = table.state.place
        moved = PlayerMoved(entry.nick, entry.table + 1, place.title, entry.seat, chips, why, table.table_id)
        beside = {entry.table} if source is None else {source, entry.table}
        draft.announce(moved, person, place, sorted(beside))


def move(draft: TournamentDraft, step: Move, why: str) -> None:
    """Move a player to a seat at another table."""
    entry = draft.state.entries[step.entry]
    source, target = draft.tables[step.source], draft.tables[step.target]
    seat = source.state.seats.pop(TableSeat(entry.seat))
    source.robots.forget(TableSeat(entry.seat))
    target.state.seats.take(TableSeat(step.seat), seat)
    target.state.seats.tell_apart(TableSeat(step.seat), target.state.place.network)
    placed = replace(entry, table=step.target, seat=step.seat)
    draft.state.put(placed)
    _tell(draft, placed, seat.stack, why, step.source)


def break_table(draft: TournamentDraft, number: int, numbers: Sequence[int]) -> None:
    """Break a table: its players get any free seats of the others, by a draw (TDA 10)."""
    table = draft.tables[number]
    table.announce(Phrase("tournament.broken", number=number + 1))
    for step in seating.break_table(draft.seats(), number, numbers):
        move(draft, step, "broken")
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
    order = draw_order(draft, len(playing))
    seats = {entry.number: draft.tables[entry.table].state.seats[TableSeat(entry.seat)] for entry in playing}
    target = draft.tables[final]
    for number in list(state.tables):
        if number != final:
            draft.tables[number].announce(Phrase("tournament.to_final", place=target.state.place.title))
            close(draft, number)
    target.robots.forget()
    target.state.seats.clear()
    target.state.positions = None
    target.announce(Phrase("tournament.final", left=len(playing)))
    for seat, index in enumerate(order):
        entry = playing[index]
        target.state.seats.take(TableSeat(seat), seats[entry.number])
        target.state.seats.tell_apart(TableSeat(seat), target.state.place.network)
        placed = replace(entry, table=final, seat=seat)
        state.put(placed)
        _tell(draft, placed, seats[entry.number].stack, "final", entry.table)
