from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircpoker.chat.message import Reply
from ircpoker.chat.outgoing import LineKind, Outgoing, Reader
from ircpoker.transports.irc.queued import LineState, QueuedLine, Traffic
from ircpoker.transports.irc.sendqueue import (
    MOST_COMMANDS,
    MOST_IN_CHANNELS,
    MOST_OF_TABLES,
    MOST_TO_ONE,
    MOST_TO_PEOPLE,
    STALE_AFTER,
    SendQueue,
)

CHANNELS = frozenset("abc")


def answer(text: str, target: str, asker: str = "") -> QueuedLine:
    is_public = target in CHANNELS or target[0] == "#"
    traffic = Traffic.CHANNEL_ANSWER if is_public else Traffic.PRIVATE_ANSWER
    return make_line(text, target, traffic, f"{target} {asker}", LineKind.ANSWER)


def game_line(text: str, target: str = "bob", table: str = "1", *, in_channel: bool = False, **more: Any) -> QueuedLine:
    traffic = Traffic.CHANNEL_TABLE if in_channel or target in CHANNELS else Traffic.PRIVATE_TABLE
    return make_line(text, target, traffic, table, table=table, **more)


def make_line(
    text: str, target: str, traffic: Traffic, stream: str, kind: LineKind = LineKind.NEWS, **more: Any
) -> QueuedLine:
    """Return a line; `more` are facts of its `Outgoing`."""
    reader = Reader("net", target)
    is_public = target in CHANNELS or target[:1] == "#"
    outgoing = Outgoing(reader, Reply((text,)), kind, **more)
    return QueuedLine(outgoing, reader, target, text, traffic, stream, is_public=is_public)


def make_queue(burst: int = 1, interval: float = 1.0) -> SendQueue:
    return SendQueue(burst, interval, CHANNELS)


def put(queue: SendQueue, target: str, *texts: str, now: float = 0.0) -> list[str]:
    """Add answers to one target and return the dropped ones."""
    surplus = [queue.put(answer(text, target), now) for text in texts]
    return [line.text for line in surplus if line is not None]


def take(queue: SendQueue, now: float) -> list[str]:
    """Send the lines that may go at a time, and return them."""
    texts = []
    while lines := queue.pick(now):
        for line in lines:
            queue.remove(line)
            queue.tokens -= 1
            texts.append(line.text)
    return texts


def take_all(queue: SendQueue) -> list[str]:
    """Return all lines in the order in which they go."""
    return [text for second in range(2000) for text in take(queue, float(second))]


class TestRate:
    @given(st.integers(1, 6), st.floats(0.1, 3.0), st.lists(st.floats(0.0, 2.0), max_size=40))
    def test_never_more_than_the_burst_and_one_each_interval(
        self, burst: int, interval: float, pauses: list[float]
    ) -> None:
        queue = make_queue(burst, interval)
        now, sent_at = 0.0, []
        for number, pause in enumerate(pauses):
            now += pause
            queue.put(game_line(str(number)), now)
            sent_at += [now] * len(take(queue, now))
        for index, start in enumerate(sent_at):
            within = sum(start <= at < start + interval * 0.999 for at in sent_at[index:])
            assert within <= burst + 1

    def test_all_lines_are_sent_in_order(self) -> None:
        queue = make_queue(2, 0.5)
        put(queue, "a", *"abcdef")
        now, texts = 0.0, take(queue, 0.0)
        while (wait := queue.wait(now)) is not None:
            now += wait
            texts += take(queue, now)
        assert "".join(texts) == "abcdef"
        assert now == pytest.approx(2.0)

    def test_a_pause_gives_the_burst_back(self) -> None:
        queue = make_queue(2)
        put(queue, "a", *"abc")
        assert take(queue, 0.0) == ["a", "b"]
        assert take(queue, 10.0) == ["c"]
        put(queue, "a", *"def", now=20.0)
        assert take(queue, 20.0) == ["d", "e"]

    def test_without_an_interval_nothing_waits(self) -> None:
        queue = make_queue(1, 0.0)
        put(queue, "a", *"abc")
        assert take(queue, 0.0) == ["a", "b", "c"]
        assert queue.wait(0.0) is None

    def test_urgent_lines_use_up_later_tokens(self) -> None:
        queue = make_queue(2)
        put(queue, "a", *"abc")
        assert take(queue, 0.0) == ["a", "b"]
        queue.tokens -= 1
        assert queue.wait(0.0) == 2.0
        assert take(queue, 1.5) == []
        assert take(queue, 2.0) == ["c"]


