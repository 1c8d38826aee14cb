"""What waits to be sent: a few lines at once, then one at a time, so that no server takes the bot for a flood.

Holds lines and counts; sends nothing, and the time is an argument. Three lanes: what a game says goes before
answers to commands, and answers in channels and answers to people alone take turns. What games say goes in order: the
end of a deal before the cards of the next, whoever reads them. Among answers everybody who is written to has their
turn, so that nobody who makes the bot talk much, and no crowd, keeps it from talking to others. What goes to one
target in one lane stays in order.
"""

from __future__ import annotations

import logging
from collections import OrderedDict, deque
from dataclasses import dataclass, replace
from itertools import chain
from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MOST_WAITING = 64
"""Lines that may wait in a lane; those that somebody waits for do not count."""
MOST_TO_PEOPLE = 32
"""Answers to people alone that may wait: a crowd that asks all at once is not worth more time than these take."""
MOST_TO_ONE = 16
"""Answers that may wait for one person."""
STALE_AFTER = 60.0
"""Seconds after which nobody wants to read a public line any more."""
ANSWER_STALE_AFTER = 30.0
"""The same for a line to a person alone."""
UNSEEN_STALE_AFTER = 10.0
"""The same where the bot would not see the person leave: soon somebody else may have that nick."""
_REPORT_EVERY = 60.0
"""Seconds between two reports of lines that were dropped."""
_URGENT_IN_A_ROW = 3
"""After so many urgent lines one of the others has its turn, if any waits."""

_logger = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class Outgoing:
    """One line to send.

    Attributes:
        text: what to say; without a verb the whole line.
        verb: PRIVMSG or NOTICE; empty for what is between us and the server and must not be lost.
        target: who is to read it.
        key: the target, folded.
        is_urgent: whether it goes before the answers to commands.
        stale_after: seconds after which it is dropped.
        on_sent: is called when it has been sent; a line with it is neither dropped nor merged.
        since: when it began to wait; set by the queue.
        order: how many lines came before it; set by the queue.
    """

    text: str
    verb: str = ""
    target: str = ""
    key: str = ""
    is_urgent: bool = False
    stale_after: float = inf
    on_sent: Callable[[], None] | None = None
    since: float = 0.0
    order: int = 0

    @property
    def line(self) -> str:
        """The line without its end."""
        return f"{self.verb} {self.target} :{self.text}" if self.verb else self.text

    @property
    def is_kept(self) -> bool:
        """Whether it may not be lost."""
        return self.on_sent is not None or not self.verb


class _Lane:
    """Lines by target; targets take turns, or all lines go in order."""

    def __init__(self, most: int, most_to_one: int, *, in_order: bool = False, first_served: bool = False) -> None:
        self._in_order = in_order
        self._first_served = first_served
        self._most = most
        self._most_to_one = most_to_one
        self._by_key: OrderedDict[str, deque[Outgoing]] = OrderedDict()

    def __iter__(self) -> Iterator[Outgoing]:
        return chain.from_iterable(self._by_key.values())

    def __bool__(self) -> bool:
        return bool(self._by_key)

    def append(self, item: Outgoing) -> None:
        self._by_key.setdefault(item.key, deque()).append(item)

    def pop(self) -> Outgoing:
        """Remove and return the next line; its target goes to the end of the turn."""
        key = next(iter(self._by_key))
        if self._in_order:
            key = min(self._by_key, key=lambda each: self._by_key[each][0].order)
        items = self._by_key[key]
        item = items.popleft()
        if items:
            self._by_key.move_to_end(key)
        else:
            del self._by_key[key]
        return item

    def remove(self, item: Outgoing) -> None:
        """Remove a line if it waits here."""
        items = self._by_key.get(item.key)
        if items is not None and item in items:
            items.remove(item)
            if not items:
                del self._by_key[item.key]

    def waiting_for(self, key: str) -> list[Outgoing]:
        return list(self._by_key.get(key, ()))

    def find_surplus(self, item: Outgoing) -> Outgoing | None:
        """Return the line that has to go after `item` came, or None if there is room for all."""
        to_one = [waiting for waiting in self.waiting_for(item.key) if not waiting.is_kept]
        if len(to_one) > self._most_to_one:
            return to_one[0]
        if sum(waiting.on_sent is None for waiting in self) <= self._most:
            return None
        # Without anything to say to somebody, what waits is between us and the server: then the new line is one too
        # many.
        losable = [[one for one in items if not one.is_kept] for items in self._by_key.values()]
        loudest: list[Outgoing] = max(losable, key=len, default=[])
        if self._first_served:
            # In a crowd nobody would be served if each newcomer took the place of the one who has waited longest.
            return loudest[-1] if len(loudest) > len(to_one) + 1 else item
        return loudest[0] if loudest else item


