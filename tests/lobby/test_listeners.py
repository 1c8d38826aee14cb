"""Those who listen to a table beside the chat: none of them can hold it up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from msgspec.structs import replace

from ircpoker.lobby.events import DealEnded, OwnCards, Progress
from ircpoker.lobby.listeners import MOST_WAITING, Batch, Listeners, TableListener
from tests.lobby.hall import CHANNEL, Hall


@pytest.fixture
def hall() -> Iterator[Hall]:
    with Hall() as opened:
        opened.seat("alice", "bob")
        yield opened


def listen(hall: Hall, on_more: Callable[[], None] = lambda: None, where: str = CHANNEL) -> TableListener:
    return hall.listeners.add(hall.table(where).id, on_more)


def events(batch: Batch, kind: type) -> list[object]:
    return [each.announcement.event for each in batch.heard if isinstance(each.announcement.event, kind)]


def call_on(hall: Hall, turns: int) -> None:
    """Let everybody check and call."""
    for _ in range(turns):
        if nick := hall.actor():
            hall.say(nick, "!call")
        else:
            hall.wait(5)


def test_a_listener_gets_each_announcement_with_the_lines_of_the_chat(hall: Hall) -> None:
    screen = listen(hall)
    hall.new_lines()
    hall.say(hall.actor(), "!fold")
    hall.wait(6)
    batch = screen.take()
    assert not batch.has_missed
    assert events(batch, DealEnded)
    assert events(batch, Progress)
    assert events(batch, OwnCards), "also those for one person, which it must not pass on"
    lines = [line for heard in batch.heard for line in heard.lines]
    assert [line for line in hall.new_lines() if line in lines] == lines
    assert screen.take() == ([], False)


def test_a_listener_hears_of_changes_without_announcements(hall: Hall) -> None:
    calls: list[int] = []
    screen = listen(hall, lambda: calls.append(1))
    hall.services.presence.parted(hall.person("alice"), CHANNEL)
    assert calls
    assert screen.take() == ([], False)


@pytest.mark.slow(1)
def test_a_listener_that_falls_behind_gets_the_state_anew(hall: Hall) -> None:
    screen = listen(hall)
    call_on(hall, MOST_WAITING)
    batch = screen.take()
    assert batch.has_missed
    assert len(batch.heard) <= MOST_WAITING
    assert screen.take() == ([], False)


def test_a_listener_hears_one_table(hall: Hall) -> None:
    screen = listen(hall)
    hall.tell("carol", "!play caller")
    own = listen(hall, where="carol")
    hall.tell("carol", "fold")
    hall.wait(1)
    assert events(own.take(), OwnCards)
    assert not [each for each in screen.take().heard if each.announcement.place.is_private]


def test_a_listener_that_raises_disturbs_nobody(hall: Hall, caplog: pytest.LogCaptureFixture) -> None:
    def fail() -> None:
        raise RuntimeError("broken screen")

    broken, whole = listen(hall, on_more=fail), listen(hall)
    hall.say(hall.actor(), "!call")
    assert "a listener to table" in caplog.text
    assert broken.take() == ([], True)
    assert events(whole.take(), Progress)
    assert hall.actor()


def test_a_listener_that_blocks_the_loop_is_named(hall: Hall, caplog: pytest.LogCaptureFixture) -> None:
    listen(hall, on_more=lambda: hall.clock.advance(timedelta(milliseconds=150)))
    hall.say(hall.actor(), "!call")
    assert "held up the bot for 150 ms" in caplog.text


@pytest.mark.slow(1)
def test_a_listener_that_waits_for_ever_disturbs_nobody(hall: Hall) -> None:
    """Its task never gets to the second batch; the tables go on, and it would get the state anew."""

    async def play() -> None:
        more, taken = asyncio.Event(), []
        screen = listen(hall, on_more=more.set)

        async def show() -> None:
            await more.wait()
            taken.append(screen.take())
            await asyncio.Event().wait()

        task = asyncio.create_task(show())
        hall.say(hall.actor(), "!call")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        call_on(hall, MOST_WAITING)
        await asyncio.sleep(0)
        assert len(taken) == 1
        assert screen.take().has_missed
        task.cancel()

    asyncio.run(play())
    assert hall.to(CHANNEL)


def test_a_removed_listener_hears_nothing(hall: Hall) -> None:
    screen = listen(hall)
    hall.listeners.remove(screen)
    hall.say(hall.actor(), "!call")
    assert screen.take() == ([], False)


def test_a_listener_may_remove_that_of_another_table(hall: Hall) -> None:
    screen = listen(hall)
    hall.say(hall.actor(), "!fold")
    news = replace(screen.take().heard[0].announcement, table="one", beside=("two",))
    listeners = Listeners(hall.services.scheduler, lambda announcements: [()] * len(announcements))
    here = listeners.add("one", lambda: listeners.remove(there))
    there = listeners.add("two", lambda: None)
    listeners.announce([news])
    assert len(here.take().heard) == 1
    assert there.take().heard == []
