"""One day of a bot: people and robots play on a ledger on disk, and what the day cost is written down.

Time is virtual; the ledger, the histories and the limits of the operating system are real.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

from sqlalchemy import text

from ircpoker.config import default_settings
from ircpoker.runtime.clock import ManualClock
from tests.lobby.hall import Hall

NICKS = ("alice", "bob", "carol", "dave", "erin", "frank", "grace", "heidi", "ivan", "judy")
GAMES = {"#holdem": "", "#omaha": "omaha", "#draw": "draw"}
"""The game of each channel."""
HOLDEM_ROBOTS = ("caller", "random", "raiser", "tight", "loose", "wild", "folder", "easy")
ROBOTS = {"#holdem": HOLDEM_ROBOTS, "#omaha": ("caller", "random", "raiser"), "#draw": ("caller", "swede", "random")}
FIRST = datetime(2027, 1, 1, 18, tzinfo=UTC)
SPLIT_EVERY, FULL_DISK, UPGRADE = 7, 0.75, 0.5
"""Days between netsplits; the parts of the year after which the disk is full and the bot is upgraded."""
AT_LEAST = 20
"""Deals of a day, also of one that was stopped when its deals were played but not yet measured."""
QUESTIONS = ("!stats", "!top", "!top week", "!history", "!bank", "!table", "!proof", "!stats caller", "!why")
_PAUSES = (0.5, 2, 5, 20)
_PEOPLE_AT_A_TABLE = 3


@dataclass
class Row:
    """What a day was like.

    Attributes:
        day: its number, from 1.
        deals: the deals of the ledger at its end.
        entries: the entries of the ledger at its end.
        ledger: bytes of the ledger's file, with its log of the day.
        history: bytes of all hand histories and proofs.
        files: how many these are.
        memory_begin: bytes of the process right after its start.
        memory_end: and at the end of the day.
        start: seconds until the bot could answer, without the start of Python.
        turn: the median of an action's time, in milliseconds: from the line to its answers, all stored.
        turn_99: 99 % of the actions took at most so many milliseconds.
        turn_cpu: the median of an action's processor time, in milliseconds, which other programs hardly change.
        question_cpu: the median of a question's processor time, in milliseconds.
        cpu: milliseconds of processor time for a deal, of everything that the day's people did.
        audit: seconds in which the whole ledger was added up.
        unbalanced: faults that the audit found.
        issued: chips that the house had issued at its end.
        events: what happened.
    """

    day: int
    deals: int = 0
    entries: int = 0
    ledger: int = 0
    history: int = 0
    files: int = 0
    memory_begin: int = 0
    memory_end: int = 0
    start: float = 0.0
    turn: float = 0.0
    turn_99: float = 0.0
    turn_cpu: float = 0.0
    question_cpu: float = 0.0
    cpu: float = 0.0
    audit: float = 0.0
    unbalanced: int = 0
    issued: int = 0
    events: str = ""


class Times(NamedTuple):
    """How long something took, in seconds: by the clock, and of the processor."""

    wall: float
    cpu: float


@dataclass
class Day:
    """A day that is played.

    Attributes:
        hall: the bot.
        rng: chance.
        here: who is in the channels.
        turns: seconds of each action, and seconds of processor time.
        questions: the same for each question.
        refused: lines that people were refused because nothing could be written.
    """

    hall: Hall
    rng: Random
    here: set[str] = field(default_factory=lambda: set(NICKS))
    turns: list[Times] = field(default_factory=list)
    questions: list[Times] = field(default_factory=list)
    refused: int = 0

    def arrive(self, nicks: set[str]) -> None:
        """Let people join all channels, or come back to them."""
        self.here |= nicks
        for nick in sorted(nicks):
            for channel in GAMES:
                self.hall.services.presence.joined(self.hall.person(nick), channel)
        self.hall.run()

    def play(self, wanted: int) -> None:
        """Play until the ledger has so many deals."""
        step = 0
        while step % 50 or deals(self.hall) < wanted:
            self.step()
            step += 1

    def step(self) -> None:
        """Let those act whose turn it is; now and then somebody does something else, and else time passes."""
        acted = [self.act(channel) for channel in GAMES]
        if self.rng.random() < 0.06:
            self.do_something(self.rng.choice(sorted(self.here)))
        if not any(acted):
            self.hall.wait(self.rng.choice(_PAUSES))
        self.hall.lines.clear()

    def act(self, channel: str) -> bool:
        """Let the player act whose turn it is in a channel, if it is a person's who is there."""
        nick = self.hall.actor(channel)
        if nick not in self.here:
            return False
        if self.rng.random() < 0.005:
            return True  # gone for a coffee: the clock decides
        self.turns.append(self.say(nick, action(self.hall, channel, self.rng), channel))
        return True

    def say(self, nick: str, line: str, channel: str) -> Times:
        """Say something; return how long it took until all answers were there."""
        begun, busy = time.perf_counter(), time.process_time()
        answers = self.hall.say(nick, line, channel)
        self.refused += any("this fails now" in answer for answer in answers)
        return Times(time.perf_counter() - begun, time.process_time() - busy)

    def do_something(self, nick: str) -> None:
        """Let somebody sit down, bring chips, call a robot, ask, play at a machine or leave."""
        rng = self.rng
        channel = rng.choice(list(GAMES))
        hall = self.hall
        if not hall.has_table(channel):
            self.say(nick, f"!open {GAMES[channel]} {rng.choice(['', '200', '500'])}", channel)
            return
        seats = [seat.nick for seat in hall.table(channel).seats.people]
        dice = rng.random()
        if nick not in seats and len(seats) < _PEOPLE_AT_A_TABLE:
            self.say(nick, f"!sit {rng.choice(['', '', '150'])}", channel)
        elif dice < 0.3:
            self.say(nick, rng.choice(["!rebuy", "!topup 200", "!rebuy", "!sitout", "!sit"]), channel)
        elif dice < 0.4:
            self.say(nick, f"!addbot {rng.choice(ROBOTS[channel])}", channel)
        elif dice < 0.44:
            self.say(nick, f"!removebot {rng.choice(ROBOTS[channel])}", channel)
        elif dice < 0.5:
            self.say(nick, rng.choice(["!daily", "!slot", "!slot 20", "!leave"]), channel)
        elif dice < 0.55:
            self.say(nick, "!vp", channel)
            self.say(nick, f"!hold {rng.choice(['none', '1 2', '3', 'all'])}", channel)
        else:
            self.questions.append(self.say(nick, rng.choice(QUESTIONS), channel))

    def split(self) -> None:
        """Lose half of the people for some minutes; or, as often, the bot is alone on its side."""
        gone = set(self.rng.sample(NICKS, 5))
        if self.rng.random() < 0.5:
            self.here -= gone
            for nick in sorted(gone):
                self.hall.services.presence.quit(self.hall.person(nick))
            for _ in range(300):
                self.step()
            self.arrive(gone)
        else:
            self.hall.disconnect()
            self.hall.wait(self.rng.choice([30, 300]))
            self.hall.connect()
            self.arrive(set(NICKS))

    def fill_disk(self) -> None:
        """Let people go on for a while when nothing more can be written."""
        before = deals(self.hall)
        with full_disk():
            for _ in range(200):
                self.step()
        assert self.refused > 0, "nobody noticed that the disk was full"
        assert deals(self.hall) == before
        self.hall.wait(120)


