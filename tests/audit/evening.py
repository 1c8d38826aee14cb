"""A simulated evening: people and robots at tables of all games, tournaments and machines, and all that is said."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from sqlalchemy import text

from ircpoker.chat.message import Reply
from ircpoker.ledger import HOUSE, Entry, transfer, unique_key
from ircpoker.lobby import Table
from ircpoker.tournaments.requests import parse_tournament
from ircpoker.tournaments.settings import TournamentSettings
from tests.audit.course import Course
from tests.audit.feed_messages import Fed, FeedAudit
from tests.audit.findings import Findings
from tests.audit.lines import Expected, LineAudit, Said
from tests.audit.record import Record, read_record
from tests.audit.tournament_log import Level
from tests.feed.server.visitors import FeedHall, Visitor
from tests.lobby.hall import NET, random_command
from tests.tournaments.arena import Arena

PLUGINS = ("holdem", "draw", "tournaments", "bank", "slots", "videopoker", "help")
GAMES = ("holdem", "draw", "omaha", "limit", "pot_limit", "limit_draw")
QUESTIONS = ("table", "odds", "why", "history 3", "replay", "bank", "cards", "hint")
_BIG = (20, 30, 50, 80, 100, 150, 200, 300, 400, 600, 800, 1200, 1600, 2000, 3000, 4000, 6000, 8000, 10000)
_TURBO = tuple([f"{big // 2}/{big}" + f"/{big // 10}" * (at >= 4) for at, big in enumerate(_BIG)])
"""The levels of a sit-and-go; `!tournament levels` says the first of them."""
CUP = (
    "10/20@2",
    "20/40@2",
    "40/80/10@2",
    "50/100/10@2",
    "100/200/20@2",
    "200/400/40@2",
    "400/800/80@2",
    "800/1600/160@2",
    "1600/3200/320@2",
    "3000/6000/600@2",
)
TABLES = ("#holdem", "#draw", "#omaha", "#limit", "#potlimit", "#limitdraw")
CHANNELS = ("#poker", "#two", *TABLES)
BY_FEED = ("wanda", "willy", "wilma")
PEOPLE = (
    "alice",
    "bob",
    "carol",
    "dave",
    "eve",
    "frank",
    "gus",
    "hana",
    "ivan",
    "judy",
    "kate",
    "leo",
    "mona",
    "nick",
    "olga",
    "paul",
    "quin",
    "rosa",
)


def levels(texts: tuple[str, ...], minutes: float = 4) -> tuple[Level, ...]:
    """Return levels from texts such as `50/100/10@4`."""
    found = []
    for each in texts:
        amounts, _, length = each.partition("@")
        small, big, *ante = map(int, amounts.split("/"))
        found.append(Level(small, big, ante[0] if ante else 0, float(length or minutes)))
    return tuple(found)


EXPECTED = Expected(seconds={}, levels={"sng": levels(_TURBO), "open": levels(CUP)})


@dataclass(slots=True)
class Kept:
    """What was said in an evening, and what the ledger has of it."""

    record: Record
    stated: list[Said]
    fed: list[Fed] = field(default_factory=list)
    expected: Expected = EXPECTED
    courses: dict[str, Course] = field(default_factory=dict)


def audit(kept: Kept) -> Findings:
    """Work out all numbers of an evening again."""
    findings = Findings()
    lines = LineAudit(kept.record, kept.expected, findings, kept.courses)
    lines.read(kept.stated)
    FeedAudit(lines.course, findings).read(kept.fed)
    return findings


class Watcher(Visitor):
    """A connection whose messages are kept with their times."""

    hall: Evening

    def ask(self, do: str, **fields: Any) -> list[dict[str, Any]]:
        """Send a message, and return the answers, which the evening may have taken already."""
        self.listen()
        before = len(self.received)
        super().ask(do, **fields)
        return [message for message in self.received[before:] if message.get("id") == before + 1]

    def listen(self) -> list[dict[str, Any]]:
        """Take what has come."""
        new = super().listen()
        self.hall.fed += [Fed(self.hall.clock.now().timestamp(), self.nick, message) for message in new]
        return new


class Evening(FeedHall, Arena):
    """A bot whose lines and messages of the feed are kept with their times."""

    def __init__(self, seed: int, **rules: Any) -> None:
        self.stated: list[Said] = []
        self.fed: list[Fed] = []
        self.watchers: list[Visitor] = []
        self.homes: dict[str, str] = {}
        self.by_feed: dict[str, Watcher] = {}
        self.rng = Random(f"evening {seed}")
        sections = {"tournaments": TournamentSettings(channels=CHANNELS[:2], buy_in=100)}
        usual = {"plugins": PLUGINS, "robot_pause": 0.0, "seed": seed, "channels": CHANNELS, "sections": sections}
        super().__init__(**usual | rules)
        for channel in CHANNELS:
            self.services.presence.note_open(NET, channel, is_open=True)

    def hear(self, target: str, reply: Reply) -> None:
        """Keep a line with its time."""
        super().hear(target, reply)
        self.stated.append(Said(self.clock.now().timestamp(), target, reply.text))

    def run(self) -> None:
        """Make the calls that are due, and keep what the feed has sent."""
        super().run()
        for watcher in self.watchers:
            watcher.listen()

    def watch(self, place: str, nick: str = "", chips: int = 0) -> None:
        """Let somebody watch a table by the feed, or sit down there with chips."""
        watcher = Watcher(self, "web", nick)
        if nick:
            watcher.say(f"!sit {chips}", place)
            self.by_feed[nick] = watcher
        watcher.watch(place=place)
        self.watchers.append(watcher)

    def query(self, statement: str) -> list[dict[str, Any]]:
        """Return the rows of a statement."""
        with self.services.ledger._database.reading() as connection:
            return [dict(row._mapping) for row in connection.execute(text(statement))]

    def kept(self) -> Kept:
        """Return what was said, and the record."""
        return Kept(read_record(self.query), self.stated, self.fed)

    # What people do

    def give(self, nick: str, chips: int) -> None:
        """Open somebody's account with more chips than the first ones."""
        self.tell(nick, "bank")
        self.wait(0.01)
        who = self.player(nick)
        self.services.ledger.post(Entry(unique_key("test"), "test", transfer(HOUSE, who, chips)))

    def open_tables(self) -> None:
        """Open a table of each game, with people and robots who bring unequal chips."""
        for number, (game, channel) in enumerate(zip(GAMES, TABLES, strict=True)):
            people = PEOPLE[3 * number :][:3]
            self.homes |= dict.fromkeys(people, channel)
            for nick, chips in zip(people, self.rng.sample((1900, 700, 320, 150, 110), 3), strict=True):
                self.give(nick, 40_000)
                self.say(nick, f"!sit {chips}" if nick != people[0] else f"!open {game} {chips}", channel)
            for robot in ("regular", "loose"):
                self.say(people[0], f"!addbot {robot}", channel)
            if not number % 2:
                self.tell(people[1], "set odds on")
            self.watch(channel)
            if number < len(BY_FEED):
                self.watch(channel, BY_FEED[number], self.rng.choice((150, 400, 700)))

    def turns(self, turns: int, *, boldness: float = 0.15) -> None:
        """Let people act for so many turns at all tables; sometimes somebody thinks for too long."""
        for _ in range(turns):
            acting = self.actors()
            self.between()
            if not acting:
                self.wait(5)
                continue
            table, nick = self.rng.choice(acting)
            dice = self.rng.random()
            if nick in self.by_feed:
                self.wait(2)
                if (table, nick) in self.actors():
                    self.by_feed[nick].act(self.rng)
                continue
            if dice > 0.95:
                self.say_at(table, nick, self.rng.choice(QUESTIONS))
            if dice < 0.01:
                self.wait(50)
            elif dice < 0.02:
                self.say_at(table, nick, "time")
                self.wait(35)
            else:
                self.wait(2)
                if (table, nick) in self.actors():
                    self.say_at(table, nick, self.command(table, self.rng, boldness).removeprefix("!"))

    def command(self, table: Table, rng: Random, boldness: float) -> str:
        """Return a legal action of the actor at a table."""
        hand = table.hand
        if table.place.is_private and not str(table.place).startswith("lines:") and hand and hand.actor is not None:
            return random_command(self, table.seats[hand.actor].nick, rng)
        return super().command(table, rng, boldness)

    def say_at(self, table: Table, nick: str, words: str) -> None:
        """Say a command where a table is."""
        self.say(nick, f"!{words}", table.place.channel or None)

    def between(self) -> None:
        """Let those without chips sit down again, and others bring more."""
        for nick, channel in self.homes.items():
            table = self.lobby.tables.by_place.get(self.place(channel))
            if any(fact.outgoing.reader.target == channel for fact in self.paced._untold):
                continue  # Nobody has read how the last deal ended.
            if table is None:
                self.wait(0.5)
                self.say(nick, f"!open {GAMES[TABLES.index(channel)]} 500", channel)
            elif all(seat.nick != nick or not seat.stack for seat in table.seats.people):
                if table.hand is None or self.rng.random() < 0.3:
                    self.wait(0.5)
                    self.say(nick, f"!sit {self.rng.choice((150, 300, 1200))}", channel)
            elif self.rng.random() < 0.01:
                self.say(nick, self.rng.choice((f"!topup {self.rng.randint(10, 90)}", "!bank")), channel)
            if table is not None and len(table.seats) < 3 and self.rng.random() < 0.02:
                self.say(nick, f"!addbot {self.rng.choice(('wild', 'tight', 'regular'))}", channel)

    def machines(self, games: int) -> None:
        """Let somebody play the slot machine and video poker."""
        for _ in range(games):
            stake = self.rng.randint(1, 60)
            self.tell("dora", f"slot {stake}")
            self.tell("dora", f"vp {stake}")
            if self.rng.random() < 0.3:
                self.tell("dora", "hint")
            held = [str(number) for number in range(1, 6) if self.rng.random() < 0.5]
            self.tell("dora", f"hold {' '.join(held) or 'none'}")
            self.wait(20)
        self.tell("dora", "slot pays")
        self.tell("dora", "vp pays")
        self.tell("dora", "bank")

    def sit_and_go(self) -> None:
        """Let people and robots play a sit-and-go to its end."""
        self.say("ann", f"!sng {self.rng.choice((4, 5, 6))} turbo", "#poker")
        self.say("ben", "!sng", "#poker")
        while any(not each.state.is_playing for each in self.tournaments.by_id.values()):
            self.say("ann", f"!addbot {self.rng.choice(('regular', 'loose', 'wild', 'tight'))}", "#poker")
        self.say("ann", "!tournament", "#poker")
        self.say("ann", "!tournament levels", "#poker")
        while self.tournaments.by_id:
            self.turns(1, boldness=0.3)
        self.wait(60)

    def cup(self) -> None:
        """Let people and robots play a tournament at several tables."""
        plan = parse_tournament(
            f"open in 1 h buy-in 200 seats 4 stack 1000 {' '.join(CUP)}",
            ["holdem"],
            self.tournaments.settings,
            self.clock.now(),
        )
        tournament = self.tournaments.create(self.place("#poker"), plan, self.person("op"))
        for number in range(5):
            self.give(f"p{number}", 300)
            self.tournaments.enter(tournament, self.person(f"p{number}"))
        for robot in ("regular", "loose", "wild", "tight"):
            self.tournaments.add_robot(tournament, self.services.tables.robots[robot], None)
        self.tournaments.begin(tournament)
        self.run()
        self.watch("#poker")
        while self.tournaments.by_id:
            self.turns(1, boldness=0.15)
        self.wait(60)
        self.say("p0", "!tournament open results", "#poker")

    def duel(self, words: str, nick: str) -> None:
        """Let somebody play against robots in private for a while."""
        self.give(nick, 2000)
        self.tell(nick, "set odds on")
        self.tell(nick, f"play {words}")

    def close_up(self) -> None:
        """Let everybody leave, so that all deals come to their ends."""
        for nick, watcher in self.by_feed.items():
            watcher.say("!leave", TABLES[BY_FEED.index(nick)])
        for table in list(self.lobby.tables):
            for seat in list(table.seats.people):
                self.say_at(table, seat.nick, "leave")
        self.wait(600)


def play_evening(seed: int, rounds: int, **rules: Any) -> Kept:
    """Play an evening, and return what was said."""
    with Evening(seed, **rules) as evening:
        evening.open_tables()
        evening.give("dora", 90_000)
        evening.machines(3)
        evening.duel("regular limit 3 400", "erin")
        evening.duel("wild 4 600", "fred")
        evening.duel("loose draw 3 200", "gina")
        evening.turns(40)
        for number in range(rounds):
            evening.turns(60 if number == 0 else 150)
            if number % 4 == 0:
                evening.sit_and_go()
            if number % 4 == 2:
                evening.cup()
            evening.machines(2)
        evening.close_up()
        return evening.kept()
