"""A thousand attackers on a hundred hosts (500 in `--all`) for a day of virtual time, and newcomers on each network."""

from __future__ import annotations

import re
from heapq import merge
from random import Random

import pytest

from ircpoker.people import Person
from tests import tiers
from tests.feed.server.visitors import FeedHall, Visitor
from tests.lobby.hall import NET

ATTACKERS, HOSTS, DAY = tiers.count(1000, fraction=2), 100, 24 * 3600.0
WANTS = ("sng 6", "sng 10 deep", "play caller", "play 6 caller", "play swede draw")
NETWORKS = (NET, "ssh", "web")
REFUSED = re.compile("the most that it may have|try again later|a deal would take")
SECONDS = 5.0
"""The most that a newcomer may wait for a seat, of 99 in 100."""


class Crowd:
    """A hall, and the people who come to it from many hosts.

    Attributes:
        hall: the bot.
        refused: how often an attacker got no place.
    """

    def __init__(self, rng: Random) -> None:
        # Nobody who is seated plays on: it is about places.
        slow = {"robot_pause": DAY, "seconds_to_act": DAY, "reminder": 0.0}
        self.hall = FeedHall(plugins=("holdem", "draw", "tournaments", "bank"), **slow)
        self.refused = 0
        self._rng = rng
        self._there: dict[int, Visitor] = {}

    def attack(self, number: int) -> None:
        """Let an attacker take a place, leave it, or vanish: half of them come by IRC, the others by SSH."""
        nick, host = f"m{number}", number % HOSTS
        words, vanishes = self._rng.choice(("leave", *WANTS, *WANTS)), self._rng.random() < 0.5
        if number // HOSTS % 2:
            self.hall.nick_owners[nick] = f"{nick}@host{host}.example"
            lines = self.hall.tell(nick, words)
            if vanishes:
                self.hall.services.presence.quit(self.hall.person(nick))
        else:
            if number not in self._there:
                visitor = Visitor(self.hall, "ssh")
                person = {"nick": nick, "account": f"SHA256:{nick}", "address": f"198.51.100.{host}"}
                if visitor.ask("hello", protocol=2, person=person)[0]["is"] != "welcome":
                    return  # its host has had too many guests in an hour
                self._there[number] = visitor
            lines = self._there[number].say(words, None)
            if vanishes:
                self._there.pop(number).session.close()
        self.refused += any(REFUSED.search(line) for line in lines)

    def newcomer(self, number: int, network: str, words: str) -> float:
        """Return how many seconds somebody from elsewhere waits for a seat."""
        nick, begun = f"new{number}", self.hall.clock.monotonic()
        visitor = None
        if network == NET:
            self.hall.nick_owners[nick] = f"{nick}@home{number}.example"
        else:
            address = f"203.0.{number // 250 % 250}.{number % 250}"
            account = {"account": f"SHA256:{nick}"} if network == "ssh" else {}
            visitor = Visitor(self.hall, network, nick, address=address, **account)
        for _ in range(100):
            lines = self.hall.tell(nick, words) if visitor is None else visitor.say(words, None)
            if any("Heads-up" in line or "A sit-and-go of" in line for line in lines):
                break
            self.hall.wait(1)
        waited = self.hall.clock.monotonic() - begun
        if visitor is None:
            self.hall.tell(nick, "leave")
            self.hall.services.presence.quit(Person(NET, nick, nick, address=self.hall.nick_owners[nick]))
        else:
            visitor.say("leave", None)
            visitor.session.close()
        return waited


def _moments(rng: Random, count: int, least: float = 0.0) -> list[float]:
    return sorted(rng.uniform(least, DAY) for _ in range(count))


@pytest.mark.slow(25)
def test_a_newcomer_on_each_network_is_seated_within_seconds() -> None:
    """All attackers come in the first minute, then each again and again; newcomers come all day."""
    rng = Random(tiers.seed(3))
    crowd = Crowd(rng)
    begun, waits = crowd.hall.clock.monotonic(), list[float]()
    first = [(rng.uniform(0, 60), number) for number in range(ATTACKERS)]
    again = [(moment, rng.randrange(ATTACKERS)) for moment in _moments(rng, tiers.count(6 * ATTACKERS, fraction=30))]
    newcomers = [(moment, -1) for moment in _moments(rng, tiers.count(300), 60)]
    for moment, number in merge(sorted(first), again, newcomers):
        crowd.hall.wait(max(0.0, begun + moment - crowd.hall.clock.monotonic()))
        if number >= 0:
            crowd.attack(number)
        else:
            turn = len(waits)
            waits.append(crowd.newcomer(turn, NETWORKS[turn % 3], ("play caller", "sng 6")[turn % 2]))
    assert crowd.refused > ATTACKERS // 10, "they took what there was"
    waits.sort()
    assert waits[len(waits) * 99 // 100 - 1] <= SECONDS, waits[-10:]
    crowd.hall.close()
