"""Two hundred people on one server with its flood limits, and a table beside them."""

from __future__ import annotations

import re
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests import tiers
from tests.servers.company import Company, passive
from tests.servers.human import Human
from tests.servers.ngircd import Ngircd
from tests.servers.process import BotProcess
from tests.servers.tables import CHIPS, check_ledger, table_bot

PEOPLE, COMMANDS = 200, 20_000
_GROUPS = 10


def throw(people: list[Human], commands: int) -> None:
    """Let people give commands in turn, and read their lines."""
    for number in range(commands):
        person = people[number % len(people)]
        text = ("!parse Ah Td 4c 3s Js 7h", "!table", "!help", "!bank")[number % 4]
        person.say("#poker" if number % 3 else "dealer", text)
        while person._next_line(time.monotonic() + 0.001) is not None:
            pass


def memory(bot: BotProcess) -> int:
    """Return the kilobytes of a bot."""
    assert bot._process is not None
    pid = bot._process.pid
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[1])


@pytest.mark.deep
def test_a_crowd_does_not_slow_the_table(tmp_path: Path) -> None:
    with Ngircd(penalty=-1) as server:
        bot = table_bot(tmp_path, server.port, "#poker", seconds_to_act=600)
        text = bot.config.read_text().replace("send_burst = 100", "send_burst = 4")
        bot.config.write_text(text.replace("send_interval = 0.01", "send_interval = 1.0"))
        with bot, Company(server.port, "#poker", "alice", "bob", strategy=passive) as company:
            company.sit_down(chips=CHIPS)
            company.play(1, 300)
            with ThreadPoolExecutor(_GROUPS) as pool:
                nicks = [f"n{number}" for number in range(PEOPLE)]
                crowd = list(pool.map(lambda nick: Human(server.port, nick, "#poker", user=nick), nicks))
                before = memory(bot)
                work = [
                    pool.submit(throw, crowd[start::_GROUPS], tiers.count(COMMANDS) // _GROUPS)
                    for start in range(_GROUPS)
                ]
                company.until(lambda: all(each.done() for each in work), 3000)
                for each in work:
                    each.result()
            company.play(1, 300)
            assert company.called_off == []
            company.check_secrecy()
            company.check_order()
            company.check_stacks(2 * CHIPS)
            assert memory(bot) < before * 1.2
            for person in crowd:
                person.close()
        assert "connection" not in bot.log
        assert "Traceback" not in bot.log
        check_ledger(bot, at_tables=2 * CHIPS)