class TestAnswers:
    def test_a_waiting_answer_is_not_added_again(self) -> None:
        queue = make_queue()
        assert put(queue, "a", "a", "b", "b", "a") == []
        assert take(queue, 0.0) == ["a"]
        put(queue, "a", "a")
        assert take_all(queue) == ["b", "a"]

    def test_everybody_has_their_turn(self) -> None:
        queue = make_queue()
        put(queue, "a", *(f"chatter {number}" for number in range(5)))
        put(queue, "b", "for b")
        put(queue, "bob", "for bob")
        assert {"chatter 0", "for b", "for bob"} <= set(take_all(queue)[:5])

    def test_the_longest_stream_makes_room(self) -> None:
        queue = make_queue()
        for number in range(MOST_IN_CHANNELS):
            assert queue.put(answer(f"line {number}", "a", f"asker{number % 8}"), 0.0) is None
        late = answer("late", "a", "alice")
        assert queue.put(late, 0.0).text == f"line {MOST_IN_CHANNELS - 8}"
        assert "late" in take_all(queue)

    def test_one_person_cannot_fill_the_queue(self) -> None:
        queue = make_queue()
        texts = [f"line {number}" for number in range(MOST_TO_ONE + 2)]
        assert put(queue, "bob", *texts) == texts[-2:]
        assert put(queue, "eve", "for eve") == []

    def test_fewest_lines_in_the_last_minute_come_first(self) -> None:
        queue = make_queue(2, 10.0)
        for number in range(4):
            queue.put(answer(f"chatter {number}", "a", "eve"), 0.0)
        assert take(queue, 0.0) == ["chatter 0", "chatter 1"]
        queue.put(answer("for bob", "a", "bob"), 1.0)
        queue.put(answer("more for bob", "a", "bob"), 1.0)
        assert [take(queue, at) for at in (10.0, 20.0, 30.0)] == [["for bob"], ["more for bob"], ["chatter 2"]]
        queue.put(answer("last for bob", "a", "bob"), 61.0)
        assert take(queue, 61.0) == ["chatter 3", "last for bob"]

    def test_the_lines_of_an_answer_in_a_channel_stay_together(self) -> None:
        queue = make_queue()
        for asker in ("bob", "eve"):
            for number in range(3):
                line = answer(f"{asker} {number}", "a", asker)
                line.continues = number > 0
                queue.put(line, 0.0)
        assert take_all(queue) == [f"{asker} {number}" for asker in ("bob", "eve") for number in range(3)]


