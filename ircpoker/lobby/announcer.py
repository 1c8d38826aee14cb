"""Hands the announcements of a table on, in order; an all-in is announced street by street."""

from __future__ import annotations

import logging
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING

from ircpoker.delivery import Delivery
from ircpoker.foreign import is_interrupt

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ircpoker.lobby.events import Announcement
    from ircpoker.scheduler import Scheduler

_logger = logging.getLogger(__name__)


class Announcer:
    """The announcements of one table."""

    def __init__(self, scheduler: Scheduler, table_id: str, emit: Callable[[Announcement], None]) -> None:
        """Begin with none.

        Args:
            scheduler: plans the announcements that have to wait.
            table_id: the ledger's name of the table, for the log.
            emit: takes each announcement; it may call its `on_delivery` at once.
        """
        self._scheduler = scheduler
        self._calls = scheduler.calls(f"lines of table {table_id}")
        self._emit = emit
        self._waiting: deque[Announcement] = deque()

    def announce(self, announcements: Iterable[Announcement]) -> None:
        """Announce these after those that still wait."""
        self._waiting += announcements
        self._go_on()

    def announce_all(self) -> None:
        """Announce at once what waits: the bot is about to leave."""
        self._calls.cancel("next")
        self._waiting = deque([replace(each, pause=0.0) for each in self._waiting])
        self._go_on()

    @property
    def seconds_left(self) -> float:
        """The seconds until everything is announced."""
        due = self._calls.when("next")
        left = 0.0 if due is None else due - self._scheduler.now
        return left + sum(each.pause for each in self._waiting)

    def pause(self) -> None:
        """Wait until `resume`: the network is away."""
        self._calls.pause()

    def resume(self) -> None:
        """Go on."""
        self._calls.resume()

    def _go_on(self) -> None:
        """Announce in order, up to the first announcement that has to wait."""
        if self._calls.when("next") is not None:
            return
        while self._waiting:
            first = self._waiting.popleft()
            if first.pause:
                self._waiting.appendleft(replace(first, pause=0.0))
                self._calls.call_after(first.pause, "next", self._go_on)
                return
            self._hand_on(first)

    def _hand_on(self, announcement: Announcement) -> None:
        """Hand an announcement on; a fault there must not stop the table, which has changed already."""
        try:
            self._emit(announcement)
        except BaseException as error:
            if is_interrupt(error):
                raise
            _logger.exception("table %s: an announcement is lost", announcement.table)
            if announcement.on_delivery is not None:
                announcement.on_delivery(Delivery.UNKNOWN)
