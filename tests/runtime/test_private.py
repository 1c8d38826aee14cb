"""Private files, made by real processes with any umask."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from ircpoker.runtime.private import make_private_folder, open_private, opened_to

CONFIG = """[bot]
owner = alice
history = made/by/it
database = sqlite:///ledger.db

[network:real]
host = 127.0.0.1
channels = #poker
sasl = {sasl}
account = dealer
password_file = secret
channel_keys_file = keys
"""
PLAY = "play folder 200\nfold\nhistory\nplay folder 200\n"


def modes(folder: Path) -> dict[str, int]:
    return {str(path.relative_to(folder)): stat.S_IMODE(path.lstat().st_mode) for path in folder.rglob("*")}


def run_with_umask(umask: int, folder: Path, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ircpoker", *arguments],
        cwd=folder,
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        umask=umask,
        env=os.environ | {"HOME": str(folder)},
    )


@pytest.mark.slow(1)
@pytest.mark.parametrize("umask", [0, *[pytest.param(mask, marks=pytest.mark.slow) for mask in (0o022, 0o077)]])
def test_ledger_histories_proofs_and_backups_are_private(tmp_path: Path, umask: int) -> None:
    (tmp_path / "config.ini").write_text("[bot]\nhistory = made/by/it\n")
    before = set(tmp_path.iterdir())
    played = run_with_umask(umask, tmp_path, "console", "--database", "sqlite:///ledger.db", stdin=PLAY)
    assert played.returncode == 0, played.stderr
    saved = run_with_umask(umask, tmp_path, "backup", "copy.db", "--database", "sqlite:///ledger.db")
    assert saved.returncode == 0, saved.stderr
    found = {name: mode for name, mode in modes(tmp_path).items() if tmp_path / name not in before}
    names = set(found)
    assert {"ledger.db", "copy.db", "made", "made/by", "made/by/it"} <= names
    assert {Path(name).suffix for name in names if name.startswith("made/by/it/")} == {"", ".phh", ".json"}
    for name, mode in found.items():
        assert mode == (0o700 if (tmp_path / name).is_dir() else 0o600), name


@pytest.mark.slow(1)
def test_the_files_beside_an_open_ledger_are_private_too(tmp_path: Path) -> None:
    program = "; ".join(
        [
            "from ircpoker.ledger import Ledger",
            "from ircpoker.runtime.clock import SystemClock",
            "from pathlib import Path",
            "ledger = Ledger('sqlite:///ledger.db', SystemClock())",
            "print(*[(file.name, oct(file.stat().st_mode)) for file in sorted(Path().iterdir())])",
        ]
    )
    command = [sys.executable, "-c", program]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, umask=0)
    kinds = ("ledger.db", "ledger.db-shm", "ledger.db-wal")
    assert ran.stdout == " ".join([str((name, "0o100600")) for name in kinds]) + "\n", ran.stderr


@pytest.mark.slow(2)
def test_check_and_run_warn_of_files_that_others_can_read(tmp_path: Path) -> None:
    (tmp_path / "config.ini").write_text(CONFIG.format(sasl=""))
    (tmp_path / "secret").write_text("hunter2\n")
    (tmp_path / "made" / "by" / "it").mkdir(parents=True)
    (tmp_path / "ledger.db").touch()
    (tmp_path / "keys").write_text("#poker hunter2\n")
    opened = {"ledger.db": 0o644, "secret": 0o640, "keys": 0o644, "made/by/it": 0o755}
    for name, mode in opened.items():
        (tmp_path / name).chmod(mode)
    checked = run_with_umask(0o022, tmp_path, "check")
    warnings = [line for line in checked.stderr.splitlines() if "others on this machine" in line]
    assert checked.returncode == 0
    assert warnings == [
        f"ircpoker: warning: [bot] database = {tmp_path}/ledger.db: others on this machine get at the secrets of "
        "shuffles to come (mode 0644): better 0600",
        f"ircpoker: warning: [bot] history = {tmp_path}/made/by/it: others on this machine get at hand histories "
        "(mode 0755): better 0700",
        f"ircpoker: warning: [network:real] password_file = {tmp_path}/secret: others on this machine get at the "
        "password (mode 0640): better 0600",
        f"ircpoker: warning: [network:real] channel_keys_file = {tmp_path}/keys: others on this machine get at the "
        "keys of channels (mode 0644): better 0600",
    ]
    assert "hunter2" not in checked.stderr
    assert modes(tmp_path)["ledger.db"] == 0o644
    for name in opened:
        (tmp_path / name).chmod(0o700)
    assert "others on this machine" not in run_with_umask(0o022, tmp_path, "check").stderr


def test_existing_files_keep_their_mode(tmp_path: Path) -> None:
    folder = tmp_path / "open"
    folder.mkdir()
    folder.chmod(0o755)
    make_private_folder(folder / "a" / "b")
    (folder / "file").touch()
    (folder / "file").chmod(0o644)
    with open_private(folder / "file", "a", encoding="utf-8") as file:
        file.write("more")
    assert (opened_to(folder), opened_to(folder / "a"), opened_to(folder / "a" / "b")) == ("0755", "", "")
    assert (opened_to(folder / "file"), opened_to(folder / "none")) == ("0644", "")
