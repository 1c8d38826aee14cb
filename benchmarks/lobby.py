"""A thousand tables open and in play in one process: `python -m benchmarks.lobby [TABLES] [COMMANDS]`.

Half of the tables are private ones against a robot; half are in channels, with two people and a robot. At random
tables, the player to act gives a legal command, a hundred commands a second in all. The benchmark measures the time
from a message to everything that the bot says in answer, including the ledger's commits to disk; the time of each round
of due calls, such as robots' turns and the next deal; and the memory of a table.
"""

from __future__ import annotations

import gc
import random
import tempfile
import time
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.measure import describe_machine, held_memory, parse_words
from ircpoker.chat.loader import load_plugins
from ircpoker.chat.message import Message
from ircpoker.chat.router import Router
from ircpoker.chat.services import Services
from ircpoker.config import NetworkSettings, default_settings
from ircpoker.lobby.settings import BlindsSettings
from ircpoker.people import Person
from ircpoker.runtime.clock import ManualClock
from ircpoker.runtime.delivery import Delivery

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ircpoker.chat.outgoing import Outgoing
    from ircpoker.lobby import Table
    from ircpoker.runtime.clock import Clock

TABLES, COMMANDS = 1000, 10_000
NETWORK = "net"
SECONDS_BETWEEN = 0.01
INTERVAL = 0.01
"""Seconds between two lines: all tables of a network share them, so a slower one has fewer tables."""


class Hall:
    """A bot with its tables, and the people at them."""

    def __init__(
        self,
        folder: Path,
        channels: tuple[str, ...],
        plugins: tuple[str, ...] = ("holdem",),
        clock: Clock | None = None,
    ) -> None:
        settings = default_settings(folder)
        rules = BlindsSettings(most_tables=100_000)
        settings = replace(
            settings,
            bot=replace(settings.bot, database=f"sqlite:///{folder / 'ledger.db'}", history=folder / "history"),
            networks=(NetworkSettings(NETWORK, channels=channels, send_interval=INTERVAL),),
            others={"holdem": rules},
        )
        self.clock = ManualClock()
        rng = random.Random(1)
        self.services = Services(settings, rng, clock or self.clock, entropy=rng.randbytes)
        self.router = Router(self.services)
        load_plugins(self.router, plugins)
        self.lines = 0
        self.slices: list[float] = []
        self.services.outbox.open(NETWORK, self.take)
        self.services.presence.connected(NETWORK)

    @property
    def tables(self) -> list[Table]:
        """All open tables."""
        games = self.router.tables
        return list(games.lobby.tables) if games else []

    def take(self, lines: Sequence[Outgoing]) -> None:
        """Count lines, and confirm them."""
        self.lines += len(lines)
        for line in lines:
            if line.on_delivery is not None:
                line.on_delivery(Delivery.SENT)

    def say(self, nick: str, text: str, channel: str | None) -> float:
        """Handle a line and everything that follows at once; return the seconds that it took."""
        start = time.perf_counter()
        self.lines += len(self.router.handle(Message(Person(NETWORK, nick, nick), text, channel, "dealer")))
        return time.perf_counter() - start

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.clock.advance(timedelta(seconds=seconds))
        while self.services.scheduler.wait() == 0:
            start = time.perf_counter()
            self.services.scheduler.run_due()
            self.slices.append(time.perf_counter() - start)


def command_at(table: Table, rng: random.Random) -> tuple[str, str]:
    """Return the player to act, and a legal command."""
    hand = table.hand
    legal = hand.deal.legal_actions() if hand else None
    if hand is None or legal is None:
        return "", ""
    choices = ["!check"] * 3 if legal.can_check else ["!call", "!call", "!fold"]
    amounts = legal.bet or legal.raise_to
    if amounts:
        choices.append(f"!{'bet' if legal.bet else 'raise'} {amounts[0]}")
    return table.seats[hand.numbers[legal.seat]].nick, rng.choice(choices)


def open_tables(hall: Hall, count: int) -> None:
    """Open half of the tables in private, half in channels, with deals in progress."""
    for number in range(count):
        if number % 2:
            hall.say(f"p{number}", "play caller 500", None)
            continue
        channel = f"#c{number}"
        hall.say(f"a{number}", "!open 500", channel)
        hall.say(f"b{number}", "!sit 500", channel)
        hall.say(f"a{number}", "!addbot caller", channel)
    hall.wait(10)
    hall.slices.clear()


def play(hall: Hall, commands: int, rng: random.Random, pause: float = SECONDS_BETWEEN) -> list[float]:
    """Let people act at random tables, with pauses; return the seconds for each command."""
    took: list[float] = []
    while len(took) < commands:
        table = rng.choice(hall.tables)
        nick, text = command_at(table, rng)
        if nick:
            took.append(hall.say(nick, text, table.state.place.channel or None))
        hall.wait(pause)
    return took


def main(count: int, commands: int) -> None:
    """Print times and memory."""
    rng = random.Random(2)
    with tempfile.TemporaryDirectory() as folder:
        hall = Hall(Path(folder), tuple(f"#c{number}" for number in range(count)))
        hall.say("nobody", "!table", None)
        gc.collect()
        gc.freeze()  # as `ircpoker run` does
        before = held_memory()
        open_tables(hall, count)
        took = play(hall, commands, rng)
        after = held_memory()
        audit = hall.services.ledger.audit()
        print(describe_machine("sqlalchemy"))
        print(f"{len(hall.tables)} tables, {commands} commands, {hall.lines} lines, ledger clean: {audit.is_clean}")
        print(f"a command: {spread(took)}")
        print(f"a slice of due calls:  {spread(hall.slices)}")
        print(f"{(after - before) / count:.1f} KB a table")
        hall.services.close()


def spread(seconds: list[float]) -> str:
    """Return the distribution of times in words."""
    ordered = sorted(seconds)
    shown = {"median": 0.5, "p99": 0.99, "p99.9": 0.999}
    parts = [f"{name} {1000 * ordered[int(len(ordered) * part)]:.2f} ms" for name, part in shown.items()]
    return ", ".join([*parts, f"longest {1000 * ordered[-1]:.2f} ms"])


if __name__ == "__main__":
    main(*map(int, parse_words(__doc__, tables=TABLES, commands=COMMANDS)))
