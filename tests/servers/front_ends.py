"""Bots with all endpoints of the feed, and those who come by them: robots that may be killed, and spectators."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from ircpoker.errors import TransportError
from ircpoker.feed import FeedClient
from tests.feed.server.visitors import without_seconds
from tests.feed.wire import fields_of
from tests.servers import feed_robot
from tests.servers.company import Company
from tests.servers.crashing import KillableProgram
from tests.servers.process import BotProcess
from tests.servers.tables import table_bot
from tests.waiting import wait_for_socket, wait_until

ENDPOINTS = "[feed]\nfolder = {folder}\nssh = on\nweb = on\nprogram = on\n"
_OWN = re.compile(r"#(\d+) you hold ")
"""One's own cards of the next deal come as soon as the one before is over, sometimes before its events."""
_ENDS = {"paid", "shown", "all_in", "called_off"}
"""After these events of a deal everybody may know cards of others."""


def feed_bot(folder: Path, port: int, *channels: str, **keys: float) -> BotProcess:
    """Return a bot with all endpoints, not started yet."""
    bot = table_bot(folder, port, *channels, **keys)
    with bot.config.open("a") as config:
        config.write(ENDPOINTS.format(folder=folder / "feed"))
    return bot


class Robot:
    """The robot's process, which may be killed."""

    def __init__(self, socket: Path, channel: str, nick: str) -> None:
        folder = socket.parent.parent
        self._log, self._record = folder / f"{nick}.log", folder / f"{nick}.messages"
        self._arguments = [str(socket), channel, nick, str(self._record)]
        self.start()

    def start(self) -> None:
        self._process = KillableProgram(feed_robot.main, self._arguments, self._log)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    @property
    def lines(self) -> list[str]:
        return self._log.read_text().splitlines() if self._log.exists() else []

    def messages(self) -> list[dict[str, Any]]:
        """Return all that has come, in order."""
        messages = []
        for line in self._record.read_text().splitlines():
            with suppress(ValueError):  # It was killed in the middle of a line.
                messages.append(json.loads(line))
        return [message for message in messages if message]


@contextmanager
def robot_at(bot: BotProcess, channel: str, nick: str = "robo", endpoint: str = "program") -> Iterator[Robot]:
    """Let a robot play at the table of a channel while the body runs."""
    socket = bot.folder / "feed" / f"{endpoint}.sock"
    wait_for_socket(socket)
    robot = Robot(socket, channel, nick)
    try:
        yield robot
    finally:
        robot.kill()


def rebuy(company: Company) -> None:
    """Let those who have lost all chips sit down again."""
    for player in company.players:
        if any("sit down again" in heard.text or "!rebuy" in heard.text for heard in player.heard[-3:]):
            player.do("rebuy")


async def snapshot_of(bot: BotProcess, channel: str) -> dict[str, Any]:
    """Return the table of a channel as somebody sees it who comes now."""
    async with await FeedClient.connect(bot.folder / "feed" / "web.sock") as feed:
        return fields_of(await feed.watch(channel))


