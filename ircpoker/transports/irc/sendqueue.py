"""Lines that wait to be sent: in which order, and how fast.

The queue only stores lines and counts; it sends nothing, and gets the time as an argument. `WEIGHTS` states how the
kinds of traffic share what the server allows; a part of the burst is kept for tables in channels besides, so that a
game keeps its pace when others ask. Tables of a kind take turns. The lines of one table keep their order, for all
readers: the end of a deal comes before the cards of the next, and a line that must not come before its time holds up
the later ones of its table, but no others; a line of a tournament waits for those of its tables. A line for which
another one waits has the turn of that one. Among those who wait for answers, the person who caused the fewest
lines in the last minute is served first, so that neither a person who asks much nor a crowd keeps the bot from
answering others.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from itertools import chain, islice, takewhile
from math import inf
from types import MappingProxyType
from typing import TYPE_CHECKING

from ircpoker.runtime.recent import SECONDS as MINUTE
from ircpoker.runtime.recent import LastMinute
from ircpoker.transports.irc.queued import LineState, QueuedLine, Traffic

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator, Mapping, Sequence

WEIGHTS: Mapping[Traffic, float] = MappingProxyType(
    {
        # They are few, and nothing goes on without them: the bot must join a channel before anybody can play there.
        Traffic.COMMAND: 96,
        # Everybody in the channel reads them, and people wait for their turns: a game has three lines to one answer,
        # and two of three lines if all kinds wait.
        Traffic.CHANNEL_TABLE: 24,
        # Everybody in the channel reads them, and a full channel is one target: an honest question is answered in 5 s
        # beside four people who ask as much as they may.
        Traffic.CHANNEL_ANSWER: 8,
        # One person waits for each, but plays. Such a line often costs two: the server is asked who has the nick.
        Traffic.PRIVATE_TABLE: 3,
        # One person waits for each, and a private crowd is many targets.
        Traffic.PRIVATE_ANSWER: 2,
    }
)
"""The shares of the lines that each kind has while all of them wait; what one does not need goes to the others.

