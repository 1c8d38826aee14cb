"""Notices of games on the console."""

from __future__ import annotations

import asyncio
import io
from contextlib import closing
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ircpoker.app import open_feed
from ircpoker.chat.commands import Command
from ircpoker.chat.message import Message, Reply
from ircpoker.chat.outgoing import Outgoing, reader_of
from ircpoker.chat.router import Router
from ircpoker.config.networks import CONSOLE_NETWORK
from ircpoker.errors import TransportError
from ircpoker.people import Listener, Person
from ircpoker.runtime.clock import ManualClock
from ircpoker.runtime.delivery import Delivery
from ircpoker.screen.lines import LineTable
from ircpoker.screen.look import Look
from ircpoker.screen.marks import ASCII
from tests.chat.routers import make_router
from tests.chat.test_presence import Diary
from tests.screen.talking import Typed, run_console
from tests.screen.terminals import environment, terminal

ALICE = Person("console", "alice", "alice")


class Whisper:
    """A game with one command, `tell NICK TEXT`, and a robot that acts at its times."""

    def __init__(self, *times: float) -> None:
        self.router = make_router()
        self.outcomes: list[Delivery] = []
        self.diary = Diary()
        self.router.add(Command("tell", usage="nick text", summary="whispers", handler=self._tell, examples=()))
        services = self.router.services
        services.presence.listen(self.diary)
        add_robot(self.router, *times)

    def _tell(self, _message: Message, arguments: str) -> list[Reply]:
        nick, _, text = arguments.partition(" ")
        reply = Reply((text,), private=True)
        reader = reader_of(Person("console", nick, nick.casefold()))
        line = Outgoing(reader, reply, on_delivery=self.outcomes.append)
        self.router.services.outbox.post(line)
        return [Reply((f"told {nick}",))]

    def converse(self, text: str, output: io.StringIO | None = None) -> list[str]:
        output = output or io.StringIO()
        assert run_console(self.router, nick="alice", input=io.StringIO(text), output=output) == 0
        return output.getvalue().splitlines()


class Robot(Listener):
    def __init__(self, router: Router) -> None:
        self._outbox = router.services.outbox

    def closing(self) -> None:
        self.say("the table is kept")

    def say(self, text: str) -> None:
        self._outbox.post(Outgoing(reader_of(ALICE), Reply((text,))))


def add_robot(router: Router, *times: float) -> None:
    robot = Robot(router)
    calls = router.services.scheduler.calls("robot")
    for number, at in enumerate(times):
        calls.call_at(at, number, partial(robot.say, f"robot acts at {at:g}"))
    router.services.presence.listen(robot)


class TestLeaving:
    """`quit now` leaves as `quit` does, and a line says what becomes of a deal in progress."""

    def converse(self, text: str, **bot: Any) -> list[str]:
        router = make_router(("holdem", "help"), **bot)
        output = io.StringIO()
        with closing(router.services):
            assert run_console(router, nick="alice", input=io.StringIO(text), output=output) == 0
        return output.getvalue().splitlines()

    @pytest.mark.parametrize("line", ["quit now", "Quit!", "exit please", "/quit now", "quit"])
    def test_it_leaves_and_the_deal_is_kept(self, tmp_path: Path, line: str) -> None:
        ledger = {"database": f"sqlite:///{tmp_path}/console.db", "history": tmp_path}
        lines = self.converse(f"play caller 200\n{line}\nabout\n", **ledger)
        assert lines[-2].startswith("5 to win 15, 195 left"), "nobody has folded"
        assert lines[-1].startswith("Your deal and your chips are kept: they go on when you start the console again")
        again = self.converse("call\n", **ledger)
        assert [line for line in again if line.startswith("#1 you hold")]
        assert [line for line in again if line.startswith("caller checks | FLOP")]

    def test_a_game_in_memory_ends(self) -> None:
        lines = self.converse("play caller 200\nquit\n")
        assert lines[-1] == "This game was only in memory: your deal and your chips end with this console."

    @pytest.mark.parametrize("before", ["", "play caller 200\nleave\n"])
    def test_without_a_seat_there_is_no_such_line(self, before: str) -> None:
        assert not any("your chips" in line for line in self.converse(f"{before}quit now\n"))

    @pytest.mark.parametrize("line", ["quit the table", "!quit", "quit game"])
    def test_the_table_is_left(self, line: str) -> None:
        lines = self.converse(f"play caller 200\n{line}\nabout\n")
        assert lines[-2].startswith("The table is closed: you leave with ")
        assert lines[-1].startswith("ircpoker ")


def test_notices_follow_the_answer() -> None:
    game = Whisper()
    assert game.converse("tell alice your cards\n") == ["told alice", "your cards", "the table is kept"]
    assert game.outcomes == [Delivery.SENT]


