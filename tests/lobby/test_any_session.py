"""Anything that people may do at a table, in any order: no chip is lost, nothing fails, and no table gets stuck."""

import logging
from random import Random
from typing import Any

import pytest

from ircpoker.runtime.delivery import Delivery
from tests import tiers
from tests.lobby.hall import CHANNEL, Hall, person, random_command, random_seat_command

NICKS = ["alice", "bob", "carol", "dave", "eve"]
PLUGINS = ("holdem", "draw", "slots", "videopoker")
ROBOTS = ["caller", "folder", "random", "raiser", "swede"]


class Crowd:
    """People who do anything, in the channel or outside it."""

    def __init__(self, seed: int, game: str, **rules: Any) -> None:
        self.rng = Random(seed)
        self.game = game
        self.rules = rules
        self.hall = Hall(seed=seed, **rules)
        self.here = set(NICKS)
        self.connected = True

    def step(self) -> None:
        rng, hall = self.rng, self.hall
        nick = rng.choice(NICKS)
        dice = rng.random()
        if dice < 0.55:
            self.act()
        elif dice < 0.63:
            self.say(nick, f"!sit {rng.choice(['', '200', '150'])}")
        elif dice < 0.66:
            self.say(nick, "!leave")
        elif dice < 0.69:
            self.say(nick, f"!open {self.game} 200")
        elif dice < 0.72:
            self.say(nick, f"!addbot {rng.choice(ROBOTS)}")
        elif dice < 0.77:
            self.say(
                nick, rng.choice(["!check", "!call", "!fold", "!allin", "!bet 20", "!raise 40", "!pat", "!keep 1"])
            )
        elif dice < 0.79:
            self.say(nick, random_seat_command(rng))
        elif dice < 0.80:
            self.say(nick, rng.choice(["!slot 5", "!vp 5", "!hold 12", "!hold none"]))
        elif dice < 0.81:
            self.say(nick, rng.choice(["!cards", "!table", "!why", "!history", "!hint"]))
        elif dice < 0.86:
            self.come_or_go(nick)
        elif dice < 0.87:
            hall.refusals = {rng.choice(NICKS): Delivery.REFUSED} if rng.random() < 0.5 else {}
        elif dice < 0.88:
            self.lose_or_find_the_network()
        elif dice < 0.885:
            self.hall = hall.restarted(**self.rules)
            self.here, self.connected = set(NICKS), True
        else:
            hall.wait(rng.choice([0.5, 2, 6, 20, 46]))

    def act(self) -> None:
        nick = self.hall.actor() if self.hall.has_table() else ""
        if nick in self.here and nick in NICKS:
            self.say(nick, random_command(self.hall, CHANNEL, self.rng))

    def say(self, nick: str, text: str) -> None:
        if self.connected and nick in self.here:
            self.hall.say(nick, text)

    def come_or_go(self, nick: str) -> None:
        presence = self.hall.services.presence
        if not self.connected:
            return
        if nick in self.here:
            self.here.discard(nick)
            if self.rng.random() < 0.5:
                presence.quit(person(nick))
            else:
                presence.parted(person(nick), CHANNEL)
        else:
            self.here.add(nick)
            presence.joined(person(nick), CHANNEL)
        self.hall.run()

    def lose_or_find_the_network(self) -> None:
        if self.connected:
            self.hall.disconnect()
        else:
            self.hall.connect()
            for nick in sorted(self.here):
                self.hall.services.presence.joined(person(nick), CHANNEL)
            self.hall.run()
        self.connected = not self.connected


@pytest.mark.few(4)
@pytest.mark.parametrize(
    ("seed", "game", "steps"),
    [
        *[(seed, "holdem", 150) for seed in range(6)],
        *[(seed, "draw", 150) for seed in range(6)],
        *[(seed, "omaha", 150) for seed in range(2)],
        *[pytest.param(seed, "holdem", 1200, marks=pytest.mark.slow) for seed in tiers.seeds(9, first=10)],
        *[pytest.param(seed, "draw", 1200, marks=pytest.mark.slow) for seed in tiers.seeds(9, first=10)],
    ],
)
def test_any_session(seed: int, game: str, steps: int, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    # Every other session takes what is due together in any order.
    order = Random(seed) if seed % 2 else None
    crowd = Crowd(seed, game, robot_pause=[0.0, 1.5][seed % 2], grace=60.0, any_order=order, plugins=PLUGINS)
    for step in range(steps):
        crowd.step()
        if step % 5 == 0:  # adding the whole ledger up takes longer than a step, and a lost chip stays lost
            crowd.hall.check_ledger()
    assert not caplog.records
    go_home(crowd)


def go_home(crowd: Crowd) -> None:
    """Let everybody leave: the tables close, and all chips are back in the accounts."""
    hall = crowd.hall
    hall.refusals = {}
    if not crowd.connected:
        crowd.lose_or_find_the_network()
    for nick in NICKS:
        hall.say(nick, "!hold none")  # Nothing else ends a game of video poker.
    # Everybody leaves: the clocks do the rest.
    for nick in NICKS:
        hall.services.presence.quit(person(nick))
    hall.wait(1500)
    assert not hall.lobby.tables
    audit = hall.services.ledger.audit()
    assert (audit.at_tables, audit.is_clean) == (0, True)
    hall.close()
