"""The bot on a real ngIRCd: its answers, and every hazard that the library leaves to it."""

from __future__ import annotations

import logging
import time

import pytest
from msgspec.structs import replace

from ircpoker.cards import parse_cards
from ircpoker.chat.message import Reply
from ircpoker.config import BotSettings, LimitSettings, Secret
from ircpoker.transports.irc import Timing
from ircpoker.words.plain_text import strip_formatting
from tests.chat.routers import make_router
from tests.servers.bots import QUICK, QUICK_RETURN, is_connected, make_echo_router
from tests.servers.conftest import MakeHuman, MakeNgircd, StartBot
from tests.servers.human import Human
from tests.servers.ngircd import Ngircd
from tests.waiting import wait_until

pytestmark = pytest.mark.usefixtures("no_new_ctcp")
HAND = "Ah Td 4c 3s Js 7h"
ANSWER = "Ah Js Td 7h 4c | Ace High, Jack Kicker | 10 1 4 5 8 11"


@pytest.fixture
def alice(ngircd: Ngircd, channel: str, start_bot: StartBot, human: MakeHuman) -> Human:
    """Somebody in a channel with a bot that echoes."""
    start_bot(ngircd.port, channel)
    return human(ngircd.port, "alice", channel)


def assert_answers(person: Human, channel: str, word: str = "still there", nick: str = "dealer") -> None:
    person.say(channel, f"!echo {word}")
    while person.hear(nick, channel) != word:
        pass


def assert_no_more_lines(person: Human, text: str = "dealer!") -> None:
    assert not [line for line in person.lines_until_answered() if text in line]


class TestAnswers:
    def test_in_channel_and_in_private(
        self, ngircd: Ngircd, channel: str, start_bot: StartBot, human: MakeHuman
    ) -> None:
        start_bot(ngircd.port, channel, router=make_router())
        alice = human(ngircd.port, "alice", channel)
        for text in (f"!parse {HAND}", f"dealer: parse {HAND}", f"\x02!parse\x02 \x0304{HAND}"):
            alice.say(channel, text)
            assert strip_formatting(alice.hear("dealer", channel)) == ANSWER
        alice.say("dealer", f"parse {HAND}")
        assert strip_formatting(alice.hear("dealer", "alice")) == ANSWER

    def test_an_error_names_the_token(
        self, ngircd: Ngircd, channel: str, start_bot: StartBot, human: MakeHuman
    ) -> None:
        start_bot(ngircd.port, channel, router=make_router())
        alice = human(ngircd.port, "alice", channel)
        alice.say(channel, "!parse Ah Zz 4c 3s Js")
        assert alice.hear("dealer", channel).startswith("'Zz' is not a card")

    def test_private_replies_go_to_one_person(
        self, ngircd: Ngircd, channel: str, human: MakeHuman, alice: Human
    ) -> None:
        bob = human(ngircd.port, "bob", channel)
        alice.say(channel, "!secret")
        assert strip_formatting(alice.hear("dealer", "alice")) == "for you: AhKd"
        assert_no_more_lines(bob, "for you")

    def test_suits_are_coloured_and_can_be_plain(
        self, ngircd: Ngircd, channel: str, start_bot: StartBot, human: MakeHuman
    ) -> None:
        start_bot(ngircd.port, channel, nick="rainbow")
        alice = human(ngircd.port, "alice", channel)
        alice.say(channel, "!cards")
        assert alice.hear("rainbow", channel) == "\x0304Ah\x0f\x0310Kd\x0f"
        plain = BotSettings(owner="alice", colour=False, cards="unicode")
        start_bot(ngircd.port, channel, nick="monochrome", bot=plain)
        alice.say(channel, "!cards")
        assert alice.hear("monochrome", channel) == "AhKd"
        assert any(line.endswith(" :A♥K♦\r\n".encode()) for line in alice.received)

    def test_sends_notices(self, ngircd: Ngircd, channel: str, start_bot: StartBot, human: MakeHuman) -> None:
        bot = start_bot(ngircd.port, channel)
        alice = human(ngircd.port, "alice", channel)
        bot.say(channel, Reply(("your turn",)))
        assert alice.hear("dealer", channel) == "your turn"
        bot.say("alice", Reply(parse_cards("2c"), private=True))
        assert strip_formatting(alice.hear("dealer", "alice")) == "2c"

    def test_never_says_private_things_in_a_channel(
        self, ngircd: Ngircd, channel: str, start_bot: StartBot, human: MakeHuman
    ) -> None:
        bot = start_bot(ngircd.port, channel)
        alice = human(ngircd.port, "alice", channel)
        bot.say(channel, Reply(parse_cards("2c"), private=True))
        assert_no_more_lines(alice, "2c")


