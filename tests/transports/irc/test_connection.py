from __future__ import annotations

import asyncio
import logging
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests import tiers
from tests.transports.irc.conftest import MakeStay
from tests.transports.irc.stays import Stay
from tests.transports.virtual import pass_time

LIMITS = ":irc.test 005 dealer CASEMAPPING=ascii PREFIX=(ov)@+ :are supported"
COMMANDS = "001 004 005 324 353 366 376 396 401 403 404 422 432 433 437 471 477 999 PRIVMSG NOTICE JOIN PART KICK QUIT"
MORE_COMMANDS = "NICK MODE KILL PING PONG CAP CHGHOST TOPIC INVITE DISCONNECT CTCP DCC ALL_RAW_MESSAGES AUTHENTICATE"
SOURCES = [
    "",
    ":",
    ":irc.test ",
    ":dealer!d@host ",
    ":alice!a@host ",
    ":bob ",
    ":!@ ",
    ":a!b@c!d@e ",
    ":\x00 ",
    ":a,b!c@d ",
]
TAGS = ["", "@", "@ ", "@a=b;bot ", "@a=\\:\\s\\ ", "@;;=;= "]
WORDS = [
    "dealer",
    "alice",
    "#poker",
    "#other",
    "*",
    "=",
    "+o-v",
    "+c",
    "BOT=",
    "PREFIX=(",
    "CHANMODES=,",
    "-",
    ":",
    "a,b",
]
TEXTS = [
    "!echo a\x10rQUIT",
    "!unquote \x10r\x10n\x100",
    "\x01DCC\x01",
    "\x01PING\x01",
    "\x01",
    "!raise",
    "",
    " ",
    "\ud7ff",
]

OUR_COMMANDS = frozenset(b"PRIVMSG NOTICE PONG JOIN PART MODE NICK WHO CAP".split())

words = st.one_of(st.sampled_from(WORDS), st.text(max_size=8))
texts = st.one_of(st.sampled_from(TEXTS), st.text(max_size=30), st.text("x\u2665 ", min_size=400, max_size=700))
lines = st.builds(
    lambda tags, source, command, params, text: f"{tags}{source}{command} {' '.join(params)}{text}",
    st.sampled_from(TAGS),
    st.sampled_from(SOURCES),
    st.one_of(st.sampled_from((COMMANDS + " " + MORE_COMMANDS).split()), st.text(max_size=5)),
    st.lists(words, max_size=4),
    st.one_of(st.just(""), st.builds(" :{}".format, texts)),
).map(lambda line: line.encode("utf-8", "replace"))


def assert_sane(sent: list[bytes]) -> None:
    """Everything sent is lines of at most 512 bytes, without commands injected by others."""
    for data in sent:
        assert data.endswith(b"\r\n")
        if data.startswith(b"@"):  # Tags have room of their own.
            data = data.partition(b" ")[2]  # noqa: PLW2901 - the line itself
        assert len(data) <= 512
        assert not set(data[:-2]) & set(b"\r\n\0")
        assert data.split()[0] in OUR_COMMANDS


def any_line(rng: Random) -> bytes:
    """Return a line of the parts above, of which some bytes may be wrong."""
    source, command = rng.choice(SOURCES), rng.choice([*COMMANDS.split(), *MORE_COMMANDS.split(), "BATCH", "ACCOUNT"])
    params = " ".join(rng.choices(WORDS, k=rng.randrange(5)))
    text = rng.choice(["", " :" + rng.choice(TEXTS) * rng.choice([1, 1, 1, 200])])
    line = bytearray(f"{rng.choice([*TAGS, '@batch=1;msgid=x '])}{source}{command} {params}{text}".encode())
    for _ in range(rng.choice([0, 0, 1, 2, 8])):
        line[rng.randrange(len(line))] = rng.randrange(256)
    return bytes(line)


