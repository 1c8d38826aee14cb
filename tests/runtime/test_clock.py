from datetime import UTC, datetime, timedelta, timezone

from ircpoker.runtime.clock import Clock, ManualClock, SystemClock


def test_system_clock_gives_utc_and_never_runs_backwards() -> None:
    clock: Clock = SystemClock()
    assert clock.now().utcoffset() == timedelta(0)
    readings = [clock.monotonic() for _ in range(100)]
    assert readings == sorted(readings)


def test_manual_clock_moves_only_when_advanced() -> None:
    clock = ManualClock(datetime(2026, 3, 1, 1, tzinfo=timezone(timedelta(hours=2))))
    assert clock.now() == clock.now() == datetime(2026, 2, 28, 23, tzinfo=UTC)
    assert clock.now().tzinfo is UTC
    clock.advance(timedelta(seconds=1.5))
    assert clock.now() == datetime(2026, 2, 28, 23, 0, 1, 500_000, tzinfo=UTC)
    assert clock.monotonic() == 1.5
