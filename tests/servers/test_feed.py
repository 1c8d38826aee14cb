"""The feed of a bot on ngIRCd: a robot at a table with people, processes that are killed, lines of all kinds."""

from __future__ import annotations

import asyncio
import json
import random
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from ircpoker.errors import TransportError
from ircpoker.feed import FeedClient
from ircpoker.text import strip_formatting
from tests.chat.feed.visitors import without_seconds
from tests.children import child
from tests.servers.company import Company, cautious, passive
from tests.servers.ngircd import Ngircd
from tests.servers.process import ROOT, BotProcess
from tests.servers.tables import check_ledger, table_bot
from tests.tiers import count, seed
from tests.waiting import PATIENCE, wait_until

JOINER = "\u2060"
"""It keeps nicks in public lines from being highlighted."""
DOORS = "[feed]\nfolder = {folder}\nssh = on\nweb = on\nprogram = on\n"


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder with a short path: those of sockets have at most 107 bytes."""
    import shutil
    import tempfile

    path = Path(tempfile.mkdtemp(prefix="feed"))
    yield path
    shutil.rmtree(path)


def feed_bot(folder: Path, port: int, *channels: str, **keys: float) -> BotProcess:
    """Return a bot with all doors, not started yet."""
    bot = table_bot(folder, port, *channels, **keys)
    with bot.config.open("a") as config:
        config.write(DOORS.format(folder=folder / "feed"))
    return bot


class Robot:
    """The robot's process, which may be killed."""

    def __init__(self, socket: Path, channel: str, nick: str) -> None:
        self._command = child(
            sys.executable, str(Path(__file__).with_name("feed_robot.py")), str(socket), channel, nick
        )
        self._log = socket.parent.parent / f"{nick}.log"
        self.start()

    def start(self) -> None:
        with self._log.open("a") as log:
            self._process = subprocess.Popen(self._command, cwd=ROOT, stdout=log, stderr=log)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    @property
    def lines(self) -> list[str]:
        return self._log.read_text().splitlines()


@contextmanager
def robot_at(bot: BotProcess, channel: str, nick: str = "robo", door: str = "program") -> Iterator[Robot]:
    """Let a robot play at the table of a channel while the body runs."""
    socket = bot.folder / "feed" / f"{door}.sock"
    wait_until(socket.exists, "no socket")
    robot = Robot(socket, channel, nick)
    try:
        yield robot
    finally:
        robot.kill()


@pytest.mark.slow(seconds=20)
def test_a_robot_plays_at_a_table_with_people(ngircd: Ngircd, folder: Path, channel: str) -> None:
    deals = count(1000, 10)
    with (
        feed_bot(folder, ngircd.port, channel) as bot,
        Company(ngircd.port, channel, "alice", "bob", strategy=passive, seed=seed(1)) as company,
    ):
        company.sit_down()
        with robot_at(bot, channel) as robot:
            company.until(lambda: "acted" in robot.lines, 60)
            while len(company.finished) < deals:
                company.play(1)
                rebuy(company)
        lines = robot.lines
        assert lines.count("acted") >= deals / 2
        assert lines.count("late") >= deals / 4, "each turn that has passed is refused"
        assert set(lines) <= {"acted", "late"}, [line for line in lines if line not in {"acted", "late"}][:5]
        assert not company.called_off
        assert "Traceback" not in bot.log


def rebuy(company: Company) -> None:
    """Let those who have lost all chips sit down again."""
    for player in company.players:
        if any("sit down again" in heard.text or "!rebuy" in heard.text for heard in player.heard[-3:]):
            player.do("rebuy")


class Spectator:
    """A connection that watches a table from a thread of its own, and keeps every byte."""

    def __init__(self, socket: Path, channel: str) -> None:
        self.messages: list[dict[str, Any]] = []
        self._is_over = threading.Event()
        self._socket, self._channel = socket, channel
        self._thread = threading.Thread(target=lambda: asyncio.run(self._watch()))
        self._thread.start()
        wait_until(lambda: bool(self.messages), "no snapshot")

    async def _watch(self) -> None:
        async with await FeedClient.connect(self._socket) as feed:
            self.messages.append(await feed.watch(self._channel))
            while not self._is_over.is_set():
                with suppress(TimeoutError):
                    async with asyncio.timeout(0.2):
                        self.messages.append(await feed.next_message())
            self.state = feed.tables[self.messages[0]["table"]]
            self.fresh = await feed.watch(self._channel)

    def stop(self) -> None:
        self._is_over.set()
        self._thread.join()

    def lines(self) -> list[str]:
        """Return the lines of the table, as IRC got them."""
        found: list[str] = []
        for message in self.messages:
            if message["is"] == "event" and message.get("words"):
                is_part = message["event"] in {"acted", "street", "seat"} and "left" not in message
                found += message.get("lines") or ([] if is_part else [message["words"]])
        return found

    def during(self, deal: str) -> str:
        """Return what came while a deal was in play and no cards had been shown, without the end of the one before."""
        events = [each for each in self.messages if each["is"] == "event"]
        begun = next(at for at, each in enumerate(events) if each["event"] == "hand_began" and each["deal"] == deal)
        ends = {"paid", "shown", "all_in"}
        after = next(at for at, each in enumerate(events) if at > begun and each["event"] in ends)
        kept = [{**each, "set": {**each.get("set", {}), "last": None}} for each in events[begun:after]]
        return json.dumps(kept)


