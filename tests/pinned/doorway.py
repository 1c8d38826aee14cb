"""The only module of the pinned tests that imports the product: a bot in this process, with its own clock.

If the product is rebuilt, only this file changes.
"""

from __future__ import annotations

import contextlib
import io
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from ircpoker.app import SECTIONS, make_router
from ircpoker.chat.message import Message
from ircpoker.chat.outgoing import Outgoing
from ircpoker.cli.main import main
from ircpoker.config import load_settings
from ircpoker.people import Person
from ircpoker.runtime.clock import ManualClock
from ircpoker.runtime.delivery import Delivery
from tests.chat.routers import IRC_LIMITS
from tests.outbox import PacedLines

_NET = "net"


@dataclass(slots=True)
class Human:
    """Somebody on the network; the address stays when the nick changes."""

    nick: str
    address: str


class Bot:
    """A bot that is on its network and its channels until it is killed or stopped.

    Attributes:
        lines: all its lines in order: the target (a channel or a nick) and the text.
    """

    def __init__(self, config: Path, seed: int, clock: ManualClock, channel: str, present: list[Human]) -> None:
        settings = load_settings(config, sections=SECTIONS, connecting=True)
        self._clock = clock
        self._router = make_router(settings, seed=seed, clock=clock)
        self._services = self._router.services
        self._nick = settings.bot.nick
        self.lines: list[tuple[str, str]] = []
        self._gone: set[str] = set()
        assert self._services.ledger
        self._paced = PacedLines(self._services.scheduler, "lines", self._take)
        self._services.outbox.open(_NET, self._paced.take)
        self._services.presence.connected(_NET)
        for human in present:
            self._services.presence.joined(_person(human), channel)
        self.settle()

    def hear(self, human: Human, text: str, channel: str | None) -> None:
        """Let somebody say something, in a channel or to the bot in private."""
        with self._services.outbox.held():
            for reply in self._router.handle(Message(_person(human), text, channel, self._nick, limits=IRC_LIMITS)):
                target = human.nick if channel is None or reply.private else channel
                self.lines.append((target, reply.text))
        self.settle()

    def comes(self, human: Human, channel: str) -> None:
        self._gone.discard(human.nick)
        self._services.presence.joined(_person(human), channel)
        self.settle()

    def leaves(self, human: Human, channel: str) -> None:
        self._services.presence.parted(_person(human), channel)
        self.settle()

    def quits(self, human: Human) -> None:
        self._gone.add(human.nick)
        self._services.presence.quit(_person(human))
        self.settle()

    def renames(self, human: Human, nick: str) -> None:
        old, human.nick = _person(human), nick
        self._services.presence.renamed(old, _person(human))
        self.settle()

    def wait(self, seconds: float) -> None:
        """Let time pass; calls are made when they are due."""
        end = self._clock.monotonic() + seconds
        self.settle()
        while (left := end - self._clock.monotonic()) > 1e-6:
            due = self._services.scheduler.wait()
            # A little more, as times are kept in whole microseconds.
            step = left if due is None else min(left, due + 2e-6)
            self._clock.advance(timedelta(seconds=step))
            self.settle()

    def settle(self) -> None:
        """Make all due calls."""
        self._services.scheduler.run_all_due()

    def stop(self) -> None:
        """Let it say goodbye."""
        self._services.presence.closing()
        self._paced.hurry()
        self.kill()

    def kill(self) -> None:
        """Kill it."""
        self._services.outbox.close(_NET)
        self._services.close()

    def _take(self, line: Outgoing) -> None:
        is_gone = line.reader.target in self._gone
        if not is_gone:
            self.lines.append((line.reader.target, line.reply.text))
        if line.on_delivery is not None:
            line.on_delivery(Delivery.REFUSED if is_gone else Delivery.SENT)


def make_clock() -> ManualClock:
    return ManualClock()


def run_command(*arguments: str) -> str:
    """Return the output of a command of the program."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        status = main(arguments)
    assert status == 0, f"{arguments}: {status}"
    return output.getvalue()


def _person(human: Human) -> Person:
    return Person(_NET, human.nick, human.nick.lower(), None, human.address)
