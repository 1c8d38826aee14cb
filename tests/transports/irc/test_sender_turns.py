"""The order of lines: tables, cards, answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import groupby

import pytest

from ircpoker.chat.message import Reply
from ircpoker.chat.outgoing import LineKind, Outgoing, Reader
from ircpoker.runtime.clock import SystemClock
from ircpoker.runtime.delivery import Delivery
from tests.transports.irc.conftest import MakeStay
from tests.transports.irc.desk import Desk, chat_lines, ping

HOME = "user@home"
CARDS = [f"cards {number}" for number in range(6)]
MakeDesk = Callable[..., Desk]


@pytest.fixture
def make_desk(make_stay: MakeStay) -> MakeDesk:
    """Make desks at a server that takes `burst` lines at once, then one a second."""

    def make(burst: int = 4, interval: float = 1.0) -> Desk:
        stay = make_stay(burst=burst, interval=interval)
        stay.join("CASEMAPPING=ascii")
        stay.receive(":alice!user@home JOIN #poker", ":bob!user@home JOIN #poker")
        stay.run(1000)
        return Desk(stay)

    return make


class TestTables:
    def test_tables_take_turns(self, make_desk: MakeDesk) -> None:
        desk = make_desk(burst=1)
        for number in range(3):
            for table in "abc":
                desk.announce(f"{table}{number}", table=table)
        assert chat_lines(desk.run(10)) == ["a0", "b0", "c0", "a1", "b1", "c1", "a2", "b2", "c2"]

    def test_channel_tables_go_first(self, make_desk: MakeDesk) -> None:
        """25 strangers who play in private slow down a table in a channel by a fifth at most."""
        desk = make_desk(burst=1)
        for number in range(25):
            desk.post("alice", f"private {number}", confirm=False, table=str(number))
        desk.run(2)
        public = [f"public {number}" for number in range(9)]
        for text in public:
            desk.announce(text, table="#poker")
        texts = chat_lines(desk.run(13))
        assert [text for text in texts if text in public] == public
        assert [text in public for text in texts] == [*[True] * 4, False, *[True] * 4, False, True, False, False]

    def test_a_busy_channel_leaves_turns_to_those_in_private(self, make_desk: MakeDesk) -> None:
        desk = make_desk()
        for number in range(100):
            desk.announce(f"public {number}", table="#poker")
        desk.run(10)
        desk.post("bob", "your turn", confirm=False, table="private")
        assert "your turn" in chat_lines(desk.run(9))

    def test_a_line_that_is_no_longer_true_is_left_out(self, make_desk: MakeDesk) -> None:
        """A robot has decided while the line that it thinks still waited: the next line goes in its place."""
        desk, is_thinking = make_desk(burst=1), True
        lines = [(text, lambda: is_thinking) for text in ("it thinks", "it still thinks")]
        desk.announce("begins")
        for text, still in [*lines, ("it calls", None)]:
            reader = Reader("net", "#poker")
            line = Outgoing(reader, Reply((text,)), table="1", on_delivery=desk.on_delivery(text), still=still)
            desk.stay.games.outbox.post(line)
        assert chat_lines(desk.run(1)) == ["begins", "it thinks"]
        is_thinking = False
        assert chat_lines(desk.run(1)) == ["it calls"]
        assert [delivery for text, delivery in desk.heard if text == "it still thinks"] == [Delivery.OMITTED]

    def test_lines_of_one_table_go_in_order(self, make_desk: MakeDesk) -> None:
        desk = make_desk(burst=1)
        desk.announce("flop")
        desk.post("alice", "cards 1")
        desk.post("bob", "cards 2")
        desk.announce("river")
        desk.post("bob", "you hold cards 2", confirm=False)
        assert chat_lines(desk.run(20)) == ["flop", "cards 1", "cards 2", "river", "you hold cards 2"]

    def test_repeated_lines_are_sent_twice(self, make_desk: MakeDesk) -> None:
        desk = make_desk()
        desk.announce("they check")
        desk.announce("they check")
        assert chat_lines(desk.run()) == ["they check"] * 2

    def test_tables_leave_one_line_in_five_to_answers(self, make_desk: MakeDesk) -> None:
        desk = make_desk(burst=1)
        for number in range(12):
            desk.announce(f"line {number}")
        for number in range(3):
            desk.ask(f"!echo answer {number}")
        kinds = [(kind, len(list(lines))) for kind, lines in groupby(text[0] for text in chat_lines(desk.run(20)))]
        assert kinds == [("l", 4), ("a", 1)] * 3


class TestTurns:
    @pytest.mark.slow(1)
    def test_an_awaited_line_never_goes_stale(self, make_desk: MakeDesk) -> None:
        desk = make_desk(burst=1)
        for number in range(200):
            desk.post("bob", f"turn {number}", confirm=False, table=str(number))
            desk.hint("bob", f"hint {number}", table=str(number))
        desk.post("stranger", "your turn", confirm=False, table="x", address=HOME)
        desk.announce("next deal", table="c")
        texts = chat_lines(desk.run(3))
        desk.hear(":irc.test 302 dealer :stranger=+user@home")
        texts += chat_lines(desk.run(302))
        assert [text for text in texts if text.startswith("turn")] == [f"turn {number}" for number in range(200)]
        assert {"your turn", "next deal"} <= set(texts)
        assert [text for text in texts if text.startswith("hint")]  # nor does another line of a table
        assert {delivery for _, delivery in desk.heard} == {Delivery.SENT}

    def test_the_delay_is_that_of_all_lines_before(self, make_desk: MakeDesk) -> None:
        desk = make_desk(burst=2, interval=0.5)
        delay = desk.stay.games.outbox.delay
        assert delay("net") == 0
        desk.announce("one")
        assert delay("net") == 0
        desk.announce("two")
        assert delay("net") == 0.5
        for number in range(9):
            desk.post("bob", str(number), confirm=False, table=str(number))
        assert delay("net") == 5.0
        assert len(chat_lines(desk.run(4.0))) == 2 + 8
        assert delay("net") == 1.0
        desk.run(1.0)
        assert delay("net") == pytest.approx(0, abs=0.51)
        desk.run(10)
        assert delay("net") == 0
        desk.stay.end()
        assert delay("net") == 0

    def test_many_lines_delay_others_by_one(self, make_desk: MakeDesk) -> None:
        """A player who acts in private as fast as commands are taken does not keep others from playing."""
        desk = make_desk()
        for number in range(200):
            desk.post("alice", str(number), confirm=False, table="private:alice")
        desk.run(5)
        assert desk.stay.games.outbox.delay("net") <= 2
        desk.post("bob", "bob's", confirm=False, table="private:bob")
        assert "bob's" in chat_lines(desk.run(2))

    def test_lines_for_an_unjoined_channel_delay_nobody(self, make_desk: MakeDesk) -> None:
        desk = make_desk()
        desk.stay.receive(":op!o@h KICK #poker dealer :out")
        for number in range(20):
            desk.announce(str(number))
        assert desk.stay.games.outbox.delay("net") == 0


class TestCards:
    def deal(self, desk: Desk, nicks: str = "alice bob alice bob alice bob", table: str = "1") -> None:
        for nick, text in zip(nicks.split(), CARDS, strict=False):
            desk.post(nick, text, table=table, address=HOME)

    def test_one_ping_follows_all_cards(self, make_desk: MakeDesk) -> None:
        desk = make_desk(burst=8)
        desk.announce("deal 1")
        self.deal(desk)
        desk.announce("your turn")
        texts = [line.partition(" :")[2] or line for line in desk.run()]
        assert texts == ["deal 1", *CARDS, ping()]
        assert chat_lines(desk.run(1)) == ["your turn"]

    def test_they_go_as_the_server_allows_lines(self, make_desk: MakeDesk) -> None:
        desk = make_desk()
        self.deal(desk)
        lines = [desk.run(seconds) for seconds in (0, 1, 1)]
        assert list(map(chat_lines, lines)) == [CARDS[:4], [CARDS[4]], [CARDS[5]]]
        assert lines[2][1:] == [ping()]

    def test_they_hold_up_no_other_table(self, make_desk: MakeDesk) -> None:
        desk = make_desk()
        self.deal(desk, "alice bob alice bob alice bob")
        desk.announce("other", table="2")
        texts = [line.partition(" :")[2] or line for line in desk.run(30)]
        assert texts.index("other") < texts.index("cards 5")
        assert texts[texts.index("cards 5") + 1] == ping()

    def test_the_ping_does_not_wait_for_lines_of_others(self, make_desk: MakeDesk) -> None:
        desk = make_desk(burst=2)
        self.deal(desk, "alice bob", table="1")
        self.deal(desk, "bob alice", table="2")
        lines = desk.run()
        assert chat_lines(lines) == ["cards 0", "cards 1"]
        assert lines[2:] == [ping()]

    def test_a_reader_who_quits_ends_the_wait_for_their_line(self, make_desk: MakeDesk) -> None:
        desk = make_desk(burst=2)
        desk.announce("line", table="2")
        self.deal(desk, "alice bob")
        assert chat_lines(desk.run()) == ["line", "cards 0"]
        desk.hear(":bob!user@home QUIT :bye")
        assert desk.run() == [ping()]

    def test_all_readers_out_of_sight_are_asked_about_at_once(self, make_desk: MakeDesk) -> None:
        desk = make_desk()
        self.deal(desk, "alice carol dave")
        assert desk.run() == ["USERHOST carol dave"]
        texts = desk.answer("carol=+user@home", "dave=+user@home")
        assert chat_lines(texts) == CARDS[:3]
        assert texts[3:] == ["USERHOST carol dave", ping()]


class TestCourtesy:
    def test_courtesy_lines_wait_among_the_answers(self, make_desk: MakeDesk) -> None:
        desk = make_desk()
        desk.ask("!many 4")
        desk.stay.games.outbox.post(
            Outgoing(Reader("net", "alice"), Reply(("a gift",), private=True), LineKind.COURTESY)
        )
        desk.announce("news")
        assert [text for text in chat_lines(desk.run(30)) if "line" not in text] == ["news", "a gift"]


class TestPaced:
    """Lines that must not come before their time, such as the streets of an all-in."""

    @pytest.fixture
    def desk(self, make_desk: MakeDesk) -> Desk:
        """Somebody who has announced two streets, two seconds from each other, and a line behind them."""
        desk = make_desk()
        now = desk.stay.loop.time()
        desk.announce("turn", due=now + 2)
        desk.announce("river", due=now + 4)
        desk.announce("end")
        return desk

    def test_they_come_at_their_time(self, desk: Desk) -> None:
        desk.announce("other", table="2")
        desk.ask("!echo answer")
        assert sorted(chat_lines(desk.run(1.9))) == ["answer", "other"]
        assert [chat_lines(desk.run(seconds)) for seconds in (0.1, 1.9, 0.1)] == [["turn"], [], ["river", "end"]]
        assert desk.heard == [(text, Delivery.SENT) for text in ("other", "turn", "river", "end")]

    def test_they_come_at_once_when_the_bot_leaves(self, desk: Desk) -> None:
        desk.announce("goodbye")
        desk.stay.session.sender.release()
        assert chat_lines(desk.run()) == ["turn", "river", "end", "goodbye"]

    def test_they_are_reported_when_the_connection_ends(self, desk: Desk) -> None:
        desk.stay.end()
        assert desk.heard == [(text, Delivery.UNKNOWN) for text in ("turn", "river", "end")]


def test_the_clock_of_the_scheduler_is_that_of_loops() -> None:
    """So the time of a line needs no conversion."""
    loop = asyncio.new_event_loop()
    before, now, after = SystemClock().monotonic(), loop.time(), SystemClock().monotonic()
    loop.close()
    assert before <= now <= after
