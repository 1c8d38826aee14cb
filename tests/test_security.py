"""The tests named by each promise and each attack of SECURITY.md exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
_ROW = re.compile(r"^\| (?P<promise>[^|]+) \| (?P<tests>[^|]+) \|$", re.MULTILINE)
_FOUND = [match.groups() for match in _ROW.finditer((ROOT / "SECURITY.md").read_text(encoding="utf-8"))]
ROWS = [row for row in _FOUND if row[1] != "tests"]


def names(file: Path) -> set[str]:
    """Return the tests and the classes of tests in a file."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.ClassDef))}


def test_there_are_promises() -> None:
    assert len(ROWS) > 30


@pytest.mark.parametrize(("promise", "tests"), ROWS)
def test_a_promise_has_its_tests(promise: str, tests: str) -> None:
    named = re.findall(r"`([^`]+)`", tests)
    assert named, promise
    for name in named:
        path, _, test = name.partition("::")
        found = names(ROOT / path)
        assert test in found if test else any(name_found.startswith("test_") for name_found in found), name


def test_the_page_on_proofs_does_not_promise_more() -> None:
    """Both pages say in the same words who can choose a deck."""
    limit = (
        "omebody who knows the secret can choose the deck if they give the last seed, add the last robot or take the "
        "last seat. A program finds such a seed in 0.03 s. No mechanism on IRC closes this. It would take a public "
        "beacon: random numbers that somebody else publishes at a fixed time after the last seed."
    )
    refused = (ROOT / "SECURITY.md").read_text(encoding="utf-8").partition("## What is not promised")[2]
    page = (ROOT / "docs" / "verify.md").read_text(encoding="utf-8").partition("What it does not prove:")[2]
    for text in (refused, page):
        assert limit in " ".join(text.split())
