from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import pytest

from ircpoker.cards import parse_cards
from ircpoker.chat.message import Reply
from ircpoker.chat.news import Notice
from ircpoker.config import BotSettings
from ircpoker.delivery import Delivery
from ircpoker.transports.irc import Timing
from ircpoker.transports.irc.receipts import MOST_PENDING, REFUSALS, TOKEN
from tests.transports.irc.conftest import MakeStay
from tests.transports.irc.stays import Stay

ABSENT = TAKEN = NOT_SENT = Delivery.REFUSED
NO_ANSWER = NOT_CONNECTED = Delivery.UNKNOWN
ABSENT_LINE = ":irc.test 401 dealer {} :No such nick"


class Desk:
    """Says things to people and writes down what became of them."""

    def __init__(self, stay: Stay) -> None:
        self.stay = stay
        self.heard: list[tuple[str, Delivery]] = []

    def post(self, target: str, text: str = "", *, private: bool = True) -> None:
        reply = Reply((text or f"for {target}",), private)
        self.stay.games.outbox.post(Notice("net", target, reply, self.receipt(text or target), confirm=True))

    def receipt(self, name: str) -> Callable[[Delivery], None]:
        return lambda outcome: self.heard.append((name, outcome))

    def run(self) -> list[str]:
        """Let the loop go round and return what has been sent since the last look."""
        before = list(self.stay.transport.written)
        del self.stay.transport.written[:]
        return [data.decode().removesuffix("\r\n") for data in before] + self.stay.run(0)

    def pong(self, number: int = 1) -> None:
        self.stay.receive(f":irc.test PONG irc.test :{TOKEN}{number}")


@pytest.fixture
def desk(stay: Stay) -> Desk:
    stay.receive()
    return Desk(stay)


def make_desk(make_stay: MakeStay, **options: Any) -> Desk:
    """A desk at a stay with options of its own."""
    stay = make_stay(**options)
    stay.join()
    return Desk(stay)


def busy_desk(make_stay: MakeStay, lines: int, **options: Any) -> Desk:
    """A desk that has just said `line 0` and so on to alice, all at once."""
    desk = make_desk(make_stay, **options)
    for number in range(lines):
        desk.post("alice", f"line {number}")
    return desk


def ping(number: int = 1) -> str:
    return f"PING {TOKEN}{number}"


