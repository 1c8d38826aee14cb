"""Games on a real ngIRCd: deliveries, presence, deadlines, last lines, floods."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ircpoker.chat.message import Reply
from ircpoker.chat.outgoing import Outgoing, Reader
from ircpoker.config import LimitSettings
from ircpoker.runtime.clock import SystemClock
from ircpoker.runtime.delivery import Delivery
from ircpoker.transports.irc import UnaskedLines
from ircpoker.words.plain_text import strip_formatting
from tests import tiers
from tests.chat.routers import make_router
from tests.chat.test_presence import Diary
from tests.servers.bots import RunningBot, is_connected
from tests.servers.conftest import MakeHuman, MakeNgircd, StartBot
from tests.servers.human import Human
from tests.servers.ngircd import Ngircd
from tests.servers.process import BotProcess


class Host:
    """A game that posts lines on a bot."""

    def __init__(self, games: UnaskedLines, bot: RunningBot) -> None:
        self.games = games
        self.bot = bot
        self.heard: list[Delivery] = []

    def post(self, target: str, text: str, *, private: bool = True) -> None:
        line = Outgoing(Reader("net", target), Reply((text,), private), on_delivery=self.heard.append, confirm=True)
        self.bot.call(lambda: self.games.outbox.post(line))

    def wait(self, *outcomes: Delivery) -> None:
        self.wait_for(len(outcomes))
        assert tuple(self.heard) == outcomes

    def wait_for(self, outcomes: int) -> None:
        self.bot.wait_for(lambda _: len(self.heard) >= outcomes)


@pytest.fixture
def host(ngircd: Ngircd, channel: str, start_bot: StartBot) -> Host:
    games = UnaskedLines()
    return Host(games, start_bot(ngircd.port, channel, games=games, answer=60.0))


@pytest.fixture
def alice(ngircd: Ngircd, channel: str, host: Host, human: MakeHuman) -> Human:
    """Somebody in the channel whom the bot has seen."""
    person = human(ngircd.port, "alice", channel)
    host.bot.wait_for(lambda client: "alice" in client.channels[channel].members)
    return person


class TestDelivery:
    def test_a_delivered_line(self, ngircd: Ngircd, channel: str, host: Host, alice: Human, human: MakeHuman) -> None:
        carol = human(ngircd.port, "carol")
        host.post("alice", "one")
        host.post("carol", "two")
        host.post(channel, "three", private=False)
        host.wait(*[Delivery.SENT] * 3)
        assert alice.hear("dealer", "alice") == "one"
        assert alice.hear("dealer", channel) == "three"
        assert carol.hear("dealer", "carol") == "two"

    def test_an_absent_reader(self, host: Host) -> None:
        # ngIRCd says nothing at all about a NOTICE that it cannot deliver.
        host.post("nobody", "one")
        host.wait(Delivery.REFUSED)

    def test_a_reader_who_has_just_left(self, ngircd: Ngircd, host: Host, alice: Human) -> None:
        with ngircd.paused():
            alice.send("QUIT :bye")
            host.post("alice", "one")
        host.wait(Delivery.REFUSED)

    def test_a_reader_with_a_new_nick(self, ngircd: Ngircd, host: Host, alice: Human) -> None:
        with ngircd.paused():
            alice.send("NICK ally")
            host.post("alice", "one")
        host.wait(Delivery.SENT)
        assert alice.hear("dealer", "ally") == "one"

    def test_a_moderated_channel(self, ngircd: Ngircd, channel: str, host: Host, human: MakeHuman) -> None:
        human(ngircd.port, "alice", channel)
        host.post("#elsewhere", "one", private=False)
        host.wait(Delivery.REFUSED)

    def test_the_server_stops(self, own_ngircd: Ngircd, start_bot: StartBot, human: MakeHuman) -> None:
        games = UnaskedLines()
        host = Host(games, start_bot(own_ngircd.port, "#poker", games=games))
        human(own_ngircd.port, "alice", "#poker")
        own_ngircd.pause()
        host.post("alice", "one")
        own_ngircd.kill()
        host.wait(Delivery.UNKNOWN)
        host.post("alice", "two")
        host.wait(Delivery.UNKNOWN, Delivery.UNKNOWN)


def test_presence_from_start_to_restart(own_ngircd: Ngircd, start_bot: StartBot, human: MakeHuman) -> None:
    games, diary = UnaskedLines(), Diary()
    games.presence.listen(diary)
    games.presence.follow = diary.renamed
    alice = human(own_ngircd.port, "alice", "#poker")
    bot = start_bot(own_ngircd.port, "#poker", games=games)

    def expect(*entries: tuple[object, ...]) -> None:
        bot.wait_for(lambda _: len(diary.entries) >= len(entries))
        assert tuple(diary.entries) == entries
        diary.entries.clear()

    expect(("connected", "net"), ("joined", "alice", "#poker"))
    bob = human(own_ngircd.port, "bob", "#poker")
    bob.send("NICK Bobby")
    bob.expect(" NICK ")
    bob.send("PART #poker")
    bob.join("#poker")
    alice.send("KICK #poker bobby :out")
    expect(
        ("joined", "bob", "#poker"),
        ("renamed", "bob", "Bobby"),
        ("parted", "Bobby", "#poker"),
        ("joined", "Bobby", "#poker"),
        ("parted", "Bobby", "#poker"),
    )
    alice.send("KICK #poker dealer :out")
    expect(("parted", "alice", "#poker"), ("joined", "alice", "#poker"))
    own_ngircd.kill()
    bot.wait_for(lambda _: ("disconnected", "net") in diary.entries)
    # The server may say goodbye for others before it is gone itself.
    assert {entry[0] for entry in diary.entries[:-1]} <= {"quit"}
    diary.entries.clear()
    own_ngircd.start()
    human(own_ngircd.port, "carol", "#poker")
    bot.wait_joined()
    bot.wait_for(lambda _: ("joined", "carol", "#poker") in diary.entries)
    assert diary.entries[0] == ("connected", "net")


PLUGIN = '''
"""Says when it is time, and when it is over."""

from ircpoker.chat.message import Reply
from ircpoker.chat.outgoing import Outgoing, Reader
from ircpoker.people import Listener


class Cuckoo(Listener):
    def __init__(self, services):
        self.services = services
        self.times = 0
        self.calls = services.scheduler.calls("cuckoo")
        self.calls.call_after(1.0, "hour", self.strike)

    def strike(self):
        self.times += 1
        self.calls.call_after(0.3, "hour", self.strike)
        if self.times == 3:
            raise RuntimeError("cuckoo")
        self.say(f"cuckoo {self.times}")

    def closing(self):
        self.say("the clock stops")

    def say(self, text):
        self.services.outbox.post(Outgoing(Reader("net", "#poker"), Reply((text,))))


def register(router):
    router.services.presence.listen(Cuckoo(router.services))
'''


def test_deadlines_and_last_lines_of_a_real_process(tmp_path: Path, own_ngircd: Ngircd, human: MakeHuman) -> None:
    (tmp_path / "cuckoo.py").write_text(PLUGIN)
    alice = human(own_ngircd.port, "alice", "#poker")
    with BotProcess(tmp_path, own_ngircd.port, "#poker", plugins="help, cuckoo", plugin_path=str(tmp_path)) as bot:
        for text in ("cuckoo 1", "cuckoo 2", "cuckoo 4"):
            alice.expect(f"PRIVMSG #poker :{text}")
        assert "cuckoo: hour failed" in bot.log
        bot.stop()
    alice.expect("PRIVMSG #poker :the clock stops")
    alice.expect(" QUIT ")


@pytest.mark.slow
def test_a_flood_of_commands_does_not_get_the_bot_killed(
    start_bot: StartBot, human: MakeHuman, make_ngircd: MakeNgircd
) -> None:
    server = make_ngircd(penalty=-1)
    games, diary = UnaskedLines(), Diary()
    games.presence.listen(diary)
    bot = start_bot(
        server.port,
        "#poker",
        router=make_router(clock=SystemClock()),
        games=games,
        limits=LimitSettings(host_factor=0),
        send_burst=4,
        send_interval=1.0,
    )
    host = Host(games, bot)
    with ThreadPoolExecutor() as pool:  # The server's limits delay them.
        nicks = ["watcher", *(f"player{number}" for number in range(10))]
        watcher, *people = pool.map(lambda nick: human(server.port, nick, "#poker", user=nick), nicks)
    enough = threading.Event()

    def throw(person: Human) -> None:
        number = 0
        while not enough.wait(0.05):  # as fast as the server allows without a kill
            number += 1
            person.say("#poker" if number % 3 else "dealer", "!parse Ah Td 4c 3s Js 7h" if number % 2 else "!help")

    throwing = [threading.Thread(target=throw, args=(person,)) for person in people]
    for thread in throwing:
        thread.start()
    posts = tiers.count(20)
    for number in range(1, posts + 1):
        host.post("watcher", f"cards {number}")
        host.wait_for(number)
    enough.set()
    for thread in throwing:
        thread.join()
    assert is_connected(bot.client)
    assert [entry for entry in diary.entries if entry[0] in {"connected", "disconnected"}] == [("connected", "net")]
    assert set(host.heard) == {Delivery.SENT}
    for number in range(1, posts + 1):
        assert strip_formatting(watcher.hear("dealer", "watcher")) == f"cards {number}"