class Spectator:
    """A connection that watches a table from a thread of its own, and keeps every message.

    It comes back by itself when the bot was gone.
    """

    def __init__(self, socket: Path, channel: str, *, samples: bool = False) -> None:
        """Watch.

        Args:
            socket: the socket.
            channel: the channel of the table.
            samples: whether to let somebody else look at the table after each change.
        """
        self._samples = samples
        self.messages: list[dict[str, Any]] = []
        self.samples: list[dict[str, Any]] = []
        self._is_over = threading.Event()
        self._socket, self._channel = socket, channel
        self._thread = threading.Thread(target=lambda: asyncio.run(self._watch()), daemon=True)
        self._thread.start()
        wait_until(lambda: bool(self.messages), "no snapshot")

    async def _watch(self) -> None:
        async with (
            await FeedClient.connect(self._socket, stays=True) as feed,
            await FeedClient.connect(self._socket) as other,
        ):
            self._tables = feed.tables
            self.messages.append(fields_of(await feed.watch(self._channel)))
            while True:
                try:
                    async with asyncio.timeout(0.2):
                        self.messages.append(fields_of(await feed.next_message()))
                except TimeoutError:
                    if self._is_over.is_set():
                        break
                    continue
                if self._samples and "set" in self.messages[-1] and not self._is_over.is_set():
                    self.samples.append(fields_of(await other.watch(self._channel)))
            self.state = self.table  # with what comes before the answer
            self.fresh = fields_of(await feed.watch(self.state["table"]))

    def check_samples(self) -> int:
        """Check that after each event the table was as somebody saw it who came then; return how often."""
        states: dict[int, dict[str, Any]] = {}
        state: dict[str, Any] = {}
        for message in self.messages:
            if message["is"] == "snapshot":
                state = message
            elif message["is"] == "event":
                state = {**state, "seq": message["seq"], **message.get("set", {})}
            states[state["seq"]] = state
        compared = [sample for sample in self.samples if sample["seq"] in states]
        for sample in compared:
            assert without_log(sample) == without_log(states[sample["seq"]])
        return len(compared)

    @property
    def table(self) -> dict[str, Any]:
        """The table as the snapshot and the events since have it."""
        return fields_of(self._tables[self.messages[0]["table"]])

    @property
    def chips(self) -> int:
        """All chips at the table."""
        return sum(seat["stack"] for seat in self.table["seats"]) + self.table["pot"]

    @property
    def snapshots(self) -> int:
        """How often it got the whole table."""
        return sum(message["is"] == "snapshot" for message in self.messages)

    def stop(self) -> None:
        """End it when no more comes, and check that the events added up to the table."""
        self._is_over.set()
        self._thread.join()
        assert without_seconds(self.fresh) == without_seconds(self.state)

    def lines(self) -> list[str]:
        """Return the lines of the table, as IRC got them."""
        found: list[str] = []
        for message in self.messages:
            if message["is"] == "event" and message.get("words"):
                is_part = message["event"] in {"acted", "street", "seat"} and "left" not in message
                found += message.get("lines") or ([] if is_part else [message["words"]])
        return found


def without_log(table: dict[str, Any]) -> Any:
    """Return a table without the words of events, which each reader keeps, and without times that pass."""
    return without_seconds({name: value for name, value in table.items() if name not in {"log", "is", "id"}})


def hidden_part(messages: Iterable[dict[str, Any]], deal: str) -> str:
    """Return what came while a deal was in play and no cards had been shown, without the end of the one before."""
    kept: list[dict[str, Any]] = []
    is_on = False
    for message in messages:
        if message["is"] == "event" and message["event"] == "hand_began":
            is_on = message["deal"] == deal
        elif message["is"] == "event" and message["event"] in _ENDS:
            is_on = False
        own = _OWN.search(message.get("text", ""))
        if is_on and (own is None or own[1] == deal):
            changes = {name: value for name, value in message.get("set", {}).items() if name != "last"}
            # Who may still show their own cards of the deal before is offered that with those cards.
            offers = [each for each in changes.get("offers", ()) if not each["command"].startswith("show ")]
            bare = {name: value for name, value in message.items() if name not in {"log", "last"}}
            kept.append({**bare, "set": {**changes, "offers": offers}})
    return json.dumps(kept)


def cards_in(text: str, cards: Iterable[str]) -> list[str]:
    """Return those of the cards that are anywhere in a text."""
    return [card for card in cards if re.search(rf"(?<![0-9A-Za-z]){card}(?![0-9A-Za-z])", text)]


async def is_shown(bot: BotProcess, channel: str) -> bool:
    """Return whether everybody may watch the table of a channel."""
    try:
        return bool(await snapshot_of(bot, channel))
    except TransportError as error:
        assert str(error) == "there is no such table"
        return False
