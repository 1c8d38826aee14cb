"""An evening of tournaments on a real server at a line a second: two sit-and-gos, then one of twelve at two tables.

Two of the twelve play in irssi and in WeeChat. A machine of rules reads what each of the others sees, and the windows
have shown every line, whole and in order.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

import pytest

from tests.servers.clients import Client, Irssi, WeeChat
from tests.servers.company import Heard, Player
from tests.servers.human import as_typed
from tests.servers.ngircd import Ngircd
from tests.servers.process import BotProcess
from tests.servers.tables import check_ledger
from tests.servers.test_tournaments import results
from tests.story.rules import RuleMachine, read_turns
from tests.tiers import seed
from tests.tournaments.evening import CHANNELS, CUP, PEOPLE, PLUGINS

pytestmark = pytest.mark.deep
HOME = CHANNELS[0]
OPTIONS = f"""\
[tournaments]
channels = {", ".join(CHANNELS[1:])}
create = operators
guests_per_host = 0
[economy]
given_per_host = 0
"""
IN_WINDOWS = {"ivy": Irssi, "wes": WeeChat}
ON_SOCKETS = PEOPLE[:-2]
LONGEST = 3000.0
"""Seconds of the evening; in virtual time it takes 24 minutes."""


class Entrant:
    """Somebody who acts two to four seconds after they have read their turn, and is bold.

    Attributes:
        ear: by whom they read; who has a window reads by the operator.
        say: says something to a channel or a nick.
    """

    def __init__(self, nick: str, ear: Player, say: Callable[[str, str], None]) -> None:
        self.nick = nick
        self.ear = ear
        self.say = say
        self._rng = Random(f"{nick} {seed(1)}")
        self._plan: tuple[float, str] | None = None

    def read(self, now: float, heard: Heard) -> None:
        """Read a line of a channel."""
        for nick, decision in read_turns(heard):
            if nick == self.nick and self._plan is None:
                self._plan = (now + self._rng.uniform(2.0, 4.0), decision)

    def act(self, now: float) -> None:
        """Act if it is time."""
        if self._plan is not None and self._plan[0] <= now:
            decision, self._plan, chance = self._plan[1], None, self._rng.random()
            choices = ("fold", "call", "allin") if "call" in decision else ("check", "check", "bet pot")
            self.say("dealer", choices[(chance > 0.35) + (chance > 0.85)])


def _type(client: Client, target: str, text: str) -> None:
    client.say(f"/msg {target} {text}")


def shown(client: Client, channel: str) -> list[str]:
    """Return the bot's lines in a window, from the client's log."""
    if isinstance(client, WeeChat):
        pairs = [line.partition("\t") for line in client.lines(channel)]
        return [as_typed(text) for nick, _, text in pairs if nick.lstrip("@+") == "dealer"]
    log = (client.folder / f"{channel}.log").read_text(encoding="utf-8")
    return [as_typed(text) for text in re.findall(r"^\d\d:\d\d <[ @+]?dealer> (.*)$", log, re.MULTILINE)]


class Evening:
    """The people and what they read.

    Attributes:
        clients: by nick, those with windows.
        boss: the operator, who reads all channels.
        rules: by nick, a machine of rules.
    """

    def __init__(self, port: int, folder: Path) -> None:
        self.boss = Player(port, "boss", HOME)
        self.clients: dict[str, Client] = {nick: of(nick, port, folder / nick) for nick, of in IN_WINDOWS.items()}
        for client in self.clients.values():
            client.wait_for(bool)
        self.clients["ivy"].say(f"/set autolog_path {folder}/ivy/$0.log")
        self.clients["ivy"].say("/set autolog on")
        self.sockets = {nick: Player(port, nick, HOME) for nick in ON_SOCKETS} | {"boss": self.boss}
        for channel in CHANNELS[1:]:
            for player in self.sockets.values():
                player.join(channel)
            for client in self.clients.values():
                client.say(f"/join {channel}")
        self.rules = {nick: RuleMachine(CHANNELS) for nick in self.sockets}
        for machine in self.rules.values():
            machine.reads_all = False
        self.entrants = {nick: Entrant(nick, player, player.say) for nick, player in self.sockets.items()}
        for nick, client in self.clients.items():
            self.entrants[nick] = Entrant(nick, self.boss, partial(_type, client))

    def say(self, nick: str, text: str) -> None:
        """Let somebody say something in the first channel, and others go on for a moment."""
        self.entrants[nick].say(HOME, text)
        self.run(1.5)

    def run(self, seconds: float) -> None:
        """Let everybody read and act for a while."""
        end = time.monotonic() + seconds
        self.until(lambda: time.monotonic() > end)

    def until(self, has_come: Callable[[], bool]) -> None:
        """Let everybody read and act until something has come."""
        deadline = time.monotonic() + LONGEST
        while not has_come():
            now = time.monotonic()
            assert now < deadline, self.boss.heard[-20:]
            for nick, player in self.sockets.items():
                for heard in player.listen():
                    self.rules[nick].read(now, heard)
                    for entrant in self.entrants.values():
                        if entrant.ear is player:
                            entrant.read(now, heard)
            for entrant in self.entrants.values():
                entrant.act(now)

    def over(self) -> int:
        """Return how many tournaments are over, as the first channel was told."""
        return sum(heard.target == HOME and " is over: " in heard.text for heard in self.boss.heard)


@pytest.fixture
def evening(tmp_path: Path, ngircd: Ngircd) -> Iterator[tuple[Evening, BotProcess]]:
    made = Evening(ngircd.port, tmp_path)
    plugins = ", ".join(PLUGINS)
    with BotProcess(
        tmp_path, ngircd.port, *CHANNELS, plugins=plugins, more=OPTIONS, pace=(4, 1.0), seed=seed(1)
    ) as bot:
        made.boss.wait_for_bot()
        yield made, bot
        for client in made.clients.values():
            client.close()
        for player in made.sockets.values():
            player.close()


def test_an_evening_of_tournaments_in_windows(evening: tuple[Evening, BotProcess]) -> None:
    people, bot = evening
    for text, nick in (("!sng 3 turbo", "ivy"), ("!sng", "wes"), ("!sng", "cat")):
        people.say(nick, text)
    people.until(lambda: people.over() == 1)
    for text, nick in (("!sng 4 knockout turbo", "wes"), ("!sng", "ivy"), ("!sng", "fay"), ("!addbot caller", "wes")):
        people.say(nick, text)
    people.until(lambda: people.over() == 2)
    people.say("boss", CUP)
    people.until(lambda: any("Nobody has registered yet" in heard.text for heard in people.boss.heard))
    for nick in (*ON_SOCKETS, *IN_WINDOWS):
        people.say(nick, "!tournament register cup")
    people.until(lambda: people.over() == 3)
    people.run(10)
    assert not {nick: dict(each.examples) for nick, each in people.rules.items() if each.faults}
    for nick, client in people.clients.items():
        for channel in CHANNELS:
            wire = [as_typed(heard.text) for heard in people.boss.heard if heard.target == channel]
            assert shown(client, channel) == wire, (nick, channel)
    names = {*ON_SOCKETS, *IN_WINDOWS}
    last = max(results(bot), key=lambda result: len(result.finishes))
    assert {finish.nick for finish in last.finishes} == names
    assert sum(finish.prize for finish in last.finishes) == 1200
    assert "Traceback" not in bot.log
    check_ledger(bot)
