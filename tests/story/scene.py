"""Scenes of a town: tables, a tournament and machines on one network, judged by the rule machine while they play."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Self

from ircpoker.lobby import Place
from ircpoker.people import Person
from ircpoker.tournaments.requests import parse_tournament
from ircpoker.tournaments.settings import TournamentSettings
from tests.servers.company import Heard
from tests.story.crowd import Attentive, Puller, Visitor
from tests.story.rules import RuleMachine
from tests.transports.irc.town import Town
from tests.transports.virtual import VirtualLoop

PLUGINS = ("parse", "holdem", "help", "slots", "bank", "tournaments")
_PEOPLE = 4
_SEATS = 8


@dataclass(frozen=True)
class Plan:
    """What goes on in a scene.

    Attributes:
        tables: how many tables of four people and two robots.
        together: how many of them share a channel.
        entrants: how many people play a tournament; it has the channels of the tables and more.
        pullers: how many people play the slot machine.
        attentive: whether people are as quick as they can be.
        robots: the robots at each table.
    """

    tables: int
    entrants: int = 0
    pullers: int = 0
    together: int = 1
    attentive: bool = False
    robots: tuple[str, ...] = ("regular", "loose")


class Scene:
    """A bot on a network on which it says a line a second, and people who play as fast as they can read.

    Attributes:
        town: the network.
        rules: the machine that has read every line.
        log: the lines with their times.
    """

    def __init__(self, plan: Plan, seed: int) -> None:
        self.loop = VirtualLoop()
        own = -(-plan.tables // plan.together)
        count = max(1, own) + -(-plan.entrants // _SEATS)
        self.channels = tuple(f"#c{number}" for number in range(count))
        settings = TournamentSettings(channels=self.channels[own:] or self.channels, buy_in=100)
        self.town = Town(self.loop, self.channels, PLUGINS, seed, 10**6, plan.together, tournaments=settings)
        self.rules = RuleMachine(settings.channels)
        self.log: list[str] = []
        self._seed = seed
        self._rng = Random(seed)
        self.rules.people = self.town.ears.keys()
        self.town.watch = self._watch
        self.town.listen = self._listen
        self.town.greet()
        self._open(plan)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.town.close()
        self.loop.close()

    def run(self, minutes: float) -> None:
        """Let time pass."""
        self.town.run(60 * minutes)

    def _watch(self, heard: Heard) -> None:
        now = self.loop.time()
        self.log.append(f"{now:8.1f} {heard.target}: {heard.text}")
        self.rules.read(now, heard)

    def _listen(self, nick: str, text: str, target: str) -> None:
        self.log.append(f"{self.loop.time():8.1f} <{nick}> {target}: {text}")
        self.rules.acted(nick, target)
        if text.startswith("slot "):
            self.rules.staked(self.loop.time(), nick, int(text.split()[1]))

    def _open(self, plan: Plan) -> None:
        town, kind = self.town, Attentive if plan.attentive else Visitor
        for table in range(plan.tables):
            channel, number = self.channels[table // plan.together], table % plan.together + 1
            at = f" table {number}" if plan.together > 1 else ""
            people = [kind(town, f"t{table}p{number}", channel, self._seed) for number in range(_PEOPLE)]
            self._later(3.0 * table, people[0].nick, "!open 1000", channel)
            for number, person in enumerate(people[1:], 1):
                self._later(3.0 * table + 3 + number, person.nick, f"!sit{at} 1000", channel)
            for number, robot in enumerate(plan.robots):
                self._later(3.0 * table + 7 + number, people[0].nick, f"!addbot {robot}", channel)
        for number in range(plan.pullers):
            puller = Puller(town, f"q{number}", self.channels[0], self._seed)
            town.loop.call_later(30 + self._rng.uniform(0, 10), puller.pull)
        if plan.entrants:
            town.loop.call_later(5.0, self._begin_tournament, plan.entrants)

    def _later(self, seconds: float, nick: str, text: str, channel: str) -> None:
        self.town.loop.call_later(seconds, self.town.say, nick, text, channel)

    def _begin_tournament(self, entrants: int) -> None:
        tables = self.town.services.tables
        tournaments, place = tables.tournaments, Place.of_channel("net", self.channels[-1])
        wanted = parse_tournament("open in 1 h turbo", ["holdem"], tournaments.settings, self.town.services.clock.now())
        tournament = tournaments.create(place, wanted, Person("net", "boss", "boss"))
        for number in range(entrants):
            nick = f"m{number}"
            visitor = Visitor(self.town, nick, self.channels[-1], self._seed, everywhere=True)
            for channel in self.channels[:-1]:
                self.town.come(nick, visitor.hear, joins=channel)
            tournaments.enter(tournament, Person("net", nick, nick, is_known_by_nick=True))
        tournaments.begin(tournament)
