"""Watchers of a table, and what they get: numbered events, and the table after them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from ircpoker.feed.server.snapshot import TableFacts, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ircpoker.feed.lines import FeedMessage
    from ircpoker.feed.server.events import FeedEvent
    from ircpoker.ledger import PlayerId
    from ircpoker.lobby import Table
    from ircpoker.people import Person
    from ircpoker.table import TableSeat

NOTHING: TableFacts = {}
UNKNOWN_TABLE = "there is no such table"
"""The error of a table that there is not, and of one that somebody may not see."""


class Watcher(Protocol):
    """Whoever watches a table.

    Attributes:
        person: for whom they watch; None for a spectator.
    """

    person: Person | None

    def put(self, message: FeedMessage) -> None:
        """Queue an answer."""

    def put_event(self, table: str, message: FeedMessage) -> None:
        """Queue an event of a table."""

    def miss(self, table: str) -> None:
        """Have a snapshot of a table taken in place of what has been lost."""

    def ended(self, table: str) -> None:
        """Note that a table is not watched any more."""


class AccessRules(Protocol):
    """Knows who may see what of a table."""

    @property
    def delay(self) -> float:
        """The seconds after which those without a seat see what happens."""

    def may_watch(self, watcher: Watcher, table: Table) -> bool:
        """Return whether somebody may watch a table now."""

    def is_player(self, watcher: Watcher, player: PlayerId) -> bool:
        """Return whether somebody is a player of the ledger."""

    def is_delayed(self, watcher: Watcher, table: Table) -> bool:
        """Return whether somebody sees later what happens at a table."""

    def seat_of(self, watcher: Watcher, table: Table) -> TableSeat | None:
        """Return the seat of somebody at a table, None without one."""

    def ended(self, table: str) -> None:
        """Note that the feed of a table is over."""


class NumberedEvent(NamedTuple):
    """An event with its number.

    Attributes:
        seq: its number; an event for one person has that of the public one before it.
        event: the event.
        changes: the fields of the snapshot that have changed.
    """

    seq: int
    event: FeedEvent
    changes: TableFacts

    def message(self, table: str, now: float, own: TableFacts = NOTHING) -> FeedMessage:
        """Return it as a message.

        Args:
            table: the table's name.
            now: the time of the scheduler for the seconds in it.
            own: `you`, if the reader's own seat has changed.
        """
        event = self.event
        found = {"is": "event", "table": table, "seq": self.seq, "event": event.name, **event.fields}
        if event.words:
            found["words"] = event.words
        if event.lines and event.lines != (event.words,):
            found["lines"] = list(event.lines)
        if self.changes or own:
            found["set"] = shown({**self.changes, **own}, now)
        return found


class Moment(NamedTuple):
    """The table after some events.

    Attributes:
        at: when that was, in seconds of the scheduler.
        seq: the number of the last event.
        facts: the fields that everybody may see who may watch it.
        events: the public events that led there; None if some are lost.
    """

    at: float
    seq: int
    facts: TableFacts
    events: Sequence[NumberedEvent] | None


class Subscription:
    """What one watcher has seen.

    Attributes:
        own: `you` as it was sent last.
        is_delayed: whether they see everything later.
        awaited: the fields that repeat the request for a snapshot that has to wait; None if none does.
    """

    def __init__(self) -> None:
        self.own: TableFacts = {"you": None}
        self.is_delayed = False
        self.awaited: TableFacts | None = None
