"""People at the tables by SSH: `python -m benchmarks.ssh [--workers N] [SESSIONS TABLES [SECONDS]]`.

Two bots run in one loop, each with as many tables of five people, who give commands as people do: three every four
seconds at a table. At one bot all people are on IRC; at the other three of each table are by SSH, by `ircpoker ssh`
with its workers, and so are two who watch. These sessions, each with a key and an address of its own, are held by
another process, which reads what is drawn and calls by keys on its turns. The bots take turns, five seconds each.

Measured are the time from each event that changes the pot or ends a deal to the bytes that show it, or a later one, on
each screen of the table; the time of a command on IRC at both bots, as in benchmarks/feed.py; the processor time of a
worker; and the memory of a session. All processes share the machine, so the work of the clients counts.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from bisect import bisect_right
from codecs import getincrementaldecoder
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.feed import LIMIT, LiveHall, TimedSelector
from benchmarks.lobby import NETWORK
from benchmarks.measure import describe_machine, held_memory
from ircpoker.feed import FeedClient, messages
from ircpoker.feed.lines import InProcessLink
from ircpoker.feed.messages import changed_fields
from ircpoker.feed.server.endpoints import FeedEndpoint
from ircpoker.feed.server.sockets import EndpointPlace, SocketEndpoint
from ircpoker.transports.loop import run_scheduler

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import asyncssh

    from ircpoker.feed.messages import Answer
    from ircpoker.lobby import Table

SIZES = ((100, 20), (200, 40))
"""Sessions and tables."""
LIMITS = {100: 0.25, 200: 1.5}
"""Seconds from an event to its bytes for 99 of 100, by the number of sessions."""
SECONDS, ROUND_SECONDS = 120.0, 5.0
A_SECOND_AT_A_TABLE = 0.75
_SEATED = 3
"""Of the sessions at each table so many sit down."""
_THINKING, _LOOKING, _LATE = 0.75, 0.25, 0.05
_CONFIG = """\
[bot]
owner = benchmark
[feed]
folder = {folder}/feed
ssh = on
[ssh]
listen = 127.0.0.1:0
host_key = {folder}/key
workers = {workers}
most_sessions = 1000
"""
_LISTENING = re.compile(r"listening on 127\.0\.0\.1:(\d+)")
_MARK = re.compile(r"POT ([0-9,]+)|last: (#[0-9]+)")
"""The pot in the middle of the table, or the number of the deal that has ended."""
_TURN = re.compile(r"c  Call|k  Check")
_CODE = re.compile(r"\x1b\[(\d+);(\d+)H|\x1b\[[0-9;?]*[a-zA-Z]|\x1b\][^\x07]*\x07|([^\x1b]+)")
_WITHOUT_PAUSE = ((b",", r"showdown"), (b"\x1b[B\x1b[B\x1b[B\r", r"showdown: off"), (b"\x1b", r"hand #"))
"""Keys that turn the moment after a showdown off, and what the screen shows then."""
_LOGINS_AT_ONCE = 4
_WINDOW = (100, 30)


class Event(NamedTuple):
    """A change of a pot, or the end of a deal."""

    at: float
    mark: str


class Hall(LiveHall):
    """A bot with five people at each table.

    Attributes:
        acted: when somebody on IRC acted last at a table, by its id, until the event of it has come.
    """

    def __init__(self, folder: Path, tables: int, on_irc: int) -> None:
        super().__init__(folder, tables)
        self.acted: dict[str, float] = {}
        for number in range(2, on_irc):
            for channel in self.channels:
                self.say(f"p{number}{channel[1:]}", "!sit 500", channel)

    def due(self) -> list[Table]:
        """Return the tables at which it is the turn of somebody on IRC."""
        return [table for table in super().due() if _is_on_irc(table)]

    def note(self, table: Table) -> None:
        """Note when somebody has acted."""
        self.acted[str(table.id)] = time.monotonic()


def _is_on_irc(table: Table) -> bool:
    actor = table.hand.actor if table.hand is not None else None
    player = table.seats[actor].player if actor is not None else None
    return player is not None and player.network == NETWORK


class Measured(NamedTuple):
    """What one run has shown.

    Attributes:
        delays: seconds from an event to its bytes.
        commands: the processor seconds of commands, alone and beside the sessions.
        memory: MB of a session.
        worked: the share of a processor that each worker used.
        kept: how many sessions were there at the end.
    """

    delays: list[float]
    commands: tuple[list[float], list[float]]
    memory: float
    worked: list[float]
    kept: int


async def measure(folder: Path, sessions: int, tables: int, workers: int, seconds: float) -> Measured:
    """Let both bots run in turn beside the sessions."""
    loop_timer = SELECTOR
    alone, shared = Hall(folder / "alone", tables, 5), Hall(folder / "shared", tables, 2)
    keeping_time = [asyncio.create_task(run_scheduler(hall.services.scheduler)) for hall in (alone, shared)]
    services = shared.services
    services.ledger.claim("ssh")
    services.beside_irc.append("ssh")
    endpoint = FeedEndpoint("ssh", "ssh", shared.router)
    config = folder / "config.ini"
    config.write_text(_CONFIG.format(folder=folder, workers=workers), encoding="utf-8")
    async with SocketEndpoint(EndpointPlace(folder / "feed" / "ssh.sock"), endpoint):
        server = _Server(config)
        try:
            await server.listens(workers)
            before = server.memory()
            people = _Sessions(server.port, sessions, tables)
            await people.ready()
            memory = (server.memory() - before) / sessions
            events = await _watch(shared, endpoint, tables)
            worked = server.seconds()
            begun = time.monotonic()
            await _play((alone, shared), loop_timer, seconds)
            took = time.monotonic() - begun
            worked = [(after - first) / took for first, after in zip(worked, server.seconds(), strict=True)]
            shown, kept = await people.end()
        finally:
            server.end()
    for task in keeping_time:
        task.cancel()
    delays = [delay for table, marks in shown for delay in _delays(events[table], marks)]
    by_hall = [[each.worked for each in hall.spent] for hall in (alone, shared)]
    return Measured(delays, (by_hall[0], by_hall[1]), memory, worked, kept)


async def _play(halls: tuple[Hall, Hall], selector: TimedSelector, seconds: float) -> None:
    """Let people on IRC act at both bots in turn."""
    rng = random.Random(1)
    a_second = A_SECOND_AT_A_TABLE * len(halls[0].channels)
    begun = due = time.monotonic()
    while due < begun + seconds:
        hall = halls[int((due - begun) / ROUND_SECONDS) % 2]
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        hall.act(rng, due, selector)
        due += 1 / a_second


async def _watch(hall: Hall, endpoint: FeedEndpoint, tables: int) -> list[list[Event]]:
    """Return lists that grow by the events of each table."""
    watching = FeedEndpoint("web", "web", hall.router, endpoint.feeds)

    async def open_link() -> InProcessLink:
        return InProcessLink(watching.connect)

    feed = await FeedClient.start(open_link)
    found: list[list[Event]] = [[] for _ in range(tables)]
    numbers = {(await feed.watch(f"#t{number}")).table: number for number in range(tables)}
    take = feed._take

    def note(message: Answer | messages.Event) -> None:
        if isinstance(message, messages.Event):
            at, changed = hall.acted.pop(message.table, time.monotonic()), changed_fields(message)
            if isinstance(message, messages.Paid):
                found[numbers[message.table]].append(Event(at, f"#{message.deal}"))
            elif changed.get("pot"):
                found[numbers[message.table]].append(Event(at, f"{changed['pot']:,}"))
        take(message)

    feed._take = note  # type: ignore[method-assign]  # each message at the moment when it comes
    return found


def _delays(events: Sequence[Event], marks: Sequence[tuple[float, str]]) -> list[float]:
    """Return for each event the seconds to the first mark on a screen that shows it, or a later one.

    Where nobody on IRC has acted, the moment of an event is when it comes to a watcher in the bot's process, which may
    be a little later than it goes out.
    """
    times = [event.at for event in events]
    delays: list[float] = []
    shown = 0
    for at, mark in marks:
        newest = next(
            (n for n in range(bisect_right(times, at + _LATE) - 1, shown - 1, -1) if events[n].mark == mark), None
        )
        if newest is not None:
            delays += [max(0.0, at - times[number]) for number in range(shown, newest + 1)]
            shown = newest + 1
    return delays


class _Server:
    """`ircpoker ssh`."""

    def __init__(self, config: Path) -> None:
        self._log = config.with_suffix(".log")
        with self._log.open("wb") as log:
            command = [sys.executable, "-m", "ircpoker", "ssh", "--config", str(config)]
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.port = 0

    async def listens(self, workers: int) -> None:
        """Wait until it listens and its workers are there."""
        while not (found := _LISTENING.search(self._log.read_text(encoding="utf-8"))):
            await asyncio.sleep(0.1)
        self.port = int(found[1])
        while len(self._workers()) < workers:
            await asyncio.sleep(0.1)
        await asyncio.sleep(3.0)

    def _workers(self) -> list[int]:
        number = self._process.pid
        return list(map(int, Path(f"/proc/{number}/task/{number}/children").read_text(encoding="utf-8").split()))

    def memory(self) -> float:
        """Return the MB of all workers."""
        return sum(map(held_memory, self._workers())) / 1000

    def seconds(self) -> list[float]:
        """Return the processor time that each worker has used."""
        found = []
        for each in self._workers():
            fields = Path(f"/proc/{each}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            found.append((int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"))
        return found

    def end(self) -> None:
        self._process.terminate()
        self._process.wait()


class _Sessions:
    """The process with the sessions."""

    def __init__(self, port: int, sessions: int, tables: int) -> None:
        command = [sys.executable, "-m", "benchmarks.ssh", "--come", str(port), str(sessions), str(tables)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    async def ready(self) -> None:
        """Wait until all are there."""
        assert self._process.stdout is not None  # noqa: S101 - a pipe
        await asyncio.to_thread(self._process.stdout.readline)

    async def end(self) -> tuple[list[tuple[int, list[tuple[float, str]]]], int]:
        """End the sessions; return for each its table and what it showed, and how many were left."""
        output, _ = await asyncio.to_thread(self._process.communicate, "end\n")
        shown = json.loads(output)
        return [(table, marks) for table, marks, _ in shown], sum(is_open for _, _, is_open in shown)


# The process of the people by SSH.


class _Grid:
    """What a terminal shows: only what has changed is sent."""

    def __init__(self, columns: int, lines: int) -> None:
        self._cells = [[" "] * columns for _ in range(lines)]
        self._at = (0, 0)
        self._rest = ""

    def text(self) -> str:
        """Return its lines."""
        return "\n".join(map("".join, self._cells))

    def read(self, data: str) -> str:
        """Take what is written to it, and return the lines on which something was written."""
        y, x = self._at
        data = self._rest + data
        last = data.rfind("\x1b")
        end = len(data) if last < 0 or _CODE.match(data, last) else last  # A code may come in two parts.
        data, self._rest = data[:end], data[end:]
        written = set()
        for line, column, text in _CODE.findall(data):
            if line:
                y, x = int(line) - 1, int(column) - 1
            for number, piece in enumerate(map(_without_controls, text.split("\n"))):
                y, x = (y + 1, 0) if number else (y, x)
                if piece and y < len(self._cells):
                    self._cells[y][x : x + len(piece)] = piece
                    written.add(y)
                x += len(piece)
        self._at = y, x
        return "\n".join(["".join(self._cells[y]) for y in sorted(written)])


def _without_controls(text: str) -> str:
    return text if text.isprintable() else "".join(filter(str.isprintable, text))


class _Session:
    """One person by SSH: what the screen showed, and calls by keys."""

    def __init__(self, number: int, table: int, *, sits: bool) -> None:
        self.number = number
        self.table = table
        self.marks: list[tuple[float, str]] = []
        self.is_open = False
        self._sits = sits
        self._grid = _Grid(*_WINDOW)
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._acts_at = 0.0
        self._came: list[tuple[float, bytes]] = []

    async def run(self, port: int, turn: asyncio.Semaphore, ready: asyncio.Semaphore) -> None:
        """Come, sit down, and play to the end."""
        import asyncssh  # noqa: PLC0415 - an extra

        key = asyncssh.generate_private_key("ssh-ed25519")
        address = f"127.1.{self.number // 250}.{self.number % 250 + 1}"
        async with turn:
            client = await asyncssh.connect(
                "127.0.0.1", port, username=f"s{self.number}", client_keys=[key], known_hosts=None, config=None,
                agent_path=None, local_addr=(address, 0), login_timeout=120,
            )  # fmt: skip
            process: asyncssh.SSHClientProcess[bytes] = await client.create_process(
                f"#t{self.table}", term_type="xterm-256color", term_size=_WINDOW, encoding=None
            )
            await self._until(process, r"sit down|stack|POT ")
            # The moment after a showdown would count as a delay.
            for typed, answer in _WITHOUT_PAUSE:
                process.stdin.write(typed)
                await self._until(process, answer)
            if self._sits:
                process.stdin.write(b"j")
                await self._until(process, r"· you")
        ready.release()
        self.is_open = True
        while data := await process.stdout.read(1 << 16):
            self._read(data, process)
        self.is_open = False

    async def _until(self, process: asyncssh.SSHClientProcess[bytes], pattern: str) -> None:
        while not re.search(pattern, self._grid.text()):
            data = await process.stdout.read(1 << 16)
            if not data:
                raise ConnectionError(self._grid.text())
            self._grid.read(self._decode(data))

    def _read(self, data: bytes, process: asyncssh.SSHClientProcess[bytes]) -> None:
        """Note when something came; to look at it at once would delay what comes to the other screens."""
        if not self._came:
            asyncio.get_running_loop().call_later(_LOOKING, self._look, process)
        self._came.append((time.monotonic(), data))

    def _look(self, process: asyncssh.SSHClientProcess[bytes]) -> None:
        came, self._came = self._came, []
        for at, data in came:
            self.marks += [(at, pot or deal) for pot, deal in _MARK.findall(self._grid.read(self._decode(data)))]
        if self._sits and came[-1][0] > self._acts_at and _TURN.search(self._grid.text()):
            self._acts_at = came[-1][0] + _THINKING
            asyncio.get_running_loop().call_later(_THINKING, process.stdin.write, b"c")


async def come(port: int, sessions: int, tables: int) -> None:
    """Hold all sessions until the other process wants their end."""
    turn, ready = asyncio.Semaphore(_LOGINS_AT_ONCE), asyncio.Semaphore(0)
    people = [_Session(number, number % tables, sits=number < _SEATED * tables) for number in range(sessions)]
    tasks = [asyncio.create_task(person.run(port, turn, ready)) for person in people]
    for _ in people:
        await ready.acquire()
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    print(json.dumps([(person.table, person.marks, person.is_open) for person in people]))
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


SELECTOR = TimedSelector()


def main(arguments: Sequence[str] = ()) -> None:
    """Print the figures."""
    parser = ArgumentParser("python -m benchmarks.ssh")
    parser.add_argument("numbers", nargs="*", type=float, metavar="SESSIONS TABLES SECONDS")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--come", type=int, nargs=3)
    options = parser.parse_args(arguments)
    if options.come:
        asyncio.run(come(*options.come))
        return
    print(describe_machine("textual", "asyncssh"))
    numbers = options.numbers
    sizes = [(int(numbers[0]), int(numbers[1]))] if len(numbers) > 1 else SIZES
    for sessions, tables in sizes:
        with (
            tempfile.TemporaryDirectory(prefix="ssh-") as name,
            asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(SELECTOR)) as runner,
        ):
            seconds = numbers[2] if len(numbers) > 2 else SECONDS
            found = runner.run(measure(Path(name), sessions, tables, options.workers, seconds))
        _print(found, sessions, tables, options.workers)


def _print(found: Measured, sessions: int, tables: int, workers: int) -> None:
    delays = _spread(found.delays)
    limit = f" (limit {LIMITS[sessions]:g} s)" if sessions in LIMITS else ""
    print(f"{sessions} sessions on {tables} tables, {workers} workers; {found.kept} were there at the end")
    print(f"event to bytes, {len(found.delays)}: p50 {delays['p50']:.3f} s, p99 {delays['p99']:.3f} s{limit}")
    alone, shared = (_spread(seconds) for seconds in found.commands)
    print(
        f"a command on IRC, processor time: alone p50 {1e3 * alone['p50']:.2f} ms, p99 {1e3 * alone['p99']:.2f} ms; "
        f"beside them p50 {1e3 * shared['p50']:.2f} ms, p99 {1e3 * shared['p99']:.2f} ms; "
        f"p99 {shared['p99'] / alone['p99']:.2f} times (limit {LIMIT})"
    )
    print(f"a worker used {median(found.worked):.0%} of a processor, a session {found.memory:.1f} MB")


def _spread(seconds: Sequence[float]) -> Mapping[str, float]:
    ordered = sorted(seconds)
    return {"p50": ordered[len(ordered) // 2], "p99": ordered[int(len(ordered) * 0.99)]}


if __name__ == "__main__":
    main(sys.argv[1:])
