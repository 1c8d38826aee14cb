"""Ledgers of earlier versions: this one reads them, and continues the hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.servers.company import Company, passive
from tests.servers.kept import CHANNEL, CHIPS, LEDGERS, SEED, Kept, kept_bot, play_alone
from tests.servers.ngircd import Ngircd
from tests.servers.process import BotProcess

pytestmark = pytest.mark.slow

KEPT = [pytest.param(Kept(folder), id=folder.name) for folder in sorted(LEDGERS.iterdir())]


@pytest.fixture(params=KEPT)
def kept(request: pytest.FixtureRequest) -> Kept:
    found: Kept = request.param
    return found


@pytest.fixture
def bot(kept: Kept, tmp_path: Path, ngircd: Ngircd) -> BotProcess:
    """A bot on a copy of the kept ledger, not started yet."""
    kept.unpack(tmp_path)
    return kept_bot(tmp_path, ngircd.port)


def audit(bot: BotProcess) -> dict[str, int]:
    done = bot.run("audit", "--json", "--database", f"sqlite:///{bot.folder}/ircpoker.db")
    assert (done.returncode, done.stderr) == (0, "")
    found: dict[str, int] = json.loads(done.stdout)
    return found


def test_all_chips_are_there(kept: Kept, bot: BotProcess) -> None:
    assert audit(bot) == kept.facts["audit"]
    assert audit(bot)["unbalanced"] == 0


def test_decks_are_proved(kept: Kept, bot: BotProcess) -> None:
    proofs = kept.facts["proofs"]
    assert proofs
    for deal in proofs:
        of_ledger = bot.run("verify", deal, "--database", f"sqlite:///{bot.folder}/ircpoker.db")
        [file] = bot.folder.glob(f"history/**/{deal}.proof.json")
        assert of_ledger.stdout.startswith(f"deal {deal}: the proof holds\n"), of_ledger.stderr
        assert bot.run("verify", "--file", str(file)).stdout == of_ledger.stdout


def test_histories_are_read(bot: BotProcess) -> None:
    files = list(bot.folder.glob("history/**/*.phh"))
    assert len(files) > 3
    for file in files:
        assert bot.run("replay", str(file)).returncode == 0


def test_tables_continue(kept: Kept, bot: BotProcess, ngircd: Ngircd) -> None:
    facts = kept.facts
    with Company(ngircd.port, CHANNEL, *facts["hands"], strategy=passive) as company:
        carol = company.visit("carol")
        with bot:
            company.watcher.wait_for_bot()
            company.until(lambda: facts["deal"] in company.finished)
            for player in company.players:
                assert [list(hand) for hand in player.hands[facts["deal"]]] == [facts["hands"][player.nick]]
            company.check_secrecy()
            company.play(1)
            company.check_stacks(CHIPS * len(company.players))
            play_alone(carol, ("hold none", "chips$"), ("stats", "played 2"), ("seed", f"'{SEED}'"))
            play_alone(carol, ("leave", "The table is closed"))
            play_alone(company.visit("dora"), ("history", f"#{facts['proofs'][-1]} "))
            for player in company.players:
                player.do("leave")
            company.wait_for("The table is closed")
            bot.stop()
    assert "Traceback" not in bot.log
    found = audit(bot)
    assert (found["at_tables"], found["unbalanced"]) == (0, 0)
    assert found["issued"] == found["held"]
