"""A change of a table: made on a copy of its state, stored, and only then announced.

A change begins with `begin`; `store` writes it together with the chips that move, and announces its events. If anything
fails before that, `put_back` restores the state before the change, and nothing was announced.

The ledger may fail without reporting whether it stored a change. Then the table is in doubt, and `catch_up` reads the
stored state before anything else happens.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ircpoker.errors import LedgerError, StaleStateError
from ircpoker.ledger import EndGame, Entry, SaveGame
from ircpoker.lobby.events import Announcement, OwnCards, YourTurn
from ircpoker.lobby.state import dump_state
from ircpoker.lobby.timers import Timer
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ircpoker.delivery import OnDelivery
    from ircpoker.ledger import Change, Posting
    from ircpoker.lobby.events import TableEvent
    from ircpoker.lobby.places import Player
    from ircpoker.lobby.seats import Seat
    from ircpoker.lobby.state import TableState
    from ircpoker.lobby.table import Table
    from ircpoker.scheduler import PlannedCall


@dataclass(frozen=True, slots=True)
class Attempt:
    """A change that may or may not have been stored.

    Attributes:
        text: the text to be stored; None for the end of the table.
        state: the table with the change.
        events: the events to be announced.
        then: the functions to be called after it.
    """

    text: str | None
    state: TableState
    events: tuple[Announcement, ...]
    then: tuple[Callable[[], None], ...]


class TableChange:
    """The change in progress at a table, and the stored version. Only this class replaces the table's `state`.

    Attributes:
        failures: how many times in a row the ledger has failed since the table was stored.
        in_doubt: the last change, if the ledger failed and nobody has looked yet whether it was stored.
    """

    def __init__(self, table: Table, version: int) -> None:
        """Begin with a stored table.

        Args:
            table: the table.
            version: the stored version; 0 for a new table.
        """
        self.failures = 0
        self._table = table
        self._version = version
        self._before = table.state.copy()
        self._calls_before: tuple[PlannedCall, ...] = ()
        self._events: list[Announcement] = []
        self._unsaid: deque[Announcement] = deque()
        self._then: list[Callable[[], None]] = []
        self.in_doubt: Attempt | None = None
        self._own_seat = next(iter(table.state.seats.people_numbers), None) if table.state.place.is_private else None

    # Making a change

    def begin(self) -> None:
        """Keep the state of the table, for `put_back` if the change fails."""
        table = self._table
        self._before, table.state = table.state, table.state.copy()
        self._calls_before = table.calls.copy()

    def put_back(self) -> None:
        """Undo the change: state, clocks, events, and what robots have learnt."""
        table = self._table
        if table.state.has_played_since(self._before):
            table.robots.forget()
        table.state = self._before.copy()
        table.calls.restore(self._calls_before)
        # Events of stored changes may still wait, and the call that announces them may be one of those taken back.
        self._say()
        self._events.clear()
        self._then.clear()

    def tell(
        self, event: TableEvent, to: Seat | None = None, on_delivery: OnDelivery | None = None, pause: float = 0.0
    ) -> None:
        """Announce an event when the change is stored.

        Args:
            event: the event.
            to: the only reader; None for everybody, who at a private table is one person.
            on_delivery: is called with the `Delivery` of the line.
            pause: the seconds between the previous event and this one.

        Raises:
            TypeError: the reader is a robot.
        """
        table, person = self._table, to.person if to else self._owner
        if to is not None and person is None:
            raise TypeError(f"{to.nick} is a robot and reads nothing")
        pause = pause if table.has_clocks else 0.0
        self._events.append(
            Announcement(table.id, table.state.place, event, person, self._own_seat, on_delivery, pause)
        )

    @property
    def _owner(self) -> Player | None:
        """The player of a private table, by their last name and address; they may leave it with this change."""
        if self._own_seat is None:
            return None
        seat = self._table.state.seats.get(self._own_seat) or self._before.seats[self._own_seat]
        return seat.person

    def once_stored(self, do: Callable[[], None]) -> None:
        """Call a function when the change is stored and its events are announced."""
        self._then.append(do)

    # Storing a change

    def store(self, *changes: Change, moves: Sequence[Posting] = (), reason: str = "table") -> None:
        """Write the table and other changes in one transaction, then announce the events.

        Args:
            changes: other changes.
            moves: postings of chips that come to the table or leave it.
            reason: the reason of the postings.

        Raises:
            PokerError: the ledger refused or failed.
        """
        save = self.next_version()
        self._write(save.state, (save, *changes), moves, reason)
        self.is_stored()

    def end(self, *changes: Change, moves: Sequence[Posting] = ()) -> None:
        """Write that the table is closed, then announce the events.

        Args:
            changes: other changes.
            moves: postings of all chips of the table to their owners.

        Raises:
            PokerError: the ledger failed.
        """
        self._write(None, (EndGame(self._table.id, self._version), *changes), moves, "cash-out")
        self._table.abandon()
        self.flush()

    def next_version(self) -> SaveGame:
        """Return the change that writes the current state of the table.

        A caller that writes it without `store` reports the result by `is_stored` or `is_not_stored`.
        """
        state = self._table.state
        text, chips = dump_state(state), state.seats.chips
        return SaveGame(self._table.id, state.kind, text, chips, self._version, state.place.player)

    def _write(self, text: str | None, changes: tuple[Change, ...], moves: Sequence[Posting], reason: str) -> None:
        ledger = self._table.context.ledger
        if self.in_doubt:
            raise LedgerError(Phrase("errors.in_doubt"))
        try:
            if moves:
                ledger.post(Entry(f"{self._table.id}:{self._version}", reason, tuple(moves)), *changes)
            else:
                ledger.save(*changes)
        except LedgerError:
            self.is_not_stored(text)
            raise

    def is_stored(self) -> None:
        """Note that the next version of the table is stored, and announce the events."""
        table = self._table
        is_new = not self._version or table.state.is_of_others_than(self._before)
        self._version += 1
        self.failures = 0
        self._before = table.state.copy()
        self._calls_before = table.calls.copy()
        if is_new:
            table.context.on_people_changed(table)
        self.flush()

    def is_not_stored(self, text: str | None) -> None:
        """Note that the ledger failed to store a version, or stored it and could not report that."""
        self.in_doubt = Attempt(text, self._table.state, tuple(self._events), tuple(self._then))

    # Announcing events

    def flush(self) -> None:
        """Announce the events without storing anything."""
        events, self._events = self._events, []
        then, self._then = self._then, []
        self._unsaid += events
        self._say()
        for do in then:
            do()

    def _say(self) -> None:
        """Announce events in order, up to the first one that has to wait."""
        calls = self._table.calls
        if calls.when(Timer.TELL) is not None:
            return
        while self._unsaid:
            event = self._unsaid.popleft()
            if event.pause:
                self._unsaid.appendleft(replace(event, pause=0.0))
                calls.call_after(event.pause, Timer.TELL, self._say)
                return
            self._table.context.emit(event)

    @property
    def seconds_to_say(self) -> float:
        """The seconds until all events are announced."""
        due = self._table.calls.when(Timer.TELL)
        return (due - self._table.now if due is not None else 0.0) + sum(event.pause for event in self._unsaid)

    def tell_all(self) -> None:
        """Announce everything at once: the bot is about to leave."""
        self._table.calls.cancel(Timer.TELL)
        self._unsaid = deque([replace(event, pause=0.0) for event in self._unsaid])
        self.flush()

    # After a failure of the ledger

    def forms_of_seat(self, number: int) -> list[Seat]:
        """Return a seat as it is and, while the table is in doubt, as it will be if the change was stored."""
        states = [self._table.state] if self.in_doubt is None else [self._table.state, self.in_doubt.state]
        return [state.seats[number] for state in states if number in state.seats]

    def catch_up(self) -> bool:
        """Find out whether a change in doubt was stored, and continue from the stored state.

        If it was stored, its events are announced now, except cards and private turns, which are sent again when the
        table resumes.

        Returns:
            Whether the change was stored, so that the table has changed.

        Raises:
            LedgerError: the ledger still fails.
            StaleStateError: another process has changed the table.
        """
        attempt, table = self.in_doubt, self._table
        if attempt is None:
            return False
        stored = table.context.ledger.settled_game(table.id, table.state.kind)
        if (stored.version if stored else 0) == self._version:
            self.in_doubt = None
            if not self._version:
                table.abandon()
            return False
        if (stored.state if stored else None) != attempt.text or (stored and stored.version != self._version + 1):
            raise StaleStateError(Phrase("stale.table"))
        self.in_doubt = None
        table.robots.forget()
        attempt.state.seats.keep_presence(table.state.seats)
        table.state = attempt.state
        repeated = OwnCards, YourTurn
        self._events = [
            replace(event, on_delivery=None) for event in attempt.events if not isinstance(event.event, repeated)
        ]
        self._then = list(attempt.then)
        if attempt.text is None:
            table.abandon()
            self.flush()
        else:
            self.is_stored()
        return True
