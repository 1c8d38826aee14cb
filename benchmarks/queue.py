"""What each weight of the send queue buys: `python -m benchmarks.queue`.

A crowd keeps a queue of four lines at once and one a second busy for half an hour, in simulated time. The table shows
how long a line of each kind waits on average with the weights as they are, and with each of them halved.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from heapq import heappop, heappush
from itertools import count
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from rich.console import Console
from rich.table import Table

from benchmarks.measure import parse_words
from ircpoker.chat.message import Reply
from ircpoker.chat.outgoing import LineKind, Outgoing, Reader
from ircpoker.transports.irc.queued import QueuedLine, Traffic
from ircpoker.transports.irc.sendqueue import WEIGHTS, SendQueue

if TYPE_CHECKING:
    from collections.abc import Mapping

SECONDS = 1800
_CHANNEL = "#poker"
_PUBLIC = frozenset({Traffic.CHANNEL_TABLE, Traffic.CHANNEL_ANSWER})
_ANSWERS = frozenset({Traffic.CHANNEL_ANSWER, Traffic.PRIVATE_ANSWER})


class Speakers(NamedTuple):
    """Those who cause lines of one kind.

    Attributes:
        number: how many there are.
        lines: how many lines each causes at once.
        pause: the seconds from their last line to their next ones.
    """

    number: int
    lines: int
    pause: float


CROWD = {
    Traffic.COMMAND: Speakers(1, 20, 120.0),  # a network that splits, and 20 channels to join again
    Traffic.CHANNEL_TABLE: Speakers(1, 2, 2.0),  # a table whose players think for two seconds
    Traffic.CHANNEL_ANSWER: Speakers(4, 1, 2.0),
    Traffic.PRIVATE_TABLE: Speakers(6, 1, 1.0),
    Traffic.PRIVATE_ANSWER: Speakers(3, 1, 2.0),
}


def mean_waits(weights: Mapping[Traffic, float] = WEIGHTS, seconds: int = SECONDS) -> dict[Traffic, float]:
    """Return the mean seconds that a line of each kind waits beside the crowd."""
    queue = SendQueue(4, 1.0, frozenset({_CHANNEL}), weights)
    numbers = count()
    coming = [(0.0, next(numbers), kind, name) for kind, each in CROWD.items() for name in range(each.number)]
    under_way: defaultdict[tuple[Traffic, int], int] = defaultdict(int)
    waited: defaultdict[Traffic, list[float]] = defaultdict(list)
    for half in range(2 * seconds):
        now = half / 2
        while coming and coming[0][0] <= now:
            _, _, kind, name = heappop(coming)
            for _ in range(CROWD[kind].lines):
                queue.put(_line(kind, name, next(numbers)), now)
                under_way[kind, name] += 1
        while lines := queue.pick(now):
            for line in lines:
                queue.remove(line)
                queue.tokens -= 1
                waited[line.traffic].append(now - line.since)
                speaker = line.traffic, int(line.stream)
                under_way[speaker] -= 1
                if not under_way[speaker]:
                    heappush(coming, (now + CROWD[line.traffic].pause, next(numbers), *speaker))
    return {kind: fmean(waited[kind]) for kind in Traffic}


def halved(kind: Traffic) -> dict[Traffic, float]:
    """Return the weights with one of them halved."""
    return {**WEIGHTS, kind: WEIGHTS[kind] / 2}


def _line(kind: Traffic, name: int, number: int) -> QueuedLine:
    reader = Reader("net", _CHANNEL if kind in _PUBLIC else f"nick{name}")
    outgoing = Outgoing(reader, Reply((f"line {number}",)), LineKind.ANSWER if kind in _ANSWERS else LineKind.NEWS)
    text, is_public = outgoing.reply.text, kind in _PUBLIC
    return QueuedLine(outgoing, reader, reader.target, text, kind, str(name), is_public=is_public)


def main() -> None:
    """Print the table."""
    kinds = [kind.name.lower().replace("_", " ") for kind in Traffic]
    table = Table("mean wait in seconds", "weight", *kinds, title="the weights of the send queue", title_justify="left")
    table.add_row("as they are", "", *(f"{wait:.1f}" for wait in mean_waits().values()))
    for kind, name in zip(Traffic, kinds, strict=True):
        waits = mean_waits(halved(kind)).values()
        table.add_row(
            f"{name} halved", f"{WEIGHTS[kind]:g} → {WEIGHTS[kind] / 2:g}", *(f"{wait:.1f}" for wait in waits)
        )
    Console(file=sys.stdout, width=120).print(table)


if __name__ == "__main__":
    parse_words(__doc__)
    main()
