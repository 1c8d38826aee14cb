"""The version, CHANGELOG.md and the tag of a release agree."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from ircpoker import __version__
from tools.release import ROOT, current_tag, find_faults

GOOD = "# Changes\n\n## 0.2.0 (2026-12-01)\n\n* More.\n\n## 0.1.0 (2026-11-26)\n\n* All.\n"


def test_this_version_agrees() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert list(find_faults(__version__, changes, current_tag(ROOT))) == []


@pytest.mark.parametrize(
    ("version", "changes", "tag", "fault"),
    [
        ("0.2.0", GOOD, "v0.2.1", "the tag is v0.2.1, and the package is 0.2.0: v0.2.0 was expected"),
        ("0.2.0", GOOD, "0.2.0", "v0.2.0 was expected"),
        ("0.3.0", GOOD, "", "CHANGELOG.md begins with 0.2.0, and the package is 0.3.0"),
        ("0.2.0", GOOD.replace("2026-12-01", "unreleased"), "v0.2.0", "the day of the release was expected"),
        ("0.2.0", GOOD.replace("2026-12-01", "2026-13-01"), "v0.2.0", "the day of the release was expected"),
        ("0.2.0", GOOD.replace("2026-12-01", "soon"), "", "a day or (unreleased) was expected"),
        ("0.2.0", GOOD.replace("* More.\n", ""), "", "CHANGELOG.md says nothing of 0.2.0"),
        ("0.2.0", GOOD.replace("0.1.0", "0.2.0"), "", "CHANGELOG.md has a version twice"),
        ("0.2.0", "# Changes\n", "", "no heading"),
    ],
)
def test_disagreements(version: str, changes: str, tag: str, fault: str) -> None:
    [found] = find_faults(version, changes, tag)
    assert fault in found


@pytest.mark.parametrize(("changes", "tag"), [(GOOD, "v0.2.0"), (GOOD.replace("2026-12-01", "unreleased"), "")])
def test_agreements(changes: str, tag: str) -> None:
    assert list(find_faults("0.2.0", changes, tag)) == []


def test_the_tag_is_that_of_the_commit(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        who = ("-c", "user.name=me", "-c", "user.email=me@example.org")
        subprocess.run(["git", "-C", str(tmp_path), *who, *words], check=True, capture_output=True)

    assert not current_tag(tmp_path)
    git("init")
    git("commit", "--allow-empty", "--message", "one")
    git("tag", "v0.2.0")
    assert current_tag(tmp_path) == "v0.2.0"
    git("commit", "--allow-empty", "--message", "two")
    assert not current_tag(tmp_path)
