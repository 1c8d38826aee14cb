"""Nicks change hands, deliveries are reported late, networks and ledgers fail: no table gets stuck."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from random import Random

import pytest

from ircpoker.errors import LedgerError
from ircpoker.lobby.deadlines import Timer, deadlines
from ircpoker.people import Person
from ircpoker.runtime.delivery import Delivery
from tests import tiers
from tests.lobby.faults import READS, WRITES, Fault
from tests.lobby.hall import CHANNEL, NET, Hall, random_command, random_seat_command

NICKS = ("alice", "bob", "carol", "dave", "eve", "frank", "gina")
OF_A_DEAL = (Timer.RESUME, Timer.CARDS, Timer.CARDS_LOST, Timer.UNSENT_TURN, Timer.ROBOT, Timer.ACT)


@dataclass
class Human:
    """Somebody on the network."""

    nick: str
    address: str
    is_online: bool = True
    is_in_channel: bool = True

    def person(self, nick: str = "") -> Person:
        return Person(NET, nick or self.nick, nick or self.nick, address=self.address)


class Town:
    """People who come, go and take each other's nicks."""

    def __init__(self, seed: int, monkeypatch: pytest.MonkeyPatch, chance: float, **rules: int) -> None:
        self.rng = Random(seed)
        self.game = ("holdem", "draw")[seed % 2]
        self.hall = Hall(seed=seed, robot_pause=(0.0, 1.5)[seed % 2], grace=60.0, **rules)
        self.people = [Human(nick, f"{nick}@first") for nick in NICKS[:5]]
        self.is_connected = True
        self.fault = Fault(monkeypatch, self.hall, (*WRITES, *READS, "rebind", "games"), chance)
        self.fault.is_on = False
        self.say_who_is_who()

    @property
    def free_nicks(self) -> list[str]:
        taken = {human.nick for human in self.people if human.is_online}
        return [nick for nick in NICKS if nick not in taken]

    def say_who_is_who(self) -> None:
        nick_owners = {human.nick: human.address for human in self.people if human.is_online}
        self.hall.nick_owners.clear()
        self.hall.nick_owners.update({nick: nick_owners.get(nick, "nobody@nowhere") for nick in NICKS})

    def step(self) -> None:
        human = self.rng.choice(self.people)
        steps = {
            self.act: 80,
            lambda: self.say(human, self.rng.choice(["!sit", "!sit 200"])): 7,
            lambda: self.say(human, "leave", is_private=self.rng.random() < 0.5): 3,
            lambda: self.say(human, random_seat_command(self.rng), is_private=self.rng.random() < 0.1): 3,
            lambda: self.say(human, f"!open {self.game} 200"): 5,
            lambda: self.say(human, f"!addbot {self.rng.choice(['caller', 'random', 'folder', 'swede'])}"): 2,
            lambda: self.say(human, "play caller 200", is_private=True): 4,
            lambda: self.say(human, self.rng.choice(["call", "fold", "allin", "bet 20"]), is_private=True): 4,
            lambda: self.rename(human): 6,
            lambda: self.come_or_go(human): 1 if human.is_online else 20,
            self.refuse: 2,
            self.hold_deliveries: 2,
            self.confirm: 4,
            self.lose_or_find_the_network: 1 if self.is_connected else 30,
            self.restart: 0.5,
            lambda: self.hall.wait(self.rng.choice([0.5, 2, 6, 6, 20, 46, 100])): 20,
        }
        self.fault.is_on = self.rng.random() < 0.2
        self.rng.choices([*steps], [*steps.values()])[0]()
        self.fault.is_on = False

    def act(self) -> None:
        nick = self.hall.actor() if self.hall.has_table() else ""
        human = next((human for human in self.people if human.is_online and human.nick == nick), None)
        if human is not None:
            self.say(human, random_command(self.hall, CHANNEL, self.rng))

    def say(self, human: Human, text: str, *, is_private: bool = False) -> None:
        if self.is_connected and human.is_online and (is_private or human.is_in_channel):
            self.hall.say(human.nick, text, None if is_private else CHANNEL)

    def rename(self, human: Human) -> None:
        if self.is_connected and human.is_online:
            old, human.nick = human.nick, self.rng.choice(self.free_nicks)
            self.say_who_is_who()
            if human.is_in_channel:
                self.hall.services.presence.renamed(human.person(old), human.person())
                self.hall.run()

    def come_or_go(self, human: Human) -> None:
        presence = self.hall.services.presence
        if not self.is_connected:
            return
        if not human.is_online:
            human.nick, human.is_online, human.is_in_channel = self.rng.choice(self.free_nicks), True, True
            if self.rng.random() < 0.2:
                human.address += "er"
            self.say_who_is_who()
            presence.joined(human.person(), CHANNEL)
        elif self.rng.random() < 0.5:
            human.is_in_channel = not human.is_in_channel
            (presence.joined if human.is_in_channel else presence.parted)(human.person(), CHANNEL)
        else:
            self.leave(human)
        self.hall.run()

    def leave(self, human: Human) -> None:
        was_seen, human.is_online, human.is_in_channel = human.is_in_channel, False, False
        self.say_who_is_who()
        if was_seen:
            self.hall.services.presence.quit(human.person())

    def refuse(self) -> None:
        self.hall.refusals = {self.rng.choice(NICKS): Delivery.REFUSED} if self.rng.random() < 0.3 else {}

    def hold_deliveries(self) -> None:
        self.hall.holds_deliveries = self.rng.random() < 0.3

    def confirm(self) -> None:
        """Report the delivery of any line, now and then twice."""
        waiting = self.hall.waiting
        if waiting:
            tell = waiting.pop(self.rng.randrange(len(waiting)))
            for _ in range(self.rng.choice([1, 1, 2])):
                tell(self.rng.choice([Delivery.SENT, Delivery.SENT, Delivery.REFUSED]))
            self.hall.run()

    def lose_or_find_the_network(self) -> None:
        if self.is_connected:
            self.hall.disconnect()
            for tell in self.hall.waiting:
                tell(Delivery.UNKNOWN)
            self.hall.waiting.clear()
        else:
            self.hall.connect()
            self.tell_names()
        self.is_connected = not self.is_connected

    def restart(self) -> None:
        nick_owners = self.hall.nick_owners
        self.hall.services.outbox.close(NET)
        lasting = {"seed": 99, "clock": self.hall.clock, "ledger": self.hall.services.ledger}
        self.hall = Hall(**lasting | self.hall.rules)
        self.hall.nick_owners = nick_owners
        self.is_connected = True
        self.tell_names()

    def tell_names(self) -> None:
        for human in self.people:
            if human.is_in_channel:
                self.hall.services.presence.joined(replace(human.person(), address=""), CHANNEL)
        self.hall.run()

    def check(self) -> None:
        """Check that no chip is lost, and that every table goes on in the end."""
        tables = self.hall.lobby.tables
        if NET in self.hall.lobby.tables.unread:
            return  # The ledger failed at the start; it is read again in a moment.
        self.hall.check_ledger()
        for place, table in tables.by_place.items():
            assert table.place == place
            if table.calls.is_paused:
                assert not self.is_connected
                continue
            assert deadlines(table.state, table.settings)
            if table.hand is not None:
                assert any(table.calls.due.get(timer) is not None for timer in OF_A_DEAL)

    def go_home(self) -> None:
        self.hall.refusals, self.hall.holds_deliveries = {}, False
        if not self.is_connected:
            self.lose_or_find_the_network()
        for human in self.people:
            if human.is_online:
                self.hall.services.presence.quit(human.person())
                human.is_online = False
        self.say_who_is_who()
        self.hall.wait(3000)


@pytest.mark.few(1)
@pytest.mark.parametrize("chance", [0.0, 0.2])
@pytest.mark.parametrize(
    "seed", [0, *[pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2, 3, *tiers.seeds(20, first=10))]]
)
def test_a_rough_session(
    seed: int, chance: float, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    play_in(Town(seed, monkeypatch, chance), 250, caplog)


def play_in(town: Town, steps: int, caplog: pytest.LogCaptureFixture) -> None:
    """Let everything happen in so many steps; in the end all have gone, and the log has only the faults."""
    for _ in range(steps):
        town.step()
        town.check()
    town.go_home()
    assert not town.hall.lobby.tables
    assert town.hall.services.ledger.audit().at_tables == 0
    for record in caplog.records:
        causes = (
            "the disk is full",
            "the ledger is not answering",
            "it is not known yet whether",
            "new guests have come from ",
        )
        is_expected = any(cause in record.getMessage() for cause in causes)
        assert is_expected or isinstance((record.exc_info or (0, 0))[1], LedgerError)
    town.hall.close()
