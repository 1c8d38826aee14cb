import json
import shutil
import sqlite3
import stat
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.conftest import InProcess, Ircpoker
from tests.cli.ledgers import NAME, change_ledger, make_ledger

ROOT = Path(__file__).parents[2]


def test_a_copy_is_a_ledger(ircpoker: Ircpoker, tmp_path: Path) -> None:
    url = make_ledger(tmp_path)
    done = ircpoker("backup", "copy.db", "--database", url)
    assert (done.status, done.err) == (0, "")
    assert done.out == "copy.db: accounts 1, entries 5, chips issued 970; the copy balances\n"
    assert stat.S_IMODE((tmp_path / "copy.db").stat().st_mode) == 0o600
    audits = [ircpoker("audit", "--json", "--database", database).out for database in (url, "sqlite:///copy.db")]
    assert json.loads(audits[0]) == json.loads(audits[1])


def test_files_beside_a_checkouts_configuration_are_not_committed(ircpoker: Ircpoker, tmp_path: Path) -> None:
    git = ["git", "-C", str(tmp_path)]
    subprocess.run([*git, "init", "--quiet"], check=True)
    for name in (".gitignore", "config.ini"):
        shutil.copy(ROOT / name, tmp_path)
    assert ircpoker("console", "--database", "sqlite:///ircpoker.db", stdin="bank\n").status == 0
    assert ircpoker("backup", "ledger-copy.db").status == 0
    found = subprocess.run([*git, "status", "--short"], capture_output=True, text=True, check=True).stdout
    assert found == "?? .gitignore\n?? config.ini\n"


def test_nothing_is_overwritten(ircpoker: Ircpoker, tmp_path: Path) -> None:
    url = make_ledger(tmp_path)
    (tmp_path / "copy.db").write_text("dear")
    done = ircpoker("backup", "copy.db", "--database", url)
    assert (done.status, done.out) == (2, "")
    assert done.err == "ircpoker: copy.db exists: a backup never overwrites a file\n"
    assert (tmp_path / "copy.db").read_text() == "dear"


def test_the_error_is_one_printable_line(ircpoker: Ircpoker, tmp_path: Path) -> None:
    (tmp_path / "a\nb").touch()
    done = ircpoker("backup", "a\nb", "--database", make_ledger(tmp_path))
    assert (done.status, done.out, done.err) == (2, "", "ircpoker: a?b exists: a backup never overwrites a file\n")


def test_missing_folder(ircpoker: Ircpoker, tmp_path: Path) -> None:
    done = ircpoker("backup", "nowhere/copy.db", "--database", make_ledger(tmp_path))
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("ircpoker: cannot write a backup to nowhere: ")


def test_a_folder_keeps_the_newest_copies(ircpoker: Ircpoker, tmp_path: Path) -> None:
    url = make_ledger(tmp_path)
    folder = tmp_path / "copies"
    folder.mkdir()
    old = [f"ircpoker-2026112{day}-235959.db" for day in range(1, 5)]
    others = ["ircpoker.db", "notes.txt", "ircpoker-20261121-235959.db.txt"]
    for name in old + others:
        (folder / name).write_text("a copy, or not")
    done = ircpoker("backup", "--keep", "3", "copies", "--database", url)
    assert (done.status, done.err) == (0, "")
    new = done.out.partition(":")[0].removeprefix("copies/")
    assert {file.name for file in folder.iterdir()} == {*others, *old[-2:], new}
    assert ircpoker("audit", "--database", f"sqlite:///copies/{new}").status == 0


def test_old_copies_stay_if_the_new_one_is_wrong(ircpoker: Ircpoker, tmp_path: Path) -> None:
    url = make_ledger(tmp_path)
    change_ledger(tmp_path, "UPDATE accounts SET balance = balance + 1 WHERE kind = 'player'")
    (tmp_path / "copies").mkdir()
    (tmp_path / "copies" / "ircpoker-20261121-235959.db").write_text("a copy")
    done = ircpoker("backup", "--keep", "1", "copies", "--database", url)
    assert done.status == 1
    assert done.out.endswith("the copy DOES NOT BALANCE\n")
    assert len(list((tmp_path / "copies").iterdir())) == 2


def test_copies_are_removed_only_in_a_folder(ircpoker: Ircpoker, tmp_path: Path) -> None:
    done = ircpoker("backup", "--keep", "1", "copy.db", "--database", make_ledger(tmp_path))
    assert (done.status, done.out) == (2, "")
    assert done.err == "ircpoker: --keep: copy.db is not a folder, and copies are removed only in a folder\n"
    assert not (tmp_path / "copy.db").exists()


@pytest.mark.parametrize("count", ["0", "-1", "many", "9999999"])
def test_counts_that_cannot_be(ircpoker: Ircpoker, count: str) -> None:
    done = ircpoker("backup", f"--keep={count}", ".")
    assert done.status == 2
    assert f"'{count}': expected how many copies to keep" in done.err


def test_an_earlier_ledger_stays_as_it_is(
    next_version: InProcess, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its own version may be running, and must be able to read the copy."""
    url = make_ledger(tmp_path)
    before = (tmp_path / NAME).read_bytes()
    assert next_version("backup", "copy.db", "--database", url) == 0
    done = capsys.readouterr()
    assert (done.err, done.out.endswith("; the copy balances\n")) == ("", True)
    assert (tmp_path / NAME).read_bytes() == before
    assert dump(tmp_path / NAME) == dump(tmp_path / "copy.db")
    assert {file.name for file in tmp_path.glob("*.db*")} == {NAME, "copy.db"}


def dump(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        return list(connection.iterdump())