class TestAccepted:
    def test_when_the_pong_comes(self, desk: Desk) -> None:
        desk.post("alice")
        assert desk.run() == ["NOTICE alice :for alice", ping()]
        assert desk.heard == []
        desk.pong(7)
        desk.stay.receive(":irc.test PONG irc.test :ircpoker", ":irc.test PONG")
        assert desk.heard == []
        desk.pong()
        assert desk.heard == [("alice", Delivery.SENT)]
        desk.pong()
        assert desk.heard == [("alice", Delivery.SENT)]

    def test_one_ping_serves_what_is_said_in_one_breath(self, desk: Desk) -> None:
        for nick in ("alice", "bob"):
            desk.post(nick)
        assert desk.run() == ["NOTICE alice :for alice", "NOTICE bob :for bob", ping()]
        desk.pong()
        assert desk.heard == [("alice", Delivery.SENT), ("bob", Delivery.SENT)]

    def test_several_pings_are_on_their_way_and_a_later_answer_serves_for_the_earlier(self, desk: Desk) -> None:
        for text in ("one", "two", "three"):
            desk.post("alice", text)
            desk.run()
        desk.pong(2)
        assert desk.heard == [("one", Delivery.SENT), ("two", Delivery.SENT)]
        desk.pong(1)
        desk.pong(3)
        assert desk.heard == [("one", Delivery.SENT), ("two", Delivery.SENT), ("three", Delivery.SENT)]

    def test_a_ping_goes_at_the_latest_behind_four_lines(self, make_stay: MakeStay) -> None:
        stay = make_stay(interval=0.01)
        stay.join()
        stay.run(0.1)
        desk = Desk(stay)
        for number in range(6):
            desk.post("alice", f"line {number}")
        sent = desk.run() + stay.run(0.2)
        assert sent.index(ping(1)) == 4
        assert sent[-1].startswith(f"PING {TOKEN}")

    def test_a_ping_does_not_wait_for_lines_to_others(self, make_stay: MakeStay) -> None:
        """Or there were time to read one's cards, dislike them, and leave as if they had not come."""
        desk = make_desk(make_stay, interval=0.02)
        for text in "abcd":
            desk.stay.games.outbox.post(Notice("net", "#poker", Reply((text,))))
        desk.stay.receive(":alice!a@h JOIN #poker", ":bob!b@h JOIN #poker")
        desk.post("alice")
        desk.post("bob")
        sent = [line for line in desk.run() + desk.stay.run(0.5) if not line.startswith("PRIVMSG")]
        assert sent == ["NOTICE alice :for alice", ping(1), "NOTICE bob :for bob", ping(2)]

    def test_a_line_that_needs_several(self, desk: Desk) -> None:
        desk.post("alice", "x" * 900)
        first, second, third = desk.run()
        assert first.startswith("NOTICE alice :xxx")
        assert second.startswith("NOTICE alice :xxx")
        assert third == ping()

    def test_without_a_receipt_there_is_no_ping(self, desk: Desk) -> None:
        desk.stay.games.outbox.post(Notice("net", "alice", Reply(("hello",))))
        assert desk.run() == ["NOTICE alice :hello"]

    def test_a_line_to_a_channel(self, desk: Desk) -> None:
        desk.post("#poker", "your turn", private=False)
        assert desk.run() == ["PRIVMSG #poker :your turn", ping()]
        desk.pong()
        assert desk.heard == [("your turn", Delivery.SENT)]


