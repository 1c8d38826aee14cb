"""How the bot learns that the server took a line, and that it sends more slowly where the server lets it wait."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

import ircpoker
from ircpoker.runtime.delivery import Delivery
from ircpoker.telling.bucket import LineBucket
from ircpoker.transports.irc.login import ECHO, LABELS, WANTED
from ircpoker.transports.irc.receipts import LABEL
from ircpoker.transports.irc.signals import REACTION
from ircpoker.transports.irc.wire import make_tags
from tests.transports.irc.conftest import MakeStay
from tests.transports.irc.desk import Desk, ping

SENT, REFUSED, UNKNOWN, _ = Delivery
DRAFTS = {
    # IRCv3 has ratified `reply` and `channel-context` in 2026; older programs know the draft names.
    "+draft/reply": date(2026, 11, 28),
    "+draft/channel-context": date(2026, 11, 28),
    "draft/react": date(2026, 11, 28),
}
"""The draft names that are sent, with the day on which the specification was looked up."""
LONG_AGO = 366


def make_desk(make_stay: MakeStay, *capabilities: str, interval: float = 0.0, answer: float = 30.0) -> Desk:
    stay = make_stay(interval=interval, answer=answer)
    for each in capabilities:
        stay.receive(f":irc.test CAP dealer ACK :{each}")
    stay.join()
    stay.run(1000)
    return Desk(stay)


def label(number: int) -> str:
    return f"{LABEL}{number}"


class TestLabels:
    @pytest.fixture
    def desk(self, make_stay: MakeStay) -> Desk:
        return make_desk(make_stay, LABELS)

    def test_a_label_is_in_place_of_the_ping(self, desk: Desk) -> None:
        desk.post("alice")
        desk.post("bob")
        assert desk.run() == [
            f"@label={label(1)} NOTICE alice :for alice",
            f"@label={label(2)} NOTICE bob :for bob",
        ]
        assert desk.heard == []
        desk.hear(f"@label={label(1)} :irc.test ACK")
        assert desk.heard == [("for alice", SENT)]
        desk.hear(f"@label={label(2)} :dealer!d@home NOTICE bob :for bob")
        assert desk.heard[1:] == [("for bob", SENT)]

    def test_a_refusal_means_the_line_that_it_names(self, desk: Desk) -> None:
        desk.post("alice", "one")
        desk.post("alice", "two")
        desk.run()
        desk.hear(":irc.test 401 dealer alice :No such nick")  # of a line without a label
        desk.hear(f"@label={label(2)} :irc.test 401 dealer alice :No such nick")
        assert sorted(desk.heard, key=str) == [("one", SENT), ("two", REFUSED)]

    def test_an_answer_of_several_lines_counts_at_its_end(self, desk: Desk) -> None:
        desk.post("alice")
        desk.run()
        desk.hear(f"@label={label(1)} :irc.test BATCH +b1 labeled-response")
        desk.hear("@batch=b1 :irc.test 531 dealer alice :You may not")
        desk.hear("@batch=b1 :dealer!d@home NOTICE alice :for alice")
        assert desk.heard == [("for alice", REFUSED)]
        desk.hear(":irc.test BATCH -b1")
        desk.post("alice", "again")
        desk.run()
        desk.hear(f"@label={label(2)} :irc.test BATCH +b2 labeled-response")
        desk.hear("@batch=b2 :irc.test 301 dealer alice :gone for tea")
        assert desk.heard[1:] == []
        desk.hear(":irc.test BATCH -b2")
        assert desk.heard[1:] == [("again", SENT)]

    def test_somebody_out_of_sight_is_asked_about_and_confirmed_by_a_ping(self, desk: Desk) -> None:
        desk.post("zoe")
        assert desk.run() == ["NOTICE zoe :for zoe", "USERHOST zoe", ping()]

    def test_a_server_that_does_not_answer_gets_pings_again(self, make_stay: MakeStay) -> None:
        desk = make_desk(make_stay, LABELS, answer=5.0)
        desk.post("alice")
        desk.run(6)
        assert desk.heard == [("for alice", UNKNOWN)]
        desk.post("bob")
        assert desk.run() == ["NOTICE bob :for bob", ping()]


class TestEchoes:
    @pytest.fixture
    def desk(self, make_stay: MakeStay) -> Desk:
        return make_desk(make_stay, ECHO)

    def test_an_echo_is_in_place_of_the_ping(self, desk: Desk) -> None:
        desk.hint("alice", "a hint")
        desk.post("alice", "\x0304Ah\x0f Kd")
        desk.post("bob")
        assert [line for line in desk.run() if line.startswith("PING")] == []
        desk.hear(":dealer!d@home NOTICE alice :a hint")
        desk.hear(":alice!user@home NOTICE alice :Ah Kd")
        assert desk.heard == []
        desk.hear(":dealer!d@home NOTICE alice :Ah Kd")
        assert [delivery for _, delivery in desk.heard] == [SENT]

    def test_a_refusal_in_its_place(self, desk: Desk) -> None:
        desk.post("alice")
        desk.post("bob")
        desk.run()
        desk.hear(":irc.test 716 dealer bob :is in +g mode")
        assert desk.heard == [("for bob", REFUSED)]
        desk.hear(":dealer!d@home NOTICE alice :for alice")
        assert desk.heard[1:] == [("for alice", SENT)]

    @pytest.mark.parametrize(
        ("offered", "asked"),
        [(f"{ECHO} {LABELS} batch", f"batch {LABELS}"), (f"{ECHO} batch", f"batch {ECHO}")],
    )
    def test_it_is_asked_for_only_where_there_are_no_labels(
        self, make_stay: MakeStay, offered: str, asked: str
    ) -> None:
        assert make_stay().receive(f":s CAP * LS :{offered}") == [f"CAP REQ :{asked}"]


class TestPace:
    def test_it_is_never_faster_than_configured(self) -> None:
        bucket = LineBucket(4, 2.0)
        bucket.level(0.0)
        for _ in range(20):
            bucket.speed_up()
        assert bucket.seconds(1) == 2.0
        for _ in range(20):
            bucket.slow_down(0.0)
        assert bucket.seconds(1) == 16.0
        assert bucket.level(0.0) == 1.0
        for _ in range(40):
            bucket.speed_up()
        assert bucket.seconds(1) == 2.0

    def test_a_server_that_is_too_busy_gets_half_as_many_lines(self, make_stay: MakeStay) -> None:
        desk = make_desk(make_stay, interval=1.0)
        desk.hear(":irc.test 263 dealer NOTICE :Please wait a while and try again")
        for number in range(6):
            desk.announce(f"line {number}", table=str(number))
        assert len(desk.run(0.1)) == 1
        assert len(desk.run(4.0)) == 2

    def test_growing_lag_slows_it_down_and_quick_answers_bring_it_back(self, make_stay: MakeStay) -> None:
        desk = make_desk(make_stay, interval=1.0)
        pace, paces = desk.stay.session.sender.bucket, []
        for number, lag in enumerate((0.2, 0.4, 3.0, 5.0, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3), 1):
            desk.post("alice", f"cards {number}")
            desk.run(lag)
            desk.pong(number)
            paces.append(pace.seconds(1))
            desk.run(60)
        assert paces[:4] == [1.0, 1.0, 2.0, 4.0]
        assert paces[4:] == sorted(paces[4:], reverse=True)
        assert paces[-1] == 1.0


def test_each_draft_name_that_is_sent_was_looked_up_within_a_year() -> None:
    """A draft may change, or become final under another name: look again, and write down the day."""
    tags = make_tags(msgid="1", channel="#a").split(";")
    sent = {name for name in [tag.partition("=")[0] for tag in tags] if "draft/" in name}
    assert {name.replace("draft/", "") for name in sent} < {tag.partition("=")[0] for tag in tags}
    assert sent | {REACTION} == DRAFTS.keys()
    assert not [name for name in WANTED if name.startswith("draft/")]
    for file in (Path(ircpoker.__file__).parent / "transports").rglob("*.py"):
        assert set(re.findall(r"draft/([a-z-]+)", file.read_text())) <= {"react", "reply", "channel-context"}
    assert all((date.today() - day).days <= LONG_AGO for day in DRAFTS.values())  # noqa: DTZ011 - a day is enough
