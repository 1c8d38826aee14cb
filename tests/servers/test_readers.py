"""On a real ngIRCd: waiting lines are for a person, and never for the next owner of the nick."""

from __future__ import annotations

import re

import pytest

from ircpoker.chat.message import Reply
from ircpoker.config import LimitSettings
from tests.servers.bots import RunningBot, make_echo_router
from tests.servers.conftest import MakeHuman, MakeNgircd, StartBot
from tests.servers.human import Human
from tests.servers.ngircd import Ngircd
from tests.waiting import wait_until

pytestmark = pytest.mark.slow
PRIVATE = re.compile(r"^\S+ (?:NOTICE|PRIVMSG) [^#]")


class Company:
    """A bot at the pace of the shipped configuration, a victim with waiting lines, and mallory."""

    def __init__(self, victim: Human, mallory: Human, bot: RunningBot) -> None:
        self.victim = victim
        self.mallory = mallory
        self.bot = bot

    def ask(self) -> None:
        """Let the bot owe the victim six lines or more, of which it has sent the first."""
        self.victim.say("dealer", "many 7")
        self.victim.expect("line 0")

    def wait_seen(self, channel: str, nick: str) -> None:
        self.bot.wait_for(lambda client: nick in client.channels[channel].members)

    def take_nick(self, nick: str = "victim") -> None:
        self.mallory.send(f"NICK {nick}")
        self.mallory.expect(f" NICK :{nick}")

    def check_nothing_leaks(self) -> None:
        self.bot.wait_sent()
        assert not [line for line in self.mallory.lines_until_answered() if PRIVATE.search(line)]


@pytest.fixture
def company(ngircd: Ngircd, channel: str, start_bot: StartBot, human: MakeHuman) -> Company:
    bot = start_bot(ngircd.port, channel, send_burst=4, send_interval=1.0)
    made = Company(human(ngircd.port, "victim", channel), human(ngircd.port, "mallory", channel), bot)
    made.wait_seen(channel, "mallory")
    return made


def test_a_new_nick_is_followed(company: Company, channel: str) -> None:
    company.ask()
    company.victim.send("NICK other")
    company.wait_seen(channel, "other")
    company.take_nick()
    assert company.victim.expect("NOTICE other :line 6")
    company.check_nothing_leaks()


def test_a_longer_nick_cuts_nothing(company: Company) -> None:
    # As long as a line to the bot can be; one to the longer nick has less room.
    text = "x" * 460 + "end"
    for number in range(6):
        company.victim.say("dealer", f"echo {number}{text}")
    for number in range(4):
        company.victim.expect(f" victim :{number}{text}")
    company.victim.send("NICK averyverylongnick")
    for number in (4, 5):
        begin = company.victim.expect(f"NOTICE averyverylongnick :{number}x")
        end = company.victim.expect("NOTICE averyverylongnick :")
        assert (begin + end.partition(" :")[2]).endswith(f" :{number}{text}")


def test_a_quit_is_forgotten(ngircd: Ngircd, company: Company, channel: str, human: MakeHuman) -> None:
    company.ask()
    company.victim.send("QUIT :bye")
    company.bot.wait_for(lambda client: "victim" not in client.channels[channel].members)
    company.mallory = human(ngircd.port, "victim")
    company.check_nothing_leaks()


def test_a_killed_reader_is_forgotten(start_bot: StartBot, human: MakeHuman, make_ngircd: MakeNgircd) -> None:
    server = make_ngircd(more="[Operator]\nName = oper\nPassword = secret\n")
    bot = start_bot(server.port, "#poker", send_burst=4, send_interval=1.0)
    company = Company(human(server.port, "victim", "#poker"), human(server.port, "mallory", "#poker"), bot)
    company.wait_seen("#poker", "mallory")
    oper = human(server.port, "oper")
    oper.send("OPER oper secret")
    oper.expect(" 381 ")
    company.ask()
    oper.send("KILL victim :out")
    bot.wait_for(lambda client: "victim" not in client.channels["#poker"].members)
    company.mallory = human(server.port, "victim")
    company.check_nothing_leaks()


def test_an_unseen_reader_is_forgotten_when_the_nick_is_taken(
    ngircd: Ngircd, company: Company, channel: str, human: MakeHuman
) -> None:
    stranger = human(ngircd.port, "stranger")
    stranger.say("dealer", "many 7")
    stranger.expect("line 0")
    stranger.send("QUIT :bye")
    stranger.expect("ERROR")
    company.take_nick("stranger")
    company.bot.wait_for(lambda client: "stranger" in client.channels[channel].members)
    # Mallory may get lines sent before the bot knew; nothing comes later.
    company.mallory.lines_so_far()
    company.check_nothing_leaks()


def test_the_warning_follows_a_new_nick(ngircd: Ngircd, channel: str, start_bot: StartBot, human: MakeHuman) -> None:
    limits = LimitSettings(command_burst=2, command_interval=60)
    router = make_echo_router()
    bot = start_bot(ngircd.port, channel, router=router, limits=limits, send_burst=1, send_interval=1.0)
    victim, mallory = human(ngircd.port, "victim", channel), human(ngircd.port, "mallory", channel)
    for number in range(3):
        victim.say("dealer", f"echo {number}")
    victim.expect("PRIVMSG victim :0")
    victim.send("NICK other")
    bot.wait_for(lambda client: "other" in client.channels[channel].members)
    mallory.send("NICK victim")
    assert "Too many commands" in victim.expect("NOTICE other :T")
    bot.wait_sent()
    bot.say(channel, Reply(("that is all",)))
    assert not [line for line in mallory.lines_before(":that is all") if PRIVATE.search(line)]


def test_a_crowd_blocks_nobody(ngircd: Ngircd, channel: str, start_bot: StartBot, human: MakeHuman) -> None:
    start_bot(ngircd.port, channel, send_burst=4, send_interval=0.2)
    crowd = [human(ngircd.port, f"crowd{number}") for number in range(60)]
    alice = human(ngircd.port, "alice", channel)
    for person in crowd:
        person.say("dealer", "many 2")
    alice.say(channel, "!echo in public")
    assert alice.hear("dealer", channel) == "in public"

    def is_answered() -> bool:
        # When the queue is full, the first come are served; later ones ask again.
        alice.say("dealer", "echo for alice")
        return alice.count(" alice :for alice") > 0

    wait_until(is_answered)