@pytest.mark.slow(seconds=20)
def test_spectators_see_the_lines_of_irc(ngircd: Ngircd, folder: Path, channel: str) -> None:
    """People on IRC, at the terminal's door and at that for programs play at one table."""
    deals = count(500, 5)
    with (
        feed_bot(folder, ngircd.port, channel) as bot,
        Company(ngircd.port, channel, "alice", "bob", strategy=cautious, seed=seed(5)) as company,
    ):
        company.sit_down()
        with robot_at(bot, channel) as robot, robot_at(bot, channel, "terry", "local") as terminal:
            company.until(lambda: "acted" in robot.lines and "acted" in terminal.lines, 60)
            spectator = Spectator(folder / "feed" / "web.sock", channel)
            begun = len(company.finished)
            while len(company.finished) < begun + deals:
                company.play(1)
                rebuy(company)
            spectator.stop()
        paid = {each["deal"] for each in spectator.messages if each.get("event") == "paid"}
        finished = [deal for deal in company.finished[begun + 1 :] if deal in paid]
        assert len(finished) >= deals - 3
        fresh = {name: value for name, value in spectator.fresh.items() if name not in {"is", "id"}}
        assert without_seconds(fresh) == without_seconds(spectator.state), "the events add up to the table"
        public = [
            strip_formatting(heard.text).replace(JOINER, "") for heard in company.watcher.heard if heard.is_public
        ]
        lines = spectator.lines()
        shared = [line for line in public[public.index(lines[0]) :] if line in set(lines)]
        # The table goes on while both stop to listen.
        both = min(len(lines), len(shared))
        assert lines[:both] == shared[:both]
        assert both >= max(5 * len(finished), len(lines) - 20)
        for deal in finished:
            cards = {card for player in company.players for card in player.all_cards(deal)}
            assert cards
            hidden = spectator.during(deal)
            assert not [card for card in cards if f'"{card}"' in hidden], deal


@pytest.mark.slow(seconds=20)
def test_a_robot_that_is_killed_is_timed_out_like_a_person(ngircd: Ngircd, folder: Path, channel: str) -> None:
    rng = random.Random(seed(2))
    with (
        feed_bot(folder, ngircd.port, channel, seconds_to_act=2, reminder=0, grace=600) as bot,
        Company(ngircd.port, channel, "alice", "bob", strategy=passive) as company,
    ):
        company.sit_down()
        with robot_at(bot, channel) as robot:
            for _ in range(count(200, 2)):
                acted = robot.lines.count("acted")
                company.until(lambda acted=acted: robot.lines.count("acted") > acted, 60)  # type: ignore[misc]
                wait = time.monotonic() + rng.uniform(0, 0.3)
                company.until(lambda wait=wait: time.monotonic() > wait)  # type: ignore[misc]
                robot.kill()
                company.play(2)
                robot.start()
                rebuy(company)
            assert set(robot.lines) <= {"acted", "late"}
        company.play(1)
        assert not company.called_off
        assert "Traceback" not in bot.log


@pytest.mark.slow(seconds=30)
def test_a_bot_that_is_killed_is_found_again(ngircd: Ngircd, folder: Path, channel: str) -> None:
    """Front-ends come back by themselves, and what they have is what a new one gets."""
    rng = random.Random(seed(3))
    with (
        feed_bot(folder, ngircd.port, channel) as bot,
        Company(ngircd.port, channel, "alice", "bob", strategy=passive) as company,
    ):
        company.sit_down()
        with robot_at(bot, channel) as robot:
            for _ in range(count(200, 1)):
                acted = robot.lines.count("acted")
                company.until(lambda acted=acted: robot.lines.count("acted") > acted, 90)  # type: ignore[misc]
                wait = time.monotonic() + rng.uniform(0, 0.2)
                company.until(lambda wait=wait: time.monotonic() > wait)  # type: ignore[misc]
                bot.kill()
                bot.start()
                company.watcher.wait_for_bot()
                rebuy(company)
            acted = robot.lines.count("acted")
            company.until(lambda: robot.lines.count("acted") > acted + 3, 90)
            # What it answered to the bot before is refused by the one after.
            assert {line for line in robot.lines if "that turn has passed" not in line} <= {"acted", "late"}
            snapshot = asyncio.run(watch(bot, channel))
            assert sorted(seat["name"] for seat in snapshot["seats"]) == ["alice", "bob", "robo"]


