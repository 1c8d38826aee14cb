"""Fair under load: people who ask and play as much as they may, beside a table, in virtual time.

The server takes a line at once, and people think for a fixed time. The tests measure how long lines wait at the bot,
at the pace of the shipped configuration.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from statistics import quantiles

import pytest

from ircpoker.chat.message import Message
from ircpoker.people import Person
from tests import tiers
from tests.servers.company import Heard, passive, read_options
from tests.story.rules import read_turns
from tests.transports.irc.stays import CHANNEL
from tests.transports.irc.town import Ear, Town
from tests.transports.virtual import VirtualLoop


class Evening:
    """A table of two people who take so many seconds a turn, in a channel."""

    def __init__(self, town: Town, thinks: float = 4.0) -> None:
        self.town = town
        self.turns: list[float] = []
        town.stay.join("CASEMAPPING=ascii")
        for nick in ("ann", "ben"):
            town.come(nick, self.player(nick, thinks, CHANNEL), joins=True)
        town.say("ann", "!open 1000", CHANNEL)
        town.run(10)
        town.say("ben", "!sit 1000", CHANNEL)
        town.run(30)

    def player(self, nick: str, thinks: float, target: str = "dealer") -> Ear:
        """Return somebody who calls or checks after so many seconds, and comes back to play when it is over."""

        plans: list[object] = []

        def act(options: list[str]) -> None:
            plans.clear()
            if target == CHANNEL:
                self.turns.append(self.town.loop.time())
            self.town.say(nick, f"!{passive(options, Random(1))}", target)

        def hear(heard: Heard) -> None:
            for options in read_options(heard):
                plan(options)
            for named, decision in read_turns(heard):
                if named == nick:
                    plan(["pat" if "draw" in decision else "call" if "call" in decision else "check"])

        def plan(options: list[str]) -> None:
            """Act upon the line for everybody, or that in private, whichever comes first."""
            if not plans:
                plans.append(self.town.loop.call_later(thinks, act, options))

        return hear

    def invite_strangers(self) -> None:
        """Let 40 people begin a private game with a robot each minute, out of sight; they take 1 s a turn."""
        for number in range(40):
            nick = f"loner{number}"
            self.town.come(nick, self.player(nick, 1.0))
            self.town.every(60.0, lambda _, nick=nick: self.town.say(nick, "play caller 200"), number / 2)

    def pace(self, seconds: float) -> float:
        """Return the turns a minute in so many seconds from now."""
        before = len(self.turns)
        self.town.run(seconds)
        return (len(self.turns) - before) / seconds * 60


class Asker:
    """Somebody in the channel who asks an honest question every 10 s.

    Attributes:
        waits: how long each answer took.
    """

    def __init__(self, town: Town) -> None:
        self.town = town
        self.waits: list[float] = []
        self.asked: dict[str, float] = {}
        town.come("alice", self.hear, joins=True)
        town.every(10.0, self.ask)

    def ask(self, number: int) -> None:
        question = f"!parse {hand(number)}"
        (answer,) = self.town.router.handle(Message(Person("net", "alice", "alice"), question, CHANNEL))
        self.asked[answer.text] = self.town.loop.time()
        self.town.say("alice", question, CHANNEL)

    def hear(self, heard: Heard) -> None:
        asked = self.asked.pop(heard.text, None)
        if asked is not None:
            self.waits.append(self.town.loop.time() - asked)


@pytest.fixture
def town() -> Iterator[Town]:
    loop = VirtualLoop()
    town = Town(loop)
    yield town
    town.close()
    loop.close()


@pytest.mark.slow(2)
def test_askers_at_their_limit_and_strangers_games_beside_a_table(town: Town) -> None:
    """Half the lines that the server allows are the table's own."""
    evening = Evening(town)
    seconds = float(tiers.count(900, 300))
    undisturbed = evening.pace(seconds)
    asker = Asker(town)
    for number in range(4):
        nick = f"eve{number}"
        town.come(nick, joins=True)
        town.every(2.0, lambda turn, nick=nick: town.say(nick, f"!discards {hand(turn)}", CHANNEL), number / 4)
    evening.invite_strangers()
    # At first all of them have a full burst.
    town.run(60)
    assert max(asker.waits) <= 10.0
    asker.waits.clear()
    disturbed = evening.pace(seconds)
    waiting = [asked for asked in asker.asked.values() if asked < town.loop.time() - 10]
    assert not waiting
    assert quantiles(asker.waits, n=20)[-1] <= 6.0
    assert disturbed >= 0.75 * undisturbed
    assert not [text for _, text in town.heard if re.search("out of time|time is up|sits out", text)]


@pytest.mark.slow
@pytest.mark.parametrize(("thinks", "share"), [(4.0, 0.8), (1.0, 0.55)])
def test_strangers_games_beside_a_table(town: Town, thinks: float, share: float) -> None:
    """Whoever plays as fast as the server allows lines is slowed down by others' lines; who thinks hardly notices."""
    evening = Evening(town, thinks)
    undisturbed = evening.pace(150)
    evening.invite_strangers()
    town.run(60)
    assert evening.pace(300) >= share * undisturbed
    assert not [text for _, text in town.heard if re.search("out of time|time is up|sits out", text)]


def hand(number: int) -> str:
    """Return five cards that no other question of a minute has."""
    cards = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "cdhs"]
    return " ".join(Random(number).sample(cards, 5))
