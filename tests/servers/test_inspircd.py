"""The bot on a real InspIRCd, where it differs from ngIRCd."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from ircpoker.chat.message import Reply
from ircpoker.runtime.delivery import Delivery
from ircpoker.words.plain_text import strip_formatting
from tests.chat.routers import make_router
from tests.servers.conftest import MakeHuman, StartBot
from tests.servers.human import connect_together
from tests.servers.inspircd import Inspircd

StartInspircd = Callable[..., Inspircd]


@pytest.fixture
def start_inspircd() -> Iterator[StartInspircd]:
    """Start servers: `start_inspircd(casemapping="ascii")`."""
    with ExitStack() as running:

        def start(**configuration: str) -> Inspircd:
            return running.enter_context(Inspircd(**configuration))

        yield start


@pytest.mark.parametrize(("casemapping", "is_same"), [("rfc1459", True), ("ascii", False)])
def test_nicks_are_the_same_by_the_servers_casemapping(
    casemapping: str, is_same: bool, start_inspircd: StartInspircd, start_bot: StartBot, human: MakeHuman
) -> None:
    server = start_inspircd(casemapping=casemapping)
    start_bot(server.port, "#poker", router=make_router(("bank",)))
    bob, alice = human(server.port, "bob[", "#poker"), human(server.port, "alice", "#poker")
    bob.say("#poker", "!bank")
    assert strip_formatting(bob.hear("dealer", "bob[")) == "[#poker] you have 1000 chips"
    alice.say("#poker", "!bank BOB{")
    expected = "[#poker] bob[ has 1000 chips" if is_same else "nobody called 'BOB{' has chips here"
    assert strip_formatting(alice.hear("dealer", "alice" if is_same else "#poker")).startswith(expected)


def test_the_bot_has_bot_mode(start_inspircd: StartInspircd, start_bot: StartBot, human: MakeHuman) -> None:
    server = start_inspircd()
    start_bot(server.port, "#poker")
    alice = human(server.port, "alice", "#poker")
    alice.send("WHOIS dealer")
    assert "poker bot of alice, say !help" in alice.expect(" 311 ")
    assert "is a bot" in alice.expect(" 335 ")


def test_a_long_answer_arrives_whole(start_inspircd: StartInspircd, start_bot: StartBot, human: MakeHuman) -> None:
    server = start_inspircd()
    start_bot(server.port, "#poker", router=make_router(("parse", "slots", "videopoker", "holdem", "draw", "help")))
    alice = human(server.port, "alice", "#poker")
    alice.say("dealer", "help")
    text = ""
    while "!botlist" not in text:
        text += f"{alice.hear('dealer', 'alice')} "
    commands = [word for word in text.split() if word.startswith("!")]
    assert {"!parse", "!slot", "!vp", "!open", "!keep", "!help"} <= set(commands)
    assert len(commands) == len(set(commands))


def test_a_channel_that_refuses_colours(start_inspircd: StartInspircd, start_bot: StartBot, human: MakeHuman) -> None:
    server = start_inspircd()
    alice = human(server.port, "alice", "#poker")
    start_bot(server.port, "#poker")
    alice.say("#poker", "!cards")
    assert alice.hear("dealer", "#poker") == "\x0304Ah\x0f\x0310Kd\x0f"
    alice.send("MODE #poker +c")
    alice.say("#poker", "!cards")
    assert alice.hear("dealer", "#poker") == "AhKd"


@pytest.mark.slow
def test_a_channel_where_the_bot_may_not_speak(
    start_inspircd: StartInspircd, start_bot: StartBot, human: MakeHuman, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    server = start_inspircd()
    alice = human(server.port, "alice", "#poker")
    bot = start_bot(server.port, "#poker")
    alice.send("MODE #poker +m")
    heard: list[Delivery] = []
    bot.say("#poker", Reply(("a turn",)), heard.append)
    alice.say("#poker", "!echo refused")
    alice.say("#poker", "!secret")
    assert not [line for line in alice.lines_before(" NOTICE alice :for you") if " PRIVMSG " in line]
    bot.wait_for(lambda _: heard == [Delivery.REFUSED])
    assert "not sent to '#poker': 'You cannot send" in caplog.text
    alice.send("MODE #poker -m")
    alice.say("#poker", "!echo again")
    assert alice.hear("dealer", "#poker") == "again"


@pytest.mark.slow
def test_an_answer_names_its_question_and_its_channel(
    start_inspircd: StartInspircd, start_bot: StartBot, human: MakeHuman
) -> None:
    server = start_inspircd()
    bot = start_bot(server.port, "#poker")
    alice, bob, plain = connect_together(lambda nick: human(server.port, nick, "#poker"), ("alice", "bob", "plain"))
    for person in (alice, bob):
        person.send("CAP REQ :message-tags")
        person.expect(" ACK ")
    alice.say("#poker", "!echo hi")
    asked = bob.expect(" PRIVMSG #poker :!echo hi")
    [msgid] = re.findall(r"[@;]msgid=([^; ]+)", asked)
    answer = bob.expect(" PRIVMSG #poker :hi").partition(" ")[0].removeprefix("@").split(";")
    assert {f"+reply={msgid}", f"+draft/reply={msgid}"} <= set(answer)
    assert plain.hear("dealer", "#poker") == "hi"
    alice.say("#poker", "!secret")
    assert "+draft/channel-context=#poker" in alice.expect(" NOTICE alice :for you").partition(" ")[0]
    plain.say("#poker", "!secret")
    assert plain.expect(" NOTICE plain :for you").startswith(":dealer!")
    alice.say("#poker", "!early")
    [msgid] = re.findall(r"[@;]msgid=([^; ]+)", bob.expect(" PRIVMSG #poker :!early"))
    reaction = bob.expect(" TAGMSG :#poker").partition(" ")[0].removeprefix("@").split(";")
    assert {"+draft/react=⏳", f"+reply={msgid}", f"+draft/reply={msgid}"} <= set(reaction)
    alice.expect(" NOTICE alice :Queued: call.")
    for person, target in ((bob, "#poker"), (alice, "alice"), (plain, "plain")):
        bot.show_typing(target)
        if person is not plain:
            assert "+typing=active" in person.expect(f" TAGMSG :{target}").partition(" ")[0]
    bot.say("#poker", Reply(("next",)))
    assert not [line for line in plain.lines_before("PRIVMSG #poker :next") if "TAGMSG" in line]


def test_channel_history_holds_no_commands(
    start_inspircd: StartInspircd, start_bot: StartBot, human: MakeHuman
) -> None:
    server = start_inspircd()
    alice = human(server.port, "alice", "#poker")
    alice.send("MODE #poker +H 10:3600")
    alice.expect(" MODE ")
    alice.say("#poker", "!echo old")
    late = human(server.port, "late", "#poker")
    late.expect(" PRIVMSG #poker :!echo old")
    start_bot(server.port, "#poker")
    alice.say("#poker", "!echo new")
    assert alice.hear("dealer", "#poker") == "new"


_OPER = """\
<class name="all" commands="*" privs="*">
<type name="oper" classes="all">
<oper name="oper" password="secret" host="*@*" type="oper">
"""
_CAPABILITIES = {
    "ircv3": {"account-notify", "extended-join"},
    "ircv3_accounttag": {"account-tag"},
    "ircv3_batch": {"batch"},
    "ircv3_chghost": {"chghost"},
    "ircv3_ctctags": {"message-tags"},
    "ircv3_labeledresponse": {"labeled-response"},
    "uhnames": {"userhost-in-names"},
}
"""By the server's module."""


def test_each_capability_comes_and_goes(start_inspircd: StartInspircd, start_bot: StartBot, human: MakeHuman) -> None:
    server = start_inspircd(more=_OPER)
    bot = start_bot(server.port, "#poker", router=make_router(("bank",)))
    alice = human(server.port, "alice", "#poker")
    alice.send("OPER oper secret")
    alice.expect(" 381 ")
    alice.send("LOADMODULE uhnames")
    every = set.union(*_CAPABILITIES.values())

    def wait_for(capabilities: set[str]) -> None:
        bot.wait_for(lambda client: client._session is not None and client._session.login.active == capabilities)
        alice.say("#poker", "!bank")
        assert strip_formatting(alice.hear("dealer", "alice")) == "[#poker] you have 1000 chips"
        assert bot.call(bot.client.channels["#poker"].members.keys) == {"alice", "dealer"}

    wait_for(every)
    for module, capabilities in _CAPABILITIES.items():
        alice.send(f"UNLOADMODULE {module}")
        wait_for(every - capabilities)
        alice.send(f"LOADMODULE {module}")
        wait_for(every)
