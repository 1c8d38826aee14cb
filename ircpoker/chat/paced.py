"""Lines that may not be shown before their time, such as the streets of an all-in; for transports without a queue."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ircpoker.chat.outgoing import Outgoing
    from ircpoker.runtime.delivery import Delivery
    from ircpoker.runtime.scheduler import Scheduler


class PacedLines:
    """Shows lines in order, each when its time has come; a line that waits holds up the later ones of its table."""

    def __init__(self, scheduler: Scheduler, name: str, show: Callable[[Outgoing], Delivery]) -> None:
        """Begin without lines.

        Args:
            scheduler: calls when a line is due.
            name: the name of these calls.
            show: shows a line, and returns its `Delivery`; never raises.
        """
        self._scheduler = scheduler
        self._calls = scheduler.calls(name)
        self._show = show
        self._waiting: list[Outgoing] = []

    def take(self, lines: Sequence[Outgoing]) -> None:
        """Show lines: those that are due at once."""
        self._waiting += lines
        self._show_due(self._scheduler.now())

    def hurry(self) -> None:
        """Show all lines at once."""
        self._show_due(inf)

    def _show_due(self, now: float) -> None:
        waiting: list[Outgoing] = []
        due: list[Outgoing] = []
        held: dict[str, float] = {}
        for line in self._waiting:
            stream, when = line.table or line.reader.target, line.not_before or now
            if when > now:
                held.setdefault(stream, when)
            (waiting if stream in held else due).append(line)
        self._waiting = waiting
        if held:
            self._calls.call_at(min(held.values()), "due", lambda: self._show_due(self._scheduler.now()))
        for line, delivery in [(line, self._show(line)) for line in due]:
            if line.on_delivery is not None:
                line.on_delivery(delivery)
