"""Whatever happens on a network, each line of a game has exactly one outcome, and lines of a table keep their order."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise
from random import Random

import pytest

from ircpoker.chat.message import MachineShown, Reply
from ircpoker.chat.outgoing import Outgoing, Reader
from ircpoker.runtime.delivery import Delivery
from ircpoker.telling.rules import Role
from ircpoker.transports.irc.login import LABELS
from ircpoker.transports.irc.receipts import TOKEN
from ircpoker.transports.irc.wire import Source
from tests import tiers
from tests.transports.irc.conftest import MakeStay
from tests.transports.irc.desk import Desk

PEOPLE = ("alice", "bob", "carol")
ROLES = (Role.NEWS, Role.STORY, Role.TURN, Role.OWN_TURN, Role.RESULT, Role.SEAL, Role.DRAMA, Role.ASIDE, Role.REMARK)
WATCHDOG = 200.0
"""Seconds after which no line may be on its way any more."""


class Network:
    """A network on which people come and go, and the bot says random lines.

    Attributes:
        outcomes: the deliveries of each line.
    """

    def __init__(self, desk: Desk, rng: Random) -> None:
        self.desk = desk
        self.outcomes: defaultdict[str, list[Delivery]] = defaultdict(list)
        self.made: list[tuple[str, str, Role]] = []
        self.lines: list[str] = []
        self._rng = rng
        self._truth = [True]

    def step(self) -> None:
        """Let one thing happen."""
        rng, nick = self._rng, self._rng.choice(PEOPLE)
        happens = rng.choice(("say", "say", "say", "say", "answer", "answer", "refuse", "part", "join", "nick", "over"))
        match happens:
            case "say":
                self._say()
            case "over":
                self._truth[0] = False
                self._truth = [True]
            case "answer":
                self._answer()
            case "refuse":
                self.desk.hear(f":irc.test {rng.choice(('401', '404', '716'))} dealer {nick} :no")
            case "part":
                self.desk.hear(rng.choice((f":{nick}!user@home PART #poker", ":boss!b@b KICK #poker dealer :out")))
            case "join":
                self.desk.hear(rng.choice((f":{nick}!user@home JOIN #poker", ":dealer!d@home JOIN #poker")))
            case "nick":
                self.desk.hear(f":{nick}!user@home NICK {nick}2")
                self.desk.hear(f":{nick}2!user@home NICK {nick}")
        self.pass_time(rng.uniform(0.0, 2.0))

    def pass_time(self, seconds: float) -> None:
        """Let time pass."""
        self.lines += self.desk.run(seconds)

    def end(self) -> None:
        """Let the server answer everything."""
        for _ in range(int(WATCHDOG)):
            self.pass_time(1.0)
            self._answer()

    def _say(self) -> None:
        rng, text, truth = self._rng, f"line {len(self.made)} of all", self._truth
        table, role = rng.choice("12"), rng.choice(ROLES)
        target = rng.choice(("#poker", *PEOPLE, "zoe"))
        confirm = target[0] != "#" and rng.random() < 0.4
        self.made.append((text, table, role))
        line = Outgoing(
            Reader("net", target, "user@home" if rng.random() < 0.3 and target[0] != "#" else "", channel="#poker"),
            Reply((text,), private=target[0] != "#"),
            table=table,
            role=Role.CARDS if confirm else role,
            confirm=confirm,
            on_delivery=self.outcomes[text].append,
            still=(lambda: truth[0]) if role in {Role.TURN, Role.OWN_TURN, Role.REMARK} else None,
            follows=("1", "2") if rng.random() < 0.3 else (),
            due=self.desk.stay.loop.time() + 1.0 if role is Role.DRAMA else None,
        )
        self.desk.stay.games.outbox.post(line)

    def _answer(self) -> None:
        """Let the server answer the oldest question or PING, or a label."""
        while self.lines:
            line = self.lines.pop(0)
            if line.startswith(f"PING {TOKEN}"):
                self.desk.hear(f":irc.test PONG irc.test :{line.split()[1]}")
                return
            if line.startswith("USERHOST "):
                self.desk.hear(f":irc.test 302 dealer :{' '.join(f'{nick}=+user@home' for nick in line.split()[1:])}")
                return
            if line.startswith("@label="):
                self.desk.hear(f"@label={line[7:].partition(' ')[0].partition(';')[0]} :irc.test ACK")
                return


@pytest.mark.slow(1)
@pytest.mark.few(1)
@pytest.mark.parametrize("capability", ["", LABELS])
def test_each_line_has_one_outcome(make_stay: MakeStay, capability: str) -> None:
    seen: Counter[Delivery] = Counter()
    for seed in tiers.seeds(400, 15):
        stay = make_stay(interval=1.0, answer=20.0)
        if capability:
            stay.receive(f":irc.test CAP dealer ACK :{capability}")
        stay.join()
        network = Network(Desk(stay), Random(seed))
        for _ in range(80):
            network.step()
        network.desk.hear(":dealer!d@home JOIN #poker")
        network.end()
        waiting = [text for text, _, _ in network.made if not network.outcomes[text]]
        assert not waiting, (seed, waiting)
        assert all(len(found) == 1 for found in network.outcomes.values()), seed
        seen.update(found[0] for found in network.outcomes.values())
        # Deals of random lines have no seals, and the server does not answer for minutes.
        assert set(stay.games.activity.story_faults) <= {"seal", "silence"}, (seed, stay.games.activity.story_faults)
    assert set(seen) == set(Delivery)


def test_lines_of_a_table_to_a_place_keep_their_order(make_stay: MakeStay) -> None:
    for seed in tiers.seeds(200, 10):
        stay = make_stay(interval=1.0)
        stay.join()
        network = Network(Desk(stay), Random(seed))
        for _ in range(60):
            network._say()
            network.pass_time(network._rng.uniform(0.0, 2.0))
        network.pass_time(WATCHDOG)
        order = {text: number for number, (text, _, _) in enumerate(network.made)}
        tables = {text: table for text, table, _ in network.made}
        places: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        for line in network.lines:
            for text in [text for text in order if text in line]:
                places[line.split()[1], tables[text]].append(order[text])
        assert all(before < after for numbers in places.values() for before, after in pairwise(numbers)), seed


def test_results_of_stakes_are_read_after_a_reconnection(make_stay: MakeStay) -> None:
    first = make_stay(burst=1, interval=100.0)
    first.join()
    first.who("alice!user@home")
    shown = MachineShown("slot", "end", (), 5, 995)
    results = [Reply((f"spin {number}",), private=True, machine=shown) for number in range(3)]
    first.session.sender.reply(results, Source("alice", "user", "home"), None, "asker")
    read = [line for line in first.run(150) if "spin" in line]
    assert len(read) < 3
    first.end()
    again = make_stay(burst=4, interval=1.0)
    again.session._setup.results.extend(first.session._setup.results)
    again.join()
    assert "USERHOST alice" in again.sent
    lines = again.receive(":irc.test 302 dealer :alice=+user@home") + again.run(10)
    assert "spin 2" in " ".join(lines)
    assert sum(f"spin {number}" in " ".join([*read, *lines]) for number in range(3)) == 3
    assert not again.session._setup.results
