"""Lines for a person never go to another owner of the nick."""

from __future__ import annotations

import pytest

from ircpoker.cards import parse_cards
from ircpoker.chat.message import Message, Reply
from ircpoker.chat.outgoing import Outgoing, Reader
from ircpoker.config import NetworkSettings
from ircpoker.people import Person
from ircpoker.runtime.delivery import Delivery
from ircpoker.words.plain_text import strip_formatting
from tests.chat.test_presence import Diary
from tests.transports.irc.conftest import MakeStay
from tests.transports.irc.desk import Desk, chat_lines, ping
from tests.transports.irc.stays import Stay

SENT, REFUSED, UNKNOWN, _ = Delivery
HOME = "user@home"


class CardsDesk(Desk):
    """Gives cards to people at home."""

    def give(self, nick: str, *, address: str = HOME) -> list[str]:
        """Give cards to somebody and return the lines sent."""
        self.run()
        self.post(nick, "cards", address=address)
        return self.run()


def ask(*nicks: str) -> list[str]:
    return [f"USERHOST {' '.join(nicks)}"]


@pytest.fixture
def desk(stay: Stay) -> CardsDesk:
    return CardsDesk(stay)


class TestInSight:
    """Alice and bob were in the channel when the bot came: it knows only their nicks."""

    def test_somebody_who_came_in(self, desk: CardsDesk) -> None:
        desk.stay.receive(f":carol!{HOME} JOIN #poker")
        assert desk.give("Carol") == ["NOTICE Carol :cards", ping()]

    def test_another_person_came_in(self, desk: CardsDesk) -> None:
        desk.stay.receive(":carol!user@elsewhere JOIN #poker")
        assert desk.give("carol") == []
        assert desk.heard == [("cards", REFUSED)]

    @pytest.mark.parametrize(
        ("joined", "account", "address", "outcome"),
        [
            ("Alice", "alice", "user@elsewhere", SENT),
            ("*", "alice", HOME, REFUSED),
            ("eve", "alice", HOME, REFUSED),
            ("STRASSE", "strasse", HOME, SENT),
            ("straße", "strasse", HOME, REFUSED),
            ("Alice", "", HOME, SENT),
        ],
    )
    def test_the_account_decides_where_the_server_tells_it(
        self, desk: CardsDesk, joined: str, account: str, address: str, outcome: Delivery
    ) -> None:
        desk.stay.session.login.active.add("extended-join")
        desk.stay.receive(f":carol!{HOME} JOIN #poker {joined} :Carol")
        desk.post("carol", "cards", address=address, account=account)
        desk.run()
        desk.pong()
        assert desk.heard == [("cards", outcome)]

    def test_somebody_who_spoke(self, desk: CardsDesk) -> None:
        desk.stay.receive(f":alice!{HOME} PRIVMSG #poker :hello")
        assert desk.give("alice") == ["NOTICE alice :cards", ping()]

    def test_somebody_who_changes_the_nick(self, desk: CardsDesk) -> None:
        desk.stay.receive(f":alice!{HOME} NICK ally")
        assert desk.give("ally") == ["NOTICE ally :cards", ping()]
        desk.stay.receive(":bob!user@elsewhere NICK alice")
        assert desk.give("alice") == []
        assert desk.heard == [("cards", REFUSED)]

    @pytest.mark.parametrize(
        ("account", "changes", "outcome"),
        [
            ("alice", (f":carol!{HOME} ACCOUNT *",), SENT),
            ("alice", (f":carol!{HOME} ACCOUNT other",), SENT),
            ("alice", (f":carol!{HOME} ACCOUNT *", f":carol!{HOME} CHGHOST user vhost"), SENT),
            ("", (f":carol!{HOME} CHGHOST ~new vhost", ":carol!~new@vhost ACCOUNT other"), SENT),
            ("", (f":carol!{HOME} CHGHOST user vhost", ":carol!user@vhost QUIT :bye"), REFUSED),
            ("eve", (f":carol!{HOME} ACCOUNT *", f":carol!{HOME} CHGHOST user vhost"), REFUSED),
        ],
    )
    def test_somebody_whose_account_or_host_changes_while_cards_wait(
        self, make_stay: MakeStay, account: str, changes: tuple[str, ...], outcome: Delivery
    ) -> None:
        desk = CardsDesk(make_stay(burst=1, interval=5.0))
        desk.stay.join()
        desk.stay.session.login.active.add("extended-join")
        desk.stay.receive(f":carol!{HOME} JOIN #poker Alice :Carol")
        desk.run(1000)
        desk.announce("first")
        desk.post("carol", "cards", address=HOME, account=account)
        assert desk.run() == ["PRIVMSG #poker :first"]
        desk.stay.receive(*changes)
        is_sent = "NOTICE carol :cards" in desk.run(12)
        desk.pong()
        assert (is_sent, desk.heard) == (outcome is SENT, [("first", SENT), ("cards", outcome)])

    def test_a_login_does_not_make_an_unknown_person_the_reader(self, desk: CardsDesk) -> None:
        desk.post("alice", "cards", address=HOME, account="alice")
        desk.hear(":alice!user@elsewhere ACCOUNT eve")
        desk.run()
        assert desk.heard == [("cards", REFUSED)]

    def test_the_next_owner_of_the_nick(self, desk: CardsDesk) -> None:
        desk.stay.receive(f":alice!{HOME} PRIVMSG #poker :hello", ":alice!user@home QUIT :bye")
        assert desk.give("alice") == ask("alice")
        assert desk.answer("alice=+user@elsewhere") == []
        assert desk.heard == [("cards", REFUSED)]

    def test_a_new_address_of_a_person_is_reported(self, desk: CardsDesk) -> None:
        class Addresses(Diary):
            def renamed(self, old: Person, person: Person) -> None:
                self.entries.append((old.nick, old.address, person.nick, person.address))

        diary = Addresses()
        desk.stay.games.presence.listen(diary)
        desk.stay.games.presence.follow = diary.renamed
        desk.stay.receive(
            f":alice!{HOME} PRIVMSG #poker :hello",
            ":alice!user@cloak PRIVMSG #poker :hello again",
            ":alice!user@cloak CHGHOST user vhost",
            ":alice!user@vhost NICK ally",
            ":carol!user@a PRIVMSG dealer :I am in no channel",
            ":carol!user@b PRIVMSG dealer :nor am I",
        )
        assert diary.entries[1:] == [
            ("alice", HOME, "alice", "user@cloak"),
            ("alice", "user@cloak", "alice", "user@vhost"),
            ("alice", "user@vhost", "ally", "user@vhost"),
        ]
        assert desk.give("ally", address="user@vhost") == ["NOTICE ally :cards", ping()]

    @pytest.mark.parametrize("lost", [f":alice!{HOME} PART #poker", ":op!o@h KICK #poker dealer :out"])
    def test_readers_out_of_sight_are_asked_about(self, desk: CardsDesk, lost: str) -> None:
        desk.stay.receive(f":alice!{HOME} PRIVMSG #poker :hello", lost)
        assert desk.give("alice") == ask("alice")

    def test_readers_who_leave_while_a_line_waits(self, make_stay: MakeStay) -> None:
        stay = make_stay(interval=60.0)
        stay.join()
        stay.receive(f":alice!{HOME} PRIVMSG #poker :hello", ":alice!x@y PRIVMSG dealer :!many 9")
        desk = CardsDesk(stay)
        stay.receive(f":alice!{HOME} PRIVMSG #poker :hello")
        assert desk.give("alice") == []
        stay.receive(f":alice!{HOME} PART #poker")
        assert ask("alice")[0] in desk.run(400)

    def test_an_answer_about_a_visible_reader_lasts(self, desk: CardsDesk) -> None:
        assert desk.give("alice") == ask("alice")
        assert desk.answer("alice=+user@home") == ["NOTICE alice :cards", ping()]
        desk.run(1000)
        assert desk.give("alice") == ["NOTICE alice :cards", ping(2)]


