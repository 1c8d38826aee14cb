"""The accounts of people, which follow them to a new nick, address or login: now, or as soon as the ledger works.

People keep their seats and chips in any case. The account comes along if the chips in front of them are from it, nobody
else has chips from it on a table, and the new name has no account. Otherwise somebody could borrow a nick and take its
account along, or leave their own account to it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from ircpoker.config.networks import NetworkSettings
from ircpoker.errors import LedgerError, NotAllowedError, PokerError, StaleStateError
from ircpoker.ledger import Change, Ledger, LinkResult, PlayerId
from ircpoker.lobby import presence
from ircpoker.lobby.changes import Write, change
from ircpoker.lobby.draft import Draft
from ircpoker.lobby.places import Place
from ircpoker.lobby.state import TableState
from ircpoker.lobby.table import Table
from ircpoker.lobby.table_index import SeatAt, TableIndex
from ircpoker.people import Person
from ircpoker.runtime.recent import OnceAMinute
from ircpoker.table import TableSeat
from ircpoker.words import Phrase

MOST_PENDING = 10_000
"""The most players whose account is remembered as one that has still to follow them."""

_logger = logging.getLogger(__name__)


class _AccountStaysError(Exception):
    """The ledger leaves the account where it is."""


class Identities:
    """The owners of accounts and seats.

    Attributes:
        pending: by player, the guest whose account is not the player's yet, because the ledger failed when the guest
            took another name; the first one of several names.
        tables: all tables.
        followers: are called with a player before and after, when a person has become another player, and when an
            account has.
    """

    def __init__(self, ledger: Ledger, troubles: OnceAMinute) -> None:
        """Begin without tables.

        Args:
            ledger: the ledger.
            troubles: limits how often a failure is logged.
        """
        self.pending: dict[PlayerId, Person] = {}
        self.tables = TableIndex()
        self.followers: list[Callable[[PlayerId, PlayerId], None]] = []
        self._ledger = ledger
        self._troubles = troubles

    # People with a new name

    def follow(self, old: Person, person: Person) -> None:
        """Let account and seats follow somebody with a new nick or address, or who is another player now."""
        if old.id == person.id:
            self._store_name(person)
            self._rename_seats(self.tables.seats_of(old.id), person)
            return
        guest = self.pending.pop(old.id, None) if old.id.is_guest else None
        if guest is not None and guest.id != person.id:
            self._postpone(guest, person)
        self._report(old.id, person.id)
        self._follow(old, person)

    def _follow(self, old: Person, person: Person) -> None:
        seats = self.tables.seats_of(old.id)
        if self._is_unsettled(old):
            self._postpone(old, person)
            self._note_name(seats, old, person)
            return
        free = [seat for seat in seats if self._is_free_for(person, seat[0])]
        for table, number in seats:
            if (table, number) not in free:
                # A seat with the new name, here or at another table of the channel, is kept for somebody who left it.
                table.mark_away(number)
        if len(free) < len(seats) or not self._take_account_along(seats, old, person):
            self._rename_seats(free, person)

    def apply_pending(self, person: Person) -> None:
        """Let the account follow a person whose last new name the ledger could not store."""
        guest = self.pending.pop(person.id, None)
        if guest is None:
            return
        if self._is_unsettled(guest) or self._is_unsettled(person):
            self._postpone(guest, person)
        elif self.tables.seats_of(guest.id):
            self._follow(guest, person)
        else:
            seats = [at for at in self.tables.seats_of(person.id) if at[0].seats[at[1]].account == guest.id]
            self._take_account_along(seats, guest, person)

    def claim(self, code: str, person: Person) -> None:
        """Give a guest the account that a code opens, with its seats, in one transaction.

        Args:
            code: as the ledger gave it.
            person: the guest; has an account.

        Raises:
            NotAllowedError: the code is not valid, the guest sits at a table, or chips of one of the two accounts are
                on a table from which they would go back to the other account.
            LedgerError: the ledger failed.
            StaleStateError: another process has changed one of the tables.
        """
        tables, ledger = self.tables, self._ledger
        old = ledger.claimable(code, person.id)
        seats = tables.seats_of(old)
        if person.id.network in self.tables.unread or tables.in_doubt(old) or tables.in_doubt(person.id):
            raise LedgerError(Phrase("errors.in_doubt"))
        if tables.seats_of(person.id) or self._has_chips_of(person.id, ()) or self._has_chips_of(old, seats):
            raise NotAllowedError(Phrase("errors.claim_seated"))

        def write(saves: Sequence[Change]) -> None:
            ledger.claim_account(code, person.id, *saves, nick=person.nick, nick_key=person.nick_key)

        self._rename_all(seats, old, person, write)
        self._report(old, person.id)
        for table, number in seats:
            table.mark_present(number, person)

    def link(self, code: str, person: Person) -> LinkResult | None:
        """Let a person own one account with the person who got a code; see `Ledger.link`.

        Args:
            code: as the ledger gave it.
            person: who gives it; has an account.

        Raises:
            NotAllowedError: the code is the person's own, the two cannot be one, or one of them plays.
            LedgerError: the ledger failed.
        """
        self._check_settled(person)
        link = self._ledger.link(code, person.id)
        if link is not None:
            self._note_links(link.players)
        return link

    def unlink(self, person: Person, player: PlayerId) -> tuple[PlayerId, ...]:
        """Let one of a person's identities leave their account; return those that stay; see `Ledger.unlink`.

        Raises:
            NotAllowedError: there is no such identity or no other one, or one of them plays.
            LedgerError: the ledger failed.
        """
        self._check_settled(person)
        players = self._ledger.unlink(person.id, player)
        self._note_links((player, *players))
        return players

    def read_links(self) -> None:
        """Read from the ledger who has several identities.

        Raises:
            LedgerError: the ledger failed.
        """
        self.tables.links.learn(self._ledger.linked_players())

    def _check_settled(self, person: Person) -> None:
        """Check that it is known whose account a person has, and that they sit at no table.

        Raises:
            LedgerError: it is not known.
            NotAllowedError: they sit at a table.
        """
        if person.id in self.pending or self._is_unsettled(person):
            raise LedgerError(Phrase("errors.in_doubt"))
        players = self.tables.links.all_of(person.id)
        if any(self.tables.seats_of(player) or self._has_chips_of(player, ()) for player in players):
            raise NotAllowedError(Phrase("errors.link_seated"))

    def _note_links(self, players: Iterable[PlayerId]) -> None:
        self.read_links()
        for player in players:
            self._report(player, player)  # Their choices may have changed.

    def seated_as(self, person: Person, place: Place, *, is_opening: bool = False) -> tuple[Person, Place]:
        """Return the identity by which a person sits where they speak, and what that place is for it.

        Args:
            person: who speaks.
            place: where.
            is_opening: whether they want a new table: then a seat in a channel does not count in private.
        """
        own = self.tables.seats_of(person.id)
        if not place.is_private:
            own = [seat for seat in own if seat[0].place.is_beside(place)]
        for other in () if own else self.tables.links.all_of(person.id)[1:]:
            for table, number in self.tables.seats_of(other):
                is_private = table.place.is_private
                if is_private or not is_opening if place.is_private else table.place.is_beside(place):
                    seat = table.seats[number]
                    seated = Person.of(other, seat.own_nick, seat.address)
                    return seated, Place.of_player(other) if place.is_private else place
        return person, place

    def learn_addresses(self, table: Table, networks: Iterable[NetworkSettings]) -> None:
        """Give guests at a table that are stored without an address the one from which they sat down."""
        network = next((each for each in networks if each.name == table.place.network), None)
        if network is None or network.is_embedded:
            return
        for seat in table.seats.people:
            is_guest = seat.player and seat.player.is_guest and seat.player.network == network.name
            if seat.player and is_guest and seat.address and not seat.player.address:
                player = PlayerId.of(seat.player.network, nick_key=seat.player.name, address=seat.address)
                self.follow(Person.of(seat.player, seat.nick), Person.of(player, seat.nick))

    # Accounts

    def _store_name(self, person: Person) -> None:
        """Store the new nick of a person; if the ledger fails, it is stored with their next command."""
        try:
            self._ledger.name_player(person.id, nick=person.nick, nick_key=person.nick_key)
        except LedgerError as error:
            self._log(f"{person.id} does not go by the nick {person.nick!a} yet", error)

    def _take_account_along(self, seats: Sequence[SeatAt], old: Person, person: Person) -> bool:
        """Give a person's account and seats the new identity in one transaction; return whether that was possible.

        Args:
            seats: the person's seats, at tables where nobody has the new name; perhaps none.
            old: the person before.
            person: the person now, who is another person in the ledger.
        """
        ledger = self._ledger
        is_own = not seats or any(table.seats[number].account == old.id for table, number in seats)
        if not old.id.is_guest or not is_own or self._has_chips_of(old.id, seats):
            return False
        own = [table.seats[number] for table, number in seats if not table.state.policy.is_tournament]
        in_front = sum(seat.stack + seat.added for seat in own)

        def write(saves: Sequence[Change]) -> None:
            naming = {"nick": person.nick, "nick_key": person.nick_key}
            if not ledger.rebind(old.id, person.id, *saves, in_front=in_front, **naming):
                raise _AccountStaysError

        try:
            self._rename_all(seats, old.id, person, write)
        except _AccountStaysError:
            return False
        except (LedgerError, StaleStateError) as error:
            self._log(f"{person.id}, who was {old.id}, does not go by the new name yet", error)
            self._postpone(old, person)
            return False
        self._report(old.id, person.id)
        return True

    def _report(self, old: PlayerId, player: PlayerId) -> None:
        for follower in self.followers:
            follower(old, player)

    def _postpone(self, guest: Person, person: Person) -> None:
        if len(self.pending) >= MOST_PENDING:
            del self.pending[next(iter(self.pending))]
        self.pending.setdefault(person.id, guest)

    def _has_chips_of(self, player: PlayerId, seats: Sequence[SeatAt]) -> bool:
        """Return whether seats other than these have chips from a player's account."""
        return any(
            seat.account == player and (table, number) not in seats
            for table in self.tables
            for number, seat in table.seats.items()
        )

    def _is_unsettled(self, person: Person) -> bool:
        """Return whether it is not known at which tables a person sits, so that their account cannot be renamed."""
        if person.id.network in self.tables.unread or self.tables.in_doubt(person.id):
            return True
        return any(table.stored.unconfirmed is not None for table, _ in self.tables.seats_of(person.id))

    # Seats

    def rename_seat(self, table: Table, number: TableSeat, person: Person) -> None:
        """Give a person's seat, and their private table, the new name; the chips still belong to the old account."""

        def step(draft: Draft) -> None:
            presence.rename(draft.state, number, person)
            _move(self.tables.places, draft.state, person)

        if person.id in self.pending:
            # An account of the new name would keep their own from following.
            self._note_seat(table, number, person)
            return
        try:
            table.context.open_account(person)
            table.change(step)
        except StaleStateError:
            pass  # It was logged.
        except (LedgerError, NotAllowedError) as error:
            self._log(f"{table}: a new name is not stored yet", error)
            # A private table follows when the ledger is back and they say something: there may be no account of that
            # name yet.
            self._note_seat(table, number, person)

    def _note_seat(self, table: Table, number: TableSeat, person: Person) -> None:
        """Note the new name of the person in a seat, whatever the ledger does."""
        table.record_fact(lambda state: presence.rename(state, number, person))
        self.tables.note(table)

    def _is_free_for(self, person: Person, table: Table) -> bool:
        """Return whether a person has no seat at a table, or at another one in its channel."""
        return table.seats.number_of(person.id) is None and self.tables.table_of(person.id, table.place) is None

    def _rename_seats(self, seats: Sequence[SeatAt], person: Person) -> None:
        for table, number in seats:
            self.rename_seat(table, number, person)

    def _note_name(self, seats: Sequence[SeatAt], old: Person, person: Person) -> None:
        """Note a new name, until the ledger can store it."""
        for table, number in [*seats, *self.tables.in_doubt(old.id)]:
            if self._is_free_for(person, table):
                table.record_fact(partial(presence.rename, number=number, person=person))
        for table, _ in seats:
            self.tables.note(table)

    def _rename_all(self, seats: Sequence[SeatAt], account: PlayerId, person: Person, write: Write) -> None:
        """Rename seats, and the account that is renamed with them, in one transaction.

        Args:
            seats: the seats.
            account: the account; chips from another one still belong to that one.
            person: the person now.
            write: writes the new states of the tables together with the account.

        Raises:
            LedgerError: the ledger failed; the tables are as they were last stored.
            StaleStateError: another process has changed one of the tables.
        """
        taken, numbers = self.tables.places, [number for _, number in seats]

        def rename_each(drafts: Sequence[Draft]) -> None:
            for draft, number in zip(drafts, numbers, strict=True):
                # Otherwise chips brought to the table would go back to an account that no longer exists.
                presence.rename(draft.state, number, person, account)
                _move(taken, draft.state, person)

        change(self._ledger, [table for table, _ in seats], rename_each, write)

    def _log(self, subject: str, error: PokerError) -> None:
        if self._troubles.is_due(str(error)):
            _logger.error("%s: %s", subject, error)


def _move(taken: set[Place], state: TableState, person: Person) -> None:
    """Move a private table to its person's place, if that is free, and add the place to those taken."""
    place = Place.of_player(person.id)
    if state.place.is_private and place not in taken:
        taken.add(place)
        state.place = place
