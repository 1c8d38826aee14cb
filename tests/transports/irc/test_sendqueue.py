from __future__ import annotations

import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircpoker.transports.irc.sendqueue import (
    ANSWER_STALE_AFTER,
    MOST_TO_PEOPLE,
    UNSEEN_STALE_AFTER,
    Outgoing,
    SendQueue,
)


def fill(queue: SendQueue, *lines: str, now: float = 0.0, target: str = "#c") -> None:
    for line in lines:
        queue.put(Outgoing(line, "PRIVMSG" if target else "", target, target), now)


def take(queue: SendQueue, now: float) -> list[str]:
    return [item.text for item in queue.take(now)]


@given(st.integers(1, 6), st.floats(0.1, 3.0), st.lists(st.floats(0.0, 2.0), max_size=40))
def test_never_more_than_the_burst_and_one_each_interval(burst: int, interval: float, pauses: list[float]) -> None:
    queue = SendQueue(burst, interval, most=1000)
    now, sent_at = 0.0, []
    for number, pause in enumerate(pauses):
        now += pause
        fill(queue, str(number), now=now)
        sent_at += [now] * len(take(queue, now))
    for index, start in enumerate(sent_at):
        within = sum(start <= at < start + interval * 0.999 for at in sent_at[index:])
        assert within <= burst + 1


def test_all_is_sent_in_order_when_waited_for() -> None:
    queue = SendQueue(2, 0.5)
    fill(queue, *"abcdef")
    now, lines = 0.0, take(queue, 0.0)
    while (wait := queue.wait(now)) is not None:
        now += wait
        lines += take(queue, now)
    assert "".join(lines) == "abcdef"
    assert now == pytest.approx(2.0)


def test_a_pause_gives_the_burst_back() -> None:
    queue = SendQueue(2, 1.0)
    fill(queue, *"abc")
    assert take(queue, 0.0) == ["a", "b"]
    assert take(queue, 10.0) == ["c"]
    fill(queue, *"def", now=20.0)
    assert take(queue, 20.0) == ["d", "e"]


def test_without_an_interval_nothing_waits() -> None:
    queue = SendQueue(1, 0.0)
    fill(queue, *"abc")
    assert take(queue, 0.0) == ["a", "b", "c"]
    assert queue.wait(0.0) is None


def test_a_line_that_waits_already_is_said_once() -> None:
    queue = SendQueue(1, 1.0)
    fill(queue, "a", "b", "b", "a")
    assert take(queue, 0.0) == ["a"]
    fill(queue, "a")
    assert take(queue, 9.0) == ["b"]
    assert take(queue, 10.0) == ["a"]


def test_the_loudest_target_loses_its_oldest_line(caplog: pytest.LogCaptureFixture) -> None:
    queue = SendQueue(100, 1.0, most=4)
    fill(queue, "JOIN #c", target="")
    fill(queue, "x1", "x2", "x3", target="x")
    fill(queue, "y1", "y2", target="y")
    assert take(queue, 0.0) == ["JOIN #c", "x2", "y1", "x3", "y2"]
    assert caplog.record_tuples == [
        (
            "ircpoker.transports.irc.sendqueue",
            logging.WARNING,
            "lines not sent, because more was to be said than the server allows: 1",
        )
    ]


def test_what_is_between_us_and_the_server_is_never_replaced() -> None:
    queue = SendQueue(100, 1.0, most=2)
    fill(queue, "JOIN #a", "JOIN #b", "JOIN #c", "JOIN #a", target="")
    assert take(queue, 0.0) == ["JOIN #a", "JOIN #b"]


def test_each_line_goes_stale_in_its_own_time() -> None:
    queue = SendQueue(1, 1.0)
    fill(queue, "first")
    queue.put(Outgoing("public", "PRIVMSG", "#c", "#c", stale_after=5.0), 0.0)
    queue.put(Outgoing("private", "NOTICE", "bob", "bob", stale_after=3.0), 0.0)
    queue.put(Outgoing("cards", "NOTICE", "bob", "bob"), 0.0)
    assert take(queue, 0.0) == ["first"]
    assert take(queue, 4.9) == ["public"]
    assert take(queue, 99.0) == ["cards"]


