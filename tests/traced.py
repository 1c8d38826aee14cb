"""Which tests count for the floor of coverage: those of the core and the command line, and the examples in the code.

Only quick ones. Tracing makes the others much slower, and says little: what a whole evening at a table has run is not
yet tested.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from pathlib import Path

import pytest

_TESTS = Path(__file__).parent
_TRACED = (
    "cli/",
    "draws/",
    "equity/",
    "hands/",
    "history/",
    "ledger/",
    "rules/",
    "servers/test_claims.py",
    "slots/",
    "systems/",
    "table/",
    "test_cards.py",
    "test_proofs.py",
    "test_shuffle.py",
)
_FOR_CHILDREN = "COVERAGE_PROCESS_CONFIG"
"""What lets the programs that a test starts be traced as well."""


def _is_traced(item: pytest.Item) -> bool:
    is_example = not item.path.is_relative_to(_TESTS)
    counts = is_example or str(item.path.relative_to(_TESTS)).startswith(_TRACED)
    return counts and item.get_closest_marker("slow") is None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if not _is_traced(item):
            item.add_marker("no_cover")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    children = os.environ.get(_FOR_CHILDREN)
    if children is not None and item.get_closest_marker("no_cover"):
        del os.environ[_FOR_CHILDREN]
    try:
        return (yield)
    finally:
        if children is not None:
            os.environ[_FOR_CHILDREN] = children
