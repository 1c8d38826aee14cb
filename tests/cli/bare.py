"""A machine with nothing: only the packages that `scripts/run console` installs, a few programs and an empty home."""

from __future__ import annotations

import re
import shutil
import sys
import sysconfig
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAMS = ("git", "sh", "env", "cat", "cp", "ls", "mkdir", "mv", "rm", "sort", "uname")
"""What else is in the path, besides Python."""


def play_packages() -> set[str]:
    """Return the packages that the scripts install at first, with those that these need."""
    setup = (ROOT / "scripts" / "setup.sh").read_text(encoding="utf-8")
    found: set[str] = set()
    wanted = re.search(r'^play_packages="(.*)"$', setup, re.MULTILINE)[1].split()
    while wanted:
        name = wanted.pop()
        try:
            needs = distribution(name).requires or []
        except PackageNotFoundError:
            continue  # for another system, or another version of Python
        found.add(name)
        needed = [re.match(r"[\w.-]+", need)[0] for need in needs if "extra ==" not in need]
        wanted += [each for each in needed if each not in found]
    return found


def link_packages(folder: Path) -> Path:
    """Fill a folder with links to those packages, and return it."""
    site = Path(sysconfig.get_paths()["purelib"])
    for name in (*play_packages(), "ircpoker"):
        for top in {file.parts[0] for file in distribution(name).files or () if file.parts[0] not in {"..", "/"}}:
            link = folder / top
            if (site / top).exists() and not link.exists() and top != "__pycache__":
                link.symlink_to(site / top)
    return folder


def link_programs(folder: Path) -> Path:
    """Fill a folder with links to the few programs, and return it."""
    (folder / "python3").symlink_to(sys.executable)
    for name in PROGRAMS:
        if path := shutil.which(name):
            (folder / name).symlink_to(path)
    return folder
