"""What the running bot has done since its start, as plain numbers; the monitoring reads them.

Counting costs a fraction of a microsecond, and nothing waits for it. All of it happens on the loop of the bot.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict, deque
from math import ceil

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
"""The upper bounds of the classes in which `Durations` counts, in seconds."""
_MOST_RECENT = 500
"""The durations from which percentiles are taken, the latest ones."""


class Durations:
    """How long something took, each time.

    Attributes:
        classes: how many durations there were up to each of `BOUNDS` and above the one before; the last number counts
            those above all bounds.
        total: their sum, in seconds.

    Examples:
        >>> durations = Durations()
        >>> for seconds in (0.002, 0.004, 0.3):
        ...     durations.add(seconds)
        >>> len(durations), durations.percentile(50), durations.percentile(99)
        (3, 0.004, 0.3)
    """

    __slots__ = ("_recent", "classes", "total")

    def __init__(self) -> None:
        """Begin without any."""
        self.classes = [0] * (len(BOUNDS) + 1)
        self.total = 0.0
        self._recent: deque[float] = deque(maxlen=_MOST_RECENT)

    def __len__(self) -> int:
        """Return how many there were."""
        return sum(self.classes)

    def add(self, seconds: float) -> None:
        """Count one; a clock that was put back gives 0."""
        seconds = max(seconds, 0.0)
        self.classes[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds
        self._recent.append(seconds)

    def percentile(self, percent: float) -> float:
        """Return the seconds that so many percent of the latest ones did not exceed; 0 if there were none."""
        ordered = sorted(self._recent)
        return ordered[max(0, ceil(len(ordered) * percent / 100) - 1)] if ordered else 0.0


class Activity:
    """The counters of one bot. Their keys are names in its configuration, never names that people chose.

    Attributes:
        commands: the commands that people gave, by network.
        refused: those that were over a limit, by network.
        failed: those that were answered with an error, by network.
        incidents: the bugs that a command met.
        lines_sent: the lines sent to a server, those of the protocol too, by network.
        lines_to_people: the lines to people, by network and place: a channel of the configuration, others, or private.
        story_faults: what broke a rule of the order and the truth of lines (`telling/referee.py`), by rule.
        reconnects: the attempts to connect again, by network.
        refused_logins: the connections given up because services refused the bot's login, by network.
        deals: the deals finished at tables, by game.
        decisions: by robot, the time from its turn to its decision, with the wait for a thread.
        robot_timeouts: the decisions that a robot did not make in time, by robot.
        robot_failures: the decisions that a robot could not make, those in time included, by robot.
        commits: the time of the ledger's writing transactions.
        commit_failures: those that failed because the database did.
        is_commit_failing: whether the last one failed so.
        loop_delays: how late the loop called a function, measured once a second.
    """

    def __init__(self) -> None:
        """Begin with nothing done."""
        self.commands: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()
        self.incidents = 0
        self.lines_sent: Counter[str] = Counter()
        self.lines_to_people: Counter[tuple[str, str]] = Counter()
        self.story_faults: Counter[str] = Counter()
        self.reconnects: Counter[str] = Counter()
        self.refused_logins: Counter[str] = Counter()
        self.deals: Counter[str] = Counter()
        self.decisions: defaultdict[str, Durations] = defaultdict(Durations)
        self.robot_timeouts: Counter[str] = Counter()
        self.robot_failures: Counter[str] = Counter()
        self.commits = Durations()
        self.commit_failures = 0
        self.is_commit_failing = False
        self.loop_delays = Durations()

    def note_commit(self, seconds: float) -> None:
        """Count a writing transaction of the ledger that was committed."""
        self.commits.add(seconds)
        self.is_commit_failing = False

    def note_failed_commit(self) -> None:
        """Count a writing transaction that failed because the database did."""
        self.commit_failures += 1
        self.is_commit_failing = True
