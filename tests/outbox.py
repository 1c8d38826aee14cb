"""A sink for tests that look at each line alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ircpoker.chat.outgoing import ChatLines, Outgoing, Sink, report_delivery


def each(take: Callable[[Outgoing], object]) -> Sink:
    """Return a sink that hands on each line."""

    def sink(lines: Sequence[Outgoing]) -> None:
        for line in lines:
            take(line)

    return sink


class PacedLines(ChatLines):
    """The lines of a network that may be lost."""

    def lose(self) -> None:
        """Lose the lines that wait: the network is gone."""
        lost = list(self._untold)
        for fact in lost:
            self._untold.remove(fact)
        report_delivery([fact.outgoing for fact in lost])