class TestManners:
    def test_identifies_itself(self, alice: Human) -> None:
        alice.send("WHOIS dealer")
        assert alice.expect(" 311 ").endswith("~dealer 127.0.0.1 * :poker bot of alice, say !help")
        assert alice.expect(" 335 ").endswith(":is an IRC Bot")

    def test_never_answers_a_notice(self, channel: str, alice: Human) -> None:
        alice.send(f"NOTICE {channel} :!echo no")
        alice.send("NOTICE dealer :echo no")
        alice.send("NOTICE dealer :\x01VERSION\x01")
        assert_no_more_lines(alice)

    def test_answers_ctcp_in_private_only(self, channel: str, alice: Human) -> None:
        for target in (channel, "dealer"):
            for request in (
                "VERSION",
                "PING 123 456",
                "SOURCE",
                "TIME",
                "DCC",
                "DCC SEND x 1 2 3",
                "ACTION !echo x",
                "",
            ):
                alice.say(target, f"\x01{request}\x01")
        answers = [alice.hear("dealer", "alice") for _ in range(3)]
        assert [answer.split(" ", 1)[0] for answer in answers] == ["\x01VERSION", "\x01PING", "\x01SOURCE"]
        assert answers[1] == "\x01PING 123 456\x01"
        assert_no_more_lines(alice)

    def test_ctcp_is_limited_overall(self, ngircd: Ngircd, human: MakeHuman, alice: Human) -> None:
        bob = human(ngircd.port, "bob")
        for person in (alice, bob):
            for number in range(20):
                person.say("dealer", f"\x01PING {number}\x01")
        answers = []
        for person in (alice, bob):
            answers += person.lines_until_answered()
        assert sum("\x01PING" in line for line in answers) == 3

    def test_one_warning_then_silence(
        self, ngircd: Ngircd, channel: str, start_bot: StartBot, human: MakeHuman
    ) -> None:
        limits = LimitSettings(command_burst=2, command_interval=3600)
        start_bot(ngircd.port, channel, router=make_echo_router(), limits=limits)
        alice, bob = (human(ngircd.port, nick, channel, user=nick) for nick in ("alice", "bob"))
        for number in range(5):
            alice.say(channel, f"!echo {number}")
            alice.say(channel, "chat is not limited")
        assert alice.hear("dealer", channel) == "0"
        assert alice.hear("dealer", channel) == "1"
        assert alice.hear("dealer", "alice").startswith(f"[{channel}] Too many commands")
        alice.lines_so_far()
        assert_answers(bob, channel, "what alice said was heard")
        assert sum(":dealer!" in line for line in alice.lines_so_far()) == 1  # the answer to bob
        # A new nick is the same person; another person is not, even under a nick that somebody else used.
        alice.send(f"NICK victim\r\nPART {channel}\r\nNICK carol\r\nJOIN {channel}")
        alice.expect(" 366 ")
        alice.say(channel, "!echo again")
        alice.lines_so_far()
        bob.send("NICK victim")
        assert_answers(bob, channel)
        assert sum(":dealer!" in line for line in alice.lines_so_far()) == 1

    def test_quits_with_a_message(self, ngircd: Ngircd, channel: str, start_bot: StartBot, human: MakeHuman) -> None:
        bot = start_bot(ngircd.port, channel)
        alice = human(ngircd.port, "alice", channel)
        bot.stop("the table closes")
        assert "the table closes" in alice.expect(" QUIT ")

    def test_stops_while_the_server_is_unreachable(
        self, own_ngircd: Ngircd, start_bot: StartBot, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level(logging.INFO)
        own_ngircd.stop()
        bot = start_bot(own_ngircd.port, "#poker", wait=False)
        bot.wait_for(lambda _: "trying again in" in caplog.text)
        bot.stop()

    def test_stops_although_the_server_is_dead(self, own_ngircd: Ngircd, start_bot: StartBot) -> None:
        bot = start_bot(own_ngircd.port, "#poker")
        with own_ngircd.paused():
            bot.stop()


class TestHazards:
    @pytest.mark.parametrize("command", ["echo", "unquote"])
    @pytest.mark.parametrize("quoted", ["x{end}TOPIC {channel} :owned{end}QUIT :owned", "{end}", "{end}QUIT"])
    @pytest.mark.parametrize("end", ["\x10r", "\x10n", "\x100", "\x10r\x10n"])
    def test_no_line_can_be_injected(self, channel: str, alice: Human, command: str, quoted: str, end: str) -> None:
        alice.say(channel, f"!{command} {quoted.format(channel=channel, end=end)}")
        assert_answers(alice, channel)
        alice.send(f"TOPIC {channel}")
        alice.expect(" 331 ")

    def test_repeated_text_is_one_clean_line(self, channel: str, alice: Human) -> None:
        alice.say(channel, "!unquote a\x10rb\x10nc\x100d\x01\x07e")
        assert alice.hear("dealer", channel) == "a b cde"

    def test_a_byte_that_is_not_utf_8(self, channel: str, alice: Human) -> None:
        alice.send(b"PRIVMSG " + channel.encode() + b" :!echo caf\xe9 \xff\xfe")
        assert alice.hear("dealer", channel) == "café ÿþ"
        assert_answers(alice, channel)

    def test_a_ctcp_without_argument(self, channel: str, alice: Human) -> None:
        for target in (channel, "dealer"):
            for request in ("\x01DCC\x01", "\x01\x01", "\x01", "\x01DCC", "\x01PING\x01", "\x01 \x01", "a\x01DCC\x01b"):
                alice.say(target, request)
        assert_answers(alice, channel)

    @pytest.mark.parametrize("text", ["word " * 99, "♪" * 150, "x" * 480, "ab " * 150 + "é" * 10])
    @pytest.mark.parametrize("in_channel", [True, False])
    def test_nothing_is_cut(self, channel: str, alice: Human, text: str, in_channel: bool) -> None:
        target = channel if in_channel else "dealer"
        text = text.encode()[: 510 - len(f":alice!~alice@127.0.0.1 PRIVMSG {target} :!echo ")].decode("utf-8", "ignore")
        alice.say(target, f"!echo {text}")
        reader = channel if in_channel else "alice"
        pieces = [alice.hear("dealer", reader)]
        while sum(map(len, pieces)) < len(text.strip()) - len(pieces):
            pieces.append(alice.hear("dealer", reader))
        assert "".join(pieces).replace(" ", "") == text.replace(" ", "")
        assert "�" not in "".join(pieces)
        assert_no_more_lines(alice)

    def test_a_line_is_filled_to_its_last_byte(
        self, ngircd: Ngircd, channel: str, start_bot: StartBot, human: MakeHuman
    ) -> None:
        bot = start_bot(ngircd.port, channel)
        alice = human(ngircd.port, "alice", channel)
        text = "0123456789" * 100
        bot.say(channel, Reply((text,)))
        lines = [alice.expect(f"PRIVMSG {channel}") for _ in range(3)]
        assert "".join(line.split(" :", 1)[1] for line in lines) == text
        assert [len(line) for line in lines[:2]] == [510, 510]

    @pytest.mark.slow(30)
    def test_ping_is_answered_under_load(self, start_bot: StartBot, human: MakeHuman, make_ngircd: MakeNgircd) -> None:
        # The server's shortest patience is 5 s of silence and 5 s for the PONG; what waits its turn here takes 15 s.
        server = make_ngircd(limits="PingTimeout = 5\nPongTimeout = 5")
        bot = start_bot(server.port, "#poker", send_burst=4, send_interval=15.0)
        alice = human(server.port, "alice", "#poker")
        alice.say("#poker", "!many 50")
        alice.expect("line 0")
        # As silent as the bot, alice is pinged as often: without an answer to the first PING she is gone at the third.
        for _ in range(3):
            assert not [line for line in alice.lines_before("PING ") if " QUIT " in line]
        assert is_connected(bot.client)

    def test_a_plugin_failure_costs_one_command(self, channel: str, alice: Human) -> None:
        alice.say(channel, "!raise")
        assert_answers(alice, channel)

    def test_lines_go_no_faster_than_configured(
        self, ngircd: Ngircd, channel: str, start_bot: StartBot, human: MakeHuman
    ) -> None:
        start_bot(ngircd.port, channel, send_burst=4, send_interval=0.3)
        alice = human(ngircd.port, "alice", channel)
        since = time.monotonic()
        alice.say(channel, "!many 7")
        for number in range(7):
            alice.expect(f"line {number}")
        assert time.monotonic() - since > 0.8


class TestStaying:
    def test_back_after_a_restart(self, own_ngircd: Ngircd, start_bot: StartBot, human: MakeHuman) -> None:
        bot = start_bot(own_ngircd.port, "#poker", timing=Timing())
        own_ngircd.stop()
        bot.wait_gone()
        own_ngircd.start()
        alice = human(own_ngircd.port, "alice", "#poker")
        bot.wait_joined()
        assert_answers(alice, "#poker")

    def test_a_dead_link_is_noticed(self, own_ngircd: Ngircd, start_bot: StartBot, human: MakeHuman) -> None:
        bot = start_bot(own_ngircd.port, "#poker", timing=replace(QUICK, ping_after=0.3, dead_after=2.3))
        bot.wait_for(is_connected)
        with own_ngircd.paused():
            bot.wait_gone()
        bot.wait_joined()
        assert_answers(human(own_ngircd.port, "alice", "#poker"), "#poker")

    def test_silence_is_not_a_dead_link(self, own_ngircd: Ngircd, start_bot: StartBot) -> None:
        bot = start_bot(own_ngircd.port, "#poker", timing=replace(QUICK, ping_after=0.2, dead_after=30))
        session = bot.client._session
        assert session is not None
        before = session.connection.last_received
        # Nobody types anything: only the bot's own questions are answered.
        bot.wait_for(lambda _: session.connection.last_received > before + 1)
        assert bot.client._session is session

    def test_a_standstill_ends_no_healthy_connection(
        self, own_ngircd: Ngircd, start_bot: StartBot, human: MakeHuman
    ) -> None:
        bot = start_bot(own_ngircd.port, "#poker", timing=Timing())
        bot.wait_joined()
        alice = human(own_ngircd.port, "alice", "#poker")
        session = bot.client._session
        for word in ("once", "twice"):
            bot.jump(75)
            assert_answers(alice, "#poker", word)
        assert bot.client._session is session

    def test_nick_in_use_then_free(self, ngircd: Ngircd, channel: str, start_bot: StartBot, human: MakeHuman) -> None:
        squatter = human(ngircd.port, "Dealer", channel)
        other = human(ngircd.port, "dealer_")
        bot = start_bot(ngircd.port, channel)
        assert bot.client.nick == "dealer__"
        other.close()
        assert_answers(squatter, channel, nick="dealer__")
        squatter.send("NICK gambler")
        squatter.expect("NICK :dealer")
        assert_answers(squatter, channel)
        assert bot.client.nick == "dealer"

    def test_nick_too_long_for_the_server(
        self, ngircd: Ngircd, channel: str, start_bot: StartBot, human: MakeHuman
    ) -> None:
        bot = start_bot(ngircd.port, channel, nick="thedealerofallthecards")
        assert bot.client.nick == "thedealer"
        assert_answers(human(ngircd.port, "alice", channel), channel, nick="thedealer")

    def test_odd_nick_with_a_plain_user_name(self, ngircd: Ngircd, channel: str, start_bot: StartBot) -> None:
        assert start_bot(ngircd.port, channel, nick="{deal[er]").client.nick == "{deal[er]"

    def test_names_are_folded_as_the_server_announces(
        self, ngircd: Ngircd, channel: str, start_bot: StartBot, human: MakeHuman
    ) -> None:
        # ngIRCd has CASEMAPPING=ascii: bob[ and bob{ are two people.
        bot = start_bot(ngircd.port, channel)
        for nick in ("bob[", "bob{"):
            assert_answers(human(ngircd.port, nick, channel), channel)
        members = bot.call(lambda: dict(bot.client.channels[channel].members))
        assert {"bob[", "bob{", "dealer"} == set(members)

    def test_members_with_all_prefixes(
        self, ngircd: Ngircd, channel: str, start_bot: StartBot, human: MakeHuman
    ) -> None:
        owner = human(ngircd.port, "owner", channel)
        human(ngircd.port, "voiced", channel)
        owner.send(f"MODE {channel} +ohv-o+v owner owner owner voiced voiced")
        owner.expect("MODE")
        bot = start_bot(ngircd.port, channel)
        bot.wait_for(lambda client: {"owner", "voiced", "dealer"} == set(client.channels[channel].members))
        owner.send("NICK Boss")
        bot.wait_for(lambda client: client.channels[channel].members.get("boss") == "Boss")
        owner.send("QUIT")
        bot.wait_for(lambda client: "boss" not in client.channels[channel].members)

    def test_a_kicked_bot_comes_back(self, ngircd: Ngircd, channel: str, start_bot: StartBot, human: MakeHuman) -> None:
        alice = human(ngircd.port, "alice", channel)
        bot = start_bot(ngircd.port, channel)
        alice.send(f"KICK {channel} dealer :out")
        bot.wait_for(lambda client: not client.channels)
        bot.wait_joined()
        assert_answers(alice, channel)

    def test_a_channel_that_opens_later(
        self,
        ngircd: Ngircd,
        channel: str,
        start_bot: StartBot,
        human: MakeHuman,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        alice = human(ngircd.port, "alice", channel)
        alice.send(f"MODE {channel} +i")
        bot = start_bot(ngircd.port, channel, wait=False)
        bot.wait_for(lambda _: "cannot be joined" in caplog.text)
        alice.send(f"MODE {channel} -i")
        bot.wait_joined()

    def test_killed_and_back(self, start_bot: StartBot, human: MakeHuman, make_ngircd: MakeNgircd) -> None:
        server = make_ngircd(more="[Operator]\nName = oper\nPassword = secret\n")
        bot = start_bot(server.port, "#poker")
        alice = human(server.port, "alice", "#poker")
        alice.send("OPER oper secret")
        alice.expect(" 381 ")
        since = time.monotonic()
        alice.send("KILL dealer :out")
        bot.wait_gone()
        bot.wait_joined()
        assert time.monotonic() - since > QUICK_RETURN["backoff_most"] / 2 - 0.1
        assert_answers(alice, "#poker")

    def test_banned_from_channel_and_server_and_back(
        self, start_bot: StartBot, human: MakeHuman, make_ngircd: MakeNgircd, caplog: pytest.LogCaptureFixture
    ) -> None:
        server = make_ngircd(more="[Operator]\nName = oper\nPassword = secret\n")
        alice = human(server.port, "alice", "#poker")
        bot = start_bot(server.port, "#poker")
        alice.send("MODE #poker +b dealer!*@*")
        alice.send("KICK #poker dealer :out")
        bot.wait_for(lambda _: "kicked by alice" in caplog.text)
        alice.send("MODE #poker -b dealer!*@*")
        bot.wait_joined()
        assert_answers(alice, "#poker")
        alice.send("OPER oper secret")
        alice.expect(" 381 ")
        alice.send("KLINE *!*dealer@* 3600 :out")
        bot.wait_for(lambda _: "the server ends the connection" in caplog.text)
        bot.wait_gone()
        alice.send("KLINE *!*dealer@*")
        bot.wait_joined()
        assert_answers(alice, "#poker")

    def test_sending_is_refused(self, ngircd: Ngircd, channel: str, start_bot: StartBot, human: MakeHuman) -> None:
        bot = start_bot(ngircd.port, channel)
        alice = human(ngircd.port, "alice", channel)
        for target in ("#elsewhere", "nobody", "a b", "a,b", ":a", "", "x" * 400):
            bot.say(target, Reply(("hello",)))
        assert_answers(alice, channel)

    def test_two_channels_and_two_networks(
        self, ngircd: Ngircd, own_ngircd: Ngircd, channel: str, start_bot: StartBot, human: MakeHuman
    ) -> None:
        start_bot(ngircd.port, channel, channel + "b")
        start_bot(own_ngircd.port, channel)
        for port, name in ((ngircd.port, channel), (ngircd.port, channel + "b"), (own_ngircd.port, channel)):
            person = human(port, "x" + name.removeprefix("#"), name)
            assert_answers(person, name)
            assert_no_more_lines(person)

    @pytest.mark.slow
    def test_under_the_servers_own_flood_limit(
        self, start_bot: StartBot, human: MakeHuman, make_ngircd: MakeNgircd
    ) -> None:
        server = make_ngircd(penalty=-1)
        start_bot(server.port, "#poker", send_burst=4, send_interval=1.0)
        alice = human(server.port, "alice", "#poker")
        alice.say("#poker", "!many 6")
        for number in range(6):
            alice.expect(f"line {number}")


@pytest.mark.parametrize("password", ["s3cret words", "wr0ng", None])
def test_a_server_with_a_password(
    password: str | None, make_ngircd: MakeNgircd, start_bot: StartBot, caplog: pytest.LogCaptureFixture
) -> None:
    server = make_ngircd(more="[Global]\nPassword = s3cret words\n")
    bot = start_bot(server.port, "#poker", wait=False, server_password=Secret(password) if password else None)
    if password == "s3cret words":
        bot.wait_joined()
    else:
        wait_until(lambda: "password" in caplog.text.lower(), "the bot does not say why")
        assert not bot.call(lambda: is_connected(bot.client))
    assert "wr0ng" not in caplog.text