def action(hall: Hall, channel: str, rng: Random) -> str:
    """Return what somebody does on their turn: most hands are folded when somebody bets, as people do."""
    hand = hall.table(channel).hand
    legal = hand.deal.legal_actions() if hand else None
    assert legal is not None
    if legal.discard:
        return rng.choice(["!pat", "!discard 1 2", "!keep 1 2", "!discard 3"])
    dice = rng.random()
    if dice < 0.04 and legal.raise_to:
        return rng.choice(["!allin", f"!raise {legal.raise_to[0]}"])
    if dice < 0.55 and legal.bet:
        return f"!bet {rng.choice(['min', 'half', 'pot'])}"
    if legal.can_check:
        return "!check"
    return "!call" if dice < 0.2 else "!fold"


@contextmanager
def full_disk() -> Iterator[None]:
    """Let the operating system refuse to write anything to a file, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def deals(hall: Hall) -> int:
    """Return how many deals the ledger has."""
    with hall.services.ledger._database.reading() as connection:
        return int(connection.execute(text("SELECT count(*) FROM hands")).scalar_one())


def memory() -> int:
    """Return the bytes of this process in memory."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize()


def events_of(day: int, days: int) -> list[str]:
    """Return what happens on a day: `netsplit`, `full disk`, `upgrade`."""
    events = ["netsplit"] if day % SPLIT_EVERY == 0 else []
    events += ["full disk"] if day == max(1, round(days * FULL_DISK)) else []
    return events + (["upgrade"] if day == max(2, round(days * UPGRADE)) else [])


