"""How fast lines go: so many at once after a pause, then one each interval."""

from __future__ import annotations

from math import inf

_UNNOTICED = 0.05
"""The longest interval at which lines come as if at once."""
_SLOWEST = 8.0
"""How many times the interval lines wait at most."""
_SLOWER = 2.0
_FASTER = 0.8


class LineBucket:
    """A bucket of tokens, one for each line.

    Attributes:
        burst: lines that may go at once after a pause.
        tokens: lines that may go now; below 0 after some that could not wait.
    """

    def __init__(self, burst: int, interval: float) -> None:
        """Begin with a full bucket.

        Args:
            burst: how many lines may go at once after a pause, at least one.
            interval: seconds between two lines after that; 0 sends everything at once.
        """
        self.burst = max(1, burst)
        self.tokens = float(self.burst)
        self._interval = self._least = max(0.0, interval)
        self._updated = 0.0

    @property
    def takes_time(self) -> bool:
        """Whether readers notice that a line more takes time."""
        return self._interval > _UNNOTICED

    def level(self, now: float) -> float:
        """Return how many lines may go at a time."""
        gained = max(0.0, now - self._updated) / self._interval if self._interval else inf
        self.tokens = min(self.burst, self.tokens + gained)
        self._updated = now
        return self.tokens

    def slow_down(self, now: float) -> None:
        """Send more slowly from now on, and no burst: the server does not keep up."""
        self.level(now)
        self._interval = min(self._least * _SLOWEST, self._interval * _SLOWER)
        self.tokens = min(self.tokens, 1.0)

    def speed_up(self) -> None:
        """Send a little faster from now on, but never faster than at the beginning."""
        self._interval = max(self._least, self._interval * _FASTER)

    def seconds(self, lines: float) -> float:
        """Return how long so many lines more than may go now take."""
        return max(0.0, lines) * self._interval if lines < inf else inf

    def wait(self, tokens: float) -> float:
        """Return the seconds until there are so many tokens."""
        return self.seconds(tokens - self.tokens)

    def take_spare(self, now: float) -> bool:
        """Take a token if half of the burst is left after it."""
        is_spare = self.level(now) - 1 >= self.burst / 2
        self.tokens -= is_spare
        return is_spare
