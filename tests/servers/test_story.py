"""An evening on a real server at a line a second: two tables in a channel, a sit-and-go beside, people at machines.

Four people sit at the tables, one in irssi and one in WeeChat. In the middle somebody changes nick and is lost with
their server (on ngIRCd), the bot is kicked, the channel is moderated, and the bot's connection is cut. Each person's
machine of rules reads what they see.
"""

from __future__ import annotations

import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import pytest

from tests.ports import free_port
from tests.servers.clients import Client, Irssi, WeeChat
from tests.servers.company import Heard, Player, read_options
from tests.servers.daemon import Daemon
from tests.servers.human import as_typed
from tests.servers.inspircd import Inspircd
from tests.servers.ngircd import Ngircd
from tests.servers.process import BotProcess
from tests.story.rules import RuleMachine, read_turns
from tests.tiers import count, seed

pytestmark = pytest.mark.deep
CHANNEL, SIDE = "#poker", "#side"
MINUTES = count(20, 2)
FAR = "irc.far.local"
_LINK = """
[Server]
    Name = {name}
    MyPassword = word
    PeerPassword = word
    {more}
"""
_RESULT = re.compile(r"\| [+-]\d+ \| \d+ chips?$")
_MOST = 300.0
"""Seconds after which the bot is back, or a result is read, at the latest."""