def open_hall(folder: Path, day: int) -> Hall:
    """Return the bot on a morning, with what it has in its ledger."""
    return Hall(
        f"sqlite:///{folder}/ledger.db",
        seed=day,
        channels=tuple(GAMES),
        clock=ManualClock(FIRST + timedelta(days=day - 1)),
        history=folder / "history",
        plugins=default_settings(folder).bot.plugins,
        robot_pause=0.0,  # the answers of robots are stored with the action before them
        drama=True,
    )


def play_day(folder: Path, day: int, wanted: int, events: list[str]) -> Row:
    """Play a day; the bot is left as it is, with its tables.

    Args:
        folder: where the ledger and the histories are.
        day: the number of the day, from 1.
        wanted: how many deals the ledger has in the evening; a day that begins again, because it was stopped in its
            middle, has some more.
        events: what happens.

    Returns:
        What the day was like.
    """
    row = Row(day, events=" + ".join(events))
    begun = time.perf_counter()
    hall = open_hall(folder, day)
    row.start = time.perf_counter() - begun
    row.memory_begin = memory()
    played, busy = deals(hall), time.process_time()
    wanted = max(wanted, played + AT_LEAST)
    today = Day(hall, Random(day))
    today.arrive(set(NICKS))
    today.play((played + wanted) // 2)
    if "netsplit" in events:
        today.split()
    if "full disk" in events:
        today.fill_disk()
    today.play(wanted)
    row.cpu = (time.process_time() - busy) / max(1, deals(hall) - played) * 1000
    row.memory_end = memory()
    begun = time.perf_counter()
    hall.check_ledger()
    row.audit = time.perf_counter() - begun
    measure(row, today, folder)
    return row


def measure(row: Row, today: Day, folder: Path) -> None:
    """Put into a row what the ledger, the files and the people's lines tell."""
    audit = today.hall.services.ledger.audit()
    row.deals, row.entries, row.unbalanced, row.issued = (
        deals(today.hall),
        audit.entries,
        audit.unbalanced,
        audit.issued,
    )
    row.ledger = sum(path.stat().st_size for path in folder.glob("ledger.db*") if ".before-" not in path.name)
    sizes = [path.stat().st_size for path in (folder / "history").rglob("*") if path.is_file()]
    row.history, row.files = sum(sizes), len(sizes)
    times = sorted(turn.wall for turn in today.turns)
    row.turn, row.turn_99 = median(times) * 1000, times[len(times) * 99 // 100] * 1000
    row.turn_cpu = median(turn.cpu for turn in today.turns) * 1000
    row.question_cpu = median([question.cpu for question in today.questions] or [0.0]) * 1000
