"""Robots that think long: in a thread, while everything else goes on."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Event, Thread, main_thread
from weakref import ref

import pytest

from ircpoker.chat.outgoing import Outgoing
from ircpoker.lobby.deadlines import LONGEST_THOUGHT
from ircpoker.lobby.robots import DECISION_SECONDS, LONGEST_WAIT, THINKING_WEIGHT
from ircpoker.runtime.shares import SHARES
from ircpoker.words import Phrase
from tests.lobby.faults import Fault
from tests.lobby.gate import GATE, Ponder
from tests.lobby.hall import CHANNEL, NET, Hall
from tests.waiting import wait_until

ROBOT = "from tests.lobby.gate import Glance, Ponder\nROBOTS = [Glance, Ponder]\n"
THINKS = "ponder thinks …"
MOST_WAITING = SHARES["thoughts"].total


@pytest.fixture(autouse=True)
def _gate() -> Iterator[None]:
    GATE.opened.clear()
    for noted in (GATE.threads, GATE.robots, GATE.asked, GATE.clocks):
        noted.clear()
    GATE.error = GATE.no_answer = None
    yield
    GATE.opened.set()


@pytest.fixture
def handed() -> Event:
    """Set when a thread is done."""
    return Event()


@pytest.fixture
def open_hall(tmp_path: Path, handed: Event) -> Iterator[Callable[..., Hall]]:
    """A hall whose scheduler seems to robots to have a loop."""
    (tmp_path / "ponder.py").write_text(ROBOT)
    halls = []

    def open_with(**rules: float) -> Hall:
        hall = Hall(plugin_path=tmp_path, **rules)
        hall.services.scheduler.on_handed = handed.set
        halls.append(hall)
        return hall

    yield open_with
    for hall in halls:
        hall.check_ledger()
        hall.close()


def to_the_flop(hall: Hall, pause: float = 0.0, where: str = "alice") -> None:
    """Alice, or whose table it is, calls or checks until the robot has to decide on the flop."""
    channel = CHANNEL if where == CHANNEL else None
    nick = "alice" if where == CHANNEL else where
    hall.say(nick, "!play ponder", channel)
    hall.wait(5)
    while not hall.table(where).hand.deal.board or hall.actor(where) == nick:
        if hall.actor(where) == nick:
            hall.say(nick, "!call" if hall.table(where).hand.deal.legal_actions().call else "!check", channel)
        else:
            hall.wait(pause)
    assert hall.actor(where) == "ponder"


def in_thread() -> tuple[Thread, Ponder]:
    """Wait until the robot thinks; return the thread, and the robot."""
    wait_until(lambda: bool(GATE.threads) and GATE.threads[-1] is not main_thread())
    return GATE.threads[-1], GATE.robots[-1]


def go_on(hall: Hall, handed: Event) -> None:
    """Let the robot decide, and take its decision."""
    GATE.opened.set()
    assert handed.wait(120)
    handed.clear()
    hall.run()


@pytest.mark.parametrize("pause", [0.0, 2.0])
def test_everything_goes_on_while_it_thinks(open_hall, handed: Event, pause: float) -> None:
    hall = open_hall(robot_pause=pause)
    to_the_flop(hall, pause)
    actions = len(hall.table("alice").hand.deal.actions)
    assert hall.tell("bob", "!chips")
    hall.wait(0.9)
    assert THINKS not in "".join(hall.to("alice"))
    hall.wait(50)
    assert len(hall.table("alice").hand.deal.actions) == actions
    assert [text for text in hall.to("alice") if THINKS in text] == hall.to("alice")[-1:]
    go_on(hall, handed)
    assert len(hall.table("alice").hand.deal.actions) == actions + 1
    assert GATE.threads[-1] is not main_thread()
    assert main_thread() in GATE.threads, "what does not take long is decided at once"


def test_it_thinks_is_no_longer_true_after_its_decision(open_hall, handed: Event) -> None:
    """The line waits on a slow network; nobody reads it after the action."""
    hall = open_hall()
    waiting: list[Outgoing] = []
    hall.services.outbox.open(
        NET, lambda lines: [waiting.append(each) if each.still else hall.paced.take([each]) for each in lines]
    )
    to_the_flop(hall)
    hall.wait(1.5)
    [line] = waiting
    assert line.reply.text == THINKS
    assert line.shown is not None
    go_on(hall, handed)
    assert line.shown is None
    hall.paced.take([line])
    assert THINKS not in hall.to("alice")


def test_a_robot_is_gone_at_once(open_hall, handed: Event) -> None:
    """The solutions of `nolimit` are large: they must not wait for the garbage collector."""
    hall = open_hall()
    to_the_flop(hall)
    in_thread()
    robot = ref(GATE.robots[-1])
    gc.disable()
    try:
        go_on(hall, handed)
        hall.say("alice", "!leave")
        # The robot may have another turn before.
        wait_until(lambda: hall.wait(1) or not hall.has_table("alice"))
        GATE.robots.clear()
        assert robot() is None
    finally:
        gc.enable()


def test_the_table_sets_its_clock(open_hall, handed: Event) -> None:
    hall = open_hall()
    to_the_flop(hall)
    go_on(hall, handed)
    assert set(GATE.clocks) == {DECISION_SECONDS}


@pytest.mark.slow(1)
def test_those_who_wait_share_the_time_and_beyond_thirty_nobody_waits(
    open_hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Eighty people play a robot that thinks, on one thread."""
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {0}, raising=False)
    hall = open_hall(most_tables=10_000, most_seconds_a_hand=3600)
    people = [f"p{number}" for number in range(80)]
    for nick in people:
        hall.tell(nick, "play ponder 100")
    hall.wait(5)
    threads = hall.table(people[0]).context.threads
    for _ in range(20):
        for nick in people:
            if not hall.table(nick).hand.deal.board and hall.actor(nick) == nick:
                hall.tell(nick, "call" if hall.table(nick).hand.deal.legal_actions().call else "check")
        hall.wait(0.2)
    # The first one thinks, thirty wait, and all others have decided at once.
    assert threads.waiting == MOST_WAITING
    assert GATE.clocks.count(0.0) >= 80 - MOST_WAITING - 1
    GATE.clocks.clear()
    GATE.opened.set()
    wait_until(lambda: not threads.waiting)
    waited = [DECISION_SECONDS / (1 + behind) for behind in range(MOST_WAITING - 1, -1, -1)]
    wait_until(lambda: GATE.clocks == waited)
    hall.run()