class TestCrowd:
    """Three hundred people ask at once, at one line a second."""

    @pytest.fixture
    def queue(self) -> SendQueue:
        queue = make_queue(4)
        for number in range(300):
            put(queue, f"bob{number}", "one", "two")
        return queue

    def wait_for(self, queue: SendQueue, text: str) -> float:
        """Return the second in which a line is sent."""
        return next(second for second in range(1000) if text in take(queue, float(second)))

    def test_a_crowds_queue_is_limited(self, queue: SendQueue) -> None:
        assert len(list(queue)) == MOST_TO_PEOPLE

    def test_first_come_first_served(self, queue: SendQueue) -> None:
        assert put(queue, "carol", "for the newcomer") == ["for the newcomer"]
        first = [f"bob{number}" for number in range(MOST_TO_PEOPLE // 2)]
        lines = sorted((line.reader.target, line.text) for line in queue)
        assert lines == sorted((nick, text) for nick in first for text in ("one", "two"))

    def test_a_newcomer_has_an_answer_as_soon_as_there_is_room(self, queue: SendQueue) -> None:
        take(queue, 0.0)
        assert put(queue, "carol", "for the newcomer") == []
        assert self.wait_for(queue, "for the newcomer") <= 30

    def test_the_longest_stream_makes_room_for_a_newcomer(self) -> None:
        queue = make_queue(4)
        for number in range(MOST_TO_PEOPLE):
            put(queue, f"bob{number % 2}", f"line {number}")
        assert put(queue, "carol", "for the newcomer") == [f"line {MOST_TO_PEOPLE - 2}"]
        assert "for the newcomer" in take_all(queue)

    def test_a_channel_does_not_wait_for_a_crowd(self, queue: SendQueue) -> None:
        take(queue, 0.0)
        put(queue, "a", "in public")
        assert self.wait_for(queue, "in public") <= 2

    def test_a_table_does_not_wait_for_a_crowd(self, queue: SendQueue) -> None:
        take(queue, 0.0)
        queue.put(game_line("cards"), 0.0)
        assert self.wait_for(queue, "cards") <= 2


class TestTables:
    def test_tables_go_before_answers_but_do_not_silence_them(self) -> None:
        queue = make_queue()
        put(queue, "a", *(f"answer {number}" for number in range(3)))
        for number in range(8):
            queue.put(game_line(f"news {number}", "a"), 0.0)
        assert [text[0] for text in take_all(queue)] == list("nnnannnanna")

    def test_an_answer_that_cannot_go_holds_up_no_table(self) -> None:
        queue = make_queue()
        queue.put(answer("answer", "#away"), 0.0)
        for number in range(8):
            queue.put(game_line(f"news {number}", "a"), 0.0)
        assert take(queue, 0.0) == ["news 0"]
        assert [text for second in range(1, 50) for text in take(queue, float(second))] == [
            f"news {number}" for number in range(1, 8)
        ]
        assert queue.wait(50.0) == STALE_AFTER - 50

    def test_a_table_with_a_question_holds_up_no_other(self) -> None:
        queue = make_queue()
        asked = game_line("asked about")
        asked.state = LineState.ASKING
        for line in (asked, game_line("behind it"), game_line("other", table="2")):
            queue.put(line, 0.0)
        assert take_all(queue) == ["other"]
        assert queue.wait(5000.0) is None

    def test_a_channel_table_stays_a_channel_table(self) -> None:
        queue = make_queue()
        queue.put(game_line("public", "a", table="2"), 0.0)
        assert take(queue, 0.0) == ["public"]
        queue.put(game_line("private", "bob", table="1"), 1.0)
        queue.put(game_line("cards", "eve", table="2", in_channel=True), 1.0)
        assert take_all(queue) == ["cards", "private"]

    def test_table_lines_are_dropped_only_above_a_limit(self) -> None:
        queue = make_queue()
        surplus = [queue.put(game_line("same"), 0.0) for _ in range(MOST_OF_TABLES)]
        assert surplus == [None] * MOST_OF_TABLES
        late = game_line("late")
        assert queue.put(late, 0.0) is late


class TestLinesThatGoTogether:
    def cards(self, queue: SendQueue, *texts: str, table: str = "1") -> None:
        for text in texts:
            queue.put(game_line(text, table=table, confirm=True), 0.0)

    def picked(self, queue: SendQueue, now: float) -> list[str]:
        lines = queue.pick(now)
        for line in lines:
            queue.remove(line)
            queue.tokens -= 1
        return [line.text for line in lines]

    def test_a_group_waits_until_all_its_lines_may_go(self) -> None:
        queue = make_queue(3)
        queue.tokens = 1.0
        self.cards(queue, *"abc")
        queue.put(game_line("d", table="2"), 0.0)
        assert self.picked(queue, 0.0) == []
        assert queue.wait(0.5) == 1.5
        assert self.picked(queue, 1.9) == []
        assert self.picked(queue, 2.0) == ["a", "b", "c"]
        assert self.picked(queue, 3.0) == ["d"]

    def test_groups_are_as_large_as_the_burst(self) -> None:
        queue = make_queue(2)
        self.cards(queue, *"abc")
        queue.put(game_line("d"), 0.0)
        assert [self.picked(queue, at) for at in (0.0, 10.0, 20.0)] == [["a", "b"], ["c"], ["d"]]

    def test_the_rest_goes_when_the_first_is_gone(self) -> None:
        queue = make_queue(3)
        queue.tokens = 1.0
        self.cards(queue, "a", "b")
        queue.put(game_line("c", table="2"), 0.0)
        assert self.picked(queue, 0.0) == []
        for line in [line for line in queue if line.outgoing.confirm]:
            line.state = LineState.DONE
            queue.remove(line)
        assert self.picked(queue, 0.0) == ["c"]


def test_commands_are_limited_and_not_doubled() -> None:
    queue = make_queue()
    for number in range(2 * MOST_COMMANDS):
        for text in (f"JOIN #{number}", "JOIN #0"):
            queue.put(make_line(text, "", Traffic.COMMAND, "", LineKind.COMMAND), 0.0)
    put(queue, "a", "hello")
    texts = take_all(queue)
    assert "hello" in texts[:20]
    assert [text for text in texts if text != "hello"] == [f"JOIN #{number}" for number in range(MOST_COMMANDS)]


class TestPaced:
    """Lines that must not come before their time."""

    @pytest.fixture
    def queue(self) -> SendQueue:
        queue = make_queue(4)
        queue.put(game_line("turn", "a", "1", not_before=5.0), 0.0)
        queue.put(game_line("river", "a", "1", not_before=8.0), 0.0)
        queue.put(game_line("end", "a", "1"), 0.0)
        return queue

    def test_they_hold_up_the_lines_behind_them_and_no_others(self, queue: SendQueue) -> None:
        queue.put(game_line("other", "a", "2"), 0.0)
        put(queue, "a", "answer")
        assert take(queue, 0.0) == ["other", "answer"]
        assert [take(queue, at) for at in (4.9, 5.0, 7.9, 8.0)] == [[], ["turn"], [], ["river", "end"]]

    def test_the_queue_waits_for_their_time(self, queue: SendQueue) -> None:
        assert queue.wait(1.0) == 4.0
        take(queue, 5.0)
        assert queue.wait(5.0) == 3.0

    def test_another_line_does_not_wait_for_them(self, queue: SendQueue) -> None:
        queue.tokens = 0.0
        queue.put(game_line("other", "bob", "2"), 0.0)
        assert queue.wait(0.0) == 3.0
        assert queue.delay(0.0) == 4.0

    def test_they_delay_others_once_they_may_go(self) -> None:
        queue = make_queue()
        for at in (5.0, 8.0):
            queue.put(game_line(str(at), "a", not_before=at), 0.0)
        assert [queue.delay(at) for at in (0.0, 5.0, 8.0)] == [0.0, 1.0, 2.0]

    def test_their_age_counts_from_their_time(self, queue: SendQueue) -> None:
        assert [line.since for line in queue] == [5.0, 8.0, 8.0]

    def test_all_go_at_once_when_the_bot_leaves(self, queue: SendQueue) -> None:
        queue.release()
        assert queue.wait(0.0) == 0.0
        assert take(queue, 0.0) == ["turn", "river", "end"]


@pytest.mark.parametrize(
    ("reader", "followed"),
    [
        (Reader("net", "al", "al@home"), ("al@away", "")),
        (Reader("net", "al", "", "Alice"), ("al@away", "Alice")),
        (Reader("net", "al"), ("", "")),
    ],
    ids=["guest", "account", "anybody"],
)
def test_a_line_follows_its_reader_to_another_address_if_it_is_for_nobody_else(
    reader: Reader, followed: tuple[str, str]
) -> None:
    line = QueuedLine(Outgoing(reader, Reply(("cards",))), reader, "al", "cards", Traffic.PRIVATE_TABLE, "1")
    line.readdress("al@away", None)
    assert (line.reader.address, line.reader.account) == followed
    line.readdress("", "Alicia")
    assert (line.reader.address, line.reader.account) == (followed[0], "Alicia")


@pytest.mark.parametrize(("asked_before", "sent_at_once"), [(0, 5), (6, 5), (7, 3)])
def test_the_reserve_of_games_is_also_for_those_who_ask_little(asked_before: int, sent_at_once: int) -> None:
    queue = make_queue(burst=5)
    for second in range(asked_before):
        queue.put(answer(f"before {second}", "b", "al"), float(second))
        take(queue, float(second))
    for now, text in ((40.0, "turn"), (41.0, "again")):
        queue.put(game_line(text, "a", in_channel=True), now)
    assert take(queue, 41.0) == ["turn", "again"]
    for number in range(6):
        queue.put(answer(f"now {number}", "b", "al"), 50.0)
    assert len(take(queue, 50.0)) == sent_at_once
