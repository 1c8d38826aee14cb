"""Robots that think long: in a thread, while everything else goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest

from ircpoker.lobby import recovery
from tests.lobby.gate import GATE
from tests.lobby.hall import CHANNEL, Hall
from tests.waiting import wait_until

ROBOT = "from tests.lobby.gate import Ponder\nROBOTS = [Ponder]\n"
THINKS = "ponder thinks …"


@pytest.fixture(autouse=True)
def _gate() -> Iterator[None]:
    GATE.opened.clear()
    GATE.threads.clear()
    GATE.error = None
    yield
    GATE.opened.set()


@pytest.fixture
def open_hall(tmp_path: Path) -> Iterator[Callable[..., Hall]]:
    """A hall whose scheduler has a loop as far as robots can see; `handed` is set when a thread is done."""
    (tmp_path / "ponder.py").write_text(ROBOT)
    halls = []

    def open_with(**rules: float) -> Hall:
        hall = Hall(plugin_path=tmp_path, **rules)
        hall.services.scheduler.on_handed(handed.set)
        halls.append(hall)
        return hall

    handed = Event()
    open_with.handed = handed  # type: ignore[attr-defined]  # for the tests
    yield open_with
    for hall in halls:
        hall.check_ledger()
        hall.close()


def to_the_flop(hall: Hall, pause: float = 0.0) -> None:
    """Alice calls or checks until the robot has to decide on the flop."""
    hall.tell("alice", "!play ponder")
    hall.wait(5)
    while not hall.table("alice").hand.deal.board or hall.actor("alice") == "alice":
        if hall.actor("alice") == "alice":
            hall.tell("alice", "!call" if hall.table("alice").hand.deal.legal_actions().call else "!check")
        else:
            hall.wait(pause)
    assert hall.actor("alice") == "ponder"


def go_on(hall: Hall, handed: Event) -> None:
    """Let the robot decide, and what it found be taken."""
    GATE.opened.set()
    assert handed.wait(120)
    handed.clear()
    hall.run()


@pytest.mark.parametrize("pause", [0.0, 2.0])
def test_everything_goes_on_while_it_thinks(open_hall, pause: float) -> None:
    hall = open_hall(robot_pause=pause)
    to_the_flop(hall, pause)
    actions = len(hall.table("alice").hand.deal.actions)
    assert hall.tell("bob", "!chips")
    hall.wait(2.5)
    assert THINKS not in "".join(hall.to("alice"))
    hall.wait(60)
    assert len(hall.table("alice").hand.deal.actions) == actions
    assert [text for text in hall.to("alice") if THINKS in text] == hall.to("alice")[-1:]
    go_on(hall, open_hall.handed)
    assert len(hall.table("alice").hand.deal.actions) == actions + 1
    assert GATE.threads[-1].startswith("work ")
    assert "MainThread" in GATE.threads, "what does not take long is decided at once"


def test_what_it_finds_for_a_hand_that_is_gone_is_dropped(open_hall) -> None:
    hall = open_hall()
    to_the_flop(hall)
    wait_until(lambda: "work 0" in GATE.threads)
    deal = hall.table("alice").hand.deal_id
    recovery.stop(hall.table("alice"))
    assert hall.table("alice").hand is None
    go_on(hall, open_hall.handed)
    assert hall.table("alice").hand is None
    hall.wait(10)
    assert hall.table("alice").hand.deal_id != deal
    assert not hall.table("alice").hand.deal.board


def test_a_thought_that_fails_is_a_failing_robot(open_hall, caplog) -> None:
    hall = open_hall()
    to_the_flop(hall)
    GATE.error = ValueError("no idea")
    actions = len(hall.table("alice").hand.deal.actions)
    go_on(hall, open_hall.handed)
    assert "the robot ponder failed with ValueError: no idea" in caplog.text
    assert len(hall.table("alice").hand.deal.actions) == actions + 1
    assert hall.actor("alice") == "alice"


def test_a_network_that_is_away_when_it_is_done(open_hall) -> None:
    hall = open_hall()
    to_the_flop(hall)
    actions = len(hall.table("alice").hand.deal.actions)
    hall.disconnect()
    go_on(hall, open_hall.handed)
    assert len(hall.table("alice").hand.deal.actions) == actions
    hall.connect()
    hall.services.presence.joined(hall.person("alice"), CHANNEL)
    hall.wait(10)
    assert len(hall.table("alice").hand.deal.actions) > actions


def test_another_table_is_not_waited_for(open_hall) -> None:
    hall = open_hall()
    to_the_flop(hall)
    hall.tell("bob", "!play caller")
    hall.wait(5)
    deal = hall.table("bob").hand.deal_id
    hall.tell("bob", "!fold")
    hall.wait(10)
    assert hall.table("bob").hand.deal_id != deal
    assert hall.actor("alice") == "ponder"


def test_without_a_loop_it_decides_at_once(open_hall) -> None:
    hall = open_hall()
    hall.services.scheduler.on_handed(None)
    GATE.opened.set()
    hall.tell("alice", "!play ponder")
    hall.wait(5)
    while hall.has_table("alice") and hall.table("alice").hand and len(hall.table("alice").hand.deal.board) < 4:
        hall.tell("alice", "!call" if hall.table("alice").hand.deal.legal_actions().call else "!check")
    assert set(GATE.threads) == {"MainThread"}
