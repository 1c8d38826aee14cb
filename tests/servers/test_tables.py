"""Whole tables on a real ngIRCd: a bot in a process of its own, people who play by what they read, and a watcher."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ircpoker.clock import SystemClock
from ircpoker.ledger import Ledger
from tests.servers.company import Company
from tests.servers.ngircd import Ngircd
from tests.servers.process import BotProcess

CHIPS = 2000
_MORE = """\
[economy]
starting_chips = 10000
[holdem]
deal_pause = 0
robot_pause = 0
{holdem}
[draw]
deal_pause = 0
robot_pause = 0
{draw}
"""

StartTable = Callable[..., BotProcess]


@pytest.fixture
def start_table(tmp_path: Path, ngircd: Ngircd, channel: str) -> Iterator[StartTable]:
    """Start a bot with tables: `start_table(holdem="seconds_to_act = 1")`."""
    bots: list[BotProcess] = []

    def start(holdem: str = "", draw: str = "") -> BotProcess:
        more = _MORE.format(holdem=holdem, draw=draw)
        bots.append(BotProcess(tmp_path, ngircd.port, channel, plugins="help, holdem, draw", more=more))
        bots[-1].start()
        return bots[-1]

    yield start
    for bot in bots:
        bot.__exit__(None, None, None)


def check_ledger(bot: BotProcess, *, at_tables: int = 0) -> None:
    """Check that no chip was made or lost."""
    with Ledger(f"sqlite:///{bot.folder}/ircpoker.db", SystemClock()) as ledger:
        audit = ledger.audit()
    assert audit.is_clean
    assert audit.issued == audit.held + audit.at_tables
    assert audit.at_tables == at_tables


@pytest.mark.slow
def test_two_people_and_a_watcher_play_fifty_deals(ngircd: Ngircd, channel: str, start_table: StartTable) -> None:
    bot = start_table()
    with Company(ngircd.port, channel, "alice", "bob") as company:
        company.sit_down(chips=CHIPS)
        company.play(50)
        company.check_secrecy()
        company.check_order()
        company.check_stacks(2 * CHIPS)
        company.check_manners()
        assert company.called_off == []
        for player in company.players:
            player.do("leave")
        company.wait_for("The table is closed")
    check_ledger(bot)
    assert "Traceback" not in bot.log


@pytest.mark.slow
def test_three_people_and_two_robots_play_fifty_deals_of_draw(
    ngircd: Ngircd, channel: str, start_table: StartTable
) -> None:
    bot = start_table()
    with Company(ngircd.port, channel, "alice", "bob", "carol") as company:
        company.sit_down("draw", CHIPS, robots=["swede", "swede"])
        company.play(50, timeout=120)
        company.check_secrecy()
        company.check_order()
        company.check_manners()
        assert any(len(hands) > 1 for player in company.players for hands in player.hands.values())
        for player in company.players:
            player.do("leave")
        company.wait_for("The table is closed")
    check_ledger(bot)
    assert "Traceback" not in bot.log
