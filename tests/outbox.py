"""A sink for tests that look at each line alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ircpoker.chat.outgoing import Outgoing, Sink


def each(take: Callable[[Outgoing], object]) -> Sink:
    """Return a sink that hands on each line."""

    def sink(lines: Sequence[Outgoing]) -> None:
        for line in lines:
            take(line)

    return sink
