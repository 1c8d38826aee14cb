"""An evening of three tournaments in virtual time: two sit-and-gos in a channel, then one of twelve at two tables.

Its people register all at once, play by what they read, and a stranger asks how it stands. Everything that anybody
reads or says is in the log, which is kept: `python -m tests.tournaments.evening` writes it again.
"""

from __future__ import annotations

import re
from pathlib import Path

from ircpoker.tournaments.settings import TournamentSettings
from tests.servers.company import Heard
from tests.story.crowd import Visitor
from tests.story.rules import RuleMachine
from tests.transports.irc.town import Town
from tests.transports.virtual import VirtualLoop

CHANNELS = ("#poker", "#one", "#two")
PLUGINS = ("help", "parse", "holdem", "tournaments", "bank")
PEOPLE = ("ann", "ben", "cat", "dan", "eve", "fay", "gus", "hal", "ida", "jon", "kim", "leo")
CUP = "!tournament new cup in 2 min buy-in 100 seats 6 stack 1000 10/20@4h 25/50@4h 50/100@4h 100/200/25@4h"
STRANGER = "sid"
ASKED = ("!tournament", "who leads?", "who is short?", "payouts?")
LONGEST = 4 * 3600.0
KEPT = Path(__file__).parents[1] / "data" / "evening.txt"
"""The log of the evening of seed 1."""


class Player(Visitor):
    """Somebody who follows the tournament to whatever channel, and is bold."""

    boldness = 0.1


class Evening:
    """The evening.

    Attributes:
        log: the lines with their times.
        over: the lines that tell the end of a tournament, in the channel where it was made.
        rules: the rule machine, which has read every line.
    """

    def __init__(self, seed: int) -> None:
        self.loop = VirtualLoop()
        self.over: list[str] = []
        settings = TournamentSettings(channels=CHANNELS[1:], create="operators")
        self.town = Town(self.loop, CHANNELS, PLUGINS, seed, 1000, tournaments=settings)
        self.town.operators.add("op")
        self.rules = RuleMachine(CHANNELS)
        self.log: list[str] = []
        self.town.watch, self.town.listen = self._watch, self._listen
        self.town.greet()
        self._began = self.loop.time()
        for nick in (*PEOPLE, STRANGER, "op"):
            person = Player(self.town, nick, CHANNELS[0], seed, everywhere=True)
            for channel in CHANNELS[1:]:
                self.town.come(nick, person.hear, joins=channel)
        self.rules.people = self.town.ears.keys()
        self._say(5, "ann", "!sng 3 turbo")
        self._say(8, "ben", "!sng")
        self._say(11, "cat", "!sng")
        for number, text in enumerate(ASKED):
            self._say(300 + 20 * number, STRANGER, text if text.startswith("!") else f"dealer: {text}")

    def play(self) -> None:
        """Play until all three are over."""
        while len(self.over) < 3 and self.loop.time() < LONGEST:
            self.town.run(10)

    def _say(self, seconds: float, nick: str, text: str, channel: str = CHANNELS[0]) -> None:
        self.loop.call_later(seconds, self.town.say, nick, text, channel)

    def _watch(self, heard: Heard) -> None:
        self.log.append(f"{self._time()} {heard.target:6} {heard.text}")
        self.rules.read(self.loop.time(), heard)
        if heard.target == CHANNELS[0] and re.search(r"\b(sng|cup) is over: ", heard.text):
            self.over.append(heard.text)
            if len(self.over) == 1:
                self._begin_knockout()
            elif len(self.over) == 2:
                self._begin_cup()

    def _begin_knockout(self) -> None:
        self._say(10, "dan", "!sng 4 knockout turbo")
        for number, nick in enumerate(("eve", "fay")):
            self._say(13 + number, nick, "!sng")
        self._say(16, "dan", "!addbot caller")

    def _begin_cup(self) -> None:
        self._say(10, "op", CUP)
        for number, nick in enumerate(PEOPLE):
            self._say(30 + 0.2 * number, nick, "!tournament register cup")
        for number, text in enumerate(ASKED):
            for at, channel in ((60, "#poker"), (400, "#one"), (700, "dealer"), (1500, "dealer")):
                asked = text if text.startswith("!") or channel == "dealer" else f"dealer: {text}"
                self._say(at + 20 * number, STRANGER, asked, channel)

    def _listen(self, nick: str, text: str, target: str) -> None:
        self.log.append(f"{self._time()} {target:6} <{nick}> {text}")
        self.rules.acted(nick, target)

    def _time(self) -> str:
        seconds = int(self.loop.time() - self._began)
        return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def play(seed: int) -> Evening:
    """Play an evening to its end."""
    evening = Evening(seed)
    try:
        evening.play()
    finally:
        evening.town.close()
        evening.loop.close()
    return evening


def text_of(evening: Evening) -> str:
    """Return the log as it is kept."""
    return "\n".join(evening.log) + "\n"


if __name__ == "__main__":
    KEPT.write_text(text_of(play(1)), encoding="utf-8")