class Cable:
    """The bot's way to the server, which can be cut."""

    def __init__(self, port: int) -> None:
        self.port = free_port()
        self._server_port = port
        self._ends: list[socket.socket] = []
        self._listening = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Cut all connections."""
        ends, self._ends = self._ends, []
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self.cut()
        self._listening.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                far = socket.create_connection(("127.0.0.1", self._server_port))
                self._ends += [near, far]
                for source, target in ((near, far), (far, near)):
                    threading.Thread(target=self._pass_on, args=(source, target), daemon=True).start()

    @staticmethod
    def _pass_on(source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                target.sendall(data)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        source.close()


class Reader:
    """Somebody who reads, and may act on their turn after two to four seconds.

    Attributes:
        rules: their machine of rules.
        is_seated: whether they act on turns.
    """

    def __init__(
        self, evening: Evening, nick: str, channel: str, client: Client | None = None, port: int | None = None
    ) -> None:
        self.nick = nick
        self.channel = channel
        # Lines are read as they are typed: what keeps a nick from highlighting is not seen.
        self.rules = RuleMachine((SIDE,))
        self._client = client
        self.rules.reads_all = False
        self._read = 0
        self.player = Player(port or evening.port, nick, channel) if client is None else None
        self._evening = evening
        self._rng = Random(f"{nick} {seed(1)}")
        self._plan: tuple[float, str] | None = None
        evening.readers.append(self)

    def say(self, text: str) -> None:
        """Say something in the channel."""
        if self.player is not None:
            self.player.say(self.channel, text)
        elif self._client is not None:
            self._client.say(text)

    def rename(self, nick: str) -> None:
        """Take another nick."""
        assert self.player is not None
        self.player.send(f"NICK {nick}")
        for each in self._evening.readers:
            each.rules.renamed(self.nick, nick)
        self.nick = nick

    def come_back(self, port: int) -> None:
        """Connect again after the server was lost."""
        self.player = Player(port, self.nick, self.channel)
        self.rules.missed()
        self._evening.readers.append(self)

    def step(self) -> None:
        """Read what has come, and act if it is time."""
        now = time.monotonic()
        for heard in self._new():
            self.rules.read(now, heard)
            choices = [decision for nick, decision in read_turns(heard) if nick == self.nick]
            choices += [", ".join(options) for options in read_options(heard)]
            if choices and self._plan is None:
                self._plan = (now + self._rng.uniform(2.0, 4.0), choices[-1])
            if "You are out of chips" in heard.text or "You ran out of time twice" in heard.text:
                self.say("!sit")
        if self._plan is not None and self._plan[0] <= now:
            choice, self._plan = self._plan[1], None
            chance = self._rng.random()
            command = (
                ("fold" if chance < 0.4 else "call") if "call" in choice else "check" if chance < 0.8 else "bet pot"
            )
            for each in self._evening.readers:
                each.rules.acted(self.nick, self.channel)
            self.say(f"!{command}")

    def _new(self) -> list[Heard]:
        if self.player is not None:
            return self.player.listen()
        if not isinstance(self._client, WeeChat):
            # Who is in irssi acts on the same lines of the channel.
            new_lines = self._evening.operator.heard[self._read :]
            self._read += len(new_lines)
            return [heard for heard in new_lines if heard.target == CHANNEL]
        lines = self._client.lines()
        new, self._read = lines[self._read :], len(lines)
        texts = [line.partition("\t")[2] for line in new if line.partition("\t")[0].lstrip("@+") == "dealer"]
        return [Heard(CHANNEL, as_typed(text), "") for text in texts]


class Puller(Reader):
    """Somebody at a machine; they pull again after each result.

    Attributes:
        pulls: how often they pulled while the bot was there.
        results: how many results they read.
    """

    def __init__(self, evening: Evening, nick: str) -> None:
        super().__init__(evening, nick, SIDE)
        self.pulls = self.results = 0
        self._next = time.monotonic() + 5.0
        self._since = 0.0

    def step(self) -> None:
        """Read, and pull if no result is awaited."""
        assert self.player is not None
        now = time.monotonic()
        for heard in self.player.listen():
            if heard.is_public:
                continue
            self.rules.read(now, heard)
            if _RESULT.search(heard.text):
                self.results += 1
                self._since, self._next = 0.0, now + self._rng.uniform(2.0, 4.0)
        if not self._since and now >= self._next and self._evening.is_there:
            self._since = now
            self.pulls += 1
            self.rules.staked(now, self.nick, 5)
            self.player.say("dealer", "slot 5")


class Evening:
    """All people and the bot.

    Attributes:
        is_there: whether nothing keeps the bot from hearing.
        far: a second server of the network; None if there is none.
    """

    def __init__(
        self, port: int, folder: Path, bot: BotProcess, cable: Cable, operator: Player, far: Ngircd | None
    ) -> None:
        self.port = port
        self.far = far
        self.bot = bot
        self.cable = cable
        self.operator = operator
        # Who waits for the server's answer skips the lines before it; the operator reads all of them, for irssi.
        self.asker = Player(port, "asker", CHANNEL)
        self.readers: list[Reader] = []
        self.is_there = True
        self.clients: list[Client] = [Irssi("ivy", port, folder / "ivy"), WeeChat("wes", port, folder / "wes")]

    def run(self, seconds: float) -> None:
        """Let everybody read and act for a while."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.step()

    def until(self, has_come: Callable[[], bool], failure: str) -> None:
        """Let everybody read and act until something has come."""

        deadline = time.monotonic() + _MOST
        while not has_come():
            assert time.monotonic() < deadline, failure
            self.step()

    def names(self) -> set[str]:
        """Return who is in the channel."""
        self.asker.send(f"NAMES {CHANNEL}")
        line = self.asker.expect(" 353 ")
        return {nick.lstrip("@+%&~") for nick in line.partition(" :")[2].split()}

    def step(self) -> None:
        """Let everybody read once."""
        self.operator.listen()
        self.asker.listen()
        for each in self.readers:
            each.step()

    def split(self, reader: Reader) -> None:
        """Lose the second server with somebody, who comes back with it."""
        assert self.far is not None
        assert reader.player is not None
        self.readers.remove(reader)
        self.far.kill()
        reader.player.close()
        self.until(lambda: reader.nick not in self.names(), "the network is not split")
        self.run(20.0)
        self.far.start()
        reader.come_back(self.far.port)
        self.until(lambda: reader.nick in self.names(), "the servers are not linked again")
        reader.say("!sit")  # They may have been away for two turns.

    def missed(self) -> None:
        """Note that lines may be lost for all who read."""
        for each in self.readers:
            each.rules.missed()


@contextmanager
def network(made: type[Daemon]) -> Iterator[tuple[Daemon, Ngircd | None]]:
    """Run a server, and a second one that is linked to it if they are ngIRCd."""
    if made is not Ngircd:
        with made() as server:
            yield server, None
        return
    with Ngircd(more=_LINK.format(name=FAR, more="Passive = yes")) as near:
        way = f"Host = 127.0.0.1\n    Port = {near.port}"
        with Ngircd(name=FAR, more=_LINK.format(name="irc.test.local", more=way)) as far:
            yield near, far


