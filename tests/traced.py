"""The tests that count for the floor of coverage: with `--cov` only they run.

They are the short ones of the core and the command line, and the examples in the code. Tracing makes the others much
slower, and says little: code that a whole evening at a table ran is not yet tested. So the floor leaves room for the
commands that start servers, which tests with real ones run.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tiers import is_traced

_TESTS = Path(__file__).parent
_TRACED = (
    "cli/",
    "counts/test_categories.py",
    "draws/",
    "equity/",
    "fairness/",
    "hands/",
    "lab/test_ring_tables.py",
    "ledger/",
    "lobby/test_values.py",
    "machines/rules/",
    "records/phh/",
    "rules/",
    "servers/test_claims.py",
    "systems/",
    "table/",
    "test_cards.py",
    "tournaments/",
)


def _is_traced(item: pytest.Item) -> bool:
    is_example = not item.path.is_relative_to(_TESTS)
    counts = is_example or str(item.path.relative_to(_TESTS)).startswith(_TRACED)
    return counts and not item.get_closest_marker("no_cover")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if is_traced(config):
        config.hook.pytest_deselected(items=[item for item in items if not _is_traced(item)])
        items[:] = [item for item in items if _is_traced(item)]