class Dealer:
    """Shows everybody their cards in private, and says good-bye to all."""

    def handle(self, _message: Message) -> list[Reply]:
        return [Reply(("#1 you hold ", *parse_cards("Ah Kd")), private=True), Reply(("bye",))]


class TestAsking:
    def test_asked_each_time(self, desk: CardsDesk) -> None:
        """The bot cannot see when a reader out of sight leaves and another person takes the nick at once."""
        for number in (1, 2):
            assert desk.give("carol") == ask("carol")
            assert desk.answer("carol=+user@home") == ["NOTICE carol :cards", *ask("carol"), ping(number)]
            desk.answer("carol=+user@home")
            desk.pong(number)
        assert desk.heard == [("cards", SENT)] * 2
        assert desk.give("carol") == ask("carol")
        assert desk.answer("carol=+thief@elsewhere") == []
        assert desk.heard[2:] == [("cards", REFUSED)]

    def test_asked_before_an_answer_with_cards(self, make_stay: MakeStay) -> None:
        desk = CardsDesk(make_stay(router=Dealer()))
        desk.stay.join()
        desk.run()
        for entry, answer in (
            ("carol=+user@home", ["PRIVMSG carol :#1 you hold AhKd", "NOTICE carol :bye"]),
            ("carol=+thief@elsewhere", ["NOTICE carol :bye"]),
            ("", ["NOTICE carol :bye"]),
        ):
            desk.hear(f":carol!{HOME} PRIVMSG dealer :!cards")
            assert desk.run() == ask("carol")
            assert [strip_formatting(line) for line in desk.answer(entry)] == answer
        desk.hear(f":alice!{HOME} PRIVMSG dealer :!cards")
        assert len(desk.run()) == 2

    def test_the_question_comes_right_before_the_line(self, make_stay: MakeStay) -> None:
        stay = make_stay(interval=1.0, burst=1)
        stay.join()
        desk = CardsDesk(stay)
        desk.run(100)
        assert desk.give("carol") == ask("carol")
        for number in range(9):
            desk.announce(f"line {number}", table="2")
        assert desk.run(3) == [f"PRIVMSG #poker :line {number}" for number in range(3)]
        assert desk.answer("carol=+user@home")[:2] == ["NOTICE carol :cards", *ask("carol")]

    def test_readers_are_asked_about_again_after_cards(self, desk: CardsDesk) -> None:
        """Servers that cannot deliver a NOTICE do not report it."""
        for nick, entry in (("carol", ""), ("dave", "dave=+thief@home"), ("erin", "erin=+user@home")):
            desk.give(nick)
            desk.answer(f"{nick}=+user@home")
            desk.answer(entry)
        assert desk.heard == [("cards", REFUSED), ("cards", REFUSED)]
        desk.pong(3)
        assert desk.heard[2:] == [("cards", SENT)]

    def test_unknown_readers_are_asked_about_after_cards(self, desk: CardsDesk) -> None:
        desk.post("carol", "one")
        desk.post("alice", "two")
        desk.post("dave", "three")
        assert desk.run()[3:] == [*ask("carol", "dave"), ping()]
        desk.answer("carol=+anybody@anywhere")
        assert desk.heard == [("three", REFUSED)]
        desk.pong()
        assert desk.heard[1:] == [("one", SENT), ("two", SENT)]

    def test_a_server_that_does_not_answer_the_second_time(self, desk: CardsDesk) -> None:
        desk.give("carol")
        desk.answer("carol=+user@home")
        desk.pong()
        assert desk.heard == [("cards", SENT)]

    def test_several_tables_in_one_question(self, desk: CardsDesk) -> None:
        for table, nick, text in (("1", "alice", "one"), ("2", "bob", "two"), ("1", "ALICE", "three")):
            desk.hint(nick, text, table=table, address=HOME)
        assert desk.run() == ask("bob", "alice")
        desk.hint("alice", "four", table="1", address=HOME)
        assert desk.run() == []
        assert chat_lines(desk.answer("bob*=-user@home", "alice=+user@home")) == ["two", "one", "three", "four"]

    def test_five_nicks_in_a_question(self, make_stay: MakeStay) -> None:
        stay = make_stay(burst=40)
        stay.join()
        desk = CardsDesk(stay)
        nicks = [f"n{number}" for number in range(7)]
        for nick in nicks:
            desk.hint(nick, "cards", table=nick, address=HOME)
        assert desk.run() == ask(*nicks[:5]) + ask(*nicks[5:])

    def test_a_question_covers_one_burst(self, desk: CardsDesk) -> None:
        nicks = [f"n{number}" for number in range(7)]
        for nick in nicks:
            desk.hint(nick, "cards", table=nick, address=HOME)
        assert desk.run() == ask(*nicks[:4]) + ask(*nicks[4:])

    def test_questions_keep_to_the_send_rate(self, make_stay: MakeStay) -> None:
        stay = make_stay(interval=1.0)
        stay.join()
        desk = CardsDesk(stay)
        nicks = [f"n{number}" for number in range(100)]
        for nick in nicks:
            desk.post(nick, "turn", confirm=False, table=nick, address=HOME)
        sent = desk.run()
        answered = 0
        for second in range(200):
            while answered < len(sent):
                if sent[answered].startswith("USERHOST"):
                    sent += desk.answer(*(f"{nick}=+user@home" for nick in sent[answered].split()[1:]))
                answered += 1
            assert len(sent) <= second + 2 * (4 + 1)
            sent += desk.run(1.0)
        assert sorted(line.split()[1] for line in sent if line.startswith("NOTICE")) == sorted(nicks)
        assert len(sent) == 100 + 100 / 4

    def test_a_question_blocks_only_its_table(self, desk: CardsDesk) -> None:
        desk.post("carol", "one", address=HOME, channel="#poker", table="1")
        desk.announce("two", table="1")
        desk.announce("three", table="2")
        assert desk.run() == [*ask("carol"), "PRIVMSG #poker :three"]
        assert chat_lines(desk.answer("carol=+user@home")) == ["one", "two"]

    def test_absent_reader(self, desk: CardsDesk) -> None:
        desk.post("carol", "one", address=HOME, table="1")
        desk.post("dave", "two", address=HOME, table="2")
        desk.run()
        assert chat_lines(desk.answer("dave=+user@home")) == ["two"]
        assert desk.heard == [("one", REFUSED)]

    @pytest.mark.parametrize("line", ["", ":", "carol", "carol=", "carol=+", "=+user@home", "carol=+home", "\x01 = =+"])
    def test_strange_answers_name_nobody(self, desk: CardsDesk, line: str) -> None:
        desk.give("carol")
        assert desk.stay.receive(f":irc.test 302 dealer {line}", ":irc.test 302") == []
        assert desk.heard == [("cards", REFUSED)]

    def test_unasked_answers(self, desk: CardsDesk) -> None:
        desk.stay.receive(":irc.test 302 dealer :alice=+user@elsewhere")
        assert desk.give("alice") == ask("alice")
        assert desk.answer("bob=+user@home") == []
        assert desk.heard == []

    def test_a_server_that_does_not_answer(self, desk: CardsDesk) -> None:
        desk.post("alice", "one", address=HOME)
        desk.post("bob", "two")
        desk.run(NetworkSettings("net").answer + 0.1)
        assert desk.heard == [("one", UNKNOWN)]
        desk.pong()
        assert desk.heard[1:] == [("two", SENT)]
        assert desk.answer("alice=+user@home") == []

    def test_a_server_that_has_lost_the_question(self, desk: CardsDesk) -> None:
        desk.post("bob", "one", table="2")
        desk.post("carol", "two", address=HOME)
        assert desk.run() == ["NOTICE bob :one", ping(), *ask("carol")]
        desk.post("bob", "three", table="2")
        assert desk.run() == ["NOTICE bob :three", ping(2)]
        desk.pong(2)
        assert sorted(desk.heard) == [("one", SENT), ("three", SENT), ("two", UNKNOWN)]


