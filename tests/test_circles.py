"""No circle among the files of the middle, by import or by type: each can be read after those that it names."""

from __future__ import annotations

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def imports(package: str) -> dict[str, set[str]]:
    """Return the modules of a package, each with those of the same package that it imports."""
    folder = ROOT / package.replace(".", "/")
    names = {
        ".".join((package, *file.relative_to(folder).with_suffix("").parts)): file for file in folder.rglob("*.py")
    }
    found: dict[str, set[str]] = {}
    for name, file in names.items():
        used = set()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                used |= {node.module, *[f"{node.module}.{alias.name}" for alias in node.names]}
        found[name] = used & names.keys() - {name}
    return found


@pytest.mark.parametrize("package", ["ircpoker.lobby", "ircpoker.chat", "ircpoker.transports"])
def test_there_is_no_circle(package: str) -> None:
    try:
        TopologicalSorter(imports(package)).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def test_imports_for_types_count() -> None:
    assert "ircpoker.lobby.state" in imports("ircpoker.lobby")["ircpoker.lobby.draft"]
    assert "ircpoker.transports.irc.sender" in imports("ircpoker.transports")
