"""A sink for tests that look at each line alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ircpoker.chat.outgoing import Outgoing, Sink, lose
from ircpoker.runtime.scheduler import Scheduler


def each(take: Callable[[Outgoing], object]) -> Sink:
    """Return a sink that hands on each line."""

    def sink(lines: Sequence[Outgoing]) -> None:
        for line in lines:
            take(line)

    return sink


class PacedLines:
    """Hands lines on when they may be shown, as all transports do; lines of a table keep their order."""

    def __init__(self, scheduler: Scheduler, deliver: Callable[[Outgoing], None]) -> None:
        self._scheduler = scheduler
        self._calls = scheduler.calls("paced lines")
        self._deliver = deliver
        self._waiting: list[Outgoing] = []

    def take(self, line: Outgoing) -> None:
        """Hand a line on, at once or when its time has come."""
        times = [other.not_before or 0.0 for other in self._waiting if other.table == line.table]
        when = max(line.not_before or 0.0, *times, 0.0)
        if when <= self._scheduler.now():
            self._hand_on(line)
        else:
            self._waiting.append(line)
            self._calls.call_at(when, line, lambda: self._go_out(line))

    def _go_out(self, line: Outgoing) -> None:
        if line in self._waiting:
            self._waiting.remove(line)
            self._hand_on(line)

    def _hand_on(self, line: Outgoing) -> None:
        if line.is_outdated:
            lose([line])
        else:
            self._deliver(line)

    def hurry(self) -> None:
        """Hand all lines on: the bot is about to leave."""
        while self._waiting:
            self._go_out(self._waiting[0])

    def lose(self) -> None:
        """Lose the lines that wait: the network is gone."""
        lost, self._waiting = self._waiting, []
        lose(lost)