class TestMeanwhile:
    def test_another_reader_of_the_same_deal_goes_out_of_sight(self, desk: CardsDesk) -> None:
        desk.stay.receive(f":alice!{HOME} PRIVMSG #poker :hello")
        for nick in ("alice", "carol"):
            desk.post(nick, f"cards of {nick}", address=HOME)
        assert desk.run() == ask("carol")
        desk.stay.receive(f":alice!{HOME} PART #poker")
        assert desk.answer("carol=+user@home") == ask("alice", "carol")
        lines = desk.answer("alice=+user@home", "carol=+user@home")
        assert chat_lines(lines) == ["cards of alice", "cards of carol"]

    def test_an_earlier_line_is_repeated(self, make_stay: MakeStay) -> None:
        stay = make_stay(burst=1, interval=5.0)
        stay.join()
        stay.receive(f":alice!{HOME} PRIVMSG #poker :hello")
        desk = CardsDesk(stay)
        desk.run(1000)
        desk.post("alice", "first", address=HOME)
        desk.post("carol", "second", address=HOME)
        assert desk.run(11) == ["NOTICE alice :first", ping(), *ask("carol")]
        desk.hear(f":alice!{HOME} NICK ally")
        assert desk.answer("carol=+user@home") == []
        assert desk.run(30)[:2] == ["NOTICE ally :first", ping(2)]

    def test_an_earlier_line_does_not_release_it(self, make_stay: MakeStay) -> None:
        stay = make_stay(burst=2, interval=5.0)
        stay.join()
        stay.receive(f":alice!{HOME} PRIVMSG #poker :hello")
        desk = CardsDesk(stay)
        desk.run(1000)
        desk.post("alice", "first", address=HOME)
        assert desk.run(6) == ["NOTICE alice :first", ping()]
        desk.post("carol", "second", address=HOME)
        assert desk.run() == ask("carol")
        desk.hear(f":alice!{HOME} NICK ally")
        assert desk.run(6) == ["NOTICE ally :first", ping(2)]
        assert desk.answer("carol=+user@home")[0] == "NOTICE carol :second"

    def test_a_new_nick(self, desk: CardsDesk) -> None:
        desk.give("alice")
        desk.stay.receive(f":alice!{HOME} NICK ally")
        assert desk.answer("") == ["NOTICE ally :cards", ping()]

    def test_a_new_nick_of_somebody_else(self, desk: CardsDesk) -> None:
        desk.give("alice")
        desk.stay.receive(":alice!user@elsewhere NICK ally")
        assert desk.answer("") == []
        assert desk.heard == [("cards", REFUSED)]

    def test_a_quit(self, desk: CardsDesk) -> None:
        desk.give("alice")
        desk.stay.receive(f":alice!{HOME} QUIT :bye")
        assert desk.heard == [("cards", REFUSED)]
        assert desk.answer("alice=+user@home") == []

    def test_the_end(self, desk: CardsDesk) -> None:
        desk.give("alice")
        desk.stay.end()
        assert desk.heard == [("cards", UNKNOWN)]
        assert desk.answer("alice=+user@home") == []

    def test_a_failing_callback_costs_nothing_else(self, desk: CardsDesk, caplog: pytest.LogCaptureFixture) -> None:
        def fail(_delivery: Delivery) -> None:
            raise ValueError("a game failed")

        desk.stay.games.outbox.post(Outgoing(Reader("net", "carol", HOME), Reply(("x",)), on_delivery=fail, table="1"))
        desk.give("carol")
        desk.answer("")
        desk.answer("")
        assert "a game failed" in caplog.text
        assert desk.heard == [("cards", REFUSED)]


def test_the_addresses_of_strangers_are_not_kept(desk: CardsDesk) -> None:
    for number in range(100):
        desk.stay.receive(f":n{number}!{HOME} PRIVMSG dealer :hello")
    assert not any(desk.stay.session.people.address(f"n{number}") for number in range(100))
