from __future__ import annotations

import pytest

from ircpoker.chat.ticker import FAILED_PAUSE, Ticker


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
    ticker.tick_all(2.5)
    assert diary == ["1", "2"]
    assert ticker.wait(2.5) == 0.5


def test_what_is_due_without_end_is_left_in_the_end(caplog: pytest.LogCaptureFixture) -> None:
    class Mill(Alarm):
        def tick(self) -> None:
            self.diary.append("again")

    mill = Mill(0.0)
    ticker = Ticker()
    ticker.add(mill)
    ticker.tick_all(1.0)
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
