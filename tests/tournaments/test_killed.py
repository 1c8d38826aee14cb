"""`kill -9` in each phase of tournaments: they go on, chips are constant, payouts equal the buy-ins."""

from pathlib import Path

import pytest

from ircpoker.ledger import Ledger
from ircpoker.runtime.clock import SystemClock
from tests.tiers import seed
from tests.tournaments.killing import PHASES, kill


@pytest.mark.deep
@pytest.mark.parametrize("phase", PHASES)
def test_it_goes_on_after_kills_in_each_phase(phase: str, tmp_path: Path) -> None:
    """210 kills; each process checks chips, seats, stored states and the ledger when it starts, and after its games."""
    assert killed_sessions(phase, tmp_path, 30) >= 20


@pytest.mark.slow(20)
def test_it_goes_on_after_a_kill_at_the_payout(tmp_path: Path) -> None:
    assert killed_sessions("payout", tmp_path, 1) == 1


def killed_sessions(phase: str, folder: Path, sessions: int) -> int:
    """Play in processes that are killed in a phase; return how many have been."""
    url = f"sqlite:///{folder}/ledger.db"
    kills = 0
    for number in range(sessions):
        done = kill(url, seed(1000 * PHASES.index(phase) + number), phase)
        assert done in {phase, ""}, "the process failed"
        kills += done == phase
        with Ledger(url, SystemClock()) as ledger:
            audit = ledger.audit()
            assert audit.is_clean
            assert audit.issued == audit.held + audit.at_tables
            for result in ledger.tournament_results("net", "", 100):
                assert sum(finish.paid for finish in result.finishes) == sum(finish.prize for finish in result.finishes)
    return kills
