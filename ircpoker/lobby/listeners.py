"""Announcements, the events of tables and tournaments on their way out, and those who listen to them.

Chat is one of them: it gets each announcement at once, words it, and loses none. Every other listener listens to one
table. It has a bounded queue and empties it when it likes; a listener that falls behind, or fails, misses announcements
and gets the state anew. A listener is called in the loop of the bot: one that takes long is named in the log.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from ircpoker.lobby.events import TableEvent
from ircpoker.lobby.places import Place
from ircpoker.people import Person
from ircpoker.runtime.scheduler import Scheduler, attempt
from ircpoker.table import TableSeat
from ircpoker.telling.facts import Telling


class Announcement(Telling, frozen=True):
    """An event on its way out. Its table is the name of the table, which stays the same if it moves.

    Attributes:
        place: the place of the table.
        event: the event.
        to: the only reader; None for everybody at the place.
        own_seat: the seat of the only reader, if the table has no channel; else None.
        number: the number of the table, if its lines show it, as in a channel with several; else 0.
        beside: other tables whose listeners hear it, too.
        readers: at a table without a channel, the people to whom what is for everybody goes, with their seats.
    """

    place: Place
    event: TableEvent
    to: Person | None = None
    own_seat: TableSeat | None = None
    number: int = 0
    beside: tuple[str, ...] = ()
    readers: tuple[tuple[TableSeat, Person], ...] = ()


MOST_WAITING = 256
"""The number of announcements that may wait for a listener."""
LONGEST_CALL = 0.1
"""Seconds after which a listener that holds up the bot is named in the log."""

_logger = logging.getLogger(__name__)


class Heard(NamedTuple):
    """An announcement, with what chat has made of it.

    Attributes:
        announcement: the announcement; one for a single person has cards that are not public.
        lines: its lines, as chat gave them to transports.
    """

    announcement: Announcement
    lines: tuple[str, ...]


class Batch(NamedTuple):
    """What a listener takes from its queue.

    Attributes:
        heard: the announcements, in order.
        has_missed: whether some before them are lost: the state of the table must be read anew.
    """

    heard: list[Heard]
    has_missed: bool


class TableListener:
    """A listener to one table, with a queue. It gets the lines for single people, too, and must not pass them on."""

    def __init__(self, table: str, scheduler: Scheduler, on_more: Callable[[], None]) -> None:
        """Begin with an empty queue.

        Args:
            table: the table's name in announcements.
            scheduler: has the time.
            on_more: is called after each change of the table; it must return at once.
        """
        self.table = table
        self._scheduler = scheduler
        self._on_more = on_more
        self._waiting: deque[Heard] = deque()
        self._has_missed = False

    def take(self) -> Batch:
        """Return what has been announced since the last call."""
        batch = Batch(list(self._waiting), self._has_missed)
        self._waiting.clear()
        self._has_missed = False
        return batch

    def put(self, heard: Sequence[Heard]) -> None:
        """Queue announcements of the table, none if it has changed without any. Never raises."""
        # Only chat reports deliveries.
        self._waiting += [Heard(replace(each, on_delivery=None), lines) for each, lines in heard]
        if len(self._waiting) > MOST_WAITING:
            self._miss_all()
        begun = self._scheduler.now()
        if not attempt(self._on_more, _logger, "a listener to table %s failed: it gets the state anew", self.table):
            self._miss_all()
        seconds = self._scheduler.now() - begun
        if seconds > LONGEST_CALL:
            _logger.error("a listener to table %s held up the bot for %.0f ms", self.table, 1000 * seconds)

    def _miss_all(self) -> None:
        self._waiting.clear()
        self._has_missed = True


class Listeners:
    """All listeners."""

    def __init__(self, scheduler: Scheduler, chat: Callable[[Sequence[Announcement]], Sequence[Sequence[str]]]) -> None:
        """Begin with chat.

        Args:
            scheduler: has the time.
            chat: takes the announcements of one change, and returns the lines of each; never raises, and may call
                `on_delivery` at once.
        """
        self._scheduler = scheduler
        self._chat = chat
        self._others: dict[str, list[TableListener]] = {}

    def add(self, table: str, on_more: Callable[[], None]) -> TableListener:
        """Add a listener to a table; see `TableListener`."""
        listener = TableListener(table, self._scheduler, on_more)
        self._others.setdefault(table, []).append(listener)
        return listener

    def remove(self, listener: TableListener) -> None:
        """Remove a listener."""
        others = self._others[listener.table]
        others.remove(listener)
        if not others:
            del self._others[listener.table]

    def announce(self, announcements: Sequence[Announcement]) -> None:
        """Hand the announcements of a committed change of a table, or of a tournament, to everybody who listens."""
        if not announcements:
            return
        spoken = self._chat(announcements)
        for table in tuple(self._others):
            heard = [
                Heard(news, tuple(lines))
                for news, lines in zip(announcements, spoken, strict=True)
                if table in (news.table, *news.beside)
            ]
            if heard:
                self._put(table, heard)

    def changed(self, table: str) -> None:
        """Report that the state of a table has changed, with or without an announcement."""
        if table in self._others:
            self._put(table, ())

    def _put(self, table: str, heard: Sequence[Heard]) -> None:
        # A copy, because a listener may remove itself or others when it is called.
        for listener in tuple(self._others.get(table, ())):
            listener.put(heard)
