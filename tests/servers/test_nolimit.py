"""The robot `nolimit` on a real ngIRCd: odd bets, short stacks, all-ins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests import tiers
from tests.lobby.hall import RESULT
from tests.servers.company import Company, Player
from tests.servers.ngircd import Ngircd
from tests.servers.process import BotProcess
from tests.servers.tables import check_ledger, table_bot
from tests.waiting import PATIENCE

MOST_MEMORY = 300_000
"""Kilobytes, with the robot loaded."""
ROBOT = "hard"
CLOSED = "The table is closed"


def wild(options: list[str], rng: Random) -> str:
    """Any action, and bets of any size, mostly small ones."""
    words = {option.split()[0]: option for option in options}
    for word in ("bet", "raise"):
        if word in words and rng.random() < 0.35:
            least, _, most = words[word].split()[1].partition("-")
            top = int(most or least)
            return f"{word} {min(top, int(least) + int((top - int(least)) * rng.random() ** 4))}"
    if "fold" in words and rng.random() < 0.25:
        return "fold"
    if "allin" in words and rng.random() < 0.02:
        return "allin"
    return "check" if "check" in words else "call" if "call" in words else "allin"


class Neighbour(Player):
    """Plays against `caller` in private meanwhile; the other table must not be affected.

    Attributes:
        deals: how many deals have ended.
    """

    deals = 0

    def go_on(self) -> None:
        for heard in self.listen():
            self.deals += RESULT.search(heard.text) is not None
            if CLOSED in heard.text:
                self.do("play caller")
            elif "your turn: " in heard.text:
                self.do("check" if "!check" in heard.text else "call" if "!call" in heard.text else "allin")

    def leave(self) -> None:
        self.go_on()
        self.do("leave")
        self.wait_for(CLOSED, 1 + sum(CLOSED in heard.text for heard in self.heard))


class Evening:
    """A person and the robot; after a bust each comes back with another stack."""

    def __init__(self, company: Company, neighbour: Neighbour) -> None:
        self._company = company
        self._neighbour = neighbour
        self._rng = Random(tiers.seed(4))
        self._person = company.players[0]
        self._read = 0

    def play(self, deals: int) -> None:
        before = self._neighbour.deals
        self._company.until(lambda: self._go_on() or len(self._company.finished) >= deals, PATIENCE + 30 * deals)
        assert self._neighbour.deals - before >= deals / 4

    def leave(self) -> None:
        self._person.do("leave")
        self._company.until(lambda: any(CLOSED in heard.text for heard in self._person.heard[self._read :]), PATIENCE)

    def _go_on(self) -> bool:
        self._neighbour.go_on()
        new, self._read = self._person.heard[self._read :], len(self._person.heard)
        for heard in new:
            if CLOSED in heard.text:
                self._person.do(f"open holdem {self._rng.choice((100, 205, 317, 500))}")
            elif heard.text.startswith("A table of ") or re.search(rf"{ROBOT}\d? (is out of chips|leaves)", heard.text):
                self._person.do(f"addbot {ROBOT}")
        return False


@pytest.fixture
def bot(tmp_path: Path, ngircd: Ngircd, channel: str) -> Iterator[BotProcess]:
    with table_bot(tmp_path, ngircd.port, channel) as bot:
        yield bot


def play(bot: BotProcess, ngircd: Ngircd, channel: str, people: int, deals: int) -> None:
    neighbour = Neighbour(ngircd.port, "carl")
    for number in range(people):
        with Company(ngircd.port, channel, f"ann{number}", seed=tiers.seed(number), strategy=wild) as company:
            company.sit_down(chips=500, robots=[ROBOT])
            if not number:
                neighbour.do("play caller")
            evening = Evening(company, neighbour)
            evening.play(deals)
            company.check_order()
            assert company.called_off == []
            evening.leave()
    neighbour.leave()
    assert not [heard for heard in neighbour.heard if "called off" in heard.text]
    neighbour.close()
    status = Path(f"/proc/{bot.pid}/status").read_text()
    assert int(re.search(r"VmHWM:\s+(\d+)", status)[1]) < MOST_MEMORY
    assert "Traceback" not in bot.log
    check_ledger(bot)


@pytest.mark.slow
def test_deals_of_odd_sizes(bot: BotProcess, ngircd: Ngircd, channel: str) -> None:
    play(bot, ngircd, channel, 1, tiers.count(60))


@pytest.mark.deep
def test_a_thousand_deals_of_odd_sizes(bot: BotProcess, ngircd: Ngircd, channel: str) -> None:
    play(bot, ngircd, channel, 5, 200)
