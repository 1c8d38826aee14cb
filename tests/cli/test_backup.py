import json
import shutil
import stat
import subprocess
from pathlib import Path

from tests.cli.conftest import Ircpoker
from tests.cli.ledgers import make_ledger

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
    assert (done.status, done.out) == (1, "")
    assert done.err == "ircpoker: copy.db exists: a backup never overwrites a file\n"
    assert (tmp_path / "copy.db").read_text() == "dear"


def test_the_error_is_one_printable_line(ircpoker: Ircpoker, tmp_path: Path) -> None:
    (tmp_path / "a\nb").touch()
    done = ircpoker("backup", "a\nb", "--database", make_ledger(tmp_path))
    assert (done.status, done.out, done.err) == (1, "", "ircpoker: a?b exists: a backup never overwrites a file\n")


def test_missing_folder(ircpoker: Ircpoker, tmp_path: Path) -> None:
    done = ircpoker("backup", "nowhere/copy.db", "--database", make_ledger(tmp_path))
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith("ircpoker: cannot write a backup to nowhere: ")
