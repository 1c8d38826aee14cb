"""Bots with tables in a hurry, and their chips."""

from __future__ import annotations

import json
from pathlib import Path

from ircpoker.ledger import Ledger
from ircpoker.runtime.clock import SystemClock
from tests.servers.process import BotProcess

CHIPS = 2000
_MORE = """\
[economy]
given_per_host = 0
starting_chips = 10000
house_stake = 1000000
[holdem]
{keys}
[draw]
{keys}
"""


def table_bot(folder: Path, port: int, *channels: str, host: str = "127.0.0.1", **keys: float) -> BotProcess:
    """Return a bot with tables that are in a hurry, not started yet."""
    quick = {"deal_pause": 0, "robot_pause": 0}
    more = _MORE.format(keys="\n".join(f"{key} = {value}" for key, value in (quick | keys).items()))
    return BotProcess(folder, port, *channels, plugins="help, holdem, draw", host=host, more=more)


def chips_at_tables(bot: BotProcess) -> int:
    with Ledger(f"sqlite:///{bot.folder}/ircpoker.db", SystemClock()) as ledger:
        return ledger.audit().at_tables


def dealt(bot: BotProcess) -> str:
    """Return the number of the deal in progress at the only table, if there is one."""
    with Ledger(f"sqlite:///{bot.folder}/ircpoker.db", SystemClock()) as ledger:
        (table,) = ledger.games()
    hand = json.loads(table.state)["hand"]
    return str(hand["deal_id"]) if hand else ""


def check_ledger(bot: BotProcess, *, at_tables: int = 0) -> None:
    """Check that no chip was made or lost."""
    with Ledger(f"sqlite:///{bot.folder}/ircpoker.db", SystemClock()) as ledger:
        audit = ledger.audit()
    assert audit.is_clean
    assert audit.issued == audit.held + audit.at_tables
    assert audit.at_tables == at_tables
