"""`check` reports an unusable database or folder, and a login that is not used."""

import grp
from pathlib import Path

import pytest

from tests.cli.conftest import Ircpoker

LOCAL = "[network:a]\n"


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("database = mysql://host/poker", "database = mysql://host/poker: the ledger needs sqlite or postgresql"),
        ("database = mysql://u:hunter2@host/poker", "database = mysql://u:***@host/poker: the ledger needs sqlite"),
        ("database = sqlite:///none/x.db", "database = sqlite:///{folder}/none/x.db: there is no folder {folder}/none"),
        ("database = sqlite:///file/x.db", "database = sqlite:///{folder}/file/x.db: there is no folder {folder}/file"),
        ("database = sqlite:///own", "database = sqlite:///{folder}/own: this is not a file"),
        ("history = file", "history = {folder}/file: this is not a folder"),
        ("history = file/in/it", "history = {folder}/file/in/it: {folder}/file is not a folder"),
    ],
)
def test_impossible_settings(ircpoker: Ircpoker, tmp_path: Path, line: str, complaint: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "own").mkdir()
    (tmp_path / "config.ini").write_text(f"[bot]\n{line}\n{LOCAL}")
    before = sorted(tmp_path.iterdir())
    done = ircpoker("check")
    assert (done.status, done.out) == (2, "")
    assert f"config.ini: [bot] {complaint.format(folder=tmp_path)}" in done.err
    assert "hunter2" not in done.err
    assert done.err.count("\n") == 1
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    "lines", ["database = sqlite://", "database = sqlite:///own/x.db\nhistory = own/a/b", "database = postgresql://h/d"]
)
def test_nothing_is_created(ircpoker: Ircpoker, tmp_path: Path, lines: str) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "config.ini").write_text(f"[bot]\n{lines}\n{LOCAL}")
    done = ircpoker("check")
    assert (done.status, done.err) == (0, "")
    assert list((tmp_path / "own").iterdir()) == []


def test_a_group_that_does_not_exist(ircpoker: Ircpoker, tmp_path: Path) -> None:
    lines = "[feed]\nweb = on\ngroup.local = no-such-group\ngroup.web = nor-this\ngroup.ssh = it-is-off\n"
    (tmp_path / "config.ini").write_text(f"{lines}{LOCAL}")
    done = ircpoker("check")
    start, end = f"ircpoker: {tmp_path}/config.ini: [feed] group.", "there is no such group on this machine"
    assert done.err.splitlines() == [f"{start}local = no-such-group: {end}", f"{start}web = nor-this: {end}"]
    assert (done.status, done.out) == (2, "")


def test_a_group_that_exists(ircpoker: Ircpoker, tmp_path: Path) -> None:
    name = grp.getgrall()[0].gr_name
    (tmp_path / "config.ini").write_text(f"[feed]\nweb = on\ngroup.web = {name}\n{LOCAL}")
    done = ircpoker("check")
    assert (done.status, done.err) == (0, "")
    assert f"web.sock, also for the group {name}" in done.out


def test_problems_are_reported_together_with_those_of_plugins(ircpoker: Ircpoker, tmp_path: Path) -> None:
    (tmp_path / "config.ini").write_text(f"[bot]\ndatabase = mysql://h/d\nplugins = nope\n{LOCAL}")
    database, plugin = ircpoker("check").err.splitlines()
    start = f"ircpoker: {tmp_path}/config.ini: [bot] "
    assert database.startswith(f"{start}database = mysql://h/d: ")
    assert plugin.startswith(f"{start}plugins = 'nope': there is none")


@pytest.mark.parametrize(
    ("lines", "keys"),
    [
        ("account = dealer", "account"),
        ("account = dealer\npassword_env = NOT_SET", "account, password_env"),
        ("password_env = IS_SET", "password_env"),
        ("password_file = none", "password_file"),
        ("password_env = NOT_SET", ""),
    ],
)
def test_unused_login(ircpoker: Ircpoker, tmp_path: Path, lines: str, keys: str) -> None:
    (tmp_path / "config.ini").write_text(f"{LOCAL}{lines}\n")
    done = ircpoker("check", IS_SET="hunter2")
    assert done.status == 0
    assert done.err == (f"ircpoker: warning: [network:a] {keys}: not used, as sasl is empty\n" if keys else "")
