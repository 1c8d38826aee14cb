"""A crowd in a town: people at tables, in tournaments and at machines, who act on what they have read."""

from __future__ import annotations

import re
from random import Random

from tests.servers.company import Heard, read_options
from tests.story.rules import read_turns
from tests.transports.irc.town import Town

_SOON = 0.1
"""The share of turns at which somebody acts before they have read their private line."""


class Visitor:
    """Somebody in a channel who plays: they act two to four seconds after they have read that it is their turn.

    Attributes:
        nick: the nick.
        turns: how many turns they have had.
        folds: how often they fold to a bet.
    """

    boldness = 0.03
    """How often they go all-in."""
    folds = 0.35

    def __init__(self, town: Town, nick: str, channel: str, seed: int, *, everywhere: bool = False) -> None:
        self.town = town
        self.nick = nick
        self.channel = channel
        self._everywhere = everywhere
        self.turns = 0
        self._rng = Random(f"{nick} {seed}")
        self._plans = False
        town.come(nick, self.hear, joins=channel)

    def hear(self, heard: Heard) -> None:
        """Read a line."""
        if heard.is_public and (self._everywhere or heard.target == self.channel):
            for nick, decision in read_turns(heard):
                if nick == self.nick:
                    self.channel = heard.target
                    self._plan(decision)
        elif not heard.is_public:
            if "out of chips" in heard.text.lower():
                self.town.loop.call_later(
                    self._rng.uniform(2.0, 4.0), self.town.say, self.nick, "!sit 1000", self.channel
                )
            for options in read_options(heard):
                self._plan(", ".join(options))

    def _plan(self, choices: str) -> None:
        if self._plans:
            return
        self._plans = True
        self.turns += 1
        self.town.loop.call_later(self._thinks(), self._act, choices)

    def _thinks(self) -> float:
        """Return how long this decision takes."""
        return self._rng.uniform(0.3, 1.0) if self._rng.random() < _SOON else self._rng.uniform(2.0, 4.0)

    def _act(self, choices: str) -> None:
        self._plans = False
        chance = self._rng.random()
        if "draw" in choices or "pat" in choices:
            command = "pat"
        elif "call" in choices:
            command = "fold" if chance < self.folds else "allin" if chance > 1 - self.boldness else "call"
        else:
            command = "check" if chance < 0.8 else "bet pot"
        self.town.say(self.nick, f"!{command}", self.channel)


class Attentive(Visitor):
    """Somebody who is at the table for the game: they act a second after they have read their turn, and say `!n`."""

    folds = 0.6

    def hear(self, heard: Heard) -> None:
        """Read a line; that with the seal of the next deal ends the last one."""
        super().hear(heard)
        if heard.is_public and SEALED.search(heard.text):
            self.town.loop.call_later(self._rng.uniform(0.6, 1.2), self.town.say, self.nick, "!n", self.channel)

    def _thinks(self) -> float:
        return self._rng.uniform(0.8, 1.5)


SEALED = re.compile(r"#\d+(?: in \d+ s)?, sealed ")
RESULT = re.compile(r"\| [+-]\d+ \| \d+ chips?$")
"""How the line with a spin's result ends."""


class Puller:
    """Somebody who pulls the slot machine in private: again two to four seconds after they have read the result.

    Attributes:
        waits: how long each result took.
    """

    def __init__(self, town: Town, nick: str, channel: str, seed: int) -> None:
        self.town = town
        self.nick = nick
        self.waits: list[float] = []
        self._since: float | None = None
        self._rng = Random(f"{nick} {seed}")
        town.come(nick, self.hear, joins=channel)

    def pull(self) -> None:
        """Pull."""
        self._since = self.town.loop.time()
        self.town.say(self.nick, "slot 5")

    def hear(self, heard: Heard) -> None:
        """Read a line, and pull again after a result."""
        if heard.is_public or self._since is None or not RESULT.search(heard.text):
            return
        self.waits.append(self.town.loop.time() - self._since)
        self._since = None
        self.town.loop.call_later(self._rng.uniform(2.0, 4.0), self.pull)
