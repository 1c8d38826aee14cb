"""The bot on a network with services: InspIRCd and Atheme."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ircpoker.chat.message import Message, Reply
from ircpoker.config import Secret
from ircpoker.transports.irc import UnaskedLines
from tests.servers.atheme import Atheme
from tests.servers.conftest import MakeHuman, StartBot
from tests.servers.human import Human
from tests.servers.inspircd import Inspircd
from tests.servers.ngircd import Ngircd
from tests.waiting import wait_until

pytestmark = pytest.mark.slow

PASSWORD = "hunter2hunter2"


class Names:
    """A router that answers with the sender's account."""

    def handle(self, message: Message) -> list[Reply]:
        return [Reply((f"{message.sender.nick} is {message.sender.account}",))]


@pytest.fixture
def network() -> Iterator[tuple[Inspircd, Atheme]]:
    """A server and its services."""
    services = Atheme()
    with Inspircd(more=services.for_inspircd) as server, services:
        yield server, services


@pytest.fixture
def server(network: tuple[Inspircd, Atheme]) -> Inspircd:
    return network[0]


@pytest.fixture
def services(network: tuple[Inspircd, Atheme]) -> Atheme:
    return network[1]


def register(person: Human, password: str = PASSWORD) -> None:
    """Register an account named like somebody's nick; they are then logged in."""
    person.say("NickServ", f"REGISTER {password} {person.nick}@test.local")
    person.expect(" 900 ")


def test_a_bot_logs_in_and_sees_accounts(server: Inspircd, start_bot: StartBot, human: MakeHuman) -> None:
    register(human(server.port, "croupier"))
    alice, bob = human(server.port, "alice", "#poker"), human(server.port, "bob", "#poker")
    register(alice)
    start_bot(server.port, "#poker", router=Names(), sasl="plain", account="croupier", password=Secret(PASSWORD))
    alice.send("WHOIS dealer")
    assert "croupier :is logged in as" in alice.expect(" 330 ")
    alice.say("#poker", "!who")
    assert alice.hear("dealer", "#poker") == "alice is alice"
    assert bob.hear("dealer", "#poker") == "alice is alice"
    bob.say("#poker", "!who")
    assert bob.hear("dealer", "#poker") == "bob is None"
    bob.say("NickServ", f"IDENTIFY alice {PASSWORD}")
    bob.expect(" 900 ")
    bob.say("#poker", "!who")
    assert bob.hear("dealer", "#poker") == "bob is alice"
    bob.say("NickServ", "LOGOUT")
    bob.expect(" 901 ")
    bob.say("dealer", "who")
    assert bob.hear("dealer", "bob") == "bob is None"


@pytest.mark.parametrize(
    ("sasl", "reason"),
    [
        ("plain", "sasl = plain: not logged in: "),
        # Atheme 7.2 of Debian does not know it.
        ("scram-sha-256", "sasl = scram-sha-256 is not offered there: expected one of "),
    ],
)
def test_a_failed_login_keeps_the_bot_away(
    sasl: str, reason: str, server: Inspircd, start_bot: StartBot, human: MakeHuman, caplog: pytest.LogCaptureFixture
) -> None:
    alice = human(server.port, "alice", "#poker")
    register(alice)
    start_bot(server.port, "#poker", wait=False, sasl=sasl, account="alice", password=Secret("wr0ng"))
    wait_until(lambda: reason in caplog.text, "the bot does not say why")
    assert "wr0ng" not in caplog.text
    alice.send("WHOWAS dealer")
    alice.expect(" 406 ")


def test_without_sasl_nickserv_logs_in(
    server: Inspircd, start_bot: StartBot, human: MakeHuman, caplog: pytest.LogCaptureFixture
) -> None:
    register(human(server.port, "croupier"))
    alice = human(server.port, "alice", "#poker")
    caplog.set_level("INFO")
    bot = start_bot(server.port, "#poker", wait=False, sasl="nickserv", account="croupier", password=Secret(PASSWORD))
    bot.wait_joined()
    alice.send("WHOIS dealer")
    assert "croupier :is logged in as" in alice.expect(" 330 ")
    assert PASSWORD not in caplog.text


def test_a_client_called_nickserv_gets_no_password(
    server: Inspircd, services: Atheme, start_bot: StartBot, human: MakeHuman, caplog: pytest.LogCaptureFixture
) -> None:
    """While services are away, anybody can have their nick."""
    watcher = human(server.port, "watcher", "#poker")
    services.stop()

    def is_free() -> bool:
        watcher.send("ISON NickServ")
        return "NickServ" not in watcher.expect(" 303 ")

    wait_until(is_free)
    thief = human(server.port, "NickServ")
    login = {"sasl": "nickserv", "account": "croupier", "password": Secret(PASSWORD)}
    start_bot(server.port, "#poker", wait=False, **login)
    wait_until(lambda: "NickServ has not logged the bot in" in caplog.text, "the bot does not give up")
    assert [line for line in thief.lines_so_far() if "PRIVMSG" in line or PASSWORD in line] == []
    watcher.never("JOIN")


def test_without_services_nobody_gets_the_password(
    ngircd: Ngircd, channel: str, start_bot: StartBot, human: MakeHuman, caplog: pytest.LogCaptureFixture
) -> None:
    thief, watcher = human(ngircd.port, "NickServ"), human(ngircd.port, "watcher", channel)
    login = {"sasl": "nickserv", "account": "croupier", "password": Secret(PASSWORD)}
    start_bot(ngircd.port, channel, wait=False, **login)
    wait_until(lambda: "the server has no NICKSERV command" in caplog.text, "the bot does not say why")
    assert [line for line in thief.lines_so_far() if "PRIVMSG" in line or PASSWORD in line] == []
    watcher.never("JOIN")
    assert PASSWORD not in caplog.text


def test_the_bot_waits_for_services(
    server: Inspircd, services: Atheme, start_bot: StartBot, human: MakeHuman, caplog: pytest.LogCaptureFixture
) -> None:
    register(human(server.port, "croupier"))
    services.stop()
    login = {"sasl": "plain", "account": "croupier", "password": Secret(PASSWORD)}
    bot = start_bot(server.port, "#poker", wait=False, **login)
    wait_until(lambda: "the server offers no sasl now" in caplog.text, "the bot does not say why")
    services.start()
    bot.wait_joined()


def test_its_nick_is_taken_back_from_a_ghost(server: Inspircd, start_bot: StartBot, human: MakeHuman) -> None:
    ghost = human(server.port, "dealer", "#poker")
    register(ghost)
    bot = start_bot(server.port, "#poker", sasl="plain", account="dealer", password=Secret(PASSWORD))
    ghost.expect("GHOST command used by dealer_")
    bot.wait_for(lambda client: client.nick == "dealer")


def test_an_administrator_invites_the_bot(server: Inspircd, start_bot: StartBot, human: MakeHuman) -> None:
    boss, eve = human(server.port, "boss", "#more"), human(server.port, "eve", "#other")
    register(boss)
    games = UnaskedLines(accepts=lambda message, _: message.account == "boss")
    bot = start_bot(server.port, "#poker", games=games)
    eve.send("INVITE dealer #other")
    eve.expect(" 341 ")
    boss.send("INVITE dealer #more")
    bot.wait_joined(2)
    assert bot.call(lambda: set(bot.client.channels)) == {"#poker", "#more"}
    boss.say("#more", "!echo hi")
    assert boss.hear("dealer", "#more") == "hi"
