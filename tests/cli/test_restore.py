"""`ircpoker restore`: a backup is put back, and nothing is lost."""

from __future__ import annotations

import json
import shutil
import sqlite3
import stat
from argparse import Namespace
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from ircpoker.cli import restore
from ircpoker.ledger import Ledger
from ircpoker.runtime.clock import SystemClock
from tests import tiers
from tests.cli.conftest import InProcess, Ircpoker
from tests.cli.ledgers import NAME, change_ledger, make_ledger
from tests.lobby.hall import CHANNEL, Hall, random_command


def audit(ircpoker: Ircpoker, url: str) -> object:
    return json.loads(ircpoker("audit", "--json", "--database", url).out)


@pytest.fixture(name="url")
def make_url(ircpoker: Ircpoker, tmp_path: Path) -> str:
    """A ledger, of which there is a backup, and that has changed since."""
    url = make_ledger(tmp_path)
    assert ircpoker("backup", "copy.db", "--database", url).status == 0
    assert ircpoker("console", "--database", url, stdin="slot 10\n").status == 0
    return url


def test_a_copy_comes_back_and_the_ledger_before_is_kept(ircpoker: Ircpoker, tmp_path: Path, url: str) -> None:
    before, copied = audit(ircpoker, url), audit(ircpoker, "sqlite:///copy.db")
    copy = (tmp_path / "copy.db").read_bytes()
    done = ircpoker("restore", "copy.db", "--database", url)
    assert (done.status, done.err) == (0, "")
    first, second = done.out.splitlines()
    assert first == f"{tmp_path / NAME}: accounts 1, entries 5, chips issued 970; it balances"
    kept = second.removeprefix("the ledger before is kept as ")
    assert kept.startswith(f"{tmp_path / NAME}.before-")
    assert audit(ircpoker, url) == copied != before == audit(ircpoker, f"sqlite:///{kept}")
    assert stat.S_IMODE((tmp_path / NAME).stat().st_mode) == 0o600
    assert (tmp_path / "copy.db").read_bytes() == copy


@pytest.mark.usefixtures("url")
def test_without_a_ledger_the_copy_is_the_ledger(ircpoker: Ircpoker, tmp_path: Path) -> None:
    done = ircpoker("restore", "copy.db", "--database", "sqlite:///new.db")
    assert (done.status, len(done.out.splitlines())) == (0, 1)
    assert audit(ircpoker, "sqlite:///new.db") == audit(ircpoker, "sqlite:///copy.db")
    assert not list(tmp_path.glob(".restore-*"))


def test_a_ledger_in_use_stays(ircpoker: Ircpoker, tmp_path: Path, url: str) -> None:
    with Ledger(f"sqlite:///{tmp_path / NAME}", SystemClock()) as ledger:
        before = ledger.audit()
        done = ircpoker("restore", "copy.db", "--database", url)
        assert done.status == 2
        assert done.err.endswith("ledger.db is in use: stop the bot and every console on it first\n")
        assert ledger.audit() == before
    assert not list(tmp_path.glob("*.before-*"))


def test_the_wal_file_of_a_killed_bot_is_kept(ircpoker: Ircpoker, tmp_path: Path, url: str) -> None:
    """Its last changes may be only there."""
    before = audit(ircpoker, url)
    with closing(sqlite3.connect(tmp_path / NAME)) as connection:
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("CREATE TABLE only_in_wal (n INTEGER)")
        connection.commit()
        killed = tmp_path / "killed"
        killed.mkdir()
        for file in tmp_path.glob(f"{NAME}*"):
            shutil.copy(file, killed)
    assert (killed / f"{NAME}-wal").stat().st_size > 0
    done = ircpoker("restore", "copy.db", "--database", f"sqlite:///killed/{NAME}")
    assert done.status == 0
    kept = done.out.split()[-1]
    assert audit(ircpoker, f"sqlite:///{kept}") == before
    with closing(sqlite3.connect(tmp_path / kept)) as connection:
        assert connection.execute("SELECT count(*) FROM only_in_wal").fetchone() == (0,)


