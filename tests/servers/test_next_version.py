"""A bot runs when the next version comes: reading leaves it alone, starting is refused, and then the deal goes on."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ircpoker.ledger import Ledger
from ircpoker.runtime.clock import SystemClock
from tests.ledger.older import become_next
from tests.servers.company import Company, passive
from tests.servers.ngircd import Ngircd
from tests.servers.postgres import Postgres
from tests.servers.process import BotProcess
from tests.servers.tables import CHIPS, table_bot

pytestmark = pytest.mark.slow

REFUSED = "the ledger is of an earlier version: this command only reads; the bot converts it at its start"
IN_USE = "ircpoker is running with this ledger: stop it first, because the ledger is to be converted"


@pytest.fixture(params=["file", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "file":
        return f"sqlite:///{tmp_path}/shared.db"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new_ledger()


def make_bots(folder: Path, url: str, ngircd: Ngircd, channel: str) -> tuple[BotProcess, BotProcess]:
    """A bot of this version, and one of the next with the same configuration."""
    bots = table_bot(folder, ngircd.port, channel), table_bot(folder, ngircd.port, channel)
    text = bots[0].config.read_text().replace(f"sqlite:///{folder}/ircpoker.db", url)
    bots[0].config.write_text(text.replace("plugins = help", "plugins = bank, help"))
    bots[1].program = (sys.executable, "-W", "error", "-m", "tests.ledger.older", str(folder / "next"))
    return bots


def test_the_next_version_comes(
    tmp_path: Path, url: str, ngircd: Ngircd, channel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, newer = make_bots(tmp_path, url, ngircd, channel)
    with Company(ngircd.port, channel, "alice", "bob", "erin", strategy=passive) as company:
        with bot:
            company.sit_down(chips=CHIPS)
            company.play(1)
            audit = newer.run("audit", "--database", url)
            assert (audit.returncode, audit.stdout, audit.stderr) == (2, "", f"ircpoker: {REFUSED}\n")
            company.play(1)
            started = newer.run("run", "--config", str(newer.config))
            assert (started.returncode, started.stdout, started.stderr) == (2, "", f"ircpoker: {IN_USE}\n")
            company.play(1)
            bot.stop()
        assert "Traceback" not in bot.log
        with newer:
            company.watcher.wait_for_bot()
            company.play(2)
            newer.stop()
    kept = list(tmp_path.glob("shared.db.before-*"))
    assert len(kept) == url.startswith("sqlite")
    assert newer.run("audit", "--database", url).stdout.endswith("the ledger balances: issued = held + at_tables\n")
    become_next(tmp_path / "next", monkeypatch.setattr)
    with Ledger(url, SystemClock(), reads_only=True) as ledger:
        assert ledger.audit().at_tables == 3 * CHIPS
