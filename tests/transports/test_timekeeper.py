from __future__ import annotations

import asyncio
from contextlib import suppress

from ircpoker.chat.ticker import Ticker
from ircpoker.clock import SystemClock
from ircpoker.transports.timekeeper import keep_time
from tests.chat.test_ticker import Alarm


def run(ticker: Ticker, seconds: float, *, meanwhile: Alarm | None = None) -> None:
    async def main() -> None:
        task = asyncio.create_task(keep_time(ticker, SystemClock()))
        await asyncio.sleep(seconds / 2)
        if meanwhile is not None:
            ticker.add(meanwhile)
        await asyncio.sleep(seconds / 2)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    asyncio.run(main())


def test_what_is_planned_happens_in_time_and_what_is_not_does_not() -> None:
    ticker, now = Ticker(), SystemClock().monotonic()
    soon, late = Alarm(now, now, now + 0.05), Alarm(now + 60)
    ticker.add(soon)
    ticker.add(late)
    run(ticker, 0.2)
    assert not soon.times
    assert late.times


def test_a_sleeper_is_woken_for_what_is_new() -> None:
    ticker = Ticker()
    alarm = Alarm(SystemClock().monotonic())
    run(ticker, 0.1, meanwhile=alarm)
    assert not alarm.times


def test_others_have_their_turn_while_something_is_due_without_end() -> None:
    class Mill(Alarm):
        def tick(self) -> None:
            self.diary.append("again")

    mill, ticker = Mill(0.0), Ticker()
    ticker.add(mill)
    run(ticker, 0.1)
    assert 1 < len(mill.diary) <= 100
