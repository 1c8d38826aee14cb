"""The bot comes back to real servers that have refused it or thrown it out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ircpoker.config import Secret
from tests.servers.atheme import Atheme
from tests.servers.bots import RunningBot, is_connected
from tests.servers.conftest import MakeHuman, MakeNgircd, StartBot
from tests.servers.human import Human
from tests.servers.inspircd import Inspircd
from tests.servers.tables import check_ledger, table_bot
from tests.servers.test_services import PASSWORD, register
from tests.waiting import wait_until

pytestmark = pytest.mark.slow

OPERATOR = """
<module name="joinflood"> <joinflood bootwait="0" splitwait="0">
<module name="kicknorejoin">
<module name="redirect">
<module name="sslmodes">
<class name="all" commands="*" usermodes="*" chanmodes="*" privs="*" snomasks="*">
<type name="Admin" classes="all">
<oper name="oper" password="secret" host="*@*" type="Admin">
"""
QUICK = {"answer": 0.5, "join_retry": 0.5}


@pytest.fixture
def server() -> Iterator[Inspircd]:
    with Inspircd(more=OPERATOR) as server:
        yield server


@pytest.fixture
def oper(server: Inspircd, human: MakeHuman) -> Human:
    """An operator of the server, and of the channel."""
    person = human(server.port, "alice", "#poker")
    person.send("OPER oper secret")
    person.expect(" 381 ")
    return person


def wait_refused(bot: RunningBot, caplog: pytest.LogCaptureFixture, words: str) -> None:
    """Wait until the log has the server's words; the bot is not in its channel then."""
    wait_until(lambda: words in caplog.text, lambda: f"{words!r} is not in {caplog.messages}")
    assert bot.call(lambda: not bot.client.channels)


def assert_back(bot: RunningBot, person: Human) -> None:
    bot.wait_joined()
    person.say("#poker", "!echo back")
    assert person.hear("dealer", "#poker") == "back"


