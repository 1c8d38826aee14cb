"""The time of a command on IRC beside 200 connections of the feed: `python -m benchmarks.feed [SECONDS]`.

Two bots run in one loop, each with 40 tables of two people, who give 30 commands a second in all. One has an endpoint
of the feed with 200 connections, five to each table, which another process holds; half of these read slowly, a message
every 50 ms. The bots take turns, five seconds each. The benchmark measures the time from the moment when a command is
due to the end of everything that the bot says in answer: its own work, and the work of the loop for which it has to
wait, such as events for the connections. On a quiet machine the time that passes counts, which includes waiting for a
processor; on a busy one the processor time of the loop.
"""

from __future__ import annotations

import asyncio
import random
import selectors
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.lobby import NETWORK, Hall
from benchmarks.measure import describe_machine
from ircpoker.feed import FeedClient
from ircpoker.feed.server.endpoints import FeedEndpoint
from ircpoker.feed.server.sockets import EndpointPlace, SocketEndpoint
from ircpoker.runtime.clock import SystemClock
from ircpoker.transports.loop import run_scheduler

if TYPE_CHECKING:
    from ircpoker.lobby import Table

TABLES, CONNECTIONS = 40, 200
SECONDS, ROUND_SECONDS, A_SECOND = 120, 5, 30
SLOW_SECONDS = 0.05
LIMIT = 1.3


class TimedSelector(selectors.DefaultSelector):
    """Notes how much work the loop does between two waits."""

    def __init__(self) -> None:
        super().__init__()
        self._last = self._begun = (0.0, 0.0)
        self._ended = (0.0, 0.0)

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Wait, and note when the work before has ended and the next begins."""
        self._ended, self._last = (time.monotonic(), time.thread_time()), self._begun
        ready = super().select(timeout)
        self._begun = time.monotonic(), time.thread_time()
        return ready

    def worked_since(self, due: float) -> float:
        """Return the processor time of the loop since a moment in this pass or in the one before."""
        seconds = time.thread_time() - self._begun[1]
        begun, ended = self._last[0], self._ended[0]
        if begun < due < ended:
            seconds += (self._ended[1] - self._last[1]) * (ended - due) / (ended - begun)
        return seconds


class Spent(NamedTuple):
    """What a command took, in seconds.

    Attributes:
        passed: the time that passed.
        worked: the processor time of the loop.
    """

    passed: float
    worked: float


class LiveHall(Hall):
    """A bot whose time passes by itself, with a table of two in each channel."""

    def __init__(self, folder: Path, tables: int = TABLES) -> None:
        folder.mkdir()
        self.channels = tuple([f"#t{number}" for number in range(tables)])
        super().__init__(folder, self.channels, clock=SystemClock())
        for channel in self.channels:
            self.services.presence.note_open(NETWORK, channel, is_open=True)
            self.say(f"a{channel[1:]}", "!open 1000", channel)
            self.say(f"b{channel[1:]}", "!sit 1000", channel)
        self.spent: list[Spent] = []

    def act(self, rng: random.Random, due: float, loop: TimedSelector) -> None:
        """Let somebody act at any table where it is somebody's turn, or ask something."""
        tables = self.due()
        table = rng.choice(tables or self.tables)
        actor = table.hand.actor if table.hand is not None else None
        nick = table.seats[actor].nick if actor is not None else "zed"
        text = rng.choice(["!call", "!call", "!call", "!fold"]) if tables else "!table"
        self.say(nick, text, table.place.channel)
        if tables:
            self.note(table)
        self.spent.append(Spent(time.monotonic() - due, loop.worked_since(due)))

    def due(self) -> list[Table]:
        """Return the tables at which it is the turn of somebody who acts by `act`."""
        return [table for table in self.tables if table.hand is not None and table.hand.turn is not None]

    def note(self, table: Table) -> None:
        """Note that somebody has acted at a table."""


async def watch(path: Path, number: int) -> None:
    """Watch a table; every second connection reads slowly."""
    async with await FeedClient.connect(path) as feed:
        await feed.watch(f"#t{number % TABLES}")
        link = feed._link
        while number % 2 and link is not None and feed._reading is not None:
            feed._reading.cancel()
            await asyncio.sleep(SLOW_SECONDS)
            await link.receive()
        async for _ in feed:
            pass


async def watch_all(path: Path) -> None:
    """Hold all connections, for the other process."""
    await asyncio.gather(*[watch(path, number) for number in range(CONNECTIONS)])


async def measure(folder: Path, seconds: float, loop: TimedSelector) -> tuple[LiveHall, LiveHall]:
    """Let both bots run in turn, and return them."""
    alone, watched = LiveHall(folder / "alone"), LiveHall(folder / "watched")
    keeping_time = [asyncio.create_task(run_scheduler(hall.services.scheduler)) for hall in (alone, watched)]
    path, rng = folder / "web.sock", random.Random(1)
    endpoint = FeedEndpoint("web", "web", watched.router)
    async with SocketEndpoint(EndpointPlace(path), endpoint):
        readers = subprocess.Popen([sys.executable, "-m", "benchmarks.feed", "--watch", str(path)])
        try:
            while sum(bool(session.watched) for session in endpoint.sessions) < CONNECTIONS:
                await asyncio.sleep(0.1)
            begun = due = time.monotonic()
            while due < begun + seconds:
                hall = (alone, watched)[int((due - begun) / min(ROUND_SECONDS, seconds / 2)) % 2]
                await asyncio.sleep(max(0.0, due - time.monotonic()))
                hall.act(rng, due, loop)
                due += 1 / A_SECOND
        finally:
            readers.kill()
            readers.wait()
    for task in keeping_time:
        task.cancel()
    return alone, watched


def main() -> None:
    """Print the times of both bots, and the ratios of their p99."""
    if sys.argv[1:2] == ["--watch"]:
        asyncio.run(watch_all(Path(sys.argv[2])))
        return
    print(describe_machine())
    with tempfile.TemporaryDirectory(prefix="feed-") as name:
        selector, seconds = TimedSelector(), float(sys.argv[1]) if sys.argv[1:] else SECONDS
        with asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(selector)) as runner:
            halls = runner.run(measure(Path(name), seconds, selector))
    for index, measured in enumerate(("time that passed", "processor time")):
        print(f"{measured}:")
        worst = []
        for title, hall in zip(("alone", f"beside {CONNECTIONS} connections"), halls, strict=True):
            times = sorted(1000 * spent[index] for spent in hall.spent)
            p50, p99, most = times[len(times) // 2], times[int(len(times) * 0.99)], times[-1]
            worst.append(p99)
            print(f"  {title:24} {len(times):6} commands   p50 {p50:6.2f} ms   p99 {p99:6.2f} ms   most {most:6.1f} ms")
        print(f"  p99: {worst[1] / worst[0]:.2f} times that without them (limit {LIMIT})")


if __name__ == "__main__":
    main()
