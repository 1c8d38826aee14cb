"""The draft of a change of a table: the only mutable form of its state, and everything that the change will do.

Steps are functions of a draft. What they announce is announced, and what they move is moved, only when the draft is
committed; a draft that is dropped has changed nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Protocol, TypeVar

from ircpoker.errors import WAYS_TO_A_TABLE, NoSeatError
from ircpoker.ledger import Change, PlayerId, Posting
from ircpoker.lobby.context import TableContext
from ircpoker.lobby.events import Sitter, TableEvent
from ircpoker.lobby.hand import FinishedHand, HandInProgress
from ircpoker.lobby.listeners import Announcement
from ircpoker.lobby.robots import TableRobots
from ircpoker.lobby.seats import Seat
from ircpoker.lobby.settings import TableSettings
from ircpoker.lobby.state import TableState
from ircpoker.lobby.stored import StoredDraft
from ircpoker.lobby.stored_form import dump_state
from ircpoker.people import Person
from ircpoker.runtime.delivery import Delivery, OnDelivery
from ircpoker.table import DealSeat, Stakes, TableSeat

StepResult = TypeVar("StepResult")
"""What a step returns."""


class Draft(StoredDraft):
    """A change of one table that is not committed yet.

    Attributes:
        settings: the settings of its game.
        robots: the robots at the table.
        reports: takes what becomes known after the change.
        next_stakes: the stakes from the next hand on; None for those of the state.
        before: the state without the change.
        finished: the hands whose histories are to be written.
        revealed: the numbers of the hands whose proofs may be written.
    """

    def __init__(self, table: ChangedTable) -> None:
        super().__init__(table.id, table.context, "table")
        self.kind = table.state.kind
        self.settings = table.settings
        self.robots = table.robots
        self.reports = table
        self.next_stakes = table.next_stakes
        self.before = table.state
        self.state: TableState = table.state.copy()
        self.finished: list[FinishedHand] = []
        self.revealed: list[str] = []
        self._is_open = True

    def __repr__(self) -> str:
        return f"<Draft of {self.table_id} at {self.state.place}>"

    # What is stored of it

    @property
    def player(self) -> PlayerId | None:
        """The player of a private table."""
        return self.state.place.player

    def text(self) -> str:
        """Return the state as it is stored."""
        return dump_state(self.state)

    def number_of(self, player: PlayerId) -> TableSeat:
        """Return the seat of a player.

        Raises:
            NoSeatError: they have none: a change that was in doubt has taken it away.
        """
        number = self.state.seats.number_of(player)
        if number is None:
            raise NoSeatError(WAYS_TO_A_TABLE)
        return number

    def announce(
        self,
        event: TableEvent,
        to: Seat | None = None,
        on_delivery: OnDelivery | None = None,
        pause: float = 0.0,
        still: Callable[[TableState], bool] | None = None,
    ) -> None:
        """Announce an event when the change is committed.

        Args:
            event: the event.
            to: the only reader; None for everybody, who at a private table is one person.
            on_delivery: is called with the `Delivery` of the line.
            pause: the seconds between the previous event and this one.
            still: a fact about the state without which the line is not shown any more; None if it always is.

        Raises:
            TypeError: the reader is a robot.
        """
        self._check_open()
        person = to.person if to else self._owner
        if to is not None and person is None:
            raise TypeError(f"{to.nick} is a robot and reads nothing")
        state = self.state
        if pause and state.has_clocks:
            state.lines_until = max(self.now, state.lines_until) + pause
        due = state.lines_until if state.lines_until > self.now else None
        own_seat = self._own_seat
        readers: tuple[tuple[TableSeat, Person], ...] = ()
        if state.place.is_by_lines:
            # Also those who leave their seat with this change.
            seats = dict(self.before.seats.items()) | dict(state.seats.items())
            own_seat = next((number for number, seat in seats.items() if person and seat.player == person.id), None)
            readers = tuple([(number, seat.person) for number, seat in sorted(seats.items()) if seat.person])
        self.announcements.append(
            Announcement(
                state.place,
                event,
                person,
                own_seat,
                self.context.shown_number(state.place),
                readers=() if to else readers,
                table=self.table_id,
                on_delivery=on_delivery,
                due=due,
                still=None if still is None else partial(self.reports.is_still, still),
            )
        )

    @property
    def _own_seat(self) -> TableSeat | None:
        """The seat of a private table's player, who may leave it with this change."""
        if not self.state.place.is_private:
            return None
        people = self.state.seats.people_numbers or self.before.seats.people_numbers
        return next(iter(people), None)

    @property
    def _owner(self) -> Person | None:
        """The player of a private table, by their last name and address; they may leave it with this change."""
        number = self._own_seat
        if number is None:
            return None
        seat = self.state.seats.get(number) or self.before.seats[number]
        return seat.person

    def write(self, *changes: Change) -> None:
        """Write changes in the transaction of this one."""
        self._check_open()
        self.changes += changes

    def move(self, moves: Iterable[Posting], reason: str) -> None:
        """Post chips that come to the table or leave it, in the transaction of this change.

        Args:
            moves: the postings.
            reason: the reason of the entry; that of a buy-in is not replaced by a later one.
        """
        self._check_open()
        self.moves += moves
        if self.reason != "buy-in":
            self.reason = reason

    def record(self, hand: HandInProgress, players: Sequence[Sitter], *, is_revealed: bool) -> None:
        """Have the history of a finished hand written; see `FinishedHand`."""
        self._check_open()
        self.finished.append(FinishedHand(hand, players, is_revealed))

    def seal(self) -> None:
        """End the draft, committed or dropped: it takes nothing more."""
        self._is_open = False

    def _check_open(self) -> None:
        if not self._is_open:
            raise AssertionError(f"{self!r} was committed or dropped before")


class ChangedTable(Protocol):
    """A table as its drafts know it; it takes what becomes known after a change was committed.

    Attributes:
        id: the ledger's name of the table.
        context: the objects that all tables share.
        state: the state as it was committed.
        settings: the settings of its game.
        robots: the robots at the table.
        next_stakes: the stakes from the next hand on; None for those of the state.
    """

    id: str
    context: TableContext
    state: TableState
    settings: TableSettings
    robots: TableRobots
    next_stakes: Stakes | None

    def cards_delivered(self, deal_id: str, seat: DealSeat, delivery: Delivery) -> None:
        """Note the `Delivery` of a player's cards."""

    def turn_lines_sent(self, turn_id: tuple[str, int]) -> None:
        """Note that the lines of a turn were sent."""

    def seal_delivered(self, deal_id: str, pause: float, delivery: Delivery) -> None:
        """Note that the line with the seal of the next hand was sent, or never will be."""

    def decision_known(self, turn_id: tuple[str, int]) -> None:
        """Note that the decision of a robot that thinks is known."""

    def is_still(self, fact: Callable[[TableState], bool]) -> bool:
        """Return whether a fact about the table's state still holds."""
