"""Names of packages, modules and public classes are made of words that the field knows, and no new ones come."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WORDS = ROOT / "tests" / "data" / "words_of_names.txt"
MOST_FOUND = 323
"""Uses of the name `found`, which says nothing about what was found. The number never grows."""


def words_of(name: str) -> list[str]:
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]


def modules() -> Iterator[tuple[Path, ast.Module]]:
    for folder in ("ircpoker", "plugins"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            yield file, ast.parse(file.read_text(encoding="utf-8"))


def words_in_use() -> set[str]:
    words: set[str] = set()
    for file, tree in modules():
        words.update(*map(words_of, file.relative_to(ROOT).with_suffix("").parts))
        classes = [node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and node.name[0] != "_"]
        words.update(*map(words_of, classes))
    return words


@pytest.mark.slow(2)
def test_names_are_made_of_known_words() -> None:
    """A new word goes into docs/glossary.md with its meaning; an ordinary one of the language, into the list."""
    glossary = set(words_of((ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")))
    listed, used = WORDS.read_text(encoding="utf-8").split(), words_in_use()
    assert sorted(used - glossary - set(listed)) == []
    assert sorted(set(listed) - used) == [], "no name has them any more: take them out"
    assert listed == sorted(listed)


def test_fewer_and_fewer_names_are_found() -> None:
    found = [
        node
        for folder in ("ircpoker", "plugins")
        for file in (ROOT / folder).rglob("*.py")
        if "found" in (text := file.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(text))
        if (isinstance(node, ast.Name) and node.id == "found") or (isinstance(node, ast.arg) and node.arg == "found")
    ]
    assert len(found) <= MOST_FOUND, "name what was found"
