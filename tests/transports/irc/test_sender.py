"""The deliveries of lines, and their reports to games."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from ircpoker.cards import parse_cards
from ircpoker.chat.message import Reply
from ircpoker.chat.outgoing import Outgoing, Reader
from ircpoker.chat.preferences import Preferences
from ircpoker.config import NetworkSettings
from ircpoker.runtime.delivery import Delivery
from ircpoker.telling.facts import STALE_AFTER
from ircpoker.telling.untold import MOST_OF_PLAY
from ircpoker.transports.irc.receipts import REFUSALS
from tests.transports.irc.conftest import MakeStay
from tests.transports.irc.desk import Desk, chat_lines, ping
from tests.transports.irc.stays import Stay

SENT, REFUSED, UNKNOWN, _ = Delivery
ABSENT_LINE = ":irc.test 401 dealer {} :No such nick"


@pytest.fixture
def desk(stay: Stay) -> Desk:
    return Desk(stay)


def make_desk(make_stay: MakeStay, **options: Any) -> Desk:
    """A desk at a stay with given options, which has been silent for a while."""
    stay = make_stay(**options)
    stay.join()
    stay.run(1000)
    return Desk(stay)


def busy_desk(make_stay: MakeStay, lines: int, **options: Any) -> Desk:
    """A desk that has just said `line 0` and so on to alice, all at once."""
    desk = make_desk(make_stay, **options)
    for number in range(lines):
        desk.post("alice", f"line {number}")
    return desk


def test_a_private_line_follows_its_readers_preferences(desk: Desk) -> None:
    cards = parse_cards("Ah")
    sent = []
    for chosen in (Preferences(), Preferences(private="privmsg", cards="ascii", colour="off")):
        reply = Reply(("you hold ", *cards), private=True, preferences=chosen)
        desk.stay.games.outbox.post(Outgoing(Reader("net", "alice"), reply))
        sent += desk.run(10)
    usual, own = sent
    assert usual.startswith("NOTICE alice :you hold ")
    assert own == "PRIVMSG alice :you hold Ah"
    assert usual != own.replace("PRIVMSG", "NOTICE")


class TestConfirmed:
    def test_confirmed_by_the_pong(self, desk: Desk) -> None:
        desk.post("alice")
        assert desk.run() == ["NOTICE alice :for alice", ping()]
        assert desk.heard == []
        desk.pong(7)
        desk.stay.receive(":irc.test PONG irc.test :ircpoker", ":irc.test PONG")
        assert desk.heard == []
        desk.pong()
        assert desk.heard == [("for alice", SENT)]
        desk.pong()
        assert desk.heard == [("for alice", SENT)]

    def test_confirmed_before_the_next_line(self, desk: Desk) -> None:
        """Otherwise a player who acts at once on their cards would read that it is not their turn."""
        desk.post("alice")
        desk.run()
        desk.stay.connection.process_data(f":s {ping().replace('PING', 'PONG s')}\r\n".encode())
        assert desk.heard == [("for alice", SENT)]

    def test_a_later_pong_confirms_earlier_lines(self, desk: Desk) -> None:
        for text in ("one", "two", "three"):
            desk.post("alice", text)
            desk.run()
        desk.pong(2)
        assert desk.heard == [("one", SENT), ("two", SENT)]
        desk.pong(1)
        desk.pong(3)
        assert desk.heard == [("one", SENT), ("two", SENT), ("three", SENT)]

    def test_a_line_that_needs_several(self, desk: Desk) -> None:
        desk.post("alice", "x" * 900)
        first, second, third = desk.run()
        assert first.startswith("NOTICE alice :xxx")
        assert second.startswith("NOTICE alice :xxx")
        assert third == ping()

    def test_a_line_to_a_channel(self, desk: Desk) -> None:
        desk.announce("your turn", confirm=True)
        assert desk.run() == ["PRIVMSG #poker :your turn", ping()]
        desk.pong()
        assert desk.heard == [("your turn", SENT)]


class TestNotConfirmed:
    def test_delivered_when_sent(self, make_stay: MakeStay) -> None:
        desk = make_desk(make_stay, burst=1, interval=1.0)
        desk.announce("one")
        desk.post("alice", "two", confirm=False)
        assert desk.heard == []
        assert chat_lines(desk.run()) == ["one"]
        assert desk.heard == [("one", SENT)]
        assert desk.run(1.0) == ["NOTICE alice :two"]
        assert desk.heard == [("one", SENT), ("two", SENT)]

    def test_lines_caused_by_a_delivery_go_too(self, desk: Desk) -> None:
        def on_delivery(_delivery: Delivery) -> None:
            desk.announce("two")

        desk.stay.games.outbox.post(Outgoing(Reader("net", "#poker"), Reply(("one",)), on_delivery=on_delivery))
        assert chat_lines(desk.run()) == ["one", "two"]
        assert desk.heard == [("two", SENT)]


class TestRefused:
    @pytest.mark.parametrize("numeric", sorted(REFUSALS))
    def test_refused_by_any_numeric_that_names_the_target(
        self, desk: Desk, numeric: str, caplog: pytest.LogCaptureFixture
    ) -> None:
        # At the usual levels nobody may fill the log with lines that do not reach them.
        caplog.set_level(logging.DEBUG)
        desk.post("alice", "Ah Kd")
        desk.post("bob")
        desk.run()
        desk.stay.receive(f":irc.test {numeric} dealer ALICE :reason")
        assert desk.heard == [("Ah Kd", REFUSED)]
        assert "net: not sent to 'ALICE': 'reason'" in caplog.messages
        desk.pong()
        assert desk.heard[1:] == [("for bob", SENT)]

    @pytest.mark.parametrize("line", [":irc.test 401 dealer carol :No such nick", ":irc.test 301 dealer alice :away"])
    def test_not_refused_by_other_numerics(self, desk: Desk, line: str) -> None:
        desk.post("alice")
        desk.run()
        desk.stay.receive(line)
        desk.pong()
        assert desk.heard == [("for alice", SENT)]

    def test_not_refused_before_it_was_sent(self, make_stay: MakeStay) -> None:
        desk = busy_desk(make_stay, 6, interval=60.0)
        desk.run()
        desk.stay.receive(ABSENT_LINE.format("alice"))
        assert desk.heard == [(f"line {number}", REFUSED) for number in range(4)]

    def test_not_refused_before_the_previous_pings_answer(self, desk: Desk) -> None:
        desk.post("alice", "one")
        desk.run()
        desk.post("alice", "two")
        desk.run()
        desk.stay.receive(ABSENT_LINE.format("alice"))
        assert desk.heard == [("one", REFUSED)]
        desk.pong(2)
        assert desk.heard[1:] == [("two", SENT)]

    @pytest.mark.parametrize("gone", [":alice!a@h QUIT :bye", ":oper!o@h KILL alice :out"])
    def test_a_quit_is_seen_where_the_server_says_nothing(self, desk: Desk, gone: str) -> None:
        desk.post("alice")
        desk.run()
        desk.stay.receive(gone)
        assert desk.heard == [("for alice", REFUSED)]

    def test_an_unsent_line_does_not_go_to_the_next_owner(self, make_stay: MakeStay) -> None:
        desk = busy_desk(make_stay, 8, interval=0.05)
        desk.stay.say("!secret", nick="alice")
        desk.stay.receive(":alice!a@h QUIT :bye", ":alice!b@other JOIN #poker")
        assert not [line for line in desk.stay.run(0.6) if line.startswith("NOTICE alice")]
        assert [outcome for _, outcome in desk.heard] == [REFUSED] * 8

    def test_an_answer_does_not_go_to_the_next_owner(self, make_stay: MakeStay) -> None:
        for address, reads in (("carl@home", True), ("thief@elsewhere", False)):
            desk = busy_desk(make_stay, 8, interval=0.05)
            desk.run()
            desk.hear(":carl!carl@home PRIVMSG dealer :!secret")
            desk.hear(f":carl!{address} JOIN #poker")
            assert any(line.startswith("PRIVMSG carl") for line in desk.run(2.0)) == reads

    @pytest.mark.parametrize(("target", "private"), [("a b", True), ("", True), ("#elsewhere", False)])
    def test_no_such_target(self, desk: Desk, target: str, private: bool) -> None:
        desk.post(target, "hello", private=private)
        assert desk.run() == []
        assert desk.heard == [("hello", REFUSED)]

    def test_a_private_line_to_a_channel(self, desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
        desk.post("#poker", "Ah Kd")
        assert desk.run() == []
        assert desk.heard == [("Ah Kd", REFUSED)]
        assert "Ah" not in caplog.text


class TestUnknown:
    def test_unknown_after_the_end_of_the_connection(self, desk: Desk) -> None:
        desk.post("alice")
        desk.run()
        desk.post("bob")
        desk.stay.end()
        assert desk.heard == [("for bob", UNKNOWN), ("for alice", UNKNOWN)]
        desk.post("alice", "later")
        assert desk.heard[2:] == [("later", UNKNOWN)]
        assert desk.pong() == []

    def test_unknown_without_a_pong(self, make_stay: MakeStay) -> None:
        desk = make_desk(make_stay)
        desk.post("alice")
        desk.run(NetworkSettings("net").answer - 0.1)
        assert desk.heard == []
        desk.run(0.2)
        assert desk.heard == [("for alice", UNKNOWN)]
        desk.pong()
        assert len(desk.heard) == 1

    def test_too_many_at_once(self, make_stay: MakeStay) -> None:
        desk = busy_desk(make_stay, MOST_OF_PLAY + 3, interval=60.0)
        desk.run()
        assert [outcome for _, outcome in desk.heard] == [UNKNOWN] * 3

    def test_a_failing_callback_stops_nobody_else(self, desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
        def fail(delivery: Delivery) -> None:
            raise RuntimeError(delivery)

        desk.stay.games.outbox.post(Outgoing(Reader("net", "alice"), Reply(("x",)), on_delivery=fail))
        desk.post("bob")
        desk.run()
        desk.pong()
        assert desk.heard == [("for bob", SENT)]
        assert [record.message for record in caplog.records] == ["the callback of a delivery failed"]


class TestTooMuch:
    @pytest.mark.slow(1)
    def test_dropped_lines_are_counted_once_a_minute(
        self, make_stay: MakeStay, caplog: pytest.LogCaptureFixture
    ) -> None:
        desk = make_desk(make_stay, interval=1.0)
        lines = []
        for number in range(600):
            desk.hear(f":bob{number}!b@h PRIVMSG dealer :echo hi")
            lines += desk.run(0.1)
        lines += desk.run(100)
        desk.hear(":bob!b@h PRIVMSG dealer :echo hi")
        lines += desk.run(100)
        assert len(caplog.records) == 2
        assert sum(int(record.message.rpartition(" ")[2]) for record in caplog.records) == 601 - len(lines)


class TestNotInTheChannelYet:
    def test_a_line_waits_for_the_join(self, desk: Desk) -> None:
        desk.stay.receive(":op!o@h KICK #poker dealer :out")
        desk.announce("your turn")
        desk.post("alice", "cards", address="a@h")
        assert desk.run(30) == ["JOIN #poker"]
        assert desk.heard == []
        lines = desk.stay.receive(":dealer!d@h JOIN #poker")
        assert lines[:2] == ["MODE #poker", "PRIVMSG #poker :your turn"]
        assert desk.heard == [("your turn", SENT)]

    def test_the_wait_for_the_join_ends(self, desk: Desk) -> None:
        desk.stay.receive(":op!o@h KICK #poker dealer :out")
        desk.announce("one")
        desk.run(1)
        desk.announce("two")
        desk.run(STALE_AFTER - 1.1)
        assert desk.heard == []
        desk.run(0.2)
        assert desk.heard == [("one", UNKNOWN)]
        desk.run(1)
        assert desk.heard == [("one", UNKNOWN), ("two", UNKNOWN)]

    def test_other_tables_do_not_wait(self, desk: Desk) -> None:
        desk.stay.receive(":op!o@h KICK #poker dealer :out")
        desk.announce("in public")
        desk.post("bob", "in private", table="2")
        assert chat_lines(desk.run()) == ["in private"]


class TestNewNick:
    def test_a_line_that_may_be_lost_follows_the_reader(self, desk: Desk) -> None:
        desk.post("alice")
        desk.run()
        desk.stay.receive(":alice!a@h NICK Ally")
        assert desk.run() == ["NOTICE Ally :for alice", ping(2)]
        desk.pong(1)
        assert desk.heard == []
        desk.stay.receive(ABSENT_LINE.format("alice"))
        desk.pong(2)
        assert desk.heard == [("for alice", SENT)]

    def test_an_unread_line_goes_to_its_reader_only(self, desk: Desk) -> None:
        desk.post("alice")
        desk.run()
        desk.stay.receive(":alice!a@h NICK ally", ABSENT_LINE.format("alice"), ":mallory!m@h JOIN #poker")
        desk.stay.receive(":mallory!m@h NICK alice")
        desk.pong(2)
        assert desk.heard == [("for alice", SENT)]

    def test_lines_follow_in_their_order(self, desk: Desk) -> None:
        for text in ("one", "two"):
            desk.post("alice", text)
        desk.run()
        desk.stay.receive(":alice!a@h NICK ally")
        assert desk.run() == ["NOTICE ally :one", "NOTICE ally :two", ping(2)]

    def test_waiting_lines_never_go_to_the_next_owner(self, make_stay: MakeStay) -> None:
        desk = busy_desk(make_stay, 4, burst=2, interval=0.02)
        assert chat_lines(desk.run()) == ["line 0", "line 1"]
        desk.stay.say("!secret", nick="alice")
        desk.stay.receive(":alice!a@h NICK ally", ":mallory!m@h JOIN #poker", ":mallory!m@h NICK alice")
        sent = desk.stay.run(0.5)
        assert not [line for line in sent if line.startswith("NOTICE alice")]
        texts = [line.partition(" :")[2] for line in sent if line.startswith("NOTICE ally")]
        # Mallory may have read the first lines: they were on their way when alice gave up the nick.
        assert desk.heard[:2] == [("line 0", REFUSED), ("line 1", REFUSED)]
        assert {"line 2", "line 3"} <= set(texts)
        assert any(line.startswith("for you") for line in texts)

    @pytest.mark.parametrize("taken", [":mallory!m@h NICK alice", ":Alice!m@h JOIN #poker"])
    def test_another_person_has_it_before_the_answer(self, desk: Desk, taken: str) -> None:
        desk.stay.receive(":mallory!m@h JOIN #poker")
        desk.post("alice", "cards")
        desk.run()
        desk.stay.receive(":alice!a@h NICK ally", taken)
        assert desk.heard == [("cards", REFUSED)]
        assert "NOTICE ally :cards" not in desk.run()[2:]

    def test_another_person_has_it_after_the_answer(self, desk: Desk) -> None:
        desk.stay.receive(":mallory!m@h JOIN #poker")
        desk.post("alice", "cards")
        desk.run()
        desk.stay.receive(":alice!a@h NICK ally")
        desk.run()
        desk.pong(1)
        desk.stay.receive(":mallory!m@h NICK alice")
        assert desk.heard == []
        desk.pong(2)
        assert desk.heard == [("cards", SENT)]

    def test_a_nick_changes_and_back_again(self, desk: Desk) -> None:
        desk.post("alice", "cards")
        desk.run()
        for line in (":alice!a@h NICK ally", ":ally!a@h NICK alice"):
            desk.stay.receive(line)
            desk.run()
        desk.pong(2)
        assert desk.heard == []
        desk.pong(3)
        assert desk.heard == [("cards", SENT)]

    def test_a_longer_nick_leaves_less_room(self, make_stay: MakeStay) -> None:
        desk = make_desk(make_stay, burst=1, interval=0.01)
        for _ in range(6):
            desk.post("alice", "x" * 440)
        desk.stay.receive(f":alice!a@h NICK {'a' * 60}")
        sent = [line for line in desk.run(0.5) if line.startswith("NOTICE")]
        assert len(sent) == 12
        assert max(len(f":dealer!~dealer@host {line}") for line in sent) <= 510

    def test_another_case_is_the_same_nick(self, desk: Desk) -> None:
        desk.post("alice")
        desk.run()
        desk.stay.receive(":alice!a@h NICK ALICE")
        desk.pong()
        assert desk.heard == [("for alice", SENT)]


class TestColours:
    def test_refused_cards_are_repeated_without_colours(self, stay: Stay) -> None:
        desk = Desk(stay)
        for target, private in (("alice", True), ("#poker", False)):
            reply = Reply(parse_cards("AhKd"), private)
            heard = desk.on_delivery(target)
            reader = Reader("net", target, channel="#poker")
            line = Outgoing(reader, reply, on_delivery=heard, confirm=True, table="1")
            stay.games.outbox.post(line)
        assert desk.run()[0] == "NOTICE alice :\x0304Ah\x0f\x0310Kd\x0f"
        again = stay.receive(":s 404 dealer alice :No colours", ":s 404 dealer #poker :No colours")
        assert [line for line in again if not line.startswith("PING")] == ["NOTICE alice :AhKd", "PRIVMSG #poker :AhKd"]
        desk.pong(1)
        assert desk.heard == []
        stay.receive(":s 404 dealer alice :Cannot send")
        assert desk.heard == [("alice", REFUSED)]
        desk.pong(3)
        assert desk.heard[1:] == [("#poker", SENT)]

    def test_each_refused_line_is_repeated_once(self, stay: Stay) -> None:
        desk = Desk(stay)
        for cards in ("Ah", "Kd"):
            reply = Reply(parse_cards(cards), private=True)
            heard = desk.on_delivery(cards)
            stay.games.outbox.post(Outgoing(Reader("net", "alice"), reply, on_delivery=heard, confirm=True))
        desk.run()
        stay.receive(*[":s 408 dealer alice :No colours"] * 2)
        desk.pong(2)
        assert desk.heard == [("Ah", SENT), ("Kd", SENT)]
        assert chat_lines(stay.say("!secret")) == ["for you: AhKd"]

    def test_a_partly_refused_line_blocks_nobody(self, stay: Stay) -> None:
        desk = Desk(stay)
        long_reply = Reply((*parse_cards("AhKd"), " word" * 100), private=True)
        reader = Reader("net", "carl", "carl@home")
        stay.games.outbox.post(Outgoing(reader, long_reply, on_delivery=desk.on_delivery("long"), table="1"))
        desk.post("carl", "next", confirm=False, address="carl@home")
        assert desk.run() == ["USERHOST carl"]
        desk.answer("carl=+carl@home")
        stay.receive(":s 404 dealer carl :No colours")
        for _ in range(4):
            desk.answer("carl=+carl@home")
        assert desk.heard == [("long", SENT), ("next", SENT)]

    def test_the_next_owner_of_the_nick_gets_colours(self, stay: Stay) -> None:
        stay.say("!secret")
        assert chat_lines(stay.receive(":s 404 dealer alice :No colours")) == ["for you: AhKd"]
        assert chat_lines(stay.say("!secret")) == ["for you: AhKd"]
        stay.receive(":alice!user@host QUIT :bye", ":alice!user@host JOIN #poker")
        assert chat_lines(stay.say("!secret")) == ["for you: \x0304Ah\x0f\x0310Kd\x0f"]