class TestInspircd:
    @pytest.mark.deep
    def test_a_channel_that_was_flooded(
        self, server: Inspircd, oper: Human, human: MakeHuman, start_bot: StartBot, caplog: pytest.LogCaptureFixture
    ) -> None:
        """The +j of InspIRCd: 437, earlier 609."""
        oper.send("MODE #poker +j 2:60")
        human(server.port, "bob", "#poker")
        human(server.port, "carol", "#poker")
        bot = start_bot(server.port, "#poker", wait=False, **QUICK)
        wait_refused(bot, caplog, "'#poker' cannot be joined: This channel is temporarily unavailable")
        oper.send("MODE #poker -j")
        assert_back(bot, oper)

    def test_a_kick_where_one_must_wait(
        self, server: Inspircd, oper: Human, start_bot: StartBot, caplog: pytest.LogCaptureFixture
    ) -> None:
        """The +J of InspIRCd: 437, earlier 495."""
        bot = start_bot(server.port, "#poker", **QUICK)
        oper.send("MODE #poker +J 4")
        oper.send("KICK #poker dealer :out")
        wait_refused(bot, caplog, "'#poker' cannot be joined: kicked by alice: out")
        wait_refused(bot, caplog, "'#poker' cannot be joined: You must wait 4 seconds after being kicked to rejoin (+J")
        assert_back(bot, oper)

    @pytest.mark.deep
    @pytest.mark.parametrize("is_wanted", [False, True])
    def test_a_full_channel_with_another_beside_it(
        self,
        is_wanted: bool,
        server: Inspircd,
        oper: Human,
        start_bot: StartBot,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        """The +L of InspIRCd: 470, and a JOIN of the other channel."""
        oper.join("#overflow")
        oper.send("MODE #poker +lL 1 #overflow")
        oper.lines_so_far()
        forwards = (("#poker", "#overflow"),) if is_wanted else ()
        bot = start_bot(server.port, "#poker", wait=False, forwards=forwards, **QUICK)
        if is_wanted:
            bot.wait_joined()
            oper.say("#overflow", "!echo here")
            assert oper.hear("dealer", "#overflow") == "here"
            return
        wait_refused(bot, caplog, "put into '#overflow', leaving")
        wait_refused(bot, caplog, "'#poker' cannot be joined: You may not join this channel")
        oper.send("MODE #poker -lL")
        assert_back(bot, oper)

    @pytest.mark.deep
    def test_a_channel_for_tls_only(
        self, human: MakeHuman, start_bot: StartBot, caplog: pytest.LogCaptureFixture
    ) -> None:
        """The +z of InspIRCd: 489."""
        with Inspircd(more=OPERATOR, modes="notz") as server:
            alice = human(server.port, "alice", "#poker")
            bot = start_bot(server.port, "#poker", wait=False, **QUICK)
            wait_refused(bot, caplog, "'#poker' cannot be joined: Cannot join channel")
            alice.send("MODE #poker -z")
            assert_back(bot, alice)
            bot.stop()

    def test_a_ban_from_the_network(
        self, server: Inspircd, oper: Human, start_bot: StartBot, caplog: pytest.LogCaptureFixture
    ) -> None:
        bot = start_bot(server.port, "#poker")
        oper.send("GLINE *dealer@* 1h :spam")
        wait_refused(bot, caplog, "not connected: the server ends the connection: ")
        connections = bot.call(lambda: bot._games.activity.reconnects["net"])
        bot.wait_for(lambda _: bot._games.activity.reconnects["net"] >= connections + 2)
        assert not bot.call(lambda: is_connected(bot.client))
        assert caplog.text.count("not connected") <= 2, "said once a cause"
        oper.send("GLINE *dealer@*")
        assert_back(bot, oper)


class TestServices:
    @pytest.fixture
    def services(self) -> Iterator[tuple[Inspircd, Atheme]]:
        services = Atheme()
        with Inspircd(more=services.for_inspircd) as server, services:
            yield server, services

    @pytest.mark.parametrize("is_restarted", [False, True])
    def test_it_logs_in_again(
        self,
        is_restarted: bool,
        services: tuple[Inspircd, Atheme],
        human: MakeHuman,
        start_bot: StartBot,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        """After a logout, also by services that were stopped and started; the bot never leaves its channel."""
        server, atheme = services
        register(human(server.port, "croupier"))
        login = {"sasl": "plain", "account": "croupier", "password": Secret(PASSWORD)}
        bot = start_bot(server.port, "#poker", **QUICK, **login)
        alice = human(server.port, "alice", "#poker")
        session = bot.client._session
        assert session is not None

        def is_known() -> bool:
            alice.send("WHOIS dealer")
            return any("croupier :is logged in as" in line for line in alice.lines_before(" 318 "))

        assert is_known()
        if is_restarted:
            atheme.stop()
            atheme.start()
        bot.call(lambda: session.connection.privmsg("NickServ", "LOGOUT"))
        wait_until(lambda: "net: not logged in: " in caplog.text, lambda: str(caplog.messages))
        wait_until(is_known)
        assert bot.client._session is session


class TestNgircd:
    def test_the_server_is_full(
        self, make_ngircd: MakeNgircd, human: MakeHuman, start_bot: StartBot, caplog: pytest.LogCaptureFixture
    ) -> None:
        server = make_ngircd(limits="MaxConnections = 2")
        alice, bob = human(server.port, "alice", "#poker"), human(server.port, "bob")
        bot = start_bot(server.port, "#poker", wait=False)
        wait_refused(bot, caplog, "net: not connected: ")
        bob.close()
        assert_back(bot, alice)

    @pytest.mark.deep
    def test_a_kick_and_a_ban(
        self, make_ngircd: MakeNgircd, human: MakeHuman, start_bot: StartBot, caplog: pytest.LogCaptureFixture
    ) -> None:
        server = make_ngircd()
        alice = human(server.port, "alice", "#poker")
        bot = start_bot(server.port, "#poker", **QUICK)
        alice.send("MODE #poker +b dealer!*@*")
        alice.send("KICK #poker dealer :out")
        wait_refused(bot, caplog, "cannot be joined: kicked by alice: out")
        wait_refused(bot, caplog, "cannot be joined: Cannot join channel (+b)")
        alice.send("MODE #poker -b dealer!*@*")
        assert_back(bot, alice)

    def test_a_moderated_channel_with_a_table(self, make_ngircd: MakeNgircd, human: MakeHuman, tmp_path: Path) -> None:
        """Nobody hears the bot there: each player is told in private, the clocks stand, and the deal goes on later."""
        server = make_ngircd()
        alice, bob = human(server.port, "alice", "#poker"), human(server.port, "bob", "#poker")
        with table_bot(tmp_path, server.port, "#poker", seconds_to_act=60) as bot:
            alice.expect(":dealer!")
            alice.say("#poker", "!open 500")
            alice.expect("!sit")
            bob.say("#poker", "!sit 500")
            for person in (alice, bob):
                person.expect("you hold")
            alice.send("MODE #poker +m")
            for person in (alice, bob):
                assert "NOTICE" in person.expect("#poker is moderated (+m), and I have no voice there")
            assert bot.log.count("'#poker' is moderated") == 1
            alice.send("MODE #poker -m")
            assert bob.expect("I am back: ").endswith("goes on.")
            for person in (alice, bob):
                person.say("#poker", "!leave")
            alice.expect("The table is closed")
            check_ledger(bot)
