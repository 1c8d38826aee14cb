"""Check that the version, CHANGELOG.md and the tag of a release agree.

    python -m tools.release            the tag of the commit that is checked out, if it has one
    python -m tools.release v0.1.0     this tag, before it is made

The exit status is 1 if something is wrong, and each fault is a line.
"""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from ircpoker import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
UNRELEASED = "unreleased"
_HEADING = re.compile(r"^## (\S+) \((\S+)\)$", re.MULTILINE)


def find_faults(version: str, changes: str, tag: str) -> Iterator[str]:
    """Yield what is wrong.

    Args:
        version: the version of the package.
        changes: the text of CHANGELOG.md.
        tag: the tag; empty for a commit that is no release.

    Yields:
        A line for each fault.
    """
    headings = _HEADING.findall(changes)
    if not headings:
        yield "CHANGELOG.md has no heading such as `## 0.1.0 (2026-11-26)`"
        return
    newest, day = headings[0]
    if newest != version:
        yield f"CHANGELOG.md begins with {newest}, and the package is {version}"
    if len(set(headings)) < len(headings) or len({name for name, _ in headings}) < len(headings):
        yield "CHANGELOG.md has a version twice"
    if not changes[_HEADING.search(changes).end() :].partition("\n## ")[0].strip():  # type: ignore[union-attr]  # found
        yield f"CHANGELOG.md says nothing of {newest}"
    if tag and tag != f"v{version}":
        yield f"the tag is {tag}, and the package is {version}: v{version} was expected"
    if tag and not _is_date(day):
        yield f"CHANGELOG.md says ({day}) of {newest}: the day of the release was expected, such as (2026-11-26)"
    if not tag and day != UNRELEASED and not _is_date(day):
        yield f"CHANGELOG.md says ({day}) of {newest}: a day or ({UNRELEASED}) was expected"


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def current_tag(root: Path) -> str:
    """Return the version's tag of the commit that is checked out; empty if it has none."""
    command = ["git", "-C", str(root), "tag", "--points-at", "HEAD", "--list", "v*"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.split()[0] if done.returncode == 0 and done.stdout.split() else ""


def main(tag: str) -> int:
    """Print the faults and return the exit status."""
    faults = list(find_faults(__version__, (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), tag))
    print("\n".join(faults) or f"{__version__}: the version, CHANGELOG.md and {tag or 'no tag'} agree")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else current_tag(ROOT)))