class TestCrowd:
    """Three hundred people ask at once, at one line a second."""

    @pytest.fixture
    def queue(self) -> SendQueue:
        queue = SendQueue(4, 1.0)
        for number in range(300):
            for text in ("one", "two"):
                queue.put(self.answer(text, f"bob{number}"), 0.0)
        return queue

    def answer(self, text: str, nick: str) -> Outgoing:
        return Outgoing(text, "NOTICE", nick, nick, stale_after=ANSWER_STALE_AFTER)

    def wait_for(self, queue: SendQueue, target: str) -> float:
        """Return the second in which a line to somebody is sent."""
        for second in range(1000):
            if any(item.target == target for item in queue.take(float(second))):
                return second
        raise AssertionError

    def test_little_of_it_waits(self, queue: SendQueue) -> None:
        assert len(queue) == MOST_TO_PEOPLE

    def test_who_came_first_is_served_to_the_end(self, queue: SendQueue) -> None:
        queue.put(self.answer("for the newcomer", "carol"), 0.0)
        said = [(item.target, item.text) for second in range(99) for item in queue.take(float(second))]
        first = [f"bob{number}" for number in range(MOST_TO_PEOPLE // 2)]
        assert sorted(said) == sorted((nick, text) for nick in first for text in ("one", "two"))

    def test_a_newcomer_has_an_answer_as_soon_as_there_is_room(self, queue: SendQueue) -> None:
        queue.take(0.0)
        queue.put(self.answer("for the newcomer", "carol"), 1.0)
        assert self.wait_for(queue, "carol") <= ANSWER_STALE_AFTER + 1

    def test_who_has_much_more_makes_room_for_a_newcomer(self) -> None:
        queue = SendQueue(4, 1.0)
        for number in range(MOST_TO_PEOPLE):
            queue.put(self.answer(f"line {number}", f"bob{number % 2}"), 0.0)
        queue.put(self.answer("for the newcomer", "carol"), 0.0)
        said = [item.text for second in range(99) for item in queue.take(float(second))]
        assert "for the newcomer" in said
        assert f"line {MOST_TO_PEOPLE - 2}" not in said
        assert len(said) == MOST_TO_PEOPLE

    def test_a_channel_does_not_wait_for_it(self, queue: SendQueue) -> None:
        queue.take(0.0)
        fill(queue, "in public")
        assert self.wait_for(queue, "#c") <= 2

    def test_a_game_does_not_wait_for_it(self, queue: SendQueue) -> None:
        queue.take(0.0)
        item = Outgoing("cards", "NOTICE", "alice", "alice", is_urgent=True, on_sent=lambda: None)
        queue.put(item, 0.0)
        assert self.wait_for(queue, "alice") <= 2

    def test_it_is_over_in_time_and_told_in_one_line_a_minute(
        self, queue: SendQueue, caplog: pytest.LogCaptureFixture
    ) -> None:
        second, sent = 0.0, 0
        while queue:
            sent += len(queue.take(second))
            second += 1.0
        assert second <= ANSWER_STALE_AFTER + 2
        assert [record.args for record in caplog.records] == [(600 - MOST_TO_PEOPLE,)]
        queue.put(self.answer("one", "carol"), second)
        sent += len(queue.take(second + 60.0))
        assert [record.args for record in caplog.records[1:]] == [(MOST_TO_PEOPLE + 1 - sent,)]


def test_one_person_cannot_fill_the_queue() -> None:
    queue = SendQueue(100, 1.0, most_to_one=3)
    for number in range(5):
        queue.put(Outgoing(f"line {number}", "NOTICE", "bob", "bob"), 0.0)
    queue.put(Outgoing("for eve", "NOTICE", "eve", "eve"), 0.0)
    assert take(queue, 0.0) == ["line 2", "for eve", "line 3", "line 4"]


class TestLanes:
    def test_what_games_say_goes_before_answers_but_does_not_silence_them(self) -> None:
        queue = SendQueue(100, 1.0)
        fill(queue, *(f"answer {number}" for number in range(3)))
        for number in range(8):
            queue.put(Outgoing(f"news {number}", "PRIVMSG", "#c", "#c", is_urgent=True), 0.0)
        assert [text[0] for text in take(queue, 0.0)] == list("nnnannnanna")

    def test_everybody_has_their_turn(self) -> None:
        queue = SendQueue(100, 1.0)
        fill(queue, *(f"chatter {number}" for number in range(5)), target="#c")
        fill(queue, "for bob", target="bob")
        assert take(queue, 0.0)[1] == "for bob"

    def test_news_is_not_merged(self) -> None:
        queue = SendQueue(100, 1.0)
        for _ in range(2):
            queue.put(Outgoing("alice checks", "PRIVMSG", "#c", "#c", is_urgent=True), 0.0)
        assert take(queue, 0.0) == ["alice checks"] * 2

    def test_news_goes_in_order_whoever_waits_for_it(self) -> None:
        queue = SendQueue(100, 1.0)
        for number in range(3):
            queue.put(Outgoing(f"news {number}", "PRIVMSG", "#c", "#c", is_urgent=True), 0.0)
        queue.put(Outgoing("cards", "NOTICE", "bob", "bob", is_urgent=True, on_sent=lambda: None), 0.0)
        queue.put(Outgoing("your turn", "PRIVMSG", "#c", "#c", is_urgent=True), 0.0)
        assert take(queue, 0.0) == ["news 0", "news 1", "news 2", "cards", "your turn"]

    def test_a_line_that_somebody_waits_for_is_never_dropped(self) -> None:
        queue = SendQueue(100, 1.0, most=3)
        for number in range(10):
            item = Outgoing(f"cards {number}", "NOTICE", "bob", "bob", is_urgent=True, on_sent=lambda: None)
            queue.put(item, 0.0)
            queue.put(Outgoing(f"news {number}", "PRIVMSG", "#c", "#c", is_urgent=True), 0.0)
        sent = take(queue, 99.0)
        assert [text for text in sent if text.startswith("cards")] == [f"cards {number}" for number in range(10)]
        assert [text for text in sent if text.startswith("news")] == ["news 7", "news 8", "news 9"]


class TestWithdrawing:
    def test_one_line(self) -> None:
        queue = SendQueue(100, 1.0)
        item = Outgoing("a", "NOTICE", "bob", "bob")
        queue.put(item, 0.0)
        queue.remove(item)
        queue.remove(item)
        assert (len(queue), queue.wait(0.0)) == (0, None)

    def test_all_for_somebody_who_is_gone(self) -> None:
        queue = SendQueue(100, 1.0)
        fill(queue, "a", "b", target="bob")
        fill(queue, "c", target="#c")
        fill(queue, "JOIN #x", target="")
        queue.drop("bob")
        queue.drop("")
        assert take(queue, 0.0) == ["JOIN #x", "c"]

    def test_a_new_nick_behind_what_waits_for_it(self) -> None:
        queue = SendQueue(100, 1.0)
        fill(queue, "a", "b", target="bob")
        fill(queue, "c", target="Bobby")
        queue.rename("bob", "Bobby", "Bobby", lambda text: [text])
        assert [item.line for item in queue.take(0.0)] == [f"PRIVMSG Bobby :{text}" for text in "cab"]

    def test_a_new_nick_that_leaves_less_room(self) -> None:
        queue = SendQueue(100, 1.0)
        fill(queue, "ab", "c", target="bob")
        queue.rename("bob", "Bobby", "bobby", list)
        assert [item.line for item in queue.take(0.0)] == [f"PRIVMSG Bobby :{text}" for text in "abc"]

    def test_what_waits_for_somebody_out_of_sight_goes_stale_soon(self) -> None:
        queue = SendQueue(100, 1.0)
        fill(queue, "a", target="bob")
        queue.put(Outgoing("cards", "NOTICE", "bob", "bob", on_sent=lambda: None), 0.0)
        fill(queue, "b", target="eve")
        queue.lose_sight("bob")
        assert sorted(take(queue, UNSEEN_STALE_AFTER + 0.1)) == ["b", "cards"]


def test_a_line_past_the_queue_is_counted() -> None:
    queue = SendQueue(2, 1.0)
    fill(queue, *"abc")
    assert take(queue, 0.0) == ["a", "b"]
    queue.spend()
    assert queue.wait(0.0) == 2.0
    assert take(queue, 1.5) == []
    assert take(queue, 2.0) == ["c"]