class SendQueue:
    """Outgoing lines under a bucket of `burst` tokens that gains one every `interval` seconds.

    Examples:
        >>> queue = SendQueue(burst=2, interval=1.0)
        >>> for text in "abcc":
        ...     queue.put(Outgoing(text, "PRIVMSG", "#poker", "#poker"), now=0.0)
        >>> [item.line for item in queue.take(now=0.0)]
        ['PRIVMSG #poker :a', 'PRIVMSG #poker :b']
        >>> queue.wait(now=0.25), [item.text for item in queue.take(now=1.0)], len(queue)
        (0.75, ['c'], 0)
    """

    def __init__(
        self,
        burst: int,
        interval: float,
        most: int = MOST_WAITING,
        most_to_people: int = MOST_TO_PEOPLE,
        most_to_one: int = MOST_TO_ONE,
    ) -> None:
        """Make an empty queue.

        Args:
            burst: how many lines may go at once after a pause, at least one.
            interval: seconds between two lines after that; 0 sends everything at once.
            most: how many lines may wait in a lane.
            most_to_people: how many answers to people alone may wait.
            most_to_one: how many of these for one person.
        """
        self._burst = max(1, burst)
        self._interval = max(0.0, interval)
        self._tokens = float(self._burst)
        self._updated = 0.0
        self._urgent = _Lane(most, most, in_order=True)
        self._public = _Lane(most, most)
        self._private = _Lane(most_to_people, most_to_one, first_served=True)
        self._lanes = (self._urgent, self._public, self._private)
        self._urgent_in_a_row = 0
        self._is_turn_of_private = False
        self._taken_in = 0
        self._dropped = 0
        self._report_at = -inf

    def __len__(self) -> int:
        return len(self.waiting())

    def waiting(self) -> list[Outgoing]:
        """Return the lines that wait, each lane's and each target's in their order."""
        return [item for lane in self._lanes for item in lane]

    def put(self, item: Outgoing, now: float) -> None:
        """Add a line; an answer that waits already is not given twice.

        When a lane is full, the target with most lines there loses its oldest one: who makes the bot talk too
        much does not silence it elsewhere. The same when too much waits for one person. Among answers to people alone
        it loses its newest one, and where nobody has more than others, the new line is one too many.

        Args:
            item: what to send.
            now: monotonic seconds.
        """
        item.since = now
        item.order = self._taken_in = self._taken_in + 1
        lane = self._lane(item)
        same = [waiting for waiting in lane.waiting_for(item.key) if waiting.line == item.line]
        if same and item.on_sent is None and not (item.is_urgent and item.verb):
            return
        lane.append(item)
        surplus = lane.find_surplus(item)
        if surplus is not None:
            lane.remove(surplus)
            self._dropped += 1

    def take(self, now: float) -> list[Outgoing]:
        """Remove and return the lines that may be sent now."""
        if self._interval == 0:
            self._tokens = float(max(self._burst, len(self)))
        else:
            self._tokens = min(self._burst, self._tokens + max(0.0, now - self._updated) / self._interval)
        self._updated = now
        items: list[Outgoing] = []
        # A timer may come a hair early: without the tolerance it would be set again for nothing.
        while self._tokens >= 1 - 1e-6 and self._is_waiting:
            item = self._pop()
            if now - item.since > item.stale_after:
                self._dropped += 1
                continue
            self._tokens -= 1
            items.append(item)
        if self._dropped and now >= self._report_at:
            _logger.warning("lines not sent, because more was to be said than the server allows: %d", self._dropped)
            self._dropped = 0
            self._report_at = now + _REPORT_EVERY
        return items

    def spend(self) -> None:
        """Count a line that was sent past the queue; those that wait have to wait for it."""
        self._tokens -= 1

    def wait(self, now: float) -> float | None:
        """Return the seconds until `take` may have something, or None if nothing waits."""
        if not self._is_waiting:
            return None
        return max(0.0, (1 - self._tokens) * self._interval - (now - self._updated))

    def remove(self, item: Outgoing) -> None:
        """Forget a line if it still waits."""
        self._lane(item).remove(item)

    def rename(self, key: str, target: str, new_key: str, split: Callable[[str], list[str]]) -> None:
        """Follow a person to a new nick: the old one may be somebody else's by the time a line is sent.

        Lines that somebody waits for stay: who put them here takes them back and says them again.

        Args:
            key: the old nick, folded.
            target: the new one.
            new_key: the new one, folded.
            split: gives the text in pieces that fit in a line to the new one.
        """
        for item in self._waiting_for(key):
            if item.on_sent is None:
                self.remove(item)
                for text in split(item.text):
                    self._lane(item).append(replace(item, text=text, target=target, key=new_key))

    def lose_sight(self, key: str) -> None:
        """Let what waits for somebody go stale soon: the bot will not see them leave."""
        for item in self._waiting_for(key):
            if not item.is_kept:
                item.stale_after = min(item.stale_after, UNSEEN_STALE_AFTER)

    def drop(self, key: str) -> None:
        """Forget what waits for somebody who is gone: the next one with that nick must not read it."""
        for item in self._waiting_for(key):
            if item.on_sent is None:
                self.remove(item)

    @property
    def _is_waiting(self) -> bool:
        return any(self._lanes)

    def _lane(self, item: Outgoing) -> _Lane:
        if item.is_urgent or not item.verb:
            return self._urgent
        return self._private if item.verb == "NOTICE" else self._public

    def _waiting_for(self, key: str) -> list[Outgoing]:
        return [item for lane in self._lanes for item in lane.waiting_for(key)] if key else []

    def _pop(self) -> Outgoing:
        is_answer_waiting = self._public or self._private
        if self._urgent and not (is_answer_waiting and self._urgent_in_a_row >= _URGENT_IN_A_ROW):
            self._urgent_in_a_row += 1
            return self._urgent.pop()
        self._urgent_in_a_row = 0
        # Turns, not one lane: a channel full of people is one target, a crowd in private is many.
        is_private = bool(self._private) and (self._is_turn_of_private or not self._public)
        self._is_turn_of_private = not is_private
        return (self._private if is_private else self._public).pop()