class TestRefused:
    @pytest.mark.parametrize("numeric", sorted(REFUSALS))
    def test_by_any_numeric_that_names_the_target(self, desk: Desk, numeric: str) -> None:
        desk.post("alice", "Ah Kd")
        desk.post("bob")
        desk.run()
        desk.stay.receive(f":irc.test {numeric} dealer ALICE :Ah Kd")
        assert desk.heard == [("Ah Kd", Delivery.REFUSED)]
        desk.pong()
        assert desk.heard[1:] == [("bob", Delivery.SENT)]

    @pytest.mark.parametrize("line", [":irc.test 401 dealer carol :No such nick", ":irc.test 301 dealer alice :away"])
    def test_not_by_what_means_somebody_or_something_else(self, desk: Desk, line: str) -> None:
        desk.post("alice")
        desk.run()
        desk.stay.receive(line)
        desk.pong()
        assert desk.heard == [("alice", Delivery.SENT)]

    def test_not_by_a_numeric_before_the_line_was_sent(self, make_stay: MakeStay) -> None:
        desk = busy_desk(make_stay, 6, interval=60.0)
        desk.run()
        desk.stay.receive(ABSENT_LINE.format("alice"))
        assert 0 < len(desk.heard) < 6

    def test_a_quit_is_seen_where_the_server_says_nothing(self, desk: Desk) -> None:
        desk.post("alice")
        desk.run()
        desk.stay.receive(":alice!a@h QUIT :bye")
        assert desk.heard == [("alice", ABSENT)]

    def test_an_unsent_line_is_not_for_the_next_with_that_nick(self, make_stay: MakeStay) -> None:
        desk = busy_desk(make_stay, 8, interval=0.05)
        desk.stay.say("!secret", nick="alice")
        desk.stay.receive(":alice!a@h QUIT :bye", ":alice!b@other JOIN #poker")
        assert not [line for line in desk.stay.run(0.6) if line.startswith("NOTICE alice")]
        assert [outcome for _, outcome in desk.heard] == [ABSENT] * 8

    def test_who_shares_no_channel_is_asked_for(self, desk: Desk) -> None:
        desk.post("Carol")
        desk.post("alice")
        desk.post("dave")
        assert desk.run()[3:] == ["ISON Carol dave", ping()]
        desk.stay.receive(":irc.test 303 dealer :carol")
        assert desk.heard == [("dave", ABSENT)]
        desk.stay.receive(":irc.test 303 dealer :")
        desk.pong()
        assert desk.heard[1:] == [("Carol", Delivery.SENT), ("alice", Delivery.SENT)]

    def test_a_server_that_knows_no_ison(self, desk: Desk) -> None:
        desk.post("carol")
        desk.run()
        desk.stay.receive(":irc.test 421 dealer ISON :Unknown command")
        desk.pong()
        assert desk.heard == [("carol", Delivery.SENT)]

    def test_by_the_end_of_the_connection(self, desk: Desk) -> None:
        desk.post("alice")
        desk.run()
        desk.post("bob")
        desk.stay.end()
        desk.post("alice", "later")
        assert desk.heard == [("alice", NOT_CONNECTED), ("bob", NOT_CONNECTED), ("later", NOT_CONNECTED)]

    def test_in_time(self, make_stay: MakeStay) -> None:
        desk = make_desk(make_stay)
        desk.post("alice")
        desk.stay.run(Timing().receipt - 0.1)
        assert desk.heard == []
        desk.stay.run(0.2)
        assert desk.heard == [("alice", Delivery.UNKNOWN)]
        desk.pong()
        assert len(desk.heard) == 1

    def test_what_cannot_be_sent_in_time(self, make_stay: MakeStay) -> None:
        desk = busy_desk(make_stay, 8, timing=Timing(receipt=300.0), interval=600.0)
        said = sum(line.startswith("NOTICE") for line in desk.run())
        assert 0 < said < 8
        desk.stay.run(Timing().unsent - 0.1)
        assert desk.heard == []
        desk.stay.run(0.2)
        assert [outcome for _, outcome in desk.heard] == [Delivery.REFUSED] * (8 - said)
        desk.pong()
        assert [outcome for _, outcome in desk.heard[8 - said :]] == [Delivery.SENT] * said

    @pytest.mark.parametrize(
        ("target", "reason"),
        [
            ("a b", Delivery.REFUSED),
            ("", Delivery.REFUSED),
            ("#elsewhere", Delivery.REFUSED),
        ],
    )
    def test_no_such_target(self, desk: Desk, target: str, reason: str) -> None:
        desk.post(target, "hello", private=False)
        assert desk.run() == []
        assert desk.heard == [("hello", reason)]

    def test_a_private_line_to_a_channel(self, desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
        desk.post("#poker", "Ah Kd")
        assert desk.run() == []
        assert desk.heard == [("Ah Kd", Delivery.REFUSED)]
        assert "Ah" not in caplog.text

    def test_too_many_at_once(self, make_stay: MakeStay) -> None:
        desk = busy_desk(make_stay, MOST_PENDING + 3, interval=60.0)
        assert [outcome for _, outcome in desk.heard] == [Delivery.REFUSED] * 3

    def test_a_receipt_that_fails_stops_no_other(self, desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
        def fail(outcome: str) -> None:
            raise RuntimeError(outcome)

        desk.stay.games.outbox.post(Notice("net", "alice", Reply(("x",)), fail))
        desk.post("bob")
        desk.run()
        desk.pong()
        assert desk.heard == [("bob", Delivery.SENT)]
        assert [(record.levelno, record.message) for record in caplog.records] == [(logging.ERROR, "a receipt failed")]


class TestNewNick:
    def test_a_line_that_may_have_missed_the_reader_follows(self, desk: Desk) -> None:
        desk.post("alice")
        desk.run()
        desk.stay.receive(":alice!a@h NICK Ally")
        assert desk.run() == ["NOTICE Ally :for alice", ping(2)]
        desk.pong(1)
        assert desk.heard == []
        desk.stay.receive(ABSENT_LINE.format("alice"))
        desk.pong(2)
        assert desk.heard == [("alice", Delivery.SENT)]

    def test_what_waits_never_goes_to_the_next_with_the_old_nick(self, make_stay: MakeStay) -> None:
        desk = busy_desk(make_stay, 4, interval=0.02)
        desk.stay.say("!secret", nick="alice")
        desk.stay.receive(":alice!a@h NICK ally", ":mallory!m@h JOIN #poker", ":mallory!m@h NICK alice")
        sent = desk.stay.run(0.5)
        assert not [line for line in sent if line.startswith("NOTICE alice")]
        told = [line.partition(" :")[2] for line in sent if line.startswith("NOTICE ally")]
        # Mallory may have read the first ones: they were on their way when alice left the nick.
        on_their_way = {name for name, outcome in desk.heard if outcome == TAKEN}
        assert on_their_way == {"line 0", "line 1"}
        assert {"line 2", "line 3"} <= set(told)
        assert any(line.startswith("for you") for line in told)

    @pytest.mark.parametrize("taken", [":mallory!m@h NICK alice", ":Alice!m@h JOIN #poker"])
    def test_is_somebody_elses_before_the_server_confirms(self, desk: Desk, taken: str) -> None:
        desk.stay.receive(":mallory!m@h JOIN #poker")
        desk.post("alice", "cards")
        desk.run()
        desk.stay.receive(":alice!a@h NICK ally", taken)
        assert desk.heard == [("cards", TAKEN)]

    def test_is_somebody_elses_after_the_server_confirmed(self, desk: Desk) -> None:
        desk.stay.receive(":mallory!m@h JOIN #poker")
        desk.post("alice", "cards")
        desk.run()
        desk.stay.receive(":alice!a@h NICK ally")
        desk.run()
        desk.pong(1)
        desk.stay.receive(":mallory!m@h NICK alice")
        assert desk.heard == []
        desk.pong(2)
        assert desk.heard == [("cards", Delivery.SENT)]

    def test_and_back_again(self, desk: Desk) -> None:
        desk.post("alice", "cards")
        desk.run()
        desk.stay.receive(":alice!a@h NICK ally", ":ally!a@h NICK alice")
        desk.run()
        desk.pong(2)
        assert desk.heard == [("cards", Delivery.SENT)]

    def test_that_leaves_less_room(self, make_stay: MakeStay) -> None:
        desk = make_desk(make_stay, interval=0.01)
        text = "x" * 440
        for _ in range(6):
            desk.post("alice", text)
        desk.stay.receive(f":alice!a@h NICK {'a' * 60}")
        sent = [line for line in desk.stay.run(0.5) if line.startswith("NOTICE")]
        assert len(sent) == 12
        assert max(len(f":dealer!~dealer@host {line}") for line in sent) <= 510

    def test_another_case_is_the_same_nick(self, desk: Desk) -> None:
        desk.post("alice")
        desk.run()
        desk.stay.receive(":alice!a@h NICK ALICE")
        desk.run()
        desk.pong(2)
        assert desk.heard == [("alice", Delivery.SENT)]


class TestColours:
    def test_refused_cards_are_said_again_in_plain(self, make_stay: MakeStay) -> None:
        stay = make_stay(bot=BotSettings(colour=True))
        stay.join()
        stay.receive()
        desk = Desk(stay)
        for target, private in (("alice", True), ("#poker", False)):
            reply = Reply(parse_cards("AhKd"), private)
            stay.games.outbox.post(Notice("net", target, reply, desk.receipt(target)))
        assert desk.run()[0] == "NOTICE alice :\x0304Ah\x0f\x0310Kd\x0f"
        again = stay.receive(":s 404 dealer alice :No colours", ":s 404 dealer #poker :No colours")
        assert again == ["NOTICE alice :AhKd", "PRIVMSG #poker :AhKd"]
        desk.pong(1)
        assert desk.heard == []
        stay.receive(":s 404 dealer alice :Cannot send")
        assert desk.heard[0][0] == "alice"
        desk.run()
        desk.pong(2)
        assert desk.heard[1:] == [("#poker", Delivery.SENT)]
