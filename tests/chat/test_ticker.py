from __future__ import annotations

from datetime import timedelta

import pytest

from ircpoker.chat.ticker import FAILED_PAUSE, Ticker
from ircpoker.clock import ManualClock


class Alarm:
    """Rings at its times and writes down when it did."""

    def __init__(self, *times: float, diary: list[str] | None = None, name: str = "") -> None:
        self.times = list(times)
        self.diary = diary if diary is not None else []
        self.name = name

    def next_deadline(self) -> float | None:
        return self.times[0] if self.times else None

    def tick(self) -> None:
        self.diary.append(f"{self.name}{self.times.pop(0):g}")

    def closing(self) -> None:
        self.diary.append(f"{self.name} closing")


class Broken(Alarm):
    def tick(self) -> None:
        raise RuntimeError

    def closing(self) -> None:
        raise RuntimeError


class Senseless(Alarm):
    def next_deadline(self) -> float | None:
        raise RuntimeError


def clock_at(seconds: float) -> ManualClock:
    clock = ManualClock()
    clock.advance(timedelta(seconds=seconds))
    return clock


def test_waits_for_the_earliest() -> None:
    ticker = Ticker()
    assert ticker.wait(0.0) is None
    for alarm in (Alarm(), Alarm(5.0, 9.0), Alarm(3.0)):
        ticker.add(alarm)
    assert ticker.wait(1.0) == 2.0
    assert ticker.wait(4.0) == 0.0


def test_each_that_is_due_acts_once_in_the_order_of_registration() -> None:
    ticker, diary = Ticker(), list[str]()
    ticker.add(Alarm(2.0, 3.0, diary=diary, name="a"))
    ticker.add(Alarm(9.0, diary=diary, name="b"))
    ticker.add(Alarm(1.0, diary=diary, name="c"))
    ticker.tick(5.0)
    assert diary == ["a2", "c1"]
    assert ticker.wait(5.0) == 0.0


def test_all_that_is_due_can_be_done_at_once() -> None:
    ticker, diary = Ticker(), list[str]()
    ticker.add(Alarm(1.0, 2.0, 3.0, diary=diary))
    ticker.tick_all(clock_at(2.5))
    assert diary == ["1", "2"]
    assert ticker.wait(2.5) == 0.5


def test_what_takes_time_and_leads_to_more_at_once_is_done_too() -> None:
    class Chain(Alarm):
        def tick(self) -> None:
            super().tick()
            clock.advance(timedelta(seconds=1))
            if clock.monotonic() < 5:
                self.times.append(clock.monotonic())

    clock, diary = clock_at(1.0), list[str]()
    ticker = Ticker()
    ticker.add(Chain(1.0, diary=diary))
    ticker.tick_all(clock)
    assert diary == ["1", "2", "3", "4"]


def test_what_is_due_without_end_is_left_in_the_end(caplog: pytest.LogCaptureFixture) -> None:
    class Mill(Alarm):
        def tick(self) -> None:
            self.diary.append("again")

    mill = Mill(0.0)
    ticker = Ticker()
    ticker.add(mill)
    ticker.tick_all(clock_at(1.0))
    assert len(mill.diary) == 1000
    assert "without end" in caplog.text


@pytest.mark.parametrize("faulty", [Broken(1.0), Senseless()])
def test_a_failure_stops_nobody_else_and_waits_a_while(faulty: Alarm, caplog: pytest.LogCaptureFixture) -> None:
    ticker, diary = Ticker(), list[str]()
    ticker.add(faulty)
    ticker.add(Alarm(1.0, diary=diary))
    ticker.tick(1.0)
    assert diary == ["1"]
    assert caplog.text.count("failed at its time") == 1
    assert ticker.wait(1.0) == FAILED_PAUSE
    ticker.tick(1.0 + FAILED_PAUSE / 2)
    assert caplog.text.count("failed at its time") == 1
    ticker.tick(1.0 + FAILED_PAUSE)
    assert caplog.text.count("failed at its time") == 2


def test_the_end_is_told_to_all(caplog: pytest.LogCaptureFixture) -> None:
    ticker, diary = Ticker(), list[str]()
    ticker.add(Broken())
    ticker.add(Alarm(diary=diary))
    ticker.closing()
    assert diary == [" closing"]
    assert "Broken failed at the end" in caplog.text


def test_whoever_sleeps_is_woken() -> None:
    ticker, woken = Ticker(), list[str]()
    ticker.wake()
    ticker.on_wake(lambda: woken.append("woken"))
    ticker.wake()
    ticker.add(Alarm())
    ticker.on_wake(None)
    ticker.wake()
    assert woken == ["woken"] * 2
