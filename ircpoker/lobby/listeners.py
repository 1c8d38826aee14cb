"""Those who listen to what happens at the tables.

Chat is one of them: it gets each announcement at once, and loses none. Every other listener has a bounded queue and
empties it when it likes; a listener that falls behind, or fails, misses announcements and gets the state anew. A
listener is called in the loop of the bot: one that takes long is named in the log.
"""

from __future__ import annotations

import logging
from collections import deque
from dataclasses import replace
from operator import eq
from typing import TYPE_CHECKING, NamedTuple

from ircpoker.foreign import is_interrupt

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ircpoker.ledger import PlayerId
    from ircpoker.lobby.events import Announcement
    from ircpoker.scheduler import Scheduler

    AreOne = Callable[[PlayerId, PlayerId | None], bool]

MOST_WAITING = 256
"""The number of announcements that may wait for a listener."""
LONGEST_CALL = 0.1
"""Seconds after which a listener that holds up the bot is named in the log."""

_logger = logging.getLogger(__name__)


class Batch(NamedTuple):
    """What a listener takes from its queue.

    Attributes:
        announcements: the announcements, in order.
        has_missed: whether some before them are lost: the state of the tables must be read anew.
    """

    announcements: list[Announcement]
    has_missed: bool


class TableListener:
    """A listener with a queue; it sees what everybody sees, and what its player sees."""

    def __init__(
        self,
        name: str,
        scheduler: Scheduler,
        on_more: Callable[[], None],
        player: PlayerId | None,
        are_one: AreOne = eq,
    ) -> None:
        """Begin with an empty queue.

        Args:
            name: its name in the log.
            scheduler: has the time.
            on_more: is called after each change that it may see; it must return at once.
            player: for whom it listens; None for spectators.
            are_one: returns whether two players are one person.
        """
        self.name = name
        self._are_one = are_one
        self.player = player
        self._scheduler = scheduler
        self._on_more = on_more
        self._waiting: deque[Announcement] = deque()
        self._has_missed = False

    def take(self) -> Batch:
        """Return what has been announced since the last call."""
        batch = Batch(list(self._waiting), self._has_missed)
        self._waiting.clear()
        self._has_missed = False
        return batch

    def put(self, announcements: Sequence[Announcement]) -> None:
        """Queue the announcements that the listener may see. Never raises."""
        # Only chat reports deliveries, and has lines that wait.
        seen = [
            replace(each, on_delivery=None, is_timely=None)
            for each in announcements
            if each.to is None or self._are_one(each.to.id, self.player)
        ]
        if not seen:
            return
        self._waiting += seen
        if len(self._waiting) > MOST_WAITING:
            self._miss_all()
        begun = self._scheduler.now()
        try:
            self._on_more()
        except BaseException as error:
            if is_interrupt(error):
                raise
            _logger.exception("listener %s failed: it gets the state anew", self.name)
            self._miss_all()
        seconds = self._scheduler.now() - begun
        if seconds > LONGEST_CALL:
            _logger.error("listener %s held up the bot for %.0f ms", self.name, 1000 * seconds)

    def _miss_all(self) -> None:
        self._waiting.clear()
        self._has_missed = True


class Listeners:
    """All listeners.

    Attributes:
        are_one: returns whether two players are one person, who sees what both may see.
    """

    def __init__(self, scheduler: Scheduler, chat: Callable[[Sequence[Announcement]], None]) -> None:
        """Begin with chat.

        Args:
            scheduler: has the time.
            chat: takes the announcements of one change; never raises, and may call `on_delivery` at once.
        """
        self._scheduler = scheduler
        self._chat = chat
        self.are_one: AreOne = eq
        self._others: list[TableListener] = []

    def add(self, name: str, on_more: Callable[[], None], player: PlayerId | None = None) -> TableListener:
        """Add a listener; see `TableListener`."""
        listener = TableListener(name, self._scheduler, on_more, player, self._are_one)
        self._others.append(listener)
        return listener

    def _are_one(self, player: PlayerId, other: PlayerId | None) -> bool:
        return self.are_one(player, other)

    def remove(self, listener: TableListener) -> None:
        """Remove a listener."""
        self._others.remove(listener)

    def follow(self, old: PlayerId, player: PlayerId) -> None:
        """Let those who listen for a person go on when the person has become another player."""
        for listener in self._others:
            if listener.player == old:
                listener.player = player

    def announce(self, announcements: Sequence[Announcement]) -> None:
        """Hand the announcements of a committed change to everybody who listens."""
        if announcements:
            self._chat(announcements)
            # A copy, because a listener may remove itself when it is called.
            for listener in tuple(self._others):
                listener.put(announcements)
