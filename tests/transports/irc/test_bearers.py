"""Lines for a person go to nobody else who has the nick."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ircpoker.chat.message import Person, Reply
from ircpoker.chat.news import Notice
from ircpoker.delivery import Delivery
from ircpoker.transports.irc import Timing
from ircpoker.transports.irc.bearers import TOKEN
from ircpoker.transports.irc.people import MOST_SIGHTINGS
from ircpoker.transports.irc.receipts import MOST_PENDING
from ircpoker.transports.irc.receipts import TOKEN as RECEIPT
from tests.chat.test_news import Diary
from tests.transports.irc.conftest import MakeStay
from tests.transports.irc.stays import Stay

ABSENT = TAKEN = NOT_SENT = Delivery.REFUSED
NO_ANSWER = NOT_CONNECTED = Delivery.UNKNOWN
HOME = "user@home"


class Desk:
    """Says things to people at an address and writes down what became of them."""

    def __init__(self, stay: Stay) -> None:
        self.stay = stay
        self.heard: list[tuple[str, Delivery]] = []
        stay.receive()

    def post(self, nick: str, text: str = "cards", address: str = HOME) -> list[str]:
        self.stay.receive()
        reply = Reply((text,), private=True)
        self.stay.games.outbox.post(Notice("net", nick, reply, self._receipt(nick), True, "", address))
        return self.run()

    def hint(self, nick: str, text: str, address: str = HOME) -> None:
        """Say something of which nobody waits to hear."""
        self.stay.games.outbox.post(Notice("net", nick, Reply((text,), private=True), address=address))

    def _receipt(self, nick: str) -> Callable[[Delivery], None]:
        return lambda outcome: self.heard.append((nick, outcome))

    def run(self) -> list[str]:
        """Let the loop go round and return what has been sent since the last look."""
        lines = self.stay.sent + self.stay.run(0)
        del self.stay.transport.written[:]
        return lines

    def answer(self, *entries: str, number: int = 1) -> list[str]:
        """Answer a USERHOST and the PING behind it."""
        self.stay.receive(f":irc.test 302 dealer :{' '.join(entries)}", f":irc.test PONG irc.test :{TOKEN}{number}")
        return self.run()


def ask(*nicks: str, number: int = 1) -> list[str]:
    return [f"USERHOST {' '.join(nicks)}", f"PING {TOKEN}{number}"]


@pytest.fixture
def desk(stay: Stay) -> Desk:
    return Desk(stay)


def receipt(number: int = 1) -> str:
    return f"PING {RECEIPT}{number}"


class TestInSight:
    """Alice and bob were in the channel when the bot came: it knows their nicks alone."""

    def test_somebody_who_came_in(self, desk: Desk) -> None:
        desk.stay.receive(f":carol!{HOME} JOIN #poker")
        assert desk.post("Carol") == ["NOTICE Carol :cards", receipt()]

    def test_somebody_else_who_came_in(self, desk: Desk) -> None:
        desk.stay.receive(":carol!user@elsewhere JOIN #poker")
        assert desk.post("carol") == []
        assert desk.heard == [("carol", Delivery.REFUSED)]

    def test_somebody_who_spoke(self, desk: Desk) -> None:
        desk.stay.receive(f":alice!{HOME} PRIVMSG #poker :hello")
        assert desk.post("alice") == ["NOTICE alice :cards", receipt()]

    def test_somebody_who_changes_the_nick(self, desk: Desk) -> None:
        desk.stay.receive(f":alice!{HOME} NICK ally")
        assert desk.post("ally") == ["NOTICE ally :cards", receipt()]
        desk.stay.receive(":bob!user@elsewhere NICK alice")
        desk.post("alice")
        assert desk.heard == [("alice", Delivery.REFUSED)]

    def test_the_next_one_with_the_nick(self, desk: Desk) -> None:
        desk.stay.receive(f":alice!{HOME} PRIVMSG #poker :hello", ":alice!user@home QUIT :bye")
        assert desk.post("alice") == ask("alice")
        assert desk.answer("alice=+user@elsewhere") == []
        assert desk.heard == [("alice", Delivery.REFUSED)]

    def test_another_address_of_the_same_person_is_told(self, desk: Desk) -> None:
        class Addresses(Diary):
            def renamed(self, old: Person, person: Person) -> None:
                self.entries.append((old.nick, old.address, person.nick, person.address))

        diary = Addresses()
        desk.stay.games.presence.listen(diary)
        desk.stay.receive(
            f":alice!{HOME} PRIVMSG #poker :hello",
            ":alice!user@cloak PRIVMSG #poker :hello again",
            ":alice!user@cloak CHGHOST user vhost",
            ":alice!user@vhost NICK ally",
            ":carol!user@a PRIVMSG dealer :I am in no channel",
            ":carol!user@b PRIVMSG dealer :nor am I",
        )
        assert diary.entries == [
            ("alice", HOME, "alice", "user@cloak"),
            ("alice", "user@cloak", "alice", "user@vhost"),
            ("alice", "user@vhost", "ally", "user@vhost"),
        ]
        assert desk.post("ally", address="user@vhost") == ["NOTICE ally :cards", receipt()]

    def test_nobody_watches_who_has_left_the_channel(
        self, make_stay: MakeStay, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        stay = make_stay()
        stay.join()
        desk = Desk(stay)
        stay.receive(f":alice!{HOME} PRIVMSG #poker :hello", f":alice!{HOME} PART #poker")
        assert desk.post("alice")[0] == "NOTICE alice :cards"  # A few seconds are trusted.
        later = stay.loop.time() + 11
        monkeypatch.setattr(stay.loop, "time", lambda: later)
        assert desk.post("alice") == ask("alice")

    def test_nor_does_a_bot_that_was_kicked(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        desk.stay.receive(f":alice!{HOME} PRIVMSG #poker :hello", ":op!o@h KICK #poker dealer :out")
        later = desk.stay.loop.time() + 11
        monkeypatch.setattr(desk.stay.loop, "time", lambda: later)
        assert [line for line in desk.post("alice") if line != "JOIN #poker"] == ask("alice")


class TestAsking:
    def test_of_several_at_once_and_in_the_order_of_the_lines(self, desk: Desk) -> None:
        desk.hint("alice", "one")
        desk.hint("bob", "two")
        desk.hint("ALICE", "three")
        assert desk.run() == ask("alice", "bob")
        desk.hint("alice", "four")
        assert desk.run() == ask("alice", number=2)
        assert desk.answer("bob*=-user@home", "alice=+user@home") == [
            "NOTICE bob :two",
            "NOTICE alice :one",
            "NOTICE ALICE :three",
            "NOTICE alice :four",
        ]
        assert desk.answer("alice=+user@home", number=2) == []

    def test_of_five_in_a_line(self, desk: Desk) -> None:
        nicks = [f"n{number}" for number in range(7)]
        for nick in nicks:
            desk.hint(nick, "cards")
        assert desk.run() == [f"USERHOST {' '.join(nicks[:5])}", f"USERHOST {' '.join(nicks[5:])}", f"PING {TOKEN}1"]

    def test_of_a_crowd_no_faster_than_the_server_allows(
        self, make_stay: MakeStay, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        stay = make_stay(interval=1.0)
        stay.join()
        desk = Desk(stay)
        nicks = [f"n{number}" for number in range(100)]
        for nick in nicks:
            desk.hint(nick, "cards")
        at, sent = stay.loop.time(), desk.run()
        assert len(sent) <= 5
        monkeypatch.setattr(stay.loop, "time", lambda: at)
        for _ in range(60):
            at += 1
            stay.connection._send_due()
            lines = desk.run()
            assert len(lines) <= 2
            sent += lines
        assert [nick for line in sent if line.startswith("USERHOST") for nick in line.split()[1:]] == nicks
        assert sent[-1] == f"PING {TOKEN}{sum(line.startswith('PING') for line in sent)}"

    def test_who_is_not_there(self, desk: Desk) -> None:
        desk.post("carol")
        desk.post("dave")
        assert desk.answer("", number=1) == []
        assert desk.heard == [("carol", ABSENT)]
        assert desk.answer("", number=2) == []
        assert desk.heard == [("carol", ABSENT), ("dave", ABSENT)]

    def test_is_believed_only_as_long_as_nobody_else_can_have_come(
        self, desk: Desk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        desk.post("carol")
        assert desk.answer("carol=+user@home")[:2] == ["NOTICE carol :cards", "ISON carol"]
        assert desk.post("carol")[0] == "NOTICE carol :cards"
        later = desk.stay.loop.time() + 11
        monkeypatch.setattr(desk.stay.loop, "time", lambda: later)
        assert desk.post("carol") == ask("carol", number=2)

    def test_for_one_who_is_seen_it_is_believed_for_good(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        desk.post("alice")
        desk.answer("alice=+user@home")
        later = desk.stay.loop.time() + 1000
        monkeypatch.setattr(desk.stay.loop, "time", lambda: later)
        assert desk.post("alice") == ["NOTICE alice :cards", receipt(2)]

    @pytest.mark.parametrize("line", ["", ":", "carol", "carol=", "carol=+", "=+user@home", "carol=+home", "\x01 = =+"])
    def test_strange_answers(self, desk: Desk, line: str) -> None:
        desk.post("carol")
        desk.stay.receive(f":irc.test 302 dealer {line}", ":irc.test 302", f":irc.test PONG irc.test :{TOKEN}²")
        assert desk.heard == []
        desk.stay.receive(f":irc.test PONG irc.test :{TOKEN}1")
        assert desk.heard == [("carol", ABSENT)]

    def test_answers_that_nobody_has_asked_for(self, desk: Desk) -> None:
        desk.stay.receive(":irc.test 302 dealer :alice=+user@elsewhere", f":irc.test PONG irc.test :{TOKEN}1")
        assert desk.post("alice") == ask("alice")

    def test_a_server_that_does_not_answer(self, make_stay: MakeStay) -> None:
        stay = make_stay()
        stay.join()
        desk = Desk(stay)
        desk.post("alice")
        stay.run(Timing().receipt + 0.1)
        assert desk.heard == [("alice", NO_ANSWER)]
        assert desk.answer("alice=+user@home") == []

    def test_what_may_wait_has_its_limit(self, desk: Desk) -> None:
        for _ in range(MOST_PENDING):
            desk.hint("carol", "cards")
        desk.post("carol")
        assert desk.heard == [("carol", NOT_SENT)]


class TestMeanwhile:
    def test_a_new_nick(self, desk: Desk) -> None:
        desk.post("alice")
        desk.stay.receive(f":alice!{HOME} NICK ally")
        assert desk.run() == ["NOTICE ally :cards", receipt()]

    def test_a_new_nick_of_somebody_else(self, desk: Desk) -> None:
        desk.post("alice")
        desk.stay.receive(":alice!user@elsewhere NICK ally")
        assert desk.run() == []
        assert desk.heard == [("alice", Delivery.REFUSED)]

    def test_a_quit(self, desk: Desk) -> None:
        desk.post("alice")
        desk.stay.receive(f":alice!{HOME} QUIT :bye")
        assert desk.heard == [("alice", ABSENT)]

    def test_the_end(self, desk: Desk) -> None:
        desk.post("alice")
        desk.stay.end()
        desk.stay.games.outbox.post(Notice("net", "alice", Reply(("x",)), desk.heard.append, HOME))  # type: ignore[arg-type] # takes any
        assert desk.heard == [("alice", NOT_CONNECTED), NOT_CONNECTED]

    def test_a_receipt_that_fails_costs_nothing_else(self, desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
        def fail(_reason: str) -> None:
            raise ValueError("a game failed")

        desk.stay.games.outbox.post(Notice("net", "carol", Reply(("x",)), fail, HOME))
        desk.post("carol")
        assert desk.answer("") == []
        assert "a game failed" in caplog.text
        assert desk.heard == [("carol", ABSENT)]


def test_the_addresses_of_strangers_do_not_fill_the_memory(desk: Desk) -> None:
    for number in range(MOST_SIGHTINGS + 5):
        desk.stay.session.people.note(f"n{number}", HOME)
    assert desk.stay.session.people.address("n4") == ""
    assert desk.stay.session.people.address("n5") == HOME