class TestAnyInput:
    @pytest.mark.slow(1)
    @given(st.lists(st.one_of(lines, st.binary(max_size=60)), max_size=12))
    @settings(
        max_examples=tiers.count(4000, 100),
        suppress_health_check=[HealthCheck.function_scoped_fixture],
    )
    def test_any_bytes_end_nothing(
        self, make_stay: MakeStay, caplog: pytest.LogCaptureFixture, received: list[bytes]
    ) -> None:
        caplog.clear()
        stay = make_stay()
        stay.join()
        for line in received:
            stay.receive(line)
            assert_sane(stay.transport.written)
        # The only fault is the router's deliberate one.
        faults = [record for record in caplog.records if record.levelno >= logging.ERROR]
        assert all(record.exc_info and "a plugin failed" in str(record.exc_info[1]) for record in faults)
        assert stay.connection.is_open
        assert stay.receive("PING :still there") == ["PONG :still there"]
        # Registered again under its nick and in its channel, it answers as ever.
        stay.join()
        stay.receive(":dealer_!d@h NICK dealer", ":irc.test 001 dealer :Welcome", LIMITS)
        stay.receive(f":{stay.session.nick}!dealer@host JOIN #poker", ":irc.test MODE #poker -c")
        assert stay.say("!echo hello", nick="human") == ["PRIVMSG #poker :hello"]

    @pytest.mark.deep
    def test_a_million_lines_on_one_connection(self, make_stay: MakeStay, caplog: pytest.LogCaptureFixture) -> None:
        caplog.set_level(logging.CRITICAL)
        rng = Random(tiers.seed(1))
        stay = make_stay()
        stay.receive(":irc.test CAP dealer ACK :account-tag batch extended-join message-tags")
        stay.join()
        for _ in range(tiers.count(1_000_000) // 100):
            del stay.transport.written[:]
            stay.connection.process_data(b"\n".join(any_line(rng) for _ in range(100)) + b"\n")
            stay.loop.run_until_complete(pass_time(1))
            assert_sane(stay.transport.written)
        assert stay.connection.is_open
        assert stay.receive("PING :still there") == ["PONG :still there"]

    def test_a_megabyte(self, stay: Stay) -> None:
        assert stay.receive(b"PRIVMSG #poker :" + b"x" * 10**6, b"\xff" * 10**6, b" " * 10**6) == []
        assert stay.receive(b":a!b@c PRIVMSG #poker :!echo " + b"\x00" * 10**4 + b"x") == ["PRIVMSG #poker :x"]

    def test_a_failing_plugin_is_logged(self, stay: Stay, caplog: pytest.LogCaptureFixture) -> None:
        assert stay.say("!raise") == []
        assert "a plugin failed" in caplog.text


class TestSending:
    @pytest.mark.parametrize(("ping", "pong"), [("PING :a b", "PONG :a b"), ("PING a", "PONG :a"), ("PING", "PONG :")])
    def test_pong_has_the_text_of_the_ping(self, stay: Stay, ping: str, pong: str) -> None:
        assert stay.receive(ping) == [pong]

    def test_pong_and_nick_do_not_wait_behind_chat(self, make_stay: MakeStay) -> None:
        stay = make_stay(interval=60.0)
        stay.join()
        stay.say("!many 30")
        assert stay.receive("PING :a", ":dealer!d@host NICK gone", ":x!y@z QUIT", ":dealer!d@z QUIT") == [
            "PONG :a",
            "NICK dealer",
        ]

    def test_waiting_lines_go_in_time(self, make_stay: MakeStay) -> None:
        stay = make_stay(interval=0.05)
        stay.join()
        stay.run(0.3)
        stay.say("!many 6")
        assert stay.sent == [f"PRIVMSG #poker :line {number} 6" for number in range(4)]
        assert stay.run(0.2) == [f"PRIVMSG #poker :line {number} 6" for number in (4, 5)]

    def test_nothing_goes_after_the_end(self, make_stay: MakeStay) -> None:
        stay = make_stay(interval=0.05)
        stay.join()
        stay.say("!many 30")
        stay.transport.abort()
        stay.connection.lost(None)
        assert stay.run(0.2) == []
        assert stay.say("!echo hello") == []

    def test_a_server_that_never_reads_is_dropped(self, stay: Stay) -> None:
        stay.transport.unread = 10**6
        assert stay.receive("PING :a", "PING :b") == []
        assert not stay.connection.is_open

    def test_the_librarys_methods_cannot_inject(self, stay: Stay) -> None:
        stay.receive()
        stay.connection.topic("#poker", "a\r\nQUIT")
        stay.connection.privmsg("#poker", "x" * 600)
        assert_sane_line, cut = stay.transport.written
        assert assert_sane_line == b"TOPIC #poker :a  QUIT\r\n"
        assert len(cut) == 512


def test_the_end_is_reported_once() -> None:
    loop = asyncio.new_event_loop()
    stay = Stay(loop)
    assert not stay.connection.closed.done()
    stay.connection.lost(None)
    stay.connection.lost(ConnectionResetError())
    assert stay.connection.closed.done()
    loop.close()
