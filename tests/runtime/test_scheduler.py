from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from datetime import timedelta

import pytest

from ircpoker.runtime.clock import ManualClock
from ircpoker.runtime.scheduler import LONGEST_PASS, Scheduler


class Bench:
    """A scheduler on a manual clock, and its calls."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.scheduler = Scheduler(self.clock)
        self.diary: list[str] = []

    def note(self, name: str, takes: float = 0.0) -> Callable[[], None]:
        def call() -> None:
            self.diary.append(name)
            self.clock.advance(timedelta(seconds=takes))

        return call

    def pass_time(self, seconds: float) -> list[str]:
        """Let time pass, make one pass, and return the calls."""
        self.clock.advance(timedelta(seconds=seconds))
        self.diary.clear()
        self.scheduler.run_due()
        return self.diary[:]


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_the_earliest_call_comes_first(bench: Bench) -> None:
    assert bench.scheduler.wait() is None
    first, second = bench.scheduler.calls("one"), bench.scheduler.calls("other")
    first.call_at(5.0, "late", bench.note("late"))
    second.call_at(3.0, "soon", bench.note("soon"))
    second.call_at(5.0, "late", bench.note("later"))
    assert bench.scheduler.wait() == 3.0
    assert bench.pass_time(4.0) == ["soon"]
    assert bench.scheduler.wait() == 1.0
    assert bench.pass_time(4.0) == ["late", "later"]
    assert bench.scheduler.wait() is None


def test_a_key_has_one_call_and_can_be_cancelled(bench: Bench) -> None:
    calls = bench.scheduler.calls("table")
    calls.call_at(1.0, "act", bench.note("first"))
    calls.call_after(2.0, "act", bench.note("second"))
    calls.call_after(1.5, "remind", bench.note("remind"))
    assert (calls.due.get("act"), bench.scheduler.wait()) == (2.0, 1.5)
    calls.cancel("remind", "never planned")
    assert calls.due.get("remind") is None
    assert bench.pass_time(1.8) == []
    assert bench.pass_time(1.0) == ["second"]
    calls.call_after(1.0, "act", bench.note("third"))
    calls.cancel_all()
    assert bench.pass_time(9.0) == []


def test_a_group_is_paused_and_resumed_together(bench: Bench) -> None:
    table, other = bench.scheduler.calls("table"), bench.scheduler.calls("other")
    table.call_at(1.0, "a", bench.note("a"))
    other.call_at(1.0, "b", bench.note("b"))
    table.pause()
    table.call_at(2.0, "c", bench.note("c"))
    assert (table.due.get("a"), table.is_paused) == (1.0, True)
    assert bench.pass_time(5.0) == ["b"]
    assert bench.scheduler.wait() is None
    table.resume()
    assert bench.scheduler.wait() == 0.0
    assert bench.pass_time(0.0) == ["a", "c"]


def test_calls_are_replaced(bench: Bench) -> None:
    calls, made = bench.scheduler.calls("table"), []
    calls.replace({"act": 1.0, "deal": 2.0}, made.append)
    calls.replace({"deal": 1.5, "grace": 1.0}, made.append)
    assert calls.due.get("act") is None
    bench.pass_time(1.0)
    assert made == ["grace"]
    calls.replace({"deal": 1.5}, made.append)
    bench.pass_time(5.0)
    assert made == ["grace", "deal"]
    assert bench.scheduler.wait() is None


def test_a_standstill_is_reported_to_all(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    standstills: list[float] = []
    bench.scheduler.on_standstill(lambda seconds: standstills.append(seconds / 0))
    bench.scheduler.on_standstill(standstills.append)
    bench.scheduler.stood_still(75.0)
    assert standstills == [75.0]
    assert "ZeroDivisionError" in caplog.text


def test_a_failure_stops_nobody_else(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    broken, sound = bench.scheduler.calls("broken"), bench.scheduler.calls("sound")

    def fail() -> None:
        raise RuntimeError

    broken.call_at(1.0, "turn", fail)
    sound.call_at(1.0, "turn", bench.note("turn"))
    assert bench.pass_time(1.0) == ["turn"]
    assert "broken: turn failed" in caplog.text
    assert bench.scheduler.wait() is None


def test_a_pass_leaves_the_rest_to_the_next_one(bench: Bench) -> None:
    calls = bench.scheduler.calls("table")
    for number in range(4):
        calls.call_at(1.0, number, bench.note(str(number), takes=0.6 * LONGEST_PASS))
    assert bench.pass_time(1.0) == ["0", "1"]
    assert bench.scheduler.wait() == 0.0
    assert bench.pass_time(0.0) == ["2", "3"]


def test_run_all_due_includes_following_calls(bench: Bench) -> None:
    calls = bench.scheduler.calls("table")

    def act() -> None:
        bench.diary.append("act")
        bench.clock.advance(timedelta(seconds=1))
        if len(bench.diary) < 4:
            calls.call_after(0.0, "act", act)

    calls.call_at(0.0, "act", act)
    bench.scheduler.run_all_due()
    assert bench.diary == ["act"] * 4


def test_endless_calls_are_stopped(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    calls = bench.scheduler.calls("mill")

    def again() -> None:
        calls.call_after(0.0, "again", again)

    again()
    bench.scheduler.run_all_due()
    assert "keep becoming due" in caplog.text


def test_a_sleeper_is_woken_only_by_earlier_calls(bench: Bench) -> None:
    woken: list[str] = []
    calls = bench.scheduler.calls("table")
    bench.scheduler.on_earlier = lambda: woken.append("woken")
    calls.call_at(5.0, "a", bench.note("a"))
    calls.call_at(6.0, "b", bench.note("b"))
    assert len(woken) == 1
    calls.call_at(4.0, "c", bench.note("c"))
    assert len(woken) == 2
    # It sleeps until the time that it was told last, whatever has become of that call.
    assert bench.scheduler.wait() == 4.0
    calls.cancel("c", "a")
    calls.call_at(4.5, "late", bench.note("late"))
    assert len(woken) == 2
    assert bench.scheduler.wait() == 4.5
    bench.scheduler.on_earlier = None
    calls.call_at(1.0, "d", bench.note("d"))
    assert len(woken) == 2


def test_cancelled_calls_free_their_memory(bench: Bench) -> None:
    class Turn:
        def act(self) -> None:
            pass

    calls = bench.scheduler.calls("table")
    calls.call_at(1.5, "stays", bench.note("stays"))
    turn = Turn()
    gone = weakref.ref(turn)
    for _ in range(10_000):
        calls.call_after(60.0, "act", turn.act)
    assert len(bench.scheduler) < 200
    calls.cancel("act")
    del turn
    gc.collect()
    assert gone() is None
    assert bench.pass_time(100.0) == ["stays"]
