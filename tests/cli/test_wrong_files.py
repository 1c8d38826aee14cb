"""Commands that are given a file of another kind, a folder or nothing: one line says so, and nothing changes."""

from __future__ import annotations

import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.conftest import COMMAND, Ircpoker
from tests.cli.ledgers import NAME, make_ledger
from tests.lab.small import needs_solver
from tests.waiting import PATIENCE

NOT_LEDGERS: dict[str, bytes | str] = {
    "empty": b"",
    "text": b"hello\n" * 100,
    "foreign": "CREATE TABLE accounts (name TEXT)",
    "migrated": "CREATE TABLE alembic_version (version_num TEXT)",
    "logged": "PRAGMA journal_mode = WAL; CREATE TABLE entries (name TEXT)",
}
READERS = (("audit",), ("verify", "1"), ("stats",), ("export", "--format", "phh"), ("backup", "copy.db"))


def content(folder: Path) -> dict[str, bytes]:
    """Return every file in a folder."""
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


def make_file(path: Path, holds: bytes | str) -> None:
    if isinstance(holds, bytes):
        path.write_bytes(holds)
        return
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(holds)


@pytest.mark.parametrize("command", READERS, ids=" ".join)
@pytest.mark.parametrize("kind", NOT_LEDGERS)
def test_a_file_that_is_no_ledger_stays_as_it_is(
    ircpoker: Ircpoker, tmp_path: Path, command: tuple[str, ...], kind: str
) -> None:
    make_file(tmp_path / NAME, NOT_LEDGERS[kind])
    before = content(tmp_path)
    done = ircpoker(*command, "--database", f"sqlite:///{NAME}")
    assert (done.status, done.out, done.err) == (2, "", f"ircpoker: {tmp_path / NAME} is not a ledger\n")
    assert content(tmp_path) == before


@pytest.mark.parametrize("command", READERS, ids=" ".join)
def test_no_ledger_and_a_folder(ircpoker: Ircpoker, tmp_path: Path, command: tuple[str, ...]) -> None:
    done = ircpoker(*command, "--database", f"sqlite:///{NAME}")
    problem = f"there is no ledger {tmp_path / NAME}: the bot makes it when it starts"
    assert (done.status, done.out, done.err) == (2, "", f"ircpoker: {problem}\n")
    done = ircpoker(*command, "--database", f"sqlite:///{tmp_path}")
    problem = f"{tmp_path} is a folder: expected the file of a ledger"
    assert (done.status, done.out, done.err) == (2, "", f"ircpoker: {problem}\n")
    assert not list(tmp_path.iterdir())


def test_a_ledger_in_use_and_a_backup_are_ledgers(ircpoker: Ircpoker, tmp_path: Path) -> None:
    url = make_ledger(tmp_path)
    with closing(sqlite3.connect(tmp_path / NAME)) as other:
        other.execute("SELECT count(*) FROM entries").fetchone()
        assert ircpoker("audit", "--database", url).status == 0
        assert ircpoker("backup", "copy.db", "--database", url).status == 0
    assert ircpoker("audit", "--database", "sqlite:///copy.db").status == 0


@needs_solver
@pytest.mark.parametrize(
    "command",
    [
        ("exploit", "caller", "--flops", "2", "--resume"),
        ("lbr", "folder", "--deals", "2", "--resume"),
        ("train", "limit", "--boards", "1"),
        ("train", "nolimit", "--boards", "1"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("path", ["f.txt", "f.txt/below/it"])
def test_a_file_where_a_folder_is_expected(
    ircpoker: Ircpoker, tmp_path: Path, command: tuple[str, ...], path: str
) -> None:
    (tmp_path / "f.txt").write_text("hello")
    done = ircpoker(*command, path)
    assert (done.status, done.out, done.err) == (2, "", "ircpoker: f.txt is a file: expected a folder\n")
    assert content(tmp_path) == {"f.txt": b"hello"}


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        ("match caller folder --deals 2 --resume d", "d is a folder: expected a file for the results of matches"),
        ("league caller folder --deals 2 --resume d", "d is a folder: expected a file for the results of matches"),
        ("verify --file d", "d cannot be read: Is a directory"),
        ("replay d", "d: no .phh, .phhs, .ohh, .txt, .csv file in this folder"),
        ("replay nowhere", "nowhere: No such file or directory"),
        ("check --config d", "cannot read d: Is a directory"),
    ],
)
def test_a_folder_where_a_file_is_expected(ircpoker: Ircpoker, tmp_path: Path, command: str, problem: str) -> None:
    (tmp_path / "d").mkdir()
    done = ircpoker(*command.split())
    assert done.status in {1, 2}
    assert (done.out, done.err) == ("", f"ircpoker: {problem}\n")
    assert [path.name for path in tmp_path.rglob("*")] == ["d"]


@pytest.mark.parametrize("command", ["console"])
def test_closed_standard_output(tmp_path: Path, command: str) -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" >&-', "sh", *COMMAND, command],
        cwd=tmp_path,
        input=b"!slot\n",
        stderr=subprocess.PIPE,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (2, b"ircpoker: input or output failed: Bad file descriptor\n")
    assert not list(tmp_path.iterdir())
