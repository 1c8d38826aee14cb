"""Watchers of a table, and what they get: numbered events, and the table after them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from msgspec.structs import replace

from ircpoker.chat.message import Way
from ircpoker.feed.messages import Answer, Event, TableChanges
from ircpoker.feed.server.snapshot import TableFacts, Timed
from ircpoker.feed.table_parts import Offer, You
from ircpoker.ledger import PlayerId
from ircpoker.people import Person

UNKNOWN_TABLE = "there is no such table"
"""The error of a table that there is not, and of one that somebody may not see."""


class Watcher(Protocol):
    """Whoever watches a table.

    Attributes:
        person: for whom they watch; None for a spectator.
    """

    person: Person | None

    @property
    def way(self) -> Way:
        """How the lines of its person come, for their rights."""

    def put(self, message: Answer | Event) -> None:
        """Queue an answer."""

    def put_event(self, event: Event) -> None:
        """Queue an event of a table."""

    def miss(self, table: str) -> None:
        """Have a snapshot of a table taken in place of what has been lost."""

    def ended(self, table: str) -> None:
        """Note that a table is not watched any more."""


class FeedEvent(NamedTuple):
    """An event on its way to the watchers.

    Attributes:
        event: the event, without a number until it is handed on; one for one person has that of the public one before
            it. The last one of an announcement has its lines.
        to: who may see it; None for everybody who may watch the table.
        facts: the table after it, if it carries changes.
        changed: the fields that have changed.
    """

    event: Event
    to: PlayerId | None = None
    facts: TableFacts | None = None
    changed: Sequence[str] = ()

    def message(self, now: float, own: Own | None = None) -> Event:
        """Return it as a message.

        Args:
            now: the time of the scheduler for the seconds in it.
            own: the reader's own seat, if that has changed.
        """
        if self.facts is None and own is None:
            return self.event
        values = self.facts.changes(self.changed, now) if self.facts is not None else {}
        if own is not None:
            values |= {"you": own.at(now), "offers": own.offers}
        return replace(self.event, set=TableChanges(**values))


class Own(NamedTuple):
    """What one reader has of a table: their own seat, None without one, and what they may do."""

    you: Timed[You] | None = None
    offers: tuple[Offer, ...] = ()

    def at(self, now: float) -> You | None:
        """Return it at a time of the scheduler."""
        return self.you and self.you.at(now)


class TableVersion(NamedTuple):
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
    events: Sequence[FeedEvent] | None


class Subscription:
    """What one watcher has seen.

    Attributes:
        own: their own seat as it was sent last.
        is_delayed: whether they see everything later.
        is_awaited: whether they wait for a snapshot.
        request: the number of their request for it.
    """

    def __init__(self) -> None:
        self.own = Own()
        self.is_delayed = False
        self.is_awaited = False
        self.request: int | str | None = None
