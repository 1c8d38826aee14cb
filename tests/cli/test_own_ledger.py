"""The console's own ledger: chips and tables stay, a second console or a broken folder plays in memory and says so."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from ircpoker.app import SECTIONS
from ircpoker.cli.own_ledger import data_folder, open_own_router
from ircpoker.config import Settings, default_settings
from ircpoker.ledger import Ledger, PlayerId
from ircpoker.runtime.clock import ManualClock
from tests.children import child
from tests.ledger.older import become_next, make_oldest
from tests.screen.terminals import environment, terminal

IN_MEMORY = "this console plays in memory, and its chips are not kept\n"
CONSOLE = "import sys; from ircpoker.cli.main import main; sys.exit(main({}))"
HOLDER = """
import sys
from ircpoker.runtime.clock import SystemClock
from ircpoker.ledger import Ledger
ledger = Ledger(sys.argv[1], SystemClock())
ledger.claim("console")
print("claimed", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def settings() -> Settings:
    return default_settings(Path(), sections=SECTIONS)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a user's data, which does not exist yet."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "ircpoker"


@pytest.mark.parametrize(
    ("environ", "platform", "folder"),
    [
        ({"HOME": "/home/ann"}, "linux", "/home/ann/.local/share/ircpoker"),
        ({"HOME": "/home/ann", "XDG_DATA_HOME": "/data"}, "linux", "/data/ircpoker"),
        ({"HOME": "/home/ann", "XDG_DATA_HOME": "data"}, "linux", "/home/ann/.local/share/ircpoker"),
        ({"HOME": "/Users/ann"}, "darwin", "/Users/ann/Library/Application Support/ircpoker"),
        ({"LOCALAPPDATA": "/c/ann", "HOME": "/home/ann"}, "win32", "/c/ann/ircpoker"),
        ({}, "linux", None),
        ({"HOME": "ann"}, "linux", None),
    ],
)
def test_the_folder(environ: dict[str, str], platform: str, folder: str | None) -> None:
    assert data_folder(environ, platform) == (Path(folder) if folder else None)


def test_chips_stay_and_only_the_owner_reads_them(
    settings: Settings, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ann = PlayerId.of("console", nick_key="ann")
    for chips in (1100, 1100):
        router = open_own_router(settings)
        assert router is not None
        ledger = router.services.ledger
        if ledger.balance(ann) == 0:
            ledger.open_player(ann)
            ledger.daily(ann)
        assert ledger.balance(ann) == chips
        assert router.services.settings.bot.history == folder / "history"
        router.services.close()
    assert capsys.readouterr().err == ""
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.iterdir())}
    assert modes.pop("ircpoker") == 0o700
    assert set(modes.values()) == {0o600}


def test_an_older_ledger_is_upgraded(settings: Settings, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.mkdir(parents=True)
    make_oldest(f"sqlite:///{folder}/console.db")
    become_next(folder.parent, monkeypatch.setattr)
    router = open_own_router(settings)
    assert router is not None
    assert router.services.ledger.open_player(PlayerId.of("console", nick_key="ann")).balance == 1000
    router.services.close()
    assert len(list(folder.glob("console.db.before-*"))) == 1


@pytest.mark.slow(1)
def test_a_second_console_plays_in_memory_until_the_first_is_gone(
    settings: Settings, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder.mkdir(parents=True)
    url = f"sqlite:///{folder}/console.db"
    Ledger(url, ManualClock()).close()
    holder = subprocess.Popen(
        child(sys.executable, "-c", HOLDER, url), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "claimed\n"
        assert open_own_router(settings) is None
        assert capsys.readouterr().err == f"ircpoker: another console is open: {IN_MEMORY}"
    finally:
        holder.kill()
        holder.communicate()
    router = open_own_router(settings)
    assert router is not None, "the lock vanished with its process"
    router.services.close()


@pytest.mark.parametrize("broken", ["the ledger", "the folder", "a newer ledger", "no home"])
def test_a_ledger_that_cannot_be_used_is_named_in_one_line(
    settings: Settings, folder: Path, broken: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.parent.mkdir()
    file = folder / "console.db"
    if broken == "the folder":
        folder.write_text("a file")
        file = folder
    elif broken == "no home":
        monkeypatch.delenv("XDG_DATA_HOME")
        monkeypatch.delenv("HOME", raising=False)
    else:
        folder.mkdir()
        make_oldest(f"sqlite:///{file}")
        if broken == "the ledger":
            file.write_bytes(b"junk" * 4096)
    before = file.read_bytes() if file.exists() else b""
    if broken == "a newer ledger":
        monkeypatch.setattr("ircpoker.ledger.upgrading._revision", lambda _: "9999")
    assert open_own_router(settings) is None
    error = capsys.readouterr().err
    assert error.startswith("ircpoker: ")
    assert error.endswith(IN_MEMORY)
    assert error.count("\n") == 1
    if broken == "the ledger":
        assert file.read_bytes() == before


@pytest.mark.slow(20)
def test_a_kept_seat_comes_before_the_game_of_the_command_line(tmp_path: Path) -> None:
    env = environment(tmp_path, XDG_DATA_HOME=str(tmp_path / "data"))
    starts = (
        (["--plain", "caller"], ["#1 you hold"]),
        (["--plain"], ["I am back: #1 goes on.", "#1 you hold"]),
        (
            ["--plain", "easy", "6"],
            ["I am back: #1 goes on.", "#1 you hold", "You still sit at a table: leave it first, then play easy 6."],
        ),
    )
    for words, lines in starts:
        with terminal(env, CONSOLE.format(["play", *words, "--nick", "ann"])) as console:
            for line in lines:
                console.expect(line)
            console.expect("ann 495>")
            console.type("bank\r")
            console.expect("you have 500")
            console.type("quit\r")
            console.ends_well()
            assert console.text.count("leave it first") == len(words[1:]) // 2


@pytest.mark.slow(20)
@pytest.mark.parametrize("end", ["quit", "killed"])
def test_a_table_goes_on_at_the_next_start(tmp_path: Path, end: str) -> None:
    env = environment(tmp_path, XDG_DATA_HOME=str(tmp_path / "data"))
    program = CONSOLE.format(["play", "--plain", "caller", "--nick", "ann"])
    with terminal(env, program) as first:
        first.expect("#1 you hold")
        if end == "quit":
            first.type("quit\r")
            first.ends_well()
        else:
            os.killpg(first.process.pid, signal.SIGKILL)
    with terminal(env, CONSOLE.format(["console", "--nick", "ann"])) as second:
        second.expect("I am back: #1 goes on.")
        second.expect("#1 you hold")
        second.type("fold\r")
        second.expect("#2 you hold")
        second.type("leave\r")
        second.expect("The table is closed")
        second.type("bank\r")
        second.expect("you have 9")
        second.type("quit\r")
        second.ends_well()
    with Ledger(f"sqlite:///{tmp_path}/data/ircpoker/console.db", ManualClock()) as ledger:
        audit = ledger.audit()
    assert audit.is_clean
    assert audit.at_tables == 0
