import json
from pathlib import Path

import pytest

from tests.cli.conftest import Ircpoker
from tests.cli.ledgers import NAME, change_ledger, make_ledger

CLEAN = {"accounts": 1, "entries": 5, "issued": 970, "held": 940, "at_tables": 30, "unbalanced": 0}


def test_text_and_json(ircpoker: Ircpoker, tmp_path: Path) -> None:
    url = make_ledger(tmp_path)
    done = ircpoker("audit", "--database", url)
    assert (done.status, done.err) == (0, "")
    rows = [line.split() for line in done.out.splitlines()]
    assert {name: int(number) for name, number in rows[:-1]} == CLEAN
    assert done.out.endswith("\nthe ledger balances: issued = held + at_tables\n")
    done = ircpoker("audit", "--database", url, "--json")
    assert (done.status, json.loads(done.out)) == (0, CLEAN)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE accounts SET balance = balance + 1 WHERE kind = 'player'",
        "UPDATE postings SET amount = amount + 1 WHERE entry_id = 1 AND line = 1",
        "DELETE FROM games WHERE kind = 'videopoker'",
        "DELETE FROM postings WHERE entry_id = 2",
    ],
)
def test_an_imbalance_is_an_error(ircpoker: Ircpoker, tmp_path: Path, damage: str) -> None:
    url = make_ledger(tmp_path)
    change_ledger(tmp_path, damage)
    done = ircpoker("audit", "--database", url)
    assert done.status == 1
    assert done.out.endswith("\nTHE LEDGER DOES NOT BALANCE\n")
    done = ircpoker("audit", "--json", "--database", url)
    assert done.status == 1
    assert json.loads(done.out)["unbalanced"] > 0


def test_the_default_database_is_the_configured_one(ircpoker: Ircpoker, tmp_path: Path) -> None:
    make_ledger(tmp_path)
    (tmp_path / "config.ini").write_text(f"[bot]\ndatabase = sqlite:///{NAME}\n")
    (tmp_path / "other.ini").write_text("[bot]\ndatabase = sqlite:///other.db\n")
    assert json.loads(ircpoker("audit", "--json").out) == CLEAN
    assert ircpoker("audit", "--config", "other.ini").status == 2
    (tmp_path / "config.ini").unlink()
    (tmp_path / NAME).rename(tmp_path / "ircpoker.db")
    assert json.loads(ircpoker("audit", "--json").out) == CLEAN


@pytest.mark.parametrize("command", [["audit"], ["backup", "copy.db"], ["verify", "1"]])
@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("sqlite:///nowhere.db", "there is no ledger "),
        ("sqlite+pysqlite:///nowhere.db", "there is no ledger "),
        ("sqlite:////nowhere/x.db", "there is no ledger /nowhere/x.db"),
        ("ledger.db", "--database 'ledger.db': expected a URL"),
        ("mysql://db/poker", "the ledger needs sqlite or postgresql+psycopg"),
        ("postgresql://dealer:hunter2@db/poker", "--database with a password"),
    ],
)
def test_a_missing_ledger_is_not_created(
    ircpoker: Ircpoker, tmp_path: Path, command: list[str], url: str, problem: str
) -> None:
    done = ircpoker(*command, "--database", url)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"ircpoker: {problem}")
    assert "hunter2" not in done.err
    assert list(tmp_path.iterdir()) == []


def test_other_file(ircpoker: Ircpoker, tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("this is no database\n" * 100)
    done = ircpoker("audit", "--database", "sqlite:///text.db")
    assert (done.status, done.out) == (2, "")
    assert done.err.count("\n") == 1
