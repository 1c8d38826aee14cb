"""The process is killed at any statement of a table's transactions: chips are exact, and deals continue after it."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests import tiers
from tests.ledger.faults import Faults
from tests.lobby.hall import Hall, play_on


class Deaths(Faults):
    """Lets the process end before or after a statement or a commit, as if it was killed: nothing catches that."""

    def _step(self, _connection: object) -> None:
        if self._left is not None:
            self._left -= 1
            if self._left < 0:
                self._left, self.has_failed = None, True
                signal.raise_signal(signal.SIGINT)


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


@pytest.mark.slow(10)
def test_killed_at_any_statement(tmp_path: Path) -> None:
    with Hall() as hall:
        steps = Deaths(hall.services.ledger)
        steps.arm(whole := 10_000)
        evening(hall)
        assert not hall.has_table()
        total = whole - (steps._left or 0)
    rng = Random(tiers.seed(1))
    killed_at_tables = 0
    stride = 25 // tiers.count(5)
    for step in range(tiers.seed(1) % stride, total, stride):
        hall = Hall(f"sqlite:///{tmp_path}/{step}.db")
        deaths = Deaths(hall.services.ledger)
        deaths.arm(step)
        with pytest.raises(KeyboardInterrupt):
            evening(hall)
        deaths.disarm()
        with hall.restarted() as after:
            after.check_ledger()
            killed_at_tables += after.has_table()
            play_on(after, rng, 6)
            for nick in ("alice", "bob"):
                after.say(nick, "!leave")
            after.wait(400)
            assert not after.has_table()
            after.check_ledger()
    assert killed_at_tables > total // stride // 2
