from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from ircpoker.errors import LedgerError
from ircpoker.ledger import HOUSE, Entry, Ledger, PlayerId, transfer
from ircpoker.runtime.clock import ManualClock
from tests.servers.postgres import Postgres

ALICE = PlayerId.of("net", nick_key="alice")


def pull(number: int) -> Entry:
    return Entry(f"slot:{number}", "slot", (*transfer(ALICE, HOUSE, 10), *transfer(HOUSE, ALICE, 11)))


@pytest.mark.parametrize("name", ["", "ledger.db"])
def test_a_backup_is_a_ledger_of_its_own(tmp_path: Path, clock: ManualClock, name: str) -> None:
    url = f"sqlite:///{tmp_path / name}" if name else "sqlite://"
    copy = tmp_path / "copy.db"
    with Ledger(url, clock) as ledger:
        ledger.open_player(ALICE)
        ledger.backup(copy)
        ledger.post(pull(1))
    assert copy.stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(filter(None, ["copy.db", name]))
    with Ledger(f"sqlite:///{copy}", clock) as copied:
        assert copied.balance(ALICE) == 1000
        assert copied.audit().is_clean
        copied.post(pull(1))
        assert copied.balance(ALICE) == 1001


def test_backups_while_the_bot_writes(tmp_path: Path, clock: ManualClock) -> None:
    """Each is the ledger between two entries, and the bot never notices."""
    done = threading.Event()
    posted = 0
    with Ledger(f"sqlite:///{tmp_path / 'ledger.db'}", clock) as ledger:
        ledger.open_player(ALICE)

        def write() -> None:
            nonlocal posted
            while not done.is_set():
                ledger.post(pull(posted))
                posted += 1

        writer = threading.Thread(target=write)
        writer.start()
        for number in range(10):
            ledger.backup(tmp_path / f"{number}.db")
        done.set()
        writer.join()
        assert posted > 0
        assert ledger.balance(ALICE) == 1000 + posted
    earlier = 0
    for number in range(10):
        with Ledger(f"sqlite:///{tmp_path / f'{number}.db'}", clock) as copied:
            audit = copied.audit()
            assert audit.is_clean
            assert copied.balance(ALICE) == 1000 + audit.entries - 1
            assert earlier <= audit.entries <= posted + 1
            earlier = audit.entries


def test_a_backup_overwrites_nothing(tmp_path: Path, clock: ManualClock) -> None:
    database = tmp_path / "ledger.db"
    with Ledger(f"sqlite:///{database}", clock) as ledger:
        for path in (database, tmp_path):
            with pytest.raises(LedgerError, match="exists: a backup never overwrites"):
                ledger.backup(path)
        with pytest.raises(LedgerError, match="cannot write a backup"):
            ledger.backup(tmp_path / "no such folder" / "copy.db")
        assert ledger.audit().is_clean


def test_a_file_that_is_there_only_when_the_copy_is_made_is_not_overwritten(tmp_path: Path, clock: ManualClock) -> None:
    """A dangling link: it does not exist, but can be written through."""
    copy = tmp_path / "copy.db"
    copy.symlink_to(tmp_path / "nowhere.db")
    with Ledger(f"sqlite:///{tmp_path}/ledger.db", clock) as ledger:
        with pytest.raises(LedgerError, match=r"copy\.db exists: a backup never overwrites"):
            ledger.backup(copy)
        assert sorted(path.name for path in tmp_path.iterdir() if not path.name.startswith("ledger")) == ["copy.db"]
        assert copy.is_symlink()


@pytest.mark.slow(1)
def test_nothing_is_left_of_a_backup_that_failed(tmp_path: Path, clock: ManualClock) -> None:
    database = tmp_path / "ledger.db"
    with Ledger(f"sqlite:///{database}", clock) as ledger:
        for number in range(200):
            ledger.open_player(PlayerId.of("net", nick_key=f"p{number}"))
    with database.open("r+b") as damaged:
        damaged.seek(20_000)
        damaged.write(os.urandom(8192))
    with Ledger(f"sqlite:///{database}", clock) as ledger, pytest.raises(LedgerError):
        ledger.backup(tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()
    assert not list(tmp_path.glob(".backup-*"))


@pytest.mark.slow(1)
@pytest.mark.servers
def test_postgresql_has_its_own_tool(postgres: Postgres, clock: ManualClock, tmp_path: Path) -> None:
    url = postgres.new_database().replace("ircpoker@", "ircpoker:hidden@")
    with Ledger(url, clock) as ledger, pytest.raises(LedgerError, match="pg_dump --format=custom") as caught:
        ledger.backup(tmp_path / "copy.db")
    assert "hidden" not in str(caught.value)
