"""Fair under load: people who ask and play as much as they may, beside a table, in virtual time.

The server takes a line at once, and people think for a fixed time. The tests measure how long lines wait at the bot,
at the pace of the shipped configuration.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from statistics import quantiles

import pytest

from ircpoker.chat.loader import load_plugins
from ircpoker.chat.message import Message
from ircpoker.chat.router import Router
from ircpoker.chat.services import Services
from ircpoker.config import LimitSettings, NetworkSettings, default_settings
from ircpoker.people import Person
from ircpoker.transports.irc import UnaskedLines
from ircpoker.transports.loop import run_scheduler
from ircpoker.words.plain_text import strip_formatting
from tests import tiers
from tests.servers.company import Heard, passive, read_options
from tests.servers.human import as_typed
from tests.transports.irc.stays import CHANNEL, ListTransport, Stay
from tests.transports.virtual import VirtualLoop, pass_time

Ear = Callable[[Heard], None]


class LoopClock:
    """The time of a loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.monotonic = loop.time

    def now(self) -> datetime:
        return datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=self.monotonic())


class Wire(ListTransport):
    """Hands each line of the bot on at once."""

    hand_on: Callable[[str], None]

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.hand_on(bytes(data).decode().removesuffix("\r\n"))


class Town:
    """A server with its people, who only react to lines of the bot.

    Attributes:
        ears: by nick, the reaction to a line; those in the channel hear its lines, too.
        in_channel: the nicks in the channel.
        heard: the lines of the channel with their times.
    """

    def __init__(self, loop: VirtualLoop) -> None:
        self.loop = loop
        settings = default_settings(Path("/"))
        network = NetworkSettings("net", channels=(CHANNEL,), services=False)
        bot = replace(settings.bot, database="sqlite://", cards="ascii")
        economy = replace(settings.economy, house_stake=10**6, given_per_host=0)
        limits = replace(settings.limits, accounts_per_hour=1000)
        settings = replace(settings, bot=bot, networks=(network,), economy=economy, limits=limits)
        rng = Random(tiers.seed(1))
        self.services = Services(settings, rng, LoopClock(loop), entropy=rng.randbytes)
        self.router = Router(self.services)
        load_plugins(self.router, ("parse", "draw", "holdem", "help"))
        self.ears: dict[str, Ear] = {}
        self.in_channel: set[str] = set()
        self.heard: list[tuple[float, str]] = []
        wire = Wire()
        wire.hand_on = self._take
        games = UnaskedLines(self.services.outbox, self.services.presence)
        self.stay = Stay(loop, router=self.router, games=games, interval=1.0, commands=LimitSettings(), transport=wire)
        self._scheduling = loop.create_task(run_scheduler(self.services.scheduler))

    def come(self, nick: str, ear: Ear = lambda _: None, *, joins: bool = False) -> None:
        self.ears[nick] = ear
        if joins:
            self.in_channel.add(nick)
            self._hear(f":{nick}!{nick}@{nick}.home JOIN {CHANNEL}")

    def say(self, nick: str, text: str, target: str = "dealer") -> None:
        self._hear(f":{nick}!{nick}@{nick}.home PRIVMSG {target} :{text}")

    def every(self, seconds: float, act: Callable[[int], None], first: float = 0.0) -> None:
        """Repeat an action."""

        def again(number: int) -> None:
            act(number)
            self.loop.call_later(seconds, again, number + 1)

        self.loop.call_later(first, again, 0)

    def run(self, seconds: float) -> None:
        self.loop.run_until_complete(pass_time(seconds))

    def close(self) -> None:
        self._scheduling.cancel()
        with suppress(asyncio.CancelledError):
            self.loop.run_until_complete(self._scheduling)
        self.stay.end()
        self.services.close()

    def _hear(self, line: str) -> None:
        self.stay.connection.process_data(f"{line}\r\n".encode())

    def _take(self, line: str) -> None:
        command, _, rest = line.partition(" ")
        answer = {
            "PING": f":irc.test PONG irc.test :{rest}",
            "JOIN": f":dealer!d@dealer.home JOIN {rest}",
            "USERHOST": f":irc.test 302 dealer :{' '.join(f'{nick}=+{nick}@{nick}.home' for nick in rest.split())}",
        }.get(command)
        if answer:
            self.loop.call_soon(self._hear, answer)
        elif command in {"PRIVMSG", "NOTICE"}:
            target, _, text = rest.partition(" :")
            heard = Heard(target, as_typed(strip_formatting(text)), "")
            if target == CHANNEL:
                self.heard.append((self.loop.time(), heard.text))
            for nick in self.in_channel if target == CHANNEL else (target,):
                self.loop.call_soon(self.ears.get(nick, lambda _: None), heard)


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

        def act(options: list[str]) -> None:
            if target == CHANNEL:
                self.turns.append(self.town.loop.time())
            self.town.say(nick, f"!{passive(options, Random(1))}", target)

        def hear(heard: Heard) -> None:
            for options in read_options(heard):
                self.town.loop.call_later(thinks, act, options)

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
@pytest.mark.parametrize(("thinks", "share"), [(4.0, 0.8), (1.0, 0.65)])
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
