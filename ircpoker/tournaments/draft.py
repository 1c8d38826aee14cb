"""The draft of a change of a tournament, with the drafts of the tables that change with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from ircpoker.ledger import HOUSE, Account, Change, PlayerId, Posting
from ircpoker.ledger.tournaments import KIND
from ircpoker.lobby.context import TableContext
from ircpoker.lobby.draft import Draft
from ircpoker.lobby.events import TableEvent
from ircpoker.lobby.listeners import Announcement
from ircpoker.lobby.places import Place
from ircpoker.lobby.state import TableState
from ircpoker.lobby.stored import StoredDraft
from ircpoker.people import Person
from ircpoker.table import TableSeat
from ircpoker.tournaments.rules.seating import TableSeats
from ircpoker.tournaments.state import TournamentEntry, TournamentState, dump_tournament


class TournamentDraft(StoredDraft):
    """A change of one tournament that is not committed yet.

    Attributes:
        before: the state without the change.
        tables: the drafts of the tables that change with it, by their numbers.
        table_drafts: the same drafts, and those of tables that have no number yet.
        player: nobody: a tournament belongs to no single player.
    """

    kind = KIND
    player: PlayerId | None = None

    def __init__(
        self,
        table_id: str,
        context: TableContext,
        before: TournamentState,
        find: Callable[[str], TableState],
        stored: str = "",
    ) -> None:
        """Copy the state of a tournament.

        Args:
            table_id: the ledger's name of the tournament.
            context: the objects that all tables share.
            before: the state.
            find: returns the state of a table by its name.
            stored: the state as the ledger has it.
        """
        super().__init__(table_id, context, KIND)
        self.before = before
        self.state: TournamentState = before.copy()
        self.tables: dict[int, Draft] = {}
        self.table_drafts: Sequence[Draft] = ()
        self._find = find
        self._stored = stored

    def __repr__(self) -> str:
        return f"<TournamentDraft of {self.table_id}>"

    def text(self) -> str:
        """Return the state as it is stored; most actions at a table change nothing of it."""
        return self._stored if self._stored and self.state == self.before else dump_tournament(self.state)

    def attach(self, drafts: Sequence[Draft]) -> None:
        """Take the drafts of tables that change together with it."""
        self.table_drafts = drafts
        numbers = {table_id: number for number, table_id in self.state.tables.items()}
        for draft in drafts:
            if draft.table_id in numbers:
                self.tables[numbers[draft.table_id]] = draft

    def write(self, *changes: Change) -> None:
        """Write changes in the transaction of this one."""
        self.changes += changes

    def move(self, moves: Iterable[Posting]) -> None:
        """Post chips in the transaction of this change."""
        self.moves += moves

    def announce(
        self,
        event: TableEvent,
        to: Person | None = None,
        place: Place | None = None,
        beside: Iterable[int] | None = None,
    ) -> None:
        """Announce an event when the change is committed.

        Args:
            event: the event.
            to: the only reader; None for everybody at the place.
            place: where; None for the place where the tournament was created.
            beside: the numbers of the tables whose listeners hear it, too; None for all of them.
        """
        where = place or self.state.place
        reader = to or (where.player and self._owner())
        number = self.context.shown_number(place) if place is not None and to is not None else 0
        names = self.before.tables | self.state.tables
        heard_at = tuple([names[each] for each in (names if beside is None else beside)])
        # What a tournament tells follows from the deals at its tables, whose ends may still be on their way.
        after = tuple(names.values())
        news = Announcement(
            where, event, reader or None, number=number, beside=heard_at, table=self.table_id, follows=after
        )
        self.announcements.append(news)

    def announce_at(self, number: int, event: TableEvent) -> None:
        """Announce an event at one of the tables in this change, which follows from the deals at all of them."""
        table = self.tables[number]
        table.announce(event)
        names = self.before.tables | self.state.tables
        table.announcements[-1] = replace(table.announcements[-1], follows=tuple(names.values()))

    def _owner(self) -> Person | None:
        """Return the person of a private tournament."""
        return next((person_of(entry) for entry in self.state.entries.values() if entry.player), None)

    def owners(self) -> dict[int, Account]:
        """Return to whom the chips of each entry belong now; those of a robot are the house's."""
        known = self.context.ledger.entry_owners(self.table_id) if self.state.pool else {}
        return {
            number: HOUSE if entry.player is None else known.get(number, entry.player)
            for number, entry in self.state.entries.items()
        }

    # The tables

    def table_state(self, number: int) -> TableState:
        """Return the state of a table: with this change, or as it was committed."""
        draft = self.tables.get(number)
        return draft.state if draft is not None else self._find(self.state.tables[number])

    def seats(self) -> Sequence[TableSeats]:
        """Return all tables, as the rules see them."""
        entries: dict[int, dict[int, int]] = {}
        for entry in self.state.entries.values():
            if entry.is_in and entry.table >= 0:
                entries.setdefault(entry.table, {})[entry.seat] = entry.number
        offered = {self.state.entries[entry].table for entry in self.state.rebuy_until}
        tables = []
        for number in self.state.tables:
            table, players = self.table_state(number), entries.get(number, {})
            blinds = table.positions
            small, big = (blinds.small_blind, blinds.big_blind) if blinds else (None, None)
            is_playing = table.hand is not None or number in offered
            tables.append(TableSeats(number, self.state.plan.seats, players, small, big, is_playing))
        return tables

    @property
    def has_dealt(self) -> bool:
        """Whether its first hand has begun."""
        dealt = any(self.table_state(number).positions is not None for number in self.state.tables)
        return dealt or any(self.state.hands.values()) or bool(self.state.groups)

    @property
    def is_deserted(self) -> bool:
        """Whether no person is there who plays; when all are out, whether none was there before."""
        people = [entry for entry in self.state.playing if entry.player and entry.table >= 0]
        if not people:
            return self.state.deserted_since is not None
        return not any(self.table_state(each.table).seats[TableSeat(each.seat)].is_present for each in people)

    def stacks(self) -> dict[int, int]:
        """Return the chips of each entry that plays, those at the start of the hand while one is played."""
        stacks = {}
        for entry in self.state.playing:
            if entry.table >= 0:
                table = self.table_state(entry.table)
                stacks[entry.number] = table.seats[TableSeat(entry.seat)].stack
        return stacks


def person_of(entry: TournamentEntry) -> Person | None:
    """Return the person of an entry; None for a robot."""
    return Person.of(entry.player, entry.own_nick, entry.address) if entry.player else None
