"""Who has said something, with their seats and turns, and which of a channel's tables they mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple

from ircpoker.config.networks import MOST_CHANNEL_TABLES
from ircpoker.errors import NO_TABLE, NotAllowedError, PokerError
from ircpoker.ledger import PlayerId
from ircpoker.lobby.context import TableContext, check_share
from ircpoker.lobby.hand import HandInProgress
from ircpoker.lobby.places import Place, free_by_lines
from ircpoker.lobby.seating import check_vacant, is_full
from ircpoker.lobby.table import Table
from ircpoker.lobby.table_index import SeatAt, TableIndex
from ircpoker.people import Person
from ircpoker.runtime.shares import SHARES
from ircpoker.table import LegalActions
from ircpoker.words import Phrase

_TIMES = (1, 2, 5, 10)
"""The stakes among which the opener of a table chooses, as so many times the usual ones."""


class OwnTurn(NamedTuple):
    """A person's turn.

    Attributes:
        table: the table.
        hand: the hand.
        turn_id: identifies the turn; see `HandInProgress.turn_id`.
    """

    table: Table
    hand: HandInProgress
    turn_id: tuple[str, int]

    @property
    def legal(self) -> LegalActions:
        """What they may do."""
        legal = self.hand.deal.legal_actions()
        if legal is None:
            raise AssertionError(f"nobody acts in deal {self.hand.deal_id}")
        return legal


class Speaker(NamedTuple):
    """The author of a line, with the seats and turns that they had when the line came.

    Attributes:
        place: the place of the table that they mean where they spoke: see `TableIndex.meant`.
        person: the person.
        seats: the tables at which they sit, each with their seat there.
        turns: the turns that are theirs, at any table.
        is_seated_here: whether they sit at that table.
        number: the number of that table, if its lines show it; else 0.
    """

    place: Place
    person: Person
    seats: tuple[SeatAt, ...]
    turns: tuple[OwnTurn, ...]
    is_seated_here: bool
    number: int

    @property
    def turns_here(self) -> list[OwnTurn]:
        """The turns that they may mean: in a channel at its table, in private at any table."""
        return [turn for turn in self.turns if self.place.is_private or turn.table.place == self.place]


def make_speaker(place: Place, person: Person, seats: Iterable[SeatAt], number: int) -> Speaker:
    """Return the author of a line who has these seats, and means the table at a place with a shown number."""
    seats = tuple(seats)
    is_seated_here = any(table.state.place == place for table, _ in seats)
    return Speaker(place, person, seats, tuple(turns_of(seats)), is_seated_here, number)


def turns_of(seats: Iterable[SeatAt]) -> list[OwnTurn]:
    """Return the turns of a person who has these seats."""
    turns = []
    for table, number in seats:
        hand = table.state.hand
        if hand is not None and hand.actor == number and not hand.awaits_cards:
            turns.append(OwnTurn(table, hand, hand.turn_id))
    return turns


class TableChoice:
    """Chooses among the tables of a channel; a person has one seat there."""

    def __init__(self, tables: TableIndex, context: TableContext) -> None:
        """Choose among tables.

        Args:
            tables: all tables.
            context: the objects that they share.
        """
        self._tables = tables
        self._context = context

    def numbered(self, place: Place, number: int) -> Table:
        """Return the table of a number in a channel.

        Raises:
            NotAllowedError: there is no table in the channel.
            NotAllowedError: there are others.
            LedgerError: it is not known whether there is one.
        """
        table = self._tables.at(place.numbered(number))
        if table is None:
            known = ", ".join(str(each.place.number) for each in self._tables.in_channel(place))
            raise NotAllowedError(Phrase("errors.no_such_table", number=number, known=known) if known else NO_TABLE)
        return table

    def shown_number(self, place: Place) -> int:
        """Return the number of a table if its lines show it, because its channel has, or may have, several; else 0."""
        if not place.channel:
            return 0
        has_several = place.number > 1 or self._context.tables_per_channel(place) > 1
        has_several = has_several or any(table.state.place != place for table in self._tables.in_channel(place))
        return place.number if has_several else 0

    def own_number(self, player: PlayerId, place: Place) -> int:
        """Return the number, as lines show it, of the table in a channel at which a player sits; 0 without a seat."""
        table = self._tables.table_of(player, place)
        return self.shown_number(table.state.place) if table is not None else 0

    def roomiest(self, tables: Sequence[Table], chips: int | None = None) -> Table:
        """Return the first of some tables at which somebody else can sit down with these chips; else the first."""
        roomy = [table for table in tables if not is_full(table.state, self._context.robots)]
        allowed = [
            table
            for table in roomy
            if chips is None or table.settings.least_buy_in <= chips <= table.settings.most_buy_in
        ]
        return (allowed or roomy or tables)[0]

    def to_open(self, place: Place, person: Person) -> Place:
        """Return the place of a new table, or that of the table that is in the way, if there is no room for another.

        Raises:
            NotAllowedError: there are too many tables without a channel.
            LedgerError: it is not known which tables there are.
        """
        own = self._own(place, person)
        if place.is_by_lines:
            self._check_by_lines(place, person)
            return next(free_by_lines(place.network, self._tables.places))
        if place.is_private or own is not None:
            return place if own is None else own.place
        places = [place.numbered(number) for number in range(1, MOST_CHANNEL_TABLES + 1)]
        there = [table for each in places if (table := self._tables.at(each)) is not None]
        if len(there) < self._context.tables_per_channel(place):
            taken = {table.place for table in there}
            return next(each for each in places if each not in taken)
        vacant = next((table for table in there if table.state.waits_for_chips), None)
        return (vacant or self.roomiest(there)).place

    def _check_by_lines(self, place: Place, person: Person) -> None:
        """Check that there may be another table without a channel; at a terminal of this machine nobody is limited."""
        share, holder = SHARES["by lines"], self._context.holder(place, person)
        there = [table.state for table in self._tables.on(place.network) if table.place.is_by_lines]
        own = [state for state in there if state.seats.people[:1] and state.seats.people[0].player == person.id]
        if holder.host and len(own) >= share.least:
            raise NotAllowedError(Phrase("errors.most_tables_own", n=len(own)))
        check_share(share, share.total, [(state.holder, 1) for state in there], holder)

    def may_open(self, place: Place, person: Person) -> bool:
        """Return whether there is room at a place for a table that a person opens."""
        with suppress(PokerError):
            there = self._tables.at(self.to_open(place, person))
            if there is not None:
                check_vacant(there.state, self._context.robots, person)
            return not self._context.is_finishing
        return False

    def stakes_to_open(self, place: Place, game: str) -> list[str]:
        """Return some stakes of a game that may be chosen at a place, as they are typed; empty text for the usual."""
        usual = self._context.stakes_at(place, game)
        found = []
        for times in _TIMES:
            small, big, ante = times * usual.small_blind, times * usual.big_blind, times * usual.ante
            with suppress(PokerError):
                self._context.stakes_at(place, game, (small, big) if big else (ante,))
                found.append(f"{small}/{big}" if big else f"ante{ante}")
        return found or [""]

    def to_sit_at(self, place: Place, person: Person, chips: int | None, number: int) -> Table | None:
        """Return the table where a person would sit down; in private also the only one where they have a seat.

        Args:
            place: the place.
            person: the person.
            chips: the buy-in; None for the usual one.
            number: the number of a table in the channel; 0 for their own, or the one that they left last, or the first
                with a free seat.

        Raises:
            NotAllowedError: there is no table of that number, or they sit at another one here.
            LedgerError: it is not known whether there is a table.
        """
        own = self._own(place, person)
        if number:
            if own is not None and own.place.number != number:
                raise NotAllowedError(Phrase("errors.seated_at", number=own.place.number))
            return self.numbered(place, number)
        there = self._tables.in_channel(place)
        if own is None and len(there) > 1:
            left = self._tables.left_last(person.id, place)
            there.sort(key=lambda table: table.place != left)
        place = own.place if own is not None else self.roomiest(there, chips).place if there else place
        table = self._tables.at(place)
        seats = self._tables.seats_of(person.id) if table is None and place.is_private else []
        return seats[0][0] if len(seats) == 1 else table

    def _own(self, place: Place, person: Person) -> Table | None:
        """Return the table in a channel where a person sits, or sits if a change in doubt is stored."""
        in_doubt = [table for table, _ in self._tables.in_doubt(person.id) if table.place.is_beside(place)]
        return self._tables.table_of(person.id, place) or next(iter(in_doubt), None)
