"""The bot tests whether private lines reach a player when they sit down, before any card is dealt."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.servers.company import Company, passive
from tests.servers.inspircd import Inspircd
from tests.servers.ngircd import Ngircd
from tests.servers.tables import CHIPS, check_ledger, table_bot

pytestmark = pytest.mark.slow

LINE = "alice: private lines from me do not reach you, so your cards would not"


@pytest.mark.parametrize(("make", "modes"), [(Ngircd, "b"), (Inspircd, "gR")], ids=["ngircd", "inspircd"])
def test_an_unreachable_player_gets_instructions(
    tmp_path: Path, make: Callable[[], Ngircd | Inspircd], modes: str
) -> None:
    with (
        make() as server,
        table_bot(tmp_path, server.port, "#poker", seconds_to_act=600) as bot,
        Company(server.port, "#poker", "bob", "alice", strategy=passive) as company,
    ):
        company.watcher.wait_for_bot()
        bob, alice = company.players
        bob.do(f"open {CHIPS}")
        company.wait_for("A table of ")
        for number, mode in enumerate(modes, 1):
            alice.send(f"MODE alice +{mode}")
            alice.expect(f"+{mode}")
            alice.do(f"sit {CHIPS}" if number == 1 else "sit")
            company.wait_for(LINE)
            alice.send(f"MODE alice -{mode}")
            alice.expect(f"-{mode}")
        assert not any(player.hands for player in company.players)
        alice.do("sit")
        company.play(2)
        company.check_stacks(2 * CHIPS)
        company.check_secrecy()
        assert company.called_off == []
        check_ledger(bot, at_tables=2 * CHIPS)
    assert "Traceback" not in bot.log
