"""The order of a run with several workers: each begins with its share of the long files, so that all end together."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import Path

import pytest

from tests.tiers import seconds_of


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    workers = int(getattr(config, "workerinput", {}).get("workercount", 1))
    if workers > 1:
        items[:] = _in_order(items, workers)


def _in_order(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Return the tests in an order in which the equal share of each worker begins with long ones."""
    short = iter([item for item in items if not seconds_of(item)])
    ordered: list[pytest.Item] = []
    for number, share in enumerate(_shares(items, workers)):
        end = len(items) * (number + 1) // workers
        ordered += share
        ordered += islice(short, max(0, end - len(ordered)))
    return [*ordered, *short]


def _shares(items: Iterable[pytest.Item], workers: int) -> list[list[pytest.Item]]:
    """Divide the long tests among the workers: the longest files first, each to the worker with the least work.

    Those of a file stay together: its fixtures, such as a browser, are made once and not by every worker.
    """
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        if seconds_of(item):
            files.setdefault(item.path, []).append(item)
    shares: list[list[pytest.Item]] = [[] for _ in range(workers)]
    loads = [0] * workers
    for file in sorted(files.values(), key=_load, reverse=True):
        least = loads.index(min(loads))
        shares[least] += file
        loads[least] += _load(file)
    return shares


def _load(file: Iterable[pytest.Item]) -> int:
    return sum(map(seconds_of, file))
