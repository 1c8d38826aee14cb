"""The moments of a watched table: whatever draws the table draws exactly one of them, and some stay for a while.

A moment is the table after a change, with all that is shown beside it: the log, and what the reader has won. The end of
a deal, and each street of an all-in, stays for its time before the next one is shown, however the events have come.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple

from msgspec.structs import replace

from ircpoker.feed import messages
from ircpoker.feed.table_parts import You

SHOWDOWN_SECONDS = 5.0
"""How long the end of a deal stays in which hands were shown."""
END_SECONDS = 3.0
"""How long any other end of a deal stays."""
STREET_SECONDS, RIVER_SECONDS = 1.6, 2.4
"""How long each street of an all-in stays."""
_CLOSED = "closed"
"""The scene behind the showdown with which a table has closed."""
_RIVER = 5
"""The cards of a whole board."""
MOST_LINES = 500
"""The most lines of the log that are kept."""
_SHOWN_ELSEWHERE = (messages.OwnCards, messages.TurnBegan, messages.YourTurn, messages.NextHand)
"""Events whose words only say what the table shows anyway."""


class TableMoment(NamedTuple):
    """A table at one moment, with all that is shown with it.

    Attributes:
        table: the table.
        log: the lines of its log.
        logged: how many lines there have been.
        nets: what the reader has won or lost in each deal that has ended so far.
        scene: what is seen: moments of one scene follow each other at once.
        hold: the seconds for which the scene stays before another one.
        at: when it came, in seconds.
        clocks: when the seconds of `turn` and `tournament` were sent.
    """

    table: messages.TableSnapshot
    log: tuple[str, ...]
    logged: int
    nets: tuple[int, ...]
    scene: str
    hold: float
    at: float
    clocks: tuple[float, float]

    @property
    def deal(self) -> str:
        """The deal that is seen: in play, or over."""
        return self.table.deal or (self.table.last.deal if self.table.last is not None else "")

    @property
    def ended(self) -> str:
        """The line that says how the last deal ended; empty before the first one."""
        return self.table.last.words.partition("\n")[0] if self.table.last is not None else ""

    def seconds(self, field: Literal["turn", "tournament"], now: float) -> float | None:
        """Return the seconds that a field of the table has left at a time; None if it has no clock."""
        timed = self.table.turn if field == "turn" else self.table.tournament
        if timed is None or timed.seconds is None:
            return None
        return max(0.0, timed.seconds - (now - self.clocks[field == "tournament"]))


class TableMoments:
    """The moments of a table that are not shown yet, and the one that is.

    Attributes:
        id: the table's name in the feed.
        now: returns monotonic seconds.
        since: when the scene began that is shown.
        pace: by what the time is multiplied for which each street of an all-in stays.
    """

    def __init__(
        self, table: messages.TableSnapshot, now: Callable[[], float], nets: Mapping[str, int] | None = None
    ) -> None:
        """Begin with a table.

        Args:
            table: the table.
            now: returns monotonic seconds.
            nets: what the reader has won or lost before, by deal.
        """
        self.now = now
        self.id = table.table
        self.pace = 1.0
        at = self.since = now()
        log = tuple([line for words in table.log for line in words.splitlines()])
        self._nets = dict(nets or {})
        won = tuple(self._nets.values())
        self._queue = deque([TableMoment(table, log, len(log), won, _scene_of(table), 0.0, at, (at, at))])
        self._events: list[messages.Event] = []
        self._next = table

    @property
    def latest(self) -> TableMoment:
        """The last moment, which is shown as soon as nothing is held before it."""
        return self._queue[-1]

    @property
    def table(self) -> messages.TableSnapshot:
        """The table as the feed says it is."""
        return self._queue[-1].table

    def shown(self, *, holds: bool = True) -> TableMoment:
        """Return the moment that is shown now.

        Args:
            holds: whether scenes stay for their time.
        """
        queue, now = self._queue, self.now()
        while len(queue) > 1 and (not holds or now >= self.since + queue[0].hold):
            self.since = max(self.since + queue[0].hold, queue[1].at) if holds else now
            queue.popleft()
        return queue[0]

    @property
    def is_held(self) -> bool:
        """Whether a moment is shown although the table has gone on."""
        return self.shown() is not self.latest

    @property
    def due(self) -> float | None:
        """When the next moment is shown that waited at the last look; None if none did."""
        # It asks no clock: a moment that went between two questions would be shown by nobody.
        return self.since + self._queue[0].hold if len(self._queue) > 1 else None

    @property
    def is_closed(self) -> bool:
        """Whether the table has closed with a showdown, which may still be shown."""
        return self.latest.scene == _CLOSED

    def let_go(self) -> None:
        """Go on to the next scene at once."""
        if self.is_held:
            self._queue.popleft()
            self.since = self.now()

    def restart(self, table: messages.TableSnapshot) -> None:
        """Go on with a table that came in place of events; its log goes on."""
        now = self.now()
        self._events.clear()
        self._next = table
        scene, before = _scene_of(table), self.latest
        hold = before.hold if before.scene == scene else 0.0
        self._put(before._replace(table=table, nets=self._nets_after(table), scene=scene, hold=hold, clocks=(now, now)))

    def take(self, event: messages.Event) -> bool:
        """Follow an event; return whether the moment to which it belongs is complete."""
        if event.seq < self._next.seq:  # It came before the table that was taken last.
            return False
        self._events.append(event)
        self._next = messages.table_after(self._next, event)
        if event.more:
            return False
        events, self._events = self._events, []
        before, now = self.latest, self.now()
        lines = [line for each in events if not isinstance(each, _SHOWN_ELSEWHERE) for line in each.words.splitlines()]
        changed = {name for each in events for name in messages.changed_fields(each)}
        clocks = (now if "turn" in changed else before.clocks[0], now if "tournament" in changed else before.clocks[1])
        scene, hold = _scene_after(before, events, self._next, self.pace)
        nets = self._nets_after(self._next)
        moment = TableMoment(self._next, before.log, before.logged, nets, scene, hold, now, clocks)
        self._put(_with_lines(moment, lines))
        if hold == SHOWDOWN_SECONDS and isinstance(events[-1], messages.Closed):
            # Nobody sits there any more, but until the end was seen the reader's seat stays where it was.
            end, own = self._queue.pop(), before.table.you
            seen = end.table if own is None else replace(end.table, you=You(own.seat, own.cards, "", "", 0, None, None))
            self._queue += [end._replace(table=seen), end._replace(scene=_CLOSED, hold=0.0)]
        return True

    def say(self, lines: Sequence[str]) -> None:
        """Put lines that belong to no event into the log, of the moment that is shown, too."""
        self._queue = deque([_with_lines(moment, lines) for moment in self._queue])

    def _nets_after(self, table: messages.TableSnapshot) -> tuple[int, ...]:
        self._nets |= messages.nets_between(self.table, table)
        return tuple(self._nets.values())

    def _put(self, moment: TableMoment) -> None:
        self.shown()  # What is due by now was shown before.
        if self.latest.scene == moment.scene:
            self._queue.pop()
        elif moment.hold and not moment.table.deal:
            # Nobody falls further and further behind: an end is held until the next deal has ended, at the longest.
            kept = [each for each in self._queue if each.deal == moment.deal]
            self.since = self.since if kept[:1] == [self._queue[0]] else self.now()
            self._queue = deque(kept)
        self._queue.append(moment._replace(at=self.now()))


def _with_lines(moment: TableMoment, lines: Sequence[str]) -> TableMoment:
    if not lines:
        return moment
    return moment._replace(log=(*moment.log, *lines)[-MOST_LINES:], logged=moment.logged + len(lines))


def _scene_of(table: messages.TableSnapshot) -> str:
    return table.deal or f"after {table.last.deal if table.last is not None else ''}"


def _scene_after(
    before: TableMoment, events: Sequence[messages.Event], table: messages.TableSnapshot, pace: float
) -> tuple[str, float]:
    """Return what is seen after events, and for how long it stays."""
    if table.deal:
        if any(isinstance(event, messages.Shown) for event in events):
            seconds = RIVER_SECONDS if len(table.board) == _RIVER else STREET_SECONDS
            return f"{table.deal} {len(table.board)}", seconds * pace
        return (before.scene, before.hold) if before.table.deal == table.deal else (table.deal, 0.0)
    paid = next((event for event in reversed(events) if isinstance(event, messages.Paid)), None)
    if paid is not None:
        return f"after {paid.deal}", SHOWDOWN_SECONDS if any(each.cards for each in paid.results) else END_SECONDS
    return (before.scene, before.hold) if not before.table.deal else (_scene_of(table), 0.0)