def test_a_notice_to_somebody_silent() -> None:
    game = Whisper()
    lines = game.converse("/nick Bob\ntell ALICE psst\ntell bob you\ntell carol who\n/nick carol\ntell carol you\n")
    assert lines == [
        "you are Bob now",
        "told ALICE",
        "(to alice) psst",
        "told bob",
        "you",
        "told carol",
        "you are carol now",
        "told carol",
        "you",
        "(to alice) the table is kept",
    ]
    assert game.outcomes == [Delivery.SENT, Delivery.SENT, Delivery.REFUSED, Delivery.SENT]


def test_due_calls_run_before_the_next_line() -> None:
    game = Whisper(0.0, 0.0, 5.0)
    assert game.converse("about\n")[:2] == ["robot acts at 0", "robot acts at 0"]
    assert game.converse("/nick\n") == ["you are alice", "the table is kept"]


def test_games_see_the_console_open_and_close() -> None:
    game = Whisper()
    game.converse("/quit\n")
    opened = [("connected", "console"), ("arrived", "alice")]
    assert game.diary.entries == [*opened, ("closing",), ("quit", "alice"), ("disconnected", "console")]


def test_a_failing_output_ends_only_the_console() -> None:
    class Full(io.StringIO):
        def write(self, text: str) -> int:
            if "cards" in text:
                raise OSError(28, "No space left on device")
            return super().write(text)

        def fileno(self) -> int:
            raise OSError

    game = Whisper()
    with pytest.raises(TransportError, match="No space left"):
        game.converse("tell alice cards\ntell alice again\n", Full())


def lines_at(seconds: list[float], *posts: tuple[str, str, float | None]) -> list[list[str]]:
    """Post lines of tables, each with its table and earliest time, and return what is shown after each time."""
    router = make_router()
    clock = router.services.clock
    assert isinstance(clock, ManualClock)
    shown = []

    async def run() -> None:
        async with open_feed(router, CONSOLE_NETWORK, "alice", keeps_time=False) as client:
            for text, table, due in posts:
                line = Outgoing(reader_of(ALICE), Reply((text,)), table=table, due=due)
                router.services.outbox.post(line)
            typist = Clocked()
            await LineTable(client, typist, Look(ASCII, has_suits=False, has_colour=False)).run()
            shown.append(typist.shown)

    class Clocked(Typed):
        """Somebody who says nothing while time passes."""

        async def read(self) -> str | None:
            shown.append(list(self.shown))
            if not seconds:
                return None
            clock.advance(timedelta(seconds=seconds.pop(0)))
            router.services.scheduler.run_all_due()
            return "/nick"

    asyncio.run(run())
    return [[line for line in lines if line != "you are alice"] for lines in shown]


class TestPaced:
    """Lines that must not come before their time."""

    def test_they_come_at_their_time_and_the_later_lines_of_the_table_behind_them(self) -> None:
        posts = ("turn", "1", 2.0), ("river", "1", 4.0), ("end", "1", None), ("other", "2", None)
        _, early, second, third, _ = lines_at([1.9, 0.1, 2.0], *posts)
        assert (early, second) == (["other"], ["other", "turn"])
        assert third == ["other", "turn", "river", "end"]

    def test_they_come_at_once_when_the_console_is_left(self) -> None:
        assert lines_at([], ("turn", "", 2.0)) == [[], ["turn"]]


PROGRAM = """
import sys
from ircpoker.chat.outgoing import Outgoing, reader_of
from ircpoker.people import Listener
from ircpoker.chat.message import Reply
from ircpoker.runtime.clock import SystemClock
from tests.screen.talking import run_console
from dataclasses import replace
from ircpoker.chat.commands import Command
from tests.chat.routers import make_router
from tests.screen.test_conversation import add_robot

def wake(message, arguments):
    now = SystemClock().monotonic()
    add_robot(router, now + 0.1, now + 0.2)
    return [Reply(("it wakes up",))]

router = make_router()
router.services = replace(router.services, clock=SystemClock())
router.add(Command("wake", summary="wakes the robot", handler=wake, examples=()))
sys.exit(run_console(router, nick="alice"))
"""


def test_notices_come_above_the_prompt(tmp_path: Path) -> None:
    with terminal(environment(tmp_path), PROGRAM) as person:
        person.expect("alice>")
        person.type("wake\r")
        person.expect("it wakes up")
        person.type("abo")
        person.expect("robot acts at")
        person.expect("robot acts at")
        person.type("ut\r")
        person.expect("ircpoker 0")
        person.expect("alice>")
        person.type("/quit\r")
        person.expect("the table is kept")
        person.ends_well()
