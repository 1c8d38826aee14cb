"""Few circles among the files of a package, by import or by type: a file can be read after those that it names.

Two files that name each other are read together. Larger circles are counted: none may come, and none may grow.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = sorted(f"ircpoker.{file.parent.name}" for file in (ROOT / "ircpoker").glob("*/__init__.py"))
NO_CIRCLE = frozenset({"ircpoker.lobby", "ircpoker.chat", "ircpoker.transports"})
MOST = {"ircpoker.hands": 11, "ircpoker.records": 10, "ircpoker.screen": 8}
"""The most files of a circle, where it may be more than two."""


@cache
def imports(package: str) -> dict[str, frozenset[str]]:
    """Return the modules of a package, each with those of the same package that it imports."""
    folder = ROOT / package.replace(".", "/")
    names = {
        ".".join((package, *file.relative_to(folder).with_suffix("").parts)).removesuffix(".__init__"): file
        for file in folder.rglob("*.py")
    }
    found: dict[str, frozenset[str]] = {}
    for name, file in names.items():
        used = set()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                whole = {f"{node.module}.{alias.name}" for alias in node.names}
                used |= (whole & names.keys()) or {node.module}
        found[name] = frozenset(used & names.keys() - {name})
    return found


def reached(package: str) -> dict[str, set[str]]:
    """Return what each module of a package imports, directly or through others."""
    direct = imports(package)
    found = {}
    for name in direct:
        seen: set[str] = set()
        waiting = [*direct[name]]
        while waiting:
            other = waiting.pop()
            if other not in seen:
                seen.add(other)
                waiting += direct[other]
        found[name] = seen
    return found


def circles(package: str) -> list[list[str]]:
    """Return the groups of modules of which each imports all others, directly or through others."""
    all_reached = reached(package)
    groups = {
        tuple(sorted(other for other in seen if name in all_reached[other]))
        for name, seen in all_reached.items()
        if name in seen
    }
    return [[*group] for group in sorted(groups)]


@pytest.mark.few(5)
@pytest.mark.parametrize("package", PACKAGES)
def test_circles_are_small(package: str) -> None:
    most = 0 if package in NO_CIRCLE else MOST.get(package, 2)
    assert [group for group in circles(package) if len(group) > most] == []


@pytest.mark.slow(1)
def test_imports_for_types_count() -> None:
    assert "ircpoker.lobby.state" in imports("ircpoker.lobby")["ircpoker.lobby.draft"]
    assert "ircpoker.transports.irc.sender" in imports("ircpoker.transports")