async def watch(bot: BotProcess, channel: str) -> dict:  # type: ignore[type-arg]
    async with await FeedClient.connect(bot.folder / "feed" / "web.sock") as feed:
        return await feed.watch(channel)


@pytest.mark.slow(seconds=10)
def test_a_key_or_an_invitation_closes_a_table_to_others(ngircd: Ngircd, folder: Path, channel: str) -> None:
    with (
        feed_bot(folder, ngircd.port, channel) as bot,
        Company(ngircd.port, channel, "alice", "bob", strategy=passive) as company,
    ):
        company.sit_down()
        company.play(1)
        assert asyncio.run(watch(bot, channel))["place"] == channel
        for mode in ("+k secret", "-k secret", "+i", "-i"):
            company.watcher.send(f"MODE {channel} {mode}")
            is_open = mode.startswith("-")

            def has_changed(is_open: bool = is_open) -> bool:
                company.step()
                try:
                    return bool(asyncio.run(watch(bot, channel))) is is_open
                except TransportError as error:
                    assert str(error) == "there is no such table"
                    return not is_open

            wait_until(has_changed, mode)


@pytest.mark.slow(seconds=10)
def test_a_flood_of_malformed_lines_costs_nothing(ngircd: Ngircd, folder: Path, channel: str) -> None:
    lines = [
        b"\n",
        b"[" * 20_000 + b"\n",
        b'{"a":' * 5_000 + b"\n",
        b'{"do":"say","do":"hello"}\n',
        b'{"do":"act","amount":' + b"9" * 50_000 + b"}\n",
        b'{"do":"watch","since":NaN}\n',
        b'{"do":"watch","table":"\\ud800"}\n',
        b'{"do":"dance"}\n',
        b"\xff\xfe\x00\n",
        b'{"do":"hello","person":{"nick":"ann","address":"192.0.2.7","network":"net"}}\n',
    ]
    flood = count(100_000, 2_000)

    async def send(bot: BotProcess) -> int:
        reader, writer = await asyncio.open_unix_connection(bot.folder / "feed" / "web.sock", limit=1 << 20)
        errors = 0
        for start in range(0, flood, 200):
            writer.writelines([lines[number % len(lines)] for number in range(start, min(start + 200, flood))])
            for _ in range(start, min(start + 200, flood)):
                answer = json.loads(await reader.readline())
                errors += answer["is"] == "error"
        writer.close()
        return errors

    with feed_bot(folder, ngircd.port, channel) as bot:
        wait_until((folder / "feed" / "web.sock").exists, "no socket")
        asyncio.run(send(bot))
        before = resident(bot)
        assert asyncio.run(send(bot)) == flood
        assert resident(bot) - before < 4_000, "in KB"
        assert "Traceback" not in bot.log


def resident(bot: BotProcess) -> int:
    """Return the memory of the bot's process in KB."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{bot.pid}/status").read_text())
    assert found is not None
    return int(found[1])


def test_a_table_ends_as_the_ledger_has_it(ngircd: Ngircd, folder: Path, channel: str) -> None:
    """`ircpoker feed watch` prints a table until it closes."""
    with (
        feed_bot(folder, ngircd.port, channel) as bot,
        Company(ngircd.port, channel, "alice", "bob", strategy=passive) as company,
    ):
        company.sit_down()
        watching = subprocess.Popen(
            child(sys.executable, "-m", "ircpoker", "feed", "watch", channel, "--feed", str(folder / "feed")),
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert watching.stdout is not None
        assert json.loads(watching.stdout.readline())["is"] == "snapshot"
        company.play(2)
        for player in company.players:
            player.do("leave")
        with watching.stdout:
            events = [json.loads(line) for line in watching.stdout]
        assert watching.wait(PATIENCE) == 0
        assert events[-1]["event"] == "closed"
        assert len([event for event in events if event["event"] == "paid"]) >= 2
        check_ledger(bot)
