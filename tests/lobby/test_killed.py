"""The process is killed at any statement of a table's transactions: chips are exact, and deals continue after it."""

from __future__ import annotations

import gc
import re
import signal
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from ircpoker.ledger import Ledger
from tests import tiers
from tests.ledger.faults import Faults
from tests.lobby.hall import Hall, play_on


class Deaths(Faults):
    """Lets the process end before or after a statement or a commit, as if it was killed: nothing catches that.

    Attributes:
        kinds: the kinds of all steps so far, such as `UPDATE accounts`, as long as it is not armed.
    """

    def __init__(self, ledger: Ledger) -> None:
        super().__init__(ledger)
        self.kinds: list[str] = []

    def _step(self, _connection: object) -> None:
        if self._left is None:
            self.kinds.append(kind_of(self.statement))
            return
        self._left -= 1
        if self._left < 0:
            self._left, self.has_failed = None, True
            signal.raise_signal(signal.SIGINT)


def kind_of(statement: str) -> str:
    """Return what a statement does to which table, as `INSERT postings`."""
    verb, *_ = statement.split()
    table = re.search(r"\b(?:FROM|INTO|UPDATE) +(\w+)", statement)
    return f"{verb} {table[1]}" if table else verb


def evening(hall: Hall) -> None:
    """Sit down, play, bring chips, call a robot and send it away, and leave."""
    for nick, line in (("alice", "!open 300"), ("bob", "!sit 300"), ("alice", "!addbot caller")):
        hall.say(nick, line)
    hall.wait(5)
    for line in ("!call", "!raise 40", "!call", "!allin", "!call", "!fold"):
        hall.say(hall.actor() or "alice", line)
        hall.wait(6)
    for nick, line in (("bob", "!topup 50"), ("alice", "!removebot caller"), ("bob", "!leave"), ("alice", "!leave")):
        hall.say(nick, line)
        hall.wait(6)


@pytest.fixture(autouse=True)
def interrupts() -> Iterator[None]:
    """Let SIGINT interrupt: in the background of a shell it is ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def steps_of_evenings(wanted: int) -> dict[str, list[tuple[int, int]]]:
    """Return the steps of each kind of statement in so many evenings, each with the seed of its evening."""
    found: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for seed in tiers.seeds(wanted, wanted):
        with Hall(seed=seed) as hall:
            deaths = Deaths(hall.services.ledger)
            evening(hall)
            assert not hall.has_table()
            for step, kind in enumerate(deaths.kinds):
                found[kind].append((seed, step))
    return found


@pytest.mark.slow(10)
def test_killed_at_any_statement(tmp_path: Path) -> None:
    """Each kind of statement is the last one of ten processes in the deep tier."""
    wanted, rng = 10 if tiers.count(2) == 2 else 1, Random(tiers.seed(1))
    killed, killed_at_tables = Counter[str](), 0
    for kind, steps in steps_of_evenings(wanted).items():
        # A rare kind has the same step more than once; what is played after it differs.
        for seed, step in rng.sample(steps * wanted, wanted):
            hall = Hall(f"sqlite:///{tmp_path}/{sum(killed.values())}.db", seed=seed)
            deaths = Deaths(hall.services.ledger)
            deaths.arm(step)
            with pytest.raises(KeyboardInterrupt):
                evening(hall)
            deaths.disarm()
            gc.collect()  # A killed process holds no locks, so nor may what is left of it here.
            assert kind_of(deaths.statement) == kind
            killed[kind] += 1
            with hall.restarted() as after:
                after.check_ledger()
                killed_at_tables += after.has_table()
                play_on(after, rng, 6)
                for nick in ("alice", "bob"):
                    after.say(nick, "!leave")
                after.wait(400)
                assert not after.has_table()
                after.check_ledger()
    assert {"COMMIT", "INSERT entries", "UPDATE accounts", "UPDATE games", "INSERT hands"} <= killed.keys()
    assert min(killed.values()) == wanted
    assert killed.total() >= 20 * wanted
    assert killed_at_tables > killed.total() // 2
