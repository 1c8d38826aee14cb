from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import timedelta

from ircpoker.runtime.clock import ManualClock, SystemClock
from ircpoker.runtime.scheduler import Scheduler
from ircpoker.transports.loop import run_scheduler


async def _with_scheduler(scheduler: Scheduler, happened: asyncio.Event) -> None:
    """Run a scheduler until something has happened."""
    task = asyncio.create_task(run_scheduler(scheduler))
    await happened.wait()
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


def test_planned_calls_come_in_time() -> None:
    async def main() -> None:
        scheduler, happened, diary = Scheduler(SystemClock()), asyncio.Event(), list[str]()
        calls = scheduler.calls("test")
        calls.call_after(0.0, "now", lambda: diary.append("now"))
        calls.call_after(0.05, "soon", happened.set)
        calls.call_after(3600.0, "late", lambda: diary.append("late"))
        await _with_scheduler(scheduler, happened)
        assert diary == ["now"]

    asyncio.run(main())


def test_a_loop_that_has_ended_is_not_woken() -> None:
    async def main(scheduler: Scheduler) -> None:
        happened = asyncio.Event()
        scheduler.calls("test").call_after(0.0, "now", happened.set)
        await _with_scheduler(scheduler, happened)

    scheduler, diary = Scheduler(SystemClock()), list[str]()
    asyncio.run(main(scheduler))
    assert not scheduler.has_loop
    # As by a robot's thread: nobody takes it before another loop runs.
    scheduler.hand_over(lambda: diary.append("handed over"))
    scheduler.calls("test").call_after(0.0, "later", lambda: diary.append("later"))
    assert scheduler.wait() == 0
    scheduler.run_all_due()
    assert diary == ["handed over", "later"]


def test_a_new_call_wakes_the_loop() -> None:
    async def main() -> None:
        scheduler, happened = Scheduler(SystemClock()), asyncio.Event()
        calls = scheduler.calls("test")
        asyncio.get_running_loop().call_later(0.02, lambda: calls.call_after(0.0, "new", happened.set))
        await _with_scheduler(scheduler, happened)

    asyncio.run(main())


def test_endless_calls_leave_turns_to_others() -> None:
    async def main() -> None:
        scheduler, happened = Scheduler(SystemClock()), asyncio.Event()
        calls = scheduler.calls("mill")

        def again() -> None:
            calls.call_after(0.0, "again", again)

        again()
        asyncio.get_running_loop().call_later(0.02, happened.set)
        await _with_scheduler(scheduler, happened)

    asyncio.run(main())


def test_a_standstill_is_reported_before_due_calls() -> None:
    async def main() -> None:
        clock, happened, diary = ManualClock(), asyncio.Event(), list[str]()
        scheduler = Scheduler(clock)
        calls = scheduler.calls("test")
        calls.call_after(45.0, "act", lambda: diary.append("time is out"))
        scheduler.on_standstill(lambda seconds: diary.append(f"stopped for {seconds:g}"))
        scheduler.on_standstill(lambda _: calls.cancel("act"))

        async def pass_time() -> None:
            # A sleep of a second or two is not reported.
            for number, seconds in enumerate((2, 75, 2)):
                looked = asyncio.Event()
                calls.call_after(0.0, number, looked.set)
                await looked.wait()
                clock.advance(timedelta(seconds=seconds))
            calls.call_after(0.0, "end", happened.set)

        passing = asyncio.create_task(pass_time())
        await _with_scheduler(scheduler, happened)
        await passing
        assert diary == ["stopped for 75"]

    asyncio.run(main())
