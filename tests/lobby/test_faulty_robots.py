"""The user's own robots fail: the table goes on, and the log names the fault for the owner."""

import logging
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.lobby.hall import CHANNEL, Hall, play_on

ROBOT = """
class Faulty:
    name = "faulty"
    games = {"holdem": range(2, 11)}

    def decide(self, view, rng):
        return None

    def meet(self, players):
        pass

    def learn(self, view):
        pass

    def memory(self):
        return {"deals": 1}

    def recall(self, memory):
        pass

    FAULT

ROBOTS = [Faulty]
"""

FAULTS = {
    "decide": "def decide(self, view, rng): raise ValueError('no idea')",
    "meet": "def meet(self, players): raise ValueError('no idea')",
    "learn": "def learn(self, view): return 1 // 0",
    "memory": "def memory(self): return {'deals': {1, 2}}",
    "endless memory": "def memory(self): self.deals = {}; self.deals['deals'] = self.deals; return self.deals",
    "recall": "def recall(self, memory): raise KeyError('deals')",
}


@pytest.fixture
def open_hall(tmp_path: Path) -> Callable[[str], Hall]:
    def open_with(fault: str) -> Hall:
        (tmp_path / "faulty.py").write_text(ROBOT.replace("FAULT", fault))
        return Hall(plugin_path=tmp_path)

    return open_with


@pytest.mark.few(1)
@pytest.mark.parametrize("fault", FAULTS)
def test_the_table_goes_on(
    open_hall: Callable[[str], Hall], fault: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    hall = open_hall(FAULTS[fault])
    hall.say("alice", "!play faulty")
    rng = Random(1)
    for _ in range(2):
        before = hall.table().state.last_deal
        play_on(hall, rng, 20)
        assert hall.table().state.last_deal != before
        if fault != "recall":
            assert any(record.levelno == logging.ERROR for record in caplog.records)
        hall = hall.restarted(plugin_path=tmp_path)
    assert not any("called off" in text for text in hall.to(CHANNEL))
    assert "faulty" in caplog.text
    hall.check_ledger()
    hall.close()
