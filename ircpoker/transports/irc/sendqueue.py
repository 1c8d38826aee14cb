"""What waits to be sent: a few lines at once, then one at a time, so that no server takes the bot for a flood.

Holds lines and counts; sends nothing, and the time is an argument.
"""

from __future__ import annotations

import logging
from collections import Counter, deque
from typing import NamedTuple

MOST_WAITING = 64
STALE_AFTER = 60.0
"""Seconds after which nobody wants to read a public line any more."""

_logger = logging.getLogger(__name__)


class _Waiting(NamedTuple):
    line: str
    target: str
    since: float
    can_go_stale: bool


class SendQueue:
    """Outgoing lines under a bucket of `burst` tokens that gains one every `interval` seconds.

    Examples:
        >>> queue = SendQueue(burst=2, interval=1.0)
        >>> for text in "abcc":
        ...     queue.put(f"PRIVMSG #poker :{text}", now=0.0, target="#poker")
        >>> queue.take(now=0.0)
        ['PRIVMSG #poker :a', 'PRIVMSG #poker :b']
        >>> queue.wait(now=0.25), queue.take(now=1.0), len(queue)
        (0.75, ['PRIVMSG #poker :c'], 0)
    """

    def __init__(self, burst: int, interval: float, most: int = MOST_WAITING, stale_after: float = STALE_AFTER) -> None:
        """Make an empty queue.

        Args:
            burst: how many lines may go at once after a pause, at least one.
            interval: seconds between two lines after that; 0 sends everything at once.
            most: how many lines may wait.
            stale_after: seconds after which a line that can go stale is dropped.
        """
        self._burst = max(1, burst)
        self._interval = max(0.0, interval)
        self._most = most
        self._stale_after = stale_after
        self._tokens = float(self._burst)
        self._updated = 0.0
        self._waiting: deque[_Waiting] = deque()
        self._dropped = 0

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, line: str, now: float, target: str = "", *, can_go_stale: bool = False) -> None:
        """Add a line; one that waits already is not said twice.

        When the queue is full, the target with most lines loses its oldest one: who makes the bot talk too
        much does not silence it elsewhere.

        Args:
            line: without its end.
            now: monotonic seconds.
            target: who is to read it; empty for what is between us and the server and must not be lost.
            can_go_stale: whether it may be dropped when it has waited too long.
        """
        if any(waiting.line == line for waiting in self._waiting):
            return
        self._waiting.append(_Waiting(line, target, now, can_go_stale))
        if len(self._waiting) > self._most:
            self._drop_one()

    def take(self, now: float) -> list[str]:
        """Remove and return the lines that may be sent now."""
        if self._interval == 0:
            self._tokens = float(max(self._burst, len(self._waiting)))
        else:
            self._tokens = min(self._burst, self._tokens + max(0.0, now - self._updated) / self._interval)
        self._updated = now
        lines: list[str] = []
        # A timer may come a hair early: without the tolerance it would be set again for nothing.
        while self._waiting and self._tokens >= 1 - 1e-6:
            waiting = self._waiting.popleft()
            if waiting.can_go_stale and now - waiting.since > self._stale_after:
                self._count_dropped()
                continue
            self._tokens -= 1
            lines.append(waiting.line)
        if not self._waiting and self._dropped:
            _logger.warning("%d lines were not sent: more was to be said than the server allows", self._dropped)
            self._dropped = 0
        return lines

    def wait(self, now: float) -> float | None:
        """Return the seconds until `take` may have something, or None if nothing waits."""
        if not self._waiting:
            return None
        return max(0.0, (1 - self._tokens) * self._interval - (now - self._updated))

    def _drop_one(self) -> None:
        counts = Counter(waiting.target for waiting in self._waiting if waiting.target)
        if counts:
            loudest = counts.most_common(1)[0][0]
            index = next(index for index, waiting in enumerate(self._waiting) if waiting.target == loudest)
        else:
            index = len(self._waiting) - 1
        del self._waiting[index]
        self._count_dropped()

    def _count_dropped(self) -> None:
        self._dropped += 1
