"""`scripts/subjects`: what a subject of a commit may be."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "scripts" / "subjects"
GOOD = (
    "docs: add the row of a panel",
    "irc, ssh: stop at the end of a line",
    "lobby: read settings once",
    "tests: try each Python",
    "cli: put the usage above the refusal",
)
BAD = (
    "docs: adds the row of a panel",
    "docs: added the row of a panel",
    "docs: adding the row of a panel",
    "irc: stopped at the end of a line",
    "irc: stopping at the end of a line",
    "tests: tries each Python",
    "tests: tried each Python",
    "table: uses the deck",
    "table: using the deck",
    "table: took the deck",
    "table: deal; shuffle",
    "a subject without an area",
    f"table: {'long ' * 14}",
)


@pytest.mark.needs("git")
def test_subjects_are_in_the_imperative(tmp_path: Path) -> None:
    (tmp_path / "scripts").mkdir()
    shutil.copy(SCRIPT, tmp_path / "scripts")
    who = ("-c", "user.name=ann", "-c", "user.email=ann@localhost", "-c", "commit.gpgsign=false")

    def git(*words: str) -> None:
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)

    git("init")
    git("add", "scripts")
    for subject in ("scripts: adds itself, which is not looked at", *GOOD, *BAD):
        git("commit", "--allow-empty", "--message", subject)
    done = subprocess.run([tmp_path / "scripts" / "subjects"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert [line.partition("wants it: ")[2] for line in done.stdout.splitlines()] == [
        word.strip() for word in BAD[::-1]
    ]