@pytest.mark.usefixtures("url")
def test_a_copy_of_an_older_version_is_brought_to_this_one(
    next_version: InProcess, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = (tmp_path / "copy.db").read_bytes()
    assert next_version("restore", "copy.db", "--database", "sqlite:///new.db") == 0
    assert (tmp_path / "copy.db").read_bytes() == content
    assert {file.name for file in tmp_path.glob("*.db*")} == {NAME, "copy.db", "new.db"}
    assert next_version("audit", "--database", "sqlite:///new.db") == 0
    assert capsys.readouterr().err == ""


def test_a_copy_that_does_not_balance_is_refused(ircpoker: Ircpoker, tmp_path: Path, url: str) -> None:
    before = audit(ircpoker, url)
    shutil.copy(tmp_path / NAME, tmp_path / "kept.db")
    change_ledger(tmp_path, "UPDATE accounts SET balance = balance + 1 WHERE kind = 'player'")
    shutil.copy(tmp_path / NAME, tmp_path / "wrong.db")
    shutil.copy(tmp_path / "kept.db", tmp_path / NAME)
    done = ircpoker("restore", "wrong.db", "--database", url)
    assert (done.status, done.out) == (1, "")
    assert "wrong.db does not balance: nothing was replaced" in done.err
    assert audit(ircpoker, url) == before


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("nowhere.db", "there is no file nowhere.db"),
        ("text.db", "text.db is not a ledger"),
        (".", ". is a folder: expected the file of a ledger"),
        (NAME, f"{NAME} is the ledger itself: expected a copy of it"),
        ("newer.db", "the database was written by a newer version of ircpoker: this one cannot read it"),
        ("damaged.db", "damaged.db"),
    ],
)
def test_other_files_are_refused(ircpoker: Ircpoker, tmp_path: Path, url: str, name: str, problem: str) -> None:
    (tmp_path / "text.db").write_text("no ledger")
    shutil.copy(tmp_path / "copy.db", tmp_path / "newer.db")
    with closing(sqlite3.connect(tmp_path / "newer.db")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    content = bytearray((tmp_path / "copy.db").read_bytes())
    content[8192:] = bytes(len(content) - 8192)
    (tmp_path / "damaged.db").write_bytes(content)
    before = audit(ircpoker, url)
    done = ircpoker("restore", name, "--database", url)
    assert done.status in {1, 2}
    assert problem in done.err
    assert audit(ircpoker, url) == before


def test_postgresql_has_its_own_tool(ircpoker: Ircpoker) -> None:
    done = ircpoker("restore", "copy.db", "--database", "postgresql+psycopg://user@host/name")
    assert done.status == 2
    assert "pg_restore --clean" in done.err


def play(hall: Hall, rng: Random, steps: int) -> None:
    for _ in range(steps):
        if not hall.has_table():
            hall.say("alice", "!open 200")
            hall.say("bob", "!sit 200")
            hall.say("alice", "!addbot random")
        elif actor := hall.actor():
            hall.say(actor, random_command(hall, CHANNEL, rng))
        else:
            hall.wait(rng.choice([0.5, 2, 6]))


def finish_a_deal(hall: Hall, rng: Random) -> None:
    before = hall.table(CHANNEL).state.last_deal if hall.has_table() else ""
    for _ in range(500):
        play(hall, rng, 1)
        if hall.has_table() and hall.table(CHANNEL).state.last_deal != before:
            return
    pytest.fail(f"no deal ends: {hall.lines[-5:]}")


@pytest.mark.slow
def test_backups_of_any_moment_go_on(tmp_path: Path) -> None:
    """The bot that comes back finds chips, tables and deals as they were."""
    rng = Random(tiers.seed(1))
    with Ledger(f"sqlite:///{tmp_path / 'first.db'}", SystemClock()) as first:
        hall = Hall(ledger=first)
        for number in range(tiers.count(100)):
            play(hall, rng, rng.randint(1, 15))
            copy, ledger = tmp_path / f"{number}.db", tmp_path / f"restored-{number}.db"
            first.backup(copy)
            tables = {str(table.place): table.seats.chips for table in hall.lobby.tables}
            arguments = Namespace(file=copy, database=f"sqlite:///{ledger}", config=None)
            assert restore.run(arguments) == 0
            with Ledger(f"sqlite:///{ledger}", hall.clock) as restored:
                again = hall.restarted(ledger=restored)
                assert {str(table.place): table.seats.chips for table in again.lobby.tables} == tables
                again.check_ledger()
                finish_a_deal(again, rng)
                again.check_ledger()
            hall = hall.restarted()


def test_no_spin_comes_again(ircpoker: Ircpoker, tmp_path: Path) -> None:
    """Their decks may have been shown since the copy, which holds the whole chain."""
    url = make_ledger(tmp_path)
    spins = "slot 1\n" * 5
    assert ircpoker("console", "--database", url, stdin=spins).status == 0
    assert ircpoker("backup", "copy.db", "--database", url).status == 0
    first = ircpoker("console", "--database", url, stdin=spins).out
    assert ircpoker("restore", "copy.db", "--database", url).status == 0
    second = ircpoker("console", "--database", url, stdin=spins).out
    cards = [[line.split(" | ")[0] for line in out.splitlines() if " chips" in line] for out in (first, second)]
    assert [len(each) for each in cards] == [5, 5]
    assert not {*cards[0]} & {*cards[1]}
