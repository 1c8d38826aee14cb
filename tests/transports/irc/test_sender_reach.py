"""The test of whether private lines arrive, as games ask for it."""

from __future__ import annotations

import pytest

from ircpoker.chat.outgoing import Reader
from ircpoker.runtime.delivery import Delivery
from tests.transports.irc.conftest import MakeStay
from tests.transports.irc.desk import Desk, chat_lines, ping
from tests.transports.irc.stays import Stay

SENT, REFUSED, *_ = Delivery


@pytest.fixture
def desk(stay: Stay) -> Desk:
    return Desk(stay)


@pytest.mark.parametrize(
    ("refusal", "delivery"),
    [
        *((f"{numeric} dealer bob :has a user mode", REFUSED) for numeric in ("477", "531", "716")),
        ("486 dealer :You must identify to a registered nick to private message bob", REFUSED),
        ("492 dealer bob :has user mode +T", SENT),
        ("716 dealer eve :has user mode +g", SENT),
    ],
)
def test_a_refusal_by_user_modes_is_seen(desk: Desk, refusal: str, delivery: Delivery) -> None:
    desk.stay.games.outbox.check_reach(Reader("net", "bob"), desk.on_delivery("test"))
    assert desk.run() == ["PRIVMSG bob :\x01PING ircpoker\x01", ping()]
    desk.hear(f":irc.test {refusal}")
    desk.pong()
    assert desk.heard == [("test", delivery)]


def test_the_test_follows_its_person_to_a_new_nick(desk: Desk) -> None:
    desk.hear(":bob!bob@home JOIN #poker")
    desk.stay.games.outbox.check_reach(Reader("net", "bob", "bob@home"), desk.on_delivery("test"))
    desk.hear(":bob!bob@home NICK rob")
    assert desk.run() == ["PRIVMSG rob :\x01PING ircpoker\x01", ping()]


def test_another_person_with_the_nick_is_not_tested(desk: Desk) -> None:
    desk.hear(":bob!thief@elsewhere JOIN #poker")
    desk.stay.games.outbox.check_reach(Reader("net", "bob", "bob@home"), desk.on_delivery("test"))
    assert not [line for line in desk.run() if line.startswith("PRIVMSG")]
    assert desk.heard == [("test", REFUSED)]


def test_tests_have_no_priority_of_tables(make_stay: MakeStay) -> None:
    stay = make_stay(burst=1, interval=1.0)
    stay.join()
    stay.run(1000)
    desk = Desk(stay)
    desk.stay.games.outbox.check_reach(Reader("net", "bob"), desk.on_delivery("test"))
    desk.post("alice", "cards", table="1")
    desk.announce("flop", table="2")
    assert chat_lines(desk.run(10)) == ["flop", "cards", "\x01PING ircpoker\x01"]