@pytest.fixture(params=[Ngircd, Inspircd], ids=["ngircd", "inspircd"])
def evening(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Evening]:
    made: type[Daemon] = request.param
    with network(made) as (server, far):
        cable = Cable(server.port)
        operator = Player(server.port, "boss", CHANNEL)
        operator.join(SIDE)
        options = "tables_per_channel = 2\n[tournaments]\nguests_per_host = 0\n[economy]\ngiven_per_host = 0"
        plugins = "parse, holdem, help, slots, bank, tournaments"
        program = BotProcess(
            tmp_path, cable.port, CHANNEL, SIDE, plugins=plugins, more=options, pace=(4, 1.0), seed=seed(1)
        )
        with program as bot:
            made_evening = Evening(server.port, tmp_path, bot, cable, operator, far)
            operator.wait_for_bot()
            yield made_evening
            for client in made_evening.clients:
                client.close()
            for reader in made_evening.readers:
                if reader.player is not None:
                    reader.player.close()
            made_evening.asker.close()
        operator.close()
        cable.close()


def sit_down(evening: Evening) -> tuple[Reader, ...]:
    """Let everybody sit down: two tables of two people and two robots, a sit-and-go, and two at machines."""
    ann = Reader(evening, "ann", CHANNEL)
    ben = Reader(evening, "ben", CHANNEL, port=evening.far.port if evening.far is not None else None)
    evening.until(lambda: "ben" in evening.names(), "the servers are not linked")
    irssi, weechat = evening.clients
    ivy, wes = Reader(evening, "ivy", CHANNEL, irssi), Reader(evening, "wes", CHANNEL, weechat)
    sam, sue = Reader(evening, "sam", SIDE), Reader(evening, "sue", SIDE)
    for text, who in (
        ("!open 1000", ann),
        ("!sit table 1 1000", ivy),
        ("!addbot regular", ann),
        ("!addbot loose", ann),
        ("!open 1000", ben),
        ("!sit table 2 1000", wes),
        ("!addbot regular", ben),
        ("!addbot loose", ben),
        ("!sng 2", sam),
        ("!sng", sue),
    ):
        who.say(text)
        evening.run(3.0)
    Puller(evening, "max")
    Puller(evening, "moe")
    return ann, ben, ivy, wes, sam, sue


def test_an_evening_has_no_fault(evening: Evening) -> None:
    ann, ben, *_ = sit_down(evening)
    part = 60.0 * MINUTES / 6
    evening.run(part)
    # Whoever changes nick goes on.
    ben.rename("benny")
    evening.run(part / 2)
    if evening.far is not None:
        evening.split(ben)
    evening.run(part / 2)
    # A kick: the bot comes back, and the tables go on.
    evening.missed()
    evening.operator.send(f"KICK {CHANNEL} dealer :out")
    evening.until(lambda: "dealer" in evening.names(), "the bot does not come back after a kick")
    evening.missed()
    evening.run(part)
    # A moderated channel: nobody can be told there, and the clocks stop.
    evening.missed()
    evening.operator.send(f"MODE {CHANNEL} +m")
    evening.run(20.0)
    evening.operator.send(f"MODE {CHANNEL} -m")
    evening.missed()
    evening.run(part)
    # The connection is lost in the middle of everything.
    evening.missed()
    evening.is_there = False
    evening.run(1.0)  # What was staked has reached the bot; the results may be on their way.
    evening.cable.cut()
    evening.until(lambda: "dealer" not in evening.names(), "the connection is not lost")
    evening.until(lambda: "dealer" in evening.names(), "the bot does not come back")
    evening.is_there = True
    evening.missed()
    evening.run(2 * part)
    evening.is_there = False
    pullers = [each for each in evening.readers if isinstance(each, Puller)]
    evening.until(lambda: not any(each.rules.late(time.monotonic(), 0) for each in pullers), "a result is missing")
    faults = {each.nick: (each.rules.faults, dict(each.rules.examples)) for each in evening.readers}
    assert not {nick: found for nick, found in faults.items() if found[0]}
    assert all(each.results == each.pulls > 2 for each in pullers)
    assert ann.rules.seen["end"] >= MINUTES
    assert ann.rules.seen["turn"] > 5 * MINUTES
    assert "Traceback" not in evening.bot.log
