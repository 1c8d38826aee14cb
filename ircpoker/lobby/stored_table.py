"""A table and its stored state: changes are made on a copy, stored, and only then announced.

A change begins with `begin_change`; `store` writes it together with the chips that move, and announces its events. If
anything fails before that, `put_back` restores the state before the change, and nothing was announced.

The ledger may fail without reporting whether it stored a change. Then the table is in doubt, and `catch_up` reads the
stored state before anything else happens.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ircpoker.config.settings import CONSOLE_NETWORK
from ircpoker.errors import LedgerError, StaleStateError
from ircpoker.ledger import EndGame, Entry, GameAccount, SaveGame
from ircpoker.lobby.events import Announcement, GoingDown
from ircpoker.lobby.hand import HandInProgress
from ircpoker.lobby.run_outs import pause_before, run_out
from ircpoker.lobby.settings import BlindsSettings
from ircpoker.lobby.shuffles import TableShuffles
from ircpoker.lobby.state import TableState, dump_state
from ircpoker.lobby.table_robots import TableRobots
from ircpoker.lobby.timers import Timer
from ircpoker.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ircpoker.delivery import OnDelivery
    from ircpoker.ledger import Change, Posting
    from ircpoker.lobby.context import TableContext
    from ircpoker.lobby.events import TableEvent
    from ircpoker.lobby.hand import HandRecord
    from ircpoker.lobby.places import Place, Player
    from ircpoker.lobby.seats import Seat, Seats
    from ircpoker.scheduler import PlannedCalls

RETRY_SECONDS = 5.0
"""Seconds until a table tries again after the ledger failed; doubled after each further failure."""
LONGEST_RETRY_SECONDS = 600.0


def retry_seconds(failures: int) -> float:
    """Return the seconds until the ledger is tried again, after this many failures in a row."""
    return min(RETRY_SECONDS * 2.0 ** min(failures - 1, 10), LONGEST_RETRY_SECONDS)


@dataclass(frozen=True, slots=True)
class _Attempt:
    """A change that may or may not have been stored.

    Attributes:
        text: what was to be stored; None for the end of the table.
        state: the table with the change.
        events: what was to be told of it.
        then: what was to be done after it.
    """

    text: str | None
    state: TableState
    events: tuple[Announcement, ...]
    then: tuple[Callable[[], None], ...]


class StoredTable:
    """A table in the ledger.

    Attributes:
        context: what all tables share.
        id: the ledger's name of the table.
        state: the table; written by its own methods only.
        settings: of its game.
        has_clocks: whether people have a time limit: not on the console, where nobody waits for anybody.
        calls: what is to be done later, by its `Timer`.
        robots: those that sit here.
        shuffles: the decks of its hands: committed to, dealt, shown.
        is_over: whether it is closed, or left to another bot.
        failures: how many times in a row the ledger has failed since the table was stored.
    """

    def __init__(self, context: TableContext, table_id: str, state: TableState, version: int = 0) -> None:
        """Set a table up.

        Args:
            context: what all tables share.
            table_id: the ledger's name of it.
            state: the table.
            version: as stored; 0 for a new one.
        """
        self.context = context
        self.id = table_id
        self.state = state
        settings = context.settings(state.game_name)
        self.has_clocks = state.place.network != CONSOLE_NETWORK
        self.settings = settings if self.has_clocks else replace(settings, deal_pause=0.0, robot_pause=0.0)
        self.calls = context.scheduler.calls(f"table {table_id}")
        self.robots = TableRobots(context, table_id)
        self.shuffles = TableShuffles(self)
        self.is_over = False
        self.failures = 0
        self._version = version
        self._before = state
        self._calls_before: PlannedCalls = {}
        self._events: list[Announcement] = []
        self._unsaid: deque[Announcement] = deque()
        self._then: list[Callable[[], None]] = []
        self._attempt: _Attempt | None = None
        self._own_seat = next(iter(state.seats.people_numbers), None) if state.place.is_private else None

    def __repr__(self) -> str:
        return f"<Table {self.id} at {self.state.place}>"

    # What can be seen

    @property
    def place(self) -> Place:
        """Where it stands."""
        return self.state.place

    @property
    def seats(self) -> Seats:
        """Who sits there."""
        return self.state.seats

    @property
    def hand(self) -> HandInProgress | None:
        """The hand in progress."""
        return self.state.hand

    @property
    def seconds_to_act(self) -> float | None:
        """The time that the actor has left; None where no clock runs."""
        due = self.calls.when(Timer.ACT)
        return None if due is None else max(0.0, due - self.now)

    @property
    def allows_odds(self) -> bool:
        """Whether a player may ask for the chance of their own hand."""
        settings = self.settings
        return len(self.state.seats.people) == 1 or (isinstance(settings, BlindsSettings) and settings.odds)

    @property
    def has_drama(self) -> bool:
        """Whether an all-in is told street by street; at a private table its player may not want it."""
        settings, player = self.settings, self.state.place.player
        return (
            isinstance(settings, BlindsSettings) and settings.drama and not (player and self.context.is_terse(player))
        )

    @property
    def account(self) -> GameAccount:
        """The account of the chips on all tables of this kind."""
        return GameAccount(self.state.kind)

    def chips(self, number: int) -> int:
        """Return the chips in front of a seat, without those in the pot."""
        seat = self.state.hand.seat_of(number) if self.state.hand else None
        return (
            self.state.seats[number].stack
            if self.state.hand is None or seat is None
            else self.state.hand.deal.stacks[seat]
        )

    # Time

    @property
    def now(self) -> float:
        """The scheduler's time."""
        return self.context.scheduler.now

    def after(self, seconds: float, timer: Timer, callback: Callable[[], None]) -> None:
        """Plan a call after this many seconds."""
        self.calls.call_after(seconds, timer, lambda: self._run(callback))

    def at(self, when: float, timer: Timer, callback: Callable[[], None]) -> None:
        """Plan a call at a time of the scheduler."""
        self.calls.call_at(when, timer, lambda: self._run(callback))

    @abstractmethod
    def _run(self, call: Callable[[], None]) -> None:
        """Make a planned call; if it fails, the table recovers from it."""

    @abstractmethod
    def _note_stored(self) -> None:
        """Report to the lobby that the people at the table have changed, or that it is closed."""

    # Telling

    def tell(self, event: TableEvent, to: Seat | None = None, on_delivery: OnDelivery | None = None) -> None:
        """Announce an event when the change is stored, to one person or to all; a private table has one person."""
        person = to.person if to else self._owner
        pause = pause_before(event) if self.has_clocks else 0.0
        self._events.append(Announcement(self.id, self.state.place, event, person, self._own_seat, on_delivery, pause))

    def tell_run_out(self, hand: HandInProgress) -> bool:
        """Tell a hand that is over up to its last street if it was all-in before; return whether it was."""
        streets = run_out(hand, self.state.seats)
        for street in streets:
            self.tell(street)
        return bool(streets)

    def once_stored(self, do: Callable[[], None]) -> None:
        """Call a function when the change is stored and its events are announced."""
        self._then.append(do)

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
        while self._unsaid and self.calls.when(Timer.TELL) is None:
            event = self._unsaid.popleft()
            if event.pause:
                self._unsaid.appendleft(replace(event, pause=0.0))
                self.calls.call_after(event.pause, Timer.TELL, self._say)
            else:
                self.context.emit(event)

    @property
    def seconds_to_say(self) -> float:
        """How long it takes until all is said."""
        due = self.calls.when(Timer.TELL)
        return (due - self.now if due is not None else 0.0) + sum(event.pause for event in self._unsaid)

    @property
    def _owner(self) -> Player | None:
        """The player of a private table, by their last name and address; they may leave it with this change."""
        if self._own_seat is None:
            return None
        seat = self.state.seats.get(self._own_seat) or self._before.seats[self._own_seat]
        return seat.person

    def stand_still(self) -> None:
        """Pause all planned calls while the network is away."""
        self.calls.pause()

    def say_goodbye(self) -> None:
        """Tell everybody that the bot is about to leave; everything is stored, and the clocks are stopped."""
        self.calls.pause()
        self.calls.cancel(Timer.TELL)
        self._unsaid = deque([replace(event, pause=0.0) for event in self._unsaid])
        self.tell(GoingDown())
        self.flush()

    # Changing

    def begin_change(self) -> None:
        """Keep the state of the table, for `put_back` if the change fails."""
        self._before, self.state = self.state, self.state.copy()
        self._calls_before = self.calls.copy()

    def put_back(self) -> None:
        """Undo the change: state, clocks, events, and what robots have learnt."""
        if self._has_played():
            self.robots.forget()
        self.state = self._before.copy()
        self.calls.restore(self._calls_before)
        self._say()
        self._events.clear()
        self._then.clear()

    def _has_played(self) -> bool:
        """Return whether the change began, continued or ended a hand, so that robots have seen it."""
        hands = [
            state.hand and (state.hand.deal_id, len(state.hand.deal.actions)) for state in (self._before, self.state)
        ]
        return hands[0] != hands[1]

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
        self._write(None, (EndGame(self.id, self._version), *changes), moves, "cash-out")
        self._is_ended()

    def next_version(self) -> SaveGame:
        """Return the change that writes the current state of the table.

        A caller that writes it without `store` reports the result by `is_stored` or `is_not_stored`.
        """
        state = self.state
        return SaveGame(self.id, state.kind, dump_state(state), state.seats.chips, self._version, state.place.player)

    def is_stored(self) -> None:
        """Note that the next version of the table is stored, and announce the events."""
        is_new = not self._version or self._has_other_people()
        self._version += 1
        self.failures = 0
        self._before = self.state.copy()
        self._calls_before = self.calls.copy()
        if is_new:
            self._note_stored()
        self.flush()

    def _has_other_people(self) -> bool:
        """Return whether the people or the place have changed since the table was stored."""
        before, now = self._before, self.state
        players = [[seat.player for seat in state.seats.values()] for state in (before, now)]
        return before.place != now.place or players[0] != players[1]

    def is_not_stored(self, text: str | None) -> None:
        """Note that the ledger failed to store a version, or stored it and could not report that."""
        self._attempt = _Attempt(text, self.state, tuple(self._events), tuple(self._then))

    def _is_ended(self) -> None:
        self.leave_alone()
        self.flush()

    def _write(self, text: str | None, changes: tuple[Change, ...], moves: Sequence[Posting], reason: str) -> None:
        ledger = self.context.ledger
        if self.is_in_doubt:
            raise LedgerError(Phrase("errors.in_doubt"))
        try:
            if moves:
                ledger.post(Entry(f"{self.id}:{self._version}", reason, tuple(moves)), *changes)
            else:
                ledger.save(*changes)
        except LedgerError:
            self.is_not_stored(text)
            raise

    # After a failure

    def resume_in(self, seconds: float) -> None:
        """Plan to go on in so many seconds."""
        self.after(seconds, Timer.RESUME, self._resume)

    @abstractmethod
    def _resume(self) -> None:
        """Go on after the network or the ledger was away, or the bot was started again."""

    def retry(self) -> None:
        """Go on when the ledger may be there again, after each failure in a row later."""
        if self.calls.when(Timer.RESUME) is None:
            self.failures += 1
            self.resume_in(retry_seconds(self.failures))

    def hurry(self) -> None:
        """Go on at once where the table has planned to: somebody is seen who can play."""
        if self.calls.when(Timer.RESUME) is not None:
            self.resume_in(0)

    @property
    def is_in_doubt(self) -> bool:
        """Whether the ledger failed in the last change, and nobody has looked yet whether that was stored."""
        return self._attempt is not None

    def forms_of_seat(self, number: int) -> list[Seat]:
        """Return a seat as it is and, while the table is in doubt, as it will be if the change was stored."""
        states = [self.state] if self._attempt is None else [self.state, self._attempt.state]
        return [state.seats[number] for state in states if number in state.seats]

    def catch_up(self) -> bool:
        """Read whether a change in doubt was stored, and go on from what is.

        What was to be told of it is told now; only the cards are not, as they are given again when a table goes on.

        Returns:
            Whether it was: the table is another one than before.

        Raises:
            LedgerError: the ledger fails still.
            StaleStateError: another process has changed the table.
        """
        attempt = self._attempt
        if attempt is None:
            return False
        stored = self.context.ledger.settled_game(self.id, self.state.kind)
        if (stored.version if stored else 0) == self._version:
            self._attempt = None
            self.is_over = not self._version
            return False
        if (stored.state if stored else None) != attempt.text or (stored and stored.version != self._version + 1):
            raise StaleStateError(Phrase("stale.table"))
        self._attempt = None
        self.robots.forget()
        attempt.state.seats.keep_presence(self.state.seats)
        self.state = attempt.state
        self._events = [event for event in attempt.events if event.on_delivery is None]
        self._then = list(attempt.then)
        if attempt.text is None:
            self._is_ended()
        else:
            self.is_stored()
        return True

    def leave_alone(self) -> None:
        """Take no more part in the table: in the ledger it stays as it is, and nothing is planned any more."""
        self.is_over = True
        self.calls.cancel_all()
        self._note_stored()

    def restore_hand(self, record: HandRecord) -> None:
        """Go on with a stored hand.

        Raises:
            PokerError: its shuffle is not there, or setup, deck and actions do not go together.
        """
        self.state.hand = HandInProgress.restore(record, self.shuffles.find(record.deal_id, record.seeds))