def test_after_a_long_wait_it_decides_at_once(open_hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {0}, raising=False)
    hall = open_hall()
    to_the_flop(hall)
    in_thread()
    to_the_flop(hall, where="bob")
    hall.wait(LONGEST_WAIT + 1)
    GATE.clocks.clear()
    GATE.opened.set()
    wait_until(lambda: GATE.clocks == [0.0])


def test_a_table_counts_as_ten_while_its_robot_thinks(open_hall, handed: Event) -> None:
    hall = open_hall(most_tables=THINKING_WEIGHT + 1)
    to_the_flop(hall)
    assert hall.table("alice").weight == THINKING_WEIGHT
    assert "bob sits down" in hall.say("bob", "!open 100")[0]
    assert hall.tell("carol", "play ponder 100") == ["all 11 tables are taken: try again later"]
    go_on(hall, handed)
    assert hall.table("alice").weight == 1
    assert hall.tell("carol", "play ponder 100")[0].startswith("Heads-up")


def test_people_of_one_host_think_no_more_than_their_share(open_hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond it their robots decide at once, and the robot of somebody from elsewhere still thinks."""
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {0}, raising=False)
    crowd = [f"p{number}" for number in range(5)]
    hall = open_hall(most_tables=10_000, nick_owners={nick: f"{nick}@gate.example" for nick in crowd})
    for nick in crowd[:-1]:
        to_the_flop(hall, where=nick)
    assert 0.0 not in GATE.clocks
    hall.tell(crowd[-1], "play ponder")
    hall.wait(5)
    hall.tell(crowd[-1], "call")
    hall.wait(5)
    assert 0.0 in GATE.clocks
    GATE.clocks.clear()
    to_the_flop(hall)
    assert hall.table("alice").is_thinking
    assert set(GATE.clocks) == {DECISION_SECONDS}
    GATE.opened.set()
    decided = len(crowd)  # four of the crowd, and alice
    wait_until(lambda: not hall.table("alice").context.threads.waiting and len(GATE.clocks) >= decided)


def test_without_a_loop_it_has_no_clock(tmp_path: Path) -> None:
    """So that a seed gives the same deals on any machine."""
    (tmp_path / "ponder.py").write_text(ROBOT)
    GATE.opened.set()
    with closing(Hall(plugin_path=tmp_path)) as hall:
        hall.say("alice", "!play ponder")
        hall.wait(5)
        hall.say("alice", "!call")
        hall.wait(5)
    assert GATE.robots
    assert GATE.clocks == []


@pytest.mark.parametrize("where", ["alice", CHANNEL])
def test_it_is_shown_typing_as_long_as_it_thinks(open_hall, handed: Event, where: str) -> None:
    hall = open_hall()
    shown: list[tuple[str, float]] = []
    show = lambda target: shown.append((target, hall.clock.monotonic()))  # noqa: E731 - needs the hall
    hall.services.outbox.open(NET, hall.paced.take, show_typing=show)
    to_the_flop(hall, where=where)
    began = hall.clock.monotonic()
    hall.wait(0.9)
    assert not shown
    hall.wait(9.5)
    assert [(target, round(at - began)) for target, at in shown] == [(where, 1), (where, 4), (where, 7), (where, 10)]
    go_on(hall, handed)
    shown.clear()
    hall.wait(9)
    assert not shown


def test_a_decision_for_a_finished_hand_is_dropped(open_hall) -> None:
    """The robot is created again, as a thread still uses its object."""
    hall = open_hall()
    to_the_flop(hall)
    thread, stale = in_thread()
    decisions = len(GATE.robots)
    deal = hall.table("alice").hand.deal_id
    hall.table("alice").stop()
    assert hall.table("alice").hand is None
    GATE.opened.set()
    thread.join(120)
    hall.run()
    assert hall.table("alice").hand is None
    GATE.opened.clear()
    to_the_flop(hall)
    assert hall.table("alice").hand.deal_id != deal
    wait_until(lambda: len(GATE.robots) > decisions)
    assert stale not in GATE.robots[decisions:]


def test_somebody_leaves_while_it_thinks(open_hall, handed: Event) -> None:
    hall = open_hall()
    hall.seat("alice", "bob")
    hall.say("alice", "!addbot ponder")
    hall.say("carol", "!sit 500")
    hall.say("carol", "!sitout")
    while hall.actor() != "ponder" or not hall.table().hand.deal.board:
        if hall.actor() in {"alice", "bob"}:
            hall.say(hall.actor(), "!call" if hall.table().hand.deal.legal_actions().call else "!check")
        else:
            hall.wait(5)
    hand = hall.table().hand
    assert 4 not in hand.numbers
    hall.say("carol", "!leave")
    assert 4 not in hall.table().seats
    go_on(hall, handed)
    assert hall.actor() != "ponder"


def test_a_thought_that_fails_is_a_failing_robot(open_hall, handed: Event, caplog) -> None:
    hall = open_hall()
    to_the_flop(hall)
    GATE.error = ValueError("no idea")
    actions = len(hall.table("alice").hand.deal.actions)
    go_on(hall, handed)
    assert "the robot ponder failed with ValueError: no idea" in caplog.text
    assert len(hall.table("alice").hand.deal.actions) == actions + 1
    assert hall.table("alice").hand.reasons[-1].why == "it failed, and the log has the reason"
    assert hall.actor("alice") == "alice"


def test_the_network_is_away_when_a_thought_ends(open_hall, handed: Event) -> None:
    hall = open_hall()
    to_the_flop(hall)
    actions = len(hall.table("alice").hand.deal.actions)
    hall.disconnect()
    go_on(hall, handed)
    assert len(hall.table("alice").hand.deal.actions) == actions
    hall.connect()
    hall.services.presence.joined(hall.person("alice"), CHANNEL)
    hall.wait(10)
    assert len(hall.table("alice").hand.deal.actions) > actions


def test_other_tables_do_not_wait(open_hall) -> None:
    hall = open_hall()
    to_the_flop(hall)
    hall.tell("bob", "!play caller")
    hall.wait(5)
    deal = hall.table("bob").hand.deal_id
    hall.tell("bob", "!fold")
    hall.wait(10)
    assert hall.table("bob").hand.deal_id != deal
    assert hall.actor("alice") == "ponder"


def test_the_ledger_fails_when_a_thought_ends(open_hall, handed: Event, monkeypatch) -> None:
    hall = open_hall()
    to_the_flop(hall)
    actions = len(hall.table("alice").hand.deal.actions)
    fault = Fault(monkeypatch, hall, ("save", "post"))
    go_on(hall, handed)
    assert fault.count
    assert len(hall.table("alice").hand.deal.actions) == actions
    fault.is_on = False
    hall.wait(30)
    go_on(hall, handed)
    assert len(hall.table("alice").hand.deal.actions) > actions


def test_the_table_goes_on_without_an_endless_thought(open_hall, monkeypatch, caplog) -> None:
    """Robots of other tables do not wait for its thread."""
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {0}, raising=False)
    hall = open_hall()
    to_the_flop(hall)
    _, endless = in_thread()
    decisions = len(GATE.robots)
    actions = len(hall.table("alice").hand.deal.actions)
    hall.wait(LONGEST_THOUGHT - 10)
    hall.tell("bob", "!play glance")
    hall.wait(8)
    hall.tell("bob", "!call")
    assert hall.actor("bob") == "glance", "the only thread is busy"
    assert len(hall.table("alice").hand.deal.actions) == actions
    hall.wait(2.5)
    assert len(hall.table("alice").hand.deal.actions) == actions + 1
    assert "the robot ponder failed with no decision in 60 seconds" in caplog.text
    assert hall.services.activity.robot_timeouts == {"ponder": 1}
    wait_until(lambda: hall.run() or hall.actor("bob") == "bob")
    hall.tell("alice", "!check")
    wait_until(lambda: len(GATE.robots) > decisions)
    assert GATE.robots[-1] is not endless
    GATE.opened.set()
    wait_until(lambda: hall.run() or hall.actor("alice") == "alice")
    assert len(caplog.records) == 1


def test_a_robots_thought_reminds_nobody(open_hall, handed: Event) -> None:
    hall = open_hall(robot_pause=5.0)
    to_the_flop(hall, 5.0, CHANNEL)
    go_on(hall, handed)
    hall.new_lines()
    hall.wait(4)
    assert hall.actor() == "ponder"
    assert hall.new_lines() == []


def test_robots_get_no_lines(open_hall) -> None:
    hall = open_hall()
    hall.tell("alice", "!play ponder")
    table = hall.table("alice")
    robot = next(seat for seat in table.seats.values() if seat.robot)
    with pytest.raises(TypeError, match="ponder"):
        table.draft().announce(Phrase("table.sat_out"), robot)


@pytest.mark.parametrize("pause", [0.0, 2.0])
def test_it_is_asked_once_whether_it_thinks(open_hall, handed: Event, pause: float) -> None:
    hall = open_hall(robot_pause=pause)
    to_the_flop(hall, pause)
    hall.disconnect()
    hall.connect()
    hall.services.presence.joined(hall.person("alice"), CHANNEL)
    hall.wait(10)
    go_on(hall, handed)
    hall.wait(pause)
    assert hall.actor("alice") == "alice"
    assert len(GATE.asked) == len(set(GATE.asked)) > 1


def test_a_robot_that_cannot_say_whether_it_thinks_is_a_failing_robot(open_hall, caplog) -> None:
    hall = open_hall()
    GATE.no_answer = ValueError("no idea")
    hall.tell("alice", "!play ponder")
    hall.wait(5)
    while not hall.table("alice").hand.deal.board or hall.actor("alice") != "alice":
        hall.tell("alice", "!call" if hall.table("alice").hand.deal.legal_actions().call else "!check")
    hall.tell("alice", "!check")
    hall.run()
    assert "the robot ponder failed with ValueError: no idea" in caplog.text
    assert hall.actor("alice") == "alice"
    assert set(GATE.threads) == {main_thread()}


def test_without_a_loop_a_robot_decides_at_once(open_hall) -> None:
    hall = open_hall()
    hall.services.scheduler.on_handed = None
    GATE.opened.set()
    hall.tell("alice", "!play ponder")
    hall.wait(5)
    while hall.has_table("alice") and hall.table("alice").hand and len(hall.table("alice").hand.deal.board) < 4:
        hall.tell("alice", "!call" if hall.table("alice").hand.deal.legal_actions().call else "!check")
    assert set(GATE.threads) == {main_thread()}


def test_the_time_of_a_thought_is_counted(open_hall, handed: Event) -> None:
    hall = open_hall()
    to_the_flop(hall)
    in_thread()
    hall.wait(3)
    go_on(hall, handed)
    assert hall.services.activity.decisions["ponder"].percentile(100) == pytest.approx(3.0)
