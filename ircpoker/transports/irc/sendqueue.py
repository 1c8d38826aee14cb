"""Lines that wait to be sent: in which order, and how fast.

The queue only stores lines and counts; it sends nothing, and gets the time as an argument. Lines of tables in channels
go first, and a part of the burst is kept for them, so that a game keeps its pace when others ask. They stop nobody:
after some of them, another line goes. Answers in channels, private tables and private answers take turns, and so do the
tables of each kind. The lines of one table keep their order, for all readers: the end of a deal comes before the cards
of the next. Among those who wait for answers, the person who caused the fewest lines in the last minute is served
first, so that neither a person who asks much nor a crowd keeps the bot from answering others.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from itertools import chain, islice, takewhile
from math import inf
from typing import TYPE_CHECKING

from ircpoker.last_minute import SECONDS as MINUTE
from ircpoker.last_minute import LastMinute
from ircpoker.transports.irc.outgoing import LineState, Outgoing

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator, Sequence

MOST_OF_TABLES = 1000
"""Table lines that may wait: a server that takes none must not fill the memory."""
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
_CHANNELS_IN_A_ROW = 3
"""After this many turns of tables in channels, another line has its turn if one waits."""
_RESERVED = 2
"""Lines of a burst that are kept for a game in a channel: those of a turn, one for everybody and one for the player."""


class _Lanes:
    """Lines by lane; lanes take turns."""

    def __init__(self, most: int, most_in_one: int) -> None:
        self.lanes: OrderedDict[str, deque[Outgoing]] = OrderedDict()
        self._most = most
        self._most_in_one = most_in_one

    def __iter__(self) -> Iterator[Outgoing]:
        return chain.from_iterable(self.lanes.values())

    def append(self, line: Outgoing) -> None:
        self.lanes.setdefault(line.lane, deque()).append(line)

    def prepend(self, line: Outgoing) -> None:
        self.lanes.setdefault(line.lane, deque()).appendleft(line)

    def count(self) -> int:
        """Return how many lines wait here."""
        return sum(map(len, self.lanes.values()))

    def pick(self, may_go: Callable[[Outgoing], bool], now: float) -> Outgoing | None:  # noqa: ARG002 - for answers
        """Return the first line of the lane whose turn it is; the lane goes to the end of the order."""
        for key, lines in self.lanes.items():
            if may_go(lines[0]):
                self.lanes.move_to_end(key)
                return lines[0]
        return None

    def remove(self, line: Outgoing) -> None:
        """Remove a line if it waits here."""
        lines = self.lanes.get(line.lane)
        if lines is not None and line in lines:
            lines.remove(line)
            if not lines:
                del self.lanes[line.lane]

    def find_surplus(self, line: Outgoing) -> Outgoing | None:
        """Return the line to drop after `line` came, or None if there is room for all.

        First come, first served: in a crowd nobody would get an answer if each newcomer replaced the longest waiting
        line. But a person with more waiting lines than others makes room for them.
        """
        own = self.lanes[line.lane]
        if len(own) > self._most_in_one:
            return line
        if self.count() <= self._most:
            return None
        loudest = max(self.lanes.values(), key=len)
        return loudest[-1] if len(loudest) > len(own) + 1 else line


class _Answers(_Lanes):
    """Answers by person and place; the person who caused the fewest lines in the last minute comes first."""

    def __init__(self, most: int) -> None:
        super().__init__(most, MOST_TO_ONE)
        self._caused = LastMinute()
        self._last = ""

    def append(self, line: Outgoing) -> None:
        super().append(line)
        self._caused.add(line.lane, line.since)

    def pick(self, may_go: Callable[[Outgoing], bool], now: float) -> Outgoing | None:
        """Return the next line: the rest of an answer, or else the first line of the person who caused the fewest."""
        self._caused.forget(now)
        line = self._rest(may_go) or min(
            (lines[0] for lines in self.lanes.values() if may_go(lines[0])),
            key=lambda line: self._caused.counts[line.lane],
            default=None,
        )
        self._last = line.lane if line is not None else self._last
        return line

    def asks_little(self, line: Outgoing) -> bool:
        """Return whether this is an answer here to somebody who caused few lines in the last minute."""
        return line.lane in self.lanes and self._caused.counts[line.lane] <= _LITTLE

    def _rest(self, may_go: Callable[[Outgoing], bool]) -> Outgoing | None:
        """Return the rest of the answer whose line was picked last."""
        line = next(iter(self.lanes.get(self._last, ())), None)
        return line if line is not None and line.continues and may_go(line) else None


class SendQueue:
    """Outgoing lines under a bucket of `burst` tokens that gains one every `interval` seconds.

    Attributes:
        burst: lines that may go at once after a pause.
        tokens: lines that may go now; below 0 after a line that could not wait.

    Examples:
        >>> queue = SendQueue(burst=2, interval=1.0)
        >>> for text in "abc":
        ...     _ = queue.put(Outgoing("NOTICE", "bob", "bob", text, lane=text), now=0.0)
        >>> queue.delay(now=0.0), [line.text for line in queue.pick(now=0.0)]
        (2.0, ['a'])
    """

    def __init__(self, burst: int, interval: float, channels: Container[str] = ()) -> None:
        """Make an empty queue.

        Args:
            burst: how many lines may go at once after a pause, at least one.
            interval: seconds between two lines after that; 0 sends everything at once.
            channels: the folded channels that the bot is in; lines to others wait.
        """
        self.burst = max(1, burst)
        self.tokens = float(self.burst)
        self._interval = max(0.0, interval)
        self._channels = channels
        self._updated = 0.0
        self._commands = _Lanes(MOST_COMMANDS, MOST_COMMANDS + 1)
        self._tables = _Lanes(MOST_OF_TABLES, MOST_OF_TABLES + 1)
        self._public = _Answers(MOST_IN_CHANNELS)
        self._private = _Answers(MOST_TO_PEOPLE)
        self._kinds = (self._commands, self._tables, self._public, self._private)
        self._tables_of_channels: set[str] = set()
        self._channel_line_at = -inf
        self._channels_in_a_row = 0
        self._turn = 0
        self._next: Outgoing | None = None

    def __iter__(self) -> Iterator[Outgoing]:
        return chain.from_iterable(self._kinds)

    def put(self, line: Outgoing, now: float) -> Outgoing | None:
        """Add a line; return the line to drop if too many wait.

        An answer that waits already is not added again. When too many wait, the person with most of them loses the
        newest one; where nobody has more than others, the new line is dropped. Lines of tables are treated like that,
        too.

        Args:
            line: what to send.
            now: monotonic seconds.
        """
        line.since = now
        lanes = self._lanes_of(line)
        is_plain = line.is_answer and line.on_delivery is None
        if is_plain and (line.key, line.text) in [(other.key, other.text) for other in self.lane_of(line)]:
            return None
        lanes.append(line)
        if not line.is_answer and line.verb == "PRIVMSG":
            self._tables_of_channels.add(line.lane)
            self._channel_line_at = now
        surplus = lanes.find_surplus(line)
        if surplus is not None:
            lanes.remove(surplus)
        return surplus

    def put_first(self, line: Outgoing) -> None:
        """Add a repeated line before all others of its lane."""
        self._lanes_of(line).prepend(line)

    def remove(self, line: Outgoing) -> None:
        """Forget a line if it still waits."""
        self._lanes_of(line).remove(line)

    def pick(self, now: float) -> Sequence[Outgoing]:
        """Return the next line, with those sent together with it, once they may go; they stay until removed.

        Args:
            now: monotonic seconds.

        Returns:
            Lines of one lane; none if nothing may go now.
        """
        self._refill(now)
        if self._next is None or self._next.state is not LineState.WAITING:
            self._next = self._pick(now)
        lines = self.together(self._next) if self._next is not None else ()
        if not self._has_tokens(len(lines)):
            return ()
        self._next = None
        return lines

    def take_spare(self, now: float) -> bool:
        """Take the token of a line that need not be sent, if none waits and half of the burst is left after it."""
        self._refill(now)
        is_spare = next(iter(self), None) is None and self.tokens - 1 >= self.burst / 2
        self.tokens -= is_spare
        return is_spare

    def together(self, line: Outgoing) -> Sequence[Outgoing]:
        """Return the first line of a lane; if it needs confirmation, with those that follow it directly."""
        if not line.confirm:
            return [line]
        lane = islice(self.lane_of(line), self.burst)
        return list(takewhile(lambda each: each.confirm and each.state is LineState.WAITING, lane)) or [line]

    def lane_of(self, line: Outgoing) -> Sequence[Outgoing]:
        """Return the lines of the same lane in their order."""
        return self._lanes_of(line).lanes.get(line.lane, ())

    def heads(self, now: float) -> list[Outgoing]:
        """Return the first lines of tables that wait only for their turn."""
        return [lines[0] for lines in self._tables.lanes.values() if self._can_go(lines[0], now)]

    def wait(self, now: float) -> float | None:
        """Return the seconds until a line can go, or is too old because the bot is not in its channel."""
        heads = [lines[0] for kind in self._kinds for lines in kind.lanes.values()]
        if any(self._can_go(line, now) for line in heads):
            self._refill(now)
            ready = (self._needed(line, now) for line in heads if self._can_go(line, now))
            count = min(ready) if self._next is None else len(self.together(self._next))
            return max(0.0, count - self.tokens) * self._interval
        return min((line.since + STALE_AFTER - now for line in heads if not self._is_heard(line)), default=None)

    def delay(self, now: float) -> float:
        """Return the seconds that a line from another private table would wait if it came now."""
        self._refill(now)
        public, tables = 0, 1
        for lane, lines in self._tables.lanes.items():
            if lane in self._tables_of_channels:
                public += sum(map(self._is_heard, lines))
            else:
                # However many lines wait there: tables take turns.
                tables += 1
        answers = min(3 * tables, self._public.count()) + min(tables, self._private.count())
        public = min(public, _CHANNELS_IN_A_ROW * (tables + answers))
        return max(0.0, (public + answers + tables + self._reserve(now) - self.tokens) * self._interval)

    def _refill(self, now: float) -> None:
        gained = max(0.0, now - self._updated) / self._interval if self._interval else inf
        self.tokens = min(self.burst, self.tokens + gained)
        self._updated = now

    def _has_tokens(self, count: int) -> bool:
        # A timer may fire slightly early: without the tolerance it would be set again for nothing.
        return self.tokens >= count - 1e-6

    def _lanes_of(self, line: Outgoing) -> _Lanes:
        if not line.is_answer:
            return self._tables
        return {"NOTICE": self._private, "PRIVMSG": self._public}.get(line.verb, self._commands)

    def _is_heard(self, line: Outgoing) -> bool:
        return line.verb != "PRIVMSG" or line.key in self._channels

    def _can_go(self, line: Outgoing, now: float) -> bool:
        """Return whether the first line of its lane waits only for its turn, even if it will be dropped."""
        return line.state is LineState.WAITING and (self._is_heard(line) or now - line.since >= STALE_AFTER)

    def _pick(self, now: float) -> Outgoing | None:
        def may_go(line: Outgoing) -> bool:
            return self._can_go(line, now) and self._has_tokens(self._needed(line, now))

        def of_channels(line: Outgoing) -> bool:
            return self._is_of_channel(line) and may_go(line)

        def of_people(line: Outgoing) -> bool:
            return not self._is_of_channel(line) and may_go(line)

        # Answers in channels have most turns: a full channel is one target, and a private crowd is many.
        turns: list[tuple[_Lanes, Callable[[Outgoing], bool]]] = [
            *((self._public, may_go), (self._tables, of_people)),
            *((self._public, may_go), (self._private, may_go), (self._public, may_go)),
        ]
        order: list[tuple[_Lanes, Callable[[Outgoing], bool], int]] = [(self._commands, may_go, self._turn)]
        channels = (self._tables, of_channels, self._turn)
        if self._channels_in_a_row < _CHANNELS_IN_A_ROW:
            order.append(channels)
        order += [(*turns[turn % len(turns)], turn + 1) for turn in range(self._turn, self._turn + len(turns))]
        for lanes, may, turn in (*order, channels):
            line = lanes.pick(may, now) if lanes.lanes else None
            if line is not None:
                self._turn = turn % len(turns)
                self._channels_in_a_row = self._channels_in_a_row + 1 if self._is_of_channel(line) else 0
                return line
        return None

    def _is_of_channel(self, line: Outgoing) -> bool:
        return not line.is_answer and line.lane in self._tables_of_channels

    def _needed(self, line: Outgoing, now: float) -> int:
        """Return the tokens that must be there before a line is chosen."""
        is_free = not line.verb or self._is_of_channel(line) or self._public.asks_little(line)
        return 1 if is_free else 1 + self._reserve(now)

    @property
    def is_reserved(self) -> bool:
        """Whether a part of the burst is kept for games in channels now."""
        return self._reserve(self._updated) > 0

    def _reserve(self, now: float) -> int:
        """Return the tokens that are kept for games in channels; none when it is another line's turn."""
        is_kept = now - self._channel_line_at < MINUTE and self._channels_in_a_row < _CHANNELS_IN_A_ROW
        return max(0, min(_RESERVED, self.burst - 2)) if is_kept else 0