What each of them buys is shown by `python -m benchmarks.queue`.
"""

MOST_OF_TABLES = 1000
"""Lines of tables in channels, and as many of private ones, that may wait: a server may take none for a long time."""
MOST_IN_CHANNELS = 64
"""Answers that may wait for channels."""
MOST_TO_PEOPLE = 32
"""Private answers that may wait: even for a crowd that asks at once, more would take too long."""
MOST_TO_ONE = 16
"""Answers that may wait for one person in one place."""
MOST_COMMANDS = 64
"""Lines to the server itself that may wait."""
STALE_AFTER = 60.0
"""Seconds after which a public line is too old to be read."""
PRIVATE_STALE_AFTER = 30.0
"""Seconds after which a private line is too old to be read."""
UNSEEN_STALE_AFTER = 10.0
"""The same for a person out of sight: soon somebody else may have that nick."""
_LITTLE = 12
"""Lines within a minute up to which an answer in a channel may use the reserve of games, too."""
_OF_TABLES = (Traffic.CHANNEL_TABLE, Traffic.PRIVATE_TABLE)
"""Where the lines of a table wait."""
_OF_PEOPLE = (Traffic.CHANNEL_ANSWER, Traffic.PRIVATE_ANSWER)
"""Where answers wait: results of stakes among those for channels."""
_RESERVED = 2
"""Lines of a burst that are kept for a game in a channel: those of a turn, one for everybody and one for the player."""


class _Streams:
    """Lines by stream; streams take turns."""

    def __init__(self, most: int, most_in_one: int) -> None:
        self.streams: OrderedDict[str, deque[QueuedLine]] = OrderedDict()
        self._most = most
        self._most_in_one = most_in_one

    def __iter__(self) -> Iterator[QueuedLine]:
        return chain.from_iterable(self.streams.values())

    def append(self, line: QueuedLine) -> None:
        self.streams.setdefault(line.stream, deque()).append(line)

    def prepend(self, line: QueuedLine) -> None:
        self.streams.setdefault(line.stream, deque()).appendleft(line)

    def count(self) -> int:
        """Return how many lines wait here."""
        return sum(map(len, self.streams.values()))

    def pick(self, may_go: Callable[[QueuedLine], bool], now: float) -> QueuedLine | None:  # noqa: ARG002 - for answers
        """Return the first line of the stream whose turn it is; the stream goes to the end of the order."""
        for key, lines in self.streams.items():
            if may_go(lines[0]):
                self.streams.move_to_end(key)
                return lines[0]
        return None

    def remove(self, line: QueuedLine) -> None:
        """Remove a line if it waits here."""
        lines = self.streams.get(line.stream)
        if lines is not None and line in lines:
            lines.remove(line)
            if not lines:
                del self.streams[line.stream]

    def find_surplus(self, line: QueuedLine) -> QueuedLine | None:
        """Return the line to drop after `line` came, or None if there is room for all.

        First come, first served: in a crowd nobody would get an answer if each newcomer replaced the longest waiting
        line. But a person with more waiting lines than others makes room for them.
        """
        own = self.streams[line.stream]
        if line.is_result:
            return None
        if len(own) > self._most_in_one:
            return line
        if self.count() <= self._most:
            return None
        loudest = max(self.streams.values(), key=len)
        return loudest[-1] if len(loudest) > len(own) + 1 and not loudest[-1].is_result else line


class _Answers(_Streams):
    """Answers by person and place; the person who caused the fewest lines in the last minute comes first."""

    def __init__(self, most: int) -> None:
        super().__init__(most, MOST_TO_ONE)
        self._caused = LastMinute()
        self._last = ""

    def append(self, line: QueuedLine) -> None:
        super().append(line)
        self._caused.forget(line.since)
        self._caused.add(line.stream, line.since)

    def pick(self, may_go: Callable[[QueuedLine], bool], now: float) -> QueuedLine | None:
        """Return the next line: the rest of an answer, or else the first line of the person who caused the fewest."""
        if not self.streams:
            return None
        line = self._rest(may_go) or self._first(may_go, now)
        self._last = line.stream if line is not None else self._last
        return line

    def _first(self, may_go: Callable[[QueuedLine], bool], now: float) -> QueuedLine | None:
        first = [lines[0] for lines in self.streams.values() if may_go(lines[0])]
        if len(first) > 1:
            self._caused.forget(now)
            return min(first, key=lambda line: self._caused.counts[line.stream])
        return first[0] if first else None

    def asks_little(self, line: QueuedLine) -> bool:
        """Return whether this is an answer here to somebody who caused few lines in the last minute."""
        return line.stream in self.streams and self._caused.counts[line.stream] <= _LITTLE

    def _rest(self, may_go: Callable[[QueuedLine], bool]) -> QueuedLine | None:
        """Return the rest of the answer whose line was picked last."""
        line = next(iter(self.streams.get(self._last, ())), None)
        return line if line is not None and line.continues and may_go(line) else None


class SendQueue:
    """Outgoing lines under a bucket of `burst` tokens that gains one every `interval` seconds.

    The order is that of a weighted round robin: each kind of traffic has a clock, which a line puts forward by the
    kind's stride, the inverse of its weight, and the kind whose line would be over first has its turn. A kind that had
    nothing to say gets nothing for it: its clock is put forward to that of the last line.

    Attributes:
        burst: lines that may go at once after a pause.
        tokens: lines that may go now; below 0 after a line that could not wait.
    """

    def __init__(
        self,
        burst: int,
        interval: float,
        channels: Container[str] = (),
        weights: Mapping[Traffic, float] = WEIGHTS,
    ) -> None:
        """Make an empty queue.

        Args:
            burst: how many lines may go at once after a pause, at least one.
            interval: seconds between two lines after that; 0 sends everything at once.
            channels: the folded channels that the bot is in; lines to others wait.
            weights: the share of each kind of traffic.
        """
        self.burst = max(1, burst)
        self.tokens = float(self.burst)
        self._interval = max(0.0, interval)
        self._channels = channels
        self._updated = 0.0
        self._public = _Answers(MOST_IN_CHANNELS)
        self._kinds: dict[Traffic, _Streams] = {
            Traffic.COMMAND: _Streams(MOST_COMMANDS, MOST_COMMANDS + 1),
            Traffic.CHANNEL_TABLE: _Streams(MOST_OF_TABLES, MOST_OF_TABLES + 1),
            Traffic.CHANNEL_ANSWER: self._public,
            Traffic.PRIVATE_TABLE: _Streams(MOST_OF_TABLES, MOST_OF_TABLES + 1),
            Traffic.PRIVATE_ANSWER: _Answers(MOST_TO_PEOPLE),
        }
        self._weights = weights
        # Not fractions, so that their sums are exact.
        self._strides = {kind: max(weights.values()) / weight for kind, weight in weights.items()}
        self._clocks = dict.fromkeys(Traffic, 0.0)
        self._last_clock = 0.0
        self._channel_line_at = -inf
        self._is_paced = True
        self._next: QueuedLine | None = None
        self._turn = Traffic.COMMAND

    def __iter__(self) -> Iterator[QueuedLine]:
        return chain.from_iterable(self._kinds.values())

    def put(self, line: QueuedLine, now: float) -> QueuedLine | None:
        """Add a line; return the line to drop if too many wait.

        An answer or a command that waits already is not added again. When too many wait, the person with most of them
        loses the newest one; where nobody has more than others, the new line is dropped. Lines of tables are treated
        like that, too.

        Args:
            line: what to send.
            now: monotonic seconds.
        """
        streams, before = self._kinds[line.traffic], self.stream_of(line)
        is_of_table = line.traffic in _OF_TABLES
        is_plain = not is_of_table and not line.is_result and line.outgoing.on_delivery is None
        if is_plain and (line.key, line.text) in [(other.key, other.text) for other in before]:
            return None
        # A line is not late because another one of its stream must not come before its time.
        line.since = max(now, line.outgoing.not_before or now, before[-1].since if before else now)
        line.follows = self._lines_before(line)
        streams.append(line)
        if line.traffic is Traffic.CHANNEL_TABLE:
            self._channel_line_at = now
        surplus = streams.find_surplus(line)
        if surplus is not None:
            streams.remove(surplus)
        return surplus

    def _lines_before(self, line: QueuedLine) -> tuple[QueuedLine, ...]:
        """Return the lines in other streams that must go before a new one.

        They are the last ones of its table to other readers, of the tables from which it follows, and of what follows
        from its table; of a result and other answers to the same person, those before it.
        """
        table = line.outgoing.table
        if not table:
            answers = [self._kinds[kind].streams.get(line.stream) for kind in _OF_PEOPLE if kind is not line.traffic]
            return tuple([lines[-1] for lines in answers if lines and (line.is_result or lines[-1].is_result)])
        own, tables = self.stream_of(line), {table, *line.outgoing.follows}
        others = [lines[-1] for kind in _OF_TABLES for lines in self._kinds[kind].streams.values() if lines is not own]
        return tuple([each for each in others if each.stream in tables or table in each.outgoing.follows])

    def put_first(self, line: QueuedLine) -> None:
        """Add a repeated line before all others of its stream."""
        self._kinds[line.traffic].prepend(line)

    def remove(self, line: QueuedLine) -> None:
        """Forget a line if it still waits."""
        self._kinds[line.traffic].remove(line)

    def release(self) -> None:
        """Let lines go before their time from now on: the bot is about to leave."""
        self._is_paced = False

    def pick(self, now: float) -> Sequence[QueuedLine]:
        """Return the next line, with those sent together with it, once they may go; they stay until removed.

        Args:
            now: monotonic seconds.

        Returns:
            Lines of one stream; none if nothing may go now.
        """
        self._refill(now)
        if self._next is None or self._next.state is not LineState.WAITING:
            self._next = self._choose()
        lines = self.together(self._next) if self._next is not None else ()
        if not lines or not self._has_tokens(len(lines)):
            return ()
        self._next = None
        self._clocks[self._turn] += len(lines) * self._strides[self._turn]
        self._last_clock = max(self._last_clock, self._clocks[self._turn])
        return lines

    def take_spare(self, now: float) -> bool:
        """Take the token of a line that need not be sent, if none waits and half of the burst is left after it."""
        self._refill(now)
        is_spare = next(iter(self), None) is None and self.tokens - 1 >= self.burst / 2
        self.tokens -= is_spare
        return is_spare

    def together(self, line: QueuedLine) -> Sequence[QueuedLine]:
        """Return the first line of a stream; if it needs confirmation, with those that follow it directly."""
        if not line.outgoing.confirm:
            return [line]
        first = islice(self.stream_of(line), self.burst)
        return list(takewhile(lambda each: each.outgoing.confirm and self._can_go(each), first)) or [line]

    def stream_of(self, line: QueuedLine) -> Sequence[QueuedLine]:
        """Return the lines of the same stream in their order."""
        return self._kinds[line.traffic].streams.get(line.stream, ())

    def groups(self, now: float) -> list[Sequence[QueuedLine]]:
        """Return the first lines of tables that wait only for their turn, each with those sent together with it."""
        self._refill(now)
        heads = self._heads(*_OF_TABLES)
        return [self.together(line) for line in heads if self._can_go(line)]

    def results_for(self, asker: str) -> int:
        """Return how many results of stakes wait for somebody."""
        answers = chain(self._public, self._kinds[Traffic.PRIVATE_ANSWER])
        return sum(line.is_result and line.stream.endswith(f" {asker}") for line in answers)

    def wait(self, now: float) -> float | None:
        """Return the seconds until a line can go, or is too old because the bot is not in its channel."""
        self._refill(now)
        heads = self._heads(*Traffic)
        ready = [self._needed(line) for line in heads if self._can_go(line)]
        waits = [self._ready_at(line) - now for line in heads if not self._can_go(line)]
        if ready:
            count = min(ready) if self._next is None else len(self.together(self._next))
            waits.append(max(0.0, count - self.tokens) * self._interval)
        return min((wait for wait in waits if wait < inf), default=None)

    def delay(self, now: float) -> float:
        """Return the seconds that a line from another private table would wait if it came now."""
        self._refill(now)
        streams = {kind: self._kinds[kind].streams.values() for kind in Traffic}
        ready = {kind: sum(len(list(takewhile(self._can_go, lines))) for lines in streams[kind]) for kind in Traffic}
        # However many lines wait at a private table: those take turns.
        tables = ready[Traffic.PRIVATE_TABLE] = 1 + sum(map(self._can_go, self._heads(Traffic.PRIVATE_TABLE)))
        turns = tables / self._weights[Traffic.PRIVATE_TABLE]
        before = sum(min(count, turns * self._weights[kind]) for kind, count in ready.items())
        return max(0.0, (before + self._reserve(Traffic.PRIVATE_TABLE) - self.tokens) * self._interval)

    def _heads(self, *kinds: Traffic) -> list[QueuedLine]:
        """Return the first line of each stream."""
        return [lines[0] for kind in kinds for lines in self._kinds[kind].streams.values()]

    def _refill(self, now: float) -> None:
        gained = max(0.0, now - self._updated) / self._interval if self._interval else inf
        self.tokens = min(self.burst, self.tokens + gained)
        self._updated = now

    def _has_tokens(self, count: int) -> bool:
        # A timer may fire slightly early: without the tolerance it would be set again for nothing.
        return self.tokens >= count - 1e-6

    def _ready_at(self, line: QueuedLine) -> float:
        """Return from when on the first line of a stream waits only for its turn, even if it will be dropped then."""
        if line.state is not LineState.WAITING or self._awaited_by(line) is not None:
            return inf
        if line.is_public and line.key not in self._channels:
            return line.since + STALE_AFTER
        return line.outgoing.not_before or -inf if self._is_paced else -inf

    def _awaited_by(self, line: QueuedLine) -> QueuedLine | None:
        """Return the line that must go first; None if none is left.

        Nobody waits for a channel without the bot, nor for the server's answer about a nick.
        """
        for each in line.follows:
            is_shut_out = each.is_public and each.key not in self._channels
            if each.state is LineState.WAITING and not is_shut_out:
                return each
        return None

    def _can_go(self, line: QueuedLine) -> bool:
        return self._ready_at(line) <= self._updated

    def _choose(self) -> QueuedLine | None:
        """Return the first line of the kind whose turn it is."""

        def may_go(line: QueuedLine) -> bool:
            return self._can_go(line) and self._has_tokens(self._needed(line))

        for traffic in Traffic:
            if not any(map(self._can_go, self._heads(traffic))):
                self._clocks[traffic] = max(self._clocks[traffic], self._last_clock)
        for traffic in sorted(Traffic, key=self._end_of_turn):
            line = self._kinds[traffic].pick(may_go, self._updated) or self._first_awaited(traffic, may_go)
            if line is not None:
                self._turn = traffic
                return line
        return None

    def _first_awaited(self, traffic: Traffic, may_go: Callable[[QueuedLine], bool]) -> QueuedLine | None:
        """Return a line of another kind for which one of this kind waits: it has the turn of that one."""
        for line in self._heads(traffic):
            first = line
            while (before := self._awaited_by(first)) is not None:  # Each was put before the one that follows it.
                first = next(iter(self.stream_of(before)), before)
            if first is not line and may_go(first):
                return first
        return None

    def _end_of_turn(self, traffic: Traffic) -> float:
        """Return where the clock of a kind would be after a line."""
        return self._clocks[traffic] + self._strides[traffic]

    def _needed(self, line: QueuedLine) -> int:
        """Return the tokens that must be there before a line is chosen."""
        is_little = line.traffic is Traffic.CHANNEL_ANSWER and self._public.asks_little(line)
        return 1 if is_little else 1 + self._reserve(line.traffic)

    @property
    def is_reserved(self) -> bool:
        """Whether private tables leave a part of the burst to games in channels now."""
        return self._reserve(Traffic.PRIVATE_TABLE) > 0

    def _reserve(self, traffic: Traffic) -> int:
        """Return the tokens that a kind leaves for games in channels; none when it is its turn before theirs."""
        is_in_play = self._updated - self._channel_line_at < MINUTE
        is_before = traffic in {Traffic.COMMAND, Traffic.CHANNEL_TABLE}
        if is_before or not is_in_play or self._end_of_turn(traffic) < self._end_of_turn(Traffic.CHANNEL_TABLE):
            return 0
        return max(0, min(_RESERVED, self.burst - 2))
