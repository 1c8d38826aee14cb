"""A thousand browsers watch one table of the page: `python -m benchmarks.web [WATCHERS] [COMMANDS]`.

Three processes, as in use: the bot, `ircpoker web`, and the browsers, which only read. The players give legal commands,
four a second. Measured are the time of a command in the bot, without and with the browsers, and the time from the end
of a command to the bytes of its frame at each browser. All three share the machine, so the browsers' own work counts.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TextIO, cast
from urllib.parse import quote

from benchmarks.lobby import NETWORK, Hall, command_at, spread
from benchmarks.measure import describe_machine, parse_words
from ircpoker.config.web import Listen, WebSettings
from ircpoker.feed import FeedClient
from ircpoker.feed.moments import SHOWDOWN_SECONDS
from ircpoker.feed.server.endpoints import FeedEndpoint
from ircpoker.feed.server.sockets import EndpointPlace, SocketEndpoint
from ircpoker.web.app import serve

WATCHERS, COMMANDS = 1000, 120
CHANNEL = "#poker"
PAUSE = 0.25
_SETTLE_SECONDS = 2.0


def main(watchers: int, commands: int) -> None:
    """Print the times."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_measure(Path(folder), watchers, commands))


async def _measure(folder: Path, watchers: int, commands: int) -> None:
    hall = Hall(folder, (CHANNEL,))
    hall.services.presence.note_open(NETWORK, CHANNEL, is_open=True)
    for text in ("ann !open 500", "bob !sit 500", "cat !sit 500"):
        nick, _, line = text.partition(" ")
        hall.say(nick, line, CHANNEL)
    hall.wait(10)
    endpoint = folder / "feed" / "web.sock"
    async with SocketEndpoint(EndpointPlace(endpoint), FeedEndpoint("web", "web", hall.router)):
        page = _Child("serve", str(endpoint))
        address = await page.line()
        feed = await FeedClient.connect(endpoint)
        await feed.watch(hall.tables[0].id)
        before = await _play(hall, feed, commands)
        browsers = _Child("watch", address, f"/table/{quote(hall.tables[0].id, safe='')}/events", str(watchers))
        ready = await browsers.line()
        worked = page.seconds()
        during = await _play(hall, feed, commands, SHOWDOWN_SECONDS)
        await asyncio.sleep(_SETTLE_SECONDS)
        worked = page.seconds() - worked
        arrivals = json.loads(await browsers.end())
        after = await _play(hall, feed, commands)
        await feed.close()
        await page.end()
    alone = [took for took, _, _ in (*before, *after)]
    watched = [took for took, _, _ in during]
    print(describe_machine("uvicorn", "starlette"))
    print(f"{ready} browsers watch one table; {commands} commands before, with and after them")
    print(f"a command without them: {spread(alone)}")
    print(f"a command with them:    {spread(watched)}, p99 {_p99(watched) / _p99(alone):.2f} x")
    frames = sum(map(len, arrivals)) - len(arrivals)
    print(
        f"the page's server:      {1e3 * worked / commands:.1f} ms of processor time a command, "
        f"{1e6 * worked / frames:.1f} us a frame and browser"
    )
    print(f"event to bytes:         {spread(_delays(during, arrivals))}")
    hall.services.close()


def _p99(seconds: list[float]) -> float:
    return sorted(seconds)[int(len(seconds) * 0.99)]


async def _play(hall: Hall, feed: FeedClient, commands: int, after_deal: float = 0.0) -> list[tuple[float, int, float]]:
    """Return for each command its seconds, the number of its first event, and when it was over.

    Args:
        hall: the bot.
        feed: watches its table.
        commands: how many.
        after_deal: the seconds after each deal: pages hold its end, and show what follows later.
    """
    rng = random.Random(2)
    found: list[tuple[float, int, float]] = []
    while len(found) < commands:
        nick, text = command_at(hall.tables[0], rng)
        if nick:
            (state,) = feed.tables.values()
            before = state.seq
            took = hall.say(nick, text, CHANNEL)
            found.append((took, before + 1, time.monotonic()))
        has_ended = bool(nick) and hall.tables[0].hand is None
        hall.wait(PAUSE)
        await asyncio.sleep(PAUSE + after_deal * has_ended)
    return found


def _delays(played: list[tuple[float, int, float]], arrivals: list[list[tuple[int, float]]]) -> list[float]:
    """Return the seconds from the end of each command to the frame that shows it, for each browser."""
    delays = []
    for got in arrivals:
        place = 0
        for _, seq, ended in played:
            while place < len(got) and got[place][0] < seq:
                place += 1
            if place < len(got):
                delays.append(max(0.0, got[place][1] - ended))
    return delays


class _Child:
    """Another process of this benchmark."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "benchmarks.web", *arguments]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self._output = cast("TextIO", self._process.stdout)

    async def line(self) -> str:
        """Return its next line."""
        return (await asyncio.to_thread(self._output.readline)).strip()

    def seconds(self) -> float:
        """Return the processor time that it has used."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    async def end(self) -> str:
        """End it, and return the rest of its output."""
        self._process.terminate()
        rest = await asyncio.to_thread(self._output.read)
        self._output.close()
        self._process.wait()
        return rest


# The other processes


async def _serve(endpoint: str) -> None:
    settings = replace(WebSettings(), listen=Listen("127.0.0.1", 0))
    await serve(settings, Path(endpoint), lambda address, _: print(address, flush=True))


def _watch(address: str, path: str, count: str) -> None:
    """Read as many streams as cheaply as possible, so that the browsers take little from the other two processes."""
    host, _, port = address.removeprefix("http://").rstrip("/").partition(":")
    request = f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode()
    got: dict[int, list[tuple[float, bytes]]] = {}
    waiting = select.epoll()
    browsers = []
    for number in range(int(count)):
        # Each has an address of its own, as in use: what an address may ask for is bounded.
        source = (f"127.0.{1 + number // 250}.{1 + number % 250}", 0)
        browser = socket.create_connection((host, int(port)), source_address=source)
        browser.sendall(request)
        browsers.append(browser)
        waiting.register(browser, select.EPOLLIN)
        got[browser.fileno()] = []
    by_number = {browser.fileno(): browser for browser in browsers}
    ended: list[int] = []
    signal.signal(signal.SIGTERM, lambda *_: ended.append(1))
    is_ready = False
    while not ended:
        for number, _ in waiting.poll(0.2, 10_000):
            got[number].append((time.monotonic(), by_number[number].recv(1 << 16)))
        if not is_ready and all(any(b"data:" in data for _, data in parts) for parts in got.values()):
            is_ready = True
            print(len(got), flush=True)
    print(json.dumps([_frames(parts) for parts in got.values()]), flush=True)


def _frames(parts: list[tuple[float, bytes]]) -> list[tuple[int, float]]:
    """Return the number of each frame, and when its last byte came."""
    found = []
    text = b""
    for came, part in parts:
        *lines, text = (text + part).split(b"\n")
        found += [(int(line[13 : line.index(b",", 13)]), came) for line in lines if line.startswith(b"data:")]
    return found


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        if sys.argv[1:2] == ["serve"]:
            asyncio.run(_serve(*sys.argv[2:]))
        elif sys.argv[1:2] == ["watch"]:
            _watch(*sys.argv[2:])
        else:
            main(*map(int, parse_words(__doc__, watchers=WATCHERS, commands=COMMANDS)))
