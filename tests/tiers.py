"""The three tiers of tests, and the seed of their random numbers.

* `scripts/test`: the tests for everyday changes. Tests marked `slow` are left out, and of those marked `few(2)` all
  cases but two.
* `scripts/test --all`: all tests, the large ones with a twentieth of their counts, of those marked `few(2, 12)` twelve
  cases. This is what continuous integration runs.
* `scripts/test --deep`: all counts in full, tests marked `deep` too, and other random numbers every day:
  `--seed` repeats those of another one.

A test takes its counts from `count` and its random numbers from `seed`; both may be called while tests are
collected.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from enum import Enum
from math import inf

import pytest
from hypothesis import HealthCheck, settings


class Tier(Enum):
    """The tier of a run."""

    QUICK = "quick"
    ALL = "all"
    DEEP = "deep"


_PATIENCE_OF_DEEP = 3600
"""Seconds for one test with its counts in full; pyproject.toml has the usual ones."""
_FRACTION = 20
_USUAL = 5
"""Seconds assumed for a slow test whose mark has none."""
_LONG = 15
"""Seconds up to which a slow test counts for the floor of coverage."""

_chosen = Tier.QUICK
_seed = 0


def count(full: int, quick: int = 1, fraction: int = _FRACTION) -> int:
    """Return how often to do something: `full` times in the deep tier, and `quick` times in the first.

    Args:
        fraction: the second does one in so many of `full`: fewer than usual where they take over ten seconds.
    """
    if _chosen is Tier.DEEP:
        return full
    return quick if _chosen is Tier.QUICK else max(quick, -(-full // fraction))


def seed(number: int) -> int:
    """Return the seed of a test's random numbers: `number` itself, and another one every day in the deep tier."""
    return number + 1_000_003 * _seed


def seeds(full: int, quick: int = 0, first: int = 0) -> Iterator[int]:
    """Yield as many seeds as `count` says."""
    return map(seed, range(first, first + count(full, quick)))


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("ircpoker")
    group.addoption(
        "--all", action="store_const", const="all", dest="tier", default="quick", help="the slow tests, too"
    )
    group.addoption("--deep", action="store_const", const="deep", dest="tier", help="all counts in full: takes hours")
    group.addoption("--seed", type=int, help="of random numbers; in the deep tier today's date if it is left out")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    global _chosen, _seed  # noqa: PLW0603  # read while tests are collected, when there are no fixtures yet
    _chosen = Tier(config.option.tier)
    if config.option.seed is None:
        config.option.seed = int(f"{datetime.now(UTC):%Y%m%d}") if _chosen is Tier.DEEP else 0
    _seed = config.option.seed  # xdist hands the options on to its workers, this one too
    if _chosen is Tier.DEEP:
        config.option.timeout = config.option.timeout or _PATIENCE_OF_DEEP
    if _seed:
        config.option.hypothesis_seed = str(_seed)
    settings.register_profile(
        "ircpoker",
        max_examples=count(1000, 25),
        derandomize=not _seed,
        print_blob=True,
        # Neither of them may judge by elapsed time.
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
    settings.load_profile("ircpoker")


def pytest_report_header() -> str:
    return f"tier: {_chosen.value}, {_described_seed()}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _seed and terminalreporter.stats.get("failed"):
        terminalreporter.write_line(_described_seed())


def _described_seed() -> str:
    return f"--seed {_seed}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    # The floor of coverage is for what the short tests reach, all their cases.
    is_quick = _chosen is Tier.QUICK and not is_traced(config)
    longest = inf if _chosen is not Tier.QUICK else 0 if is_quick else _LONG
    is_deep = _chosen is Tier.DEEP
    others = {item for item in items if seconds_of(item) > longest or (item.get_closest_marker("deep") and not is_deep)}
    if is_quick or _chosen is Tier.ALL:
        others |= _surplus(0 if is_quick else 1, [item for item in items if item not in others])
    if others:
        config.hook.pytest_deselected(items=[item for item in items if item in others])
        items[:] = [item for item in items if item not in others]


def is_traced(config: pytest.Config) -> bool:
    """Return whether the run counts what it covers: then what is slow, but not long, belongs to the first tier."""
    return bool(config.getoption("cov_source") and not config.getoption("no_cov"))


def seconds_of(item: pytest.Item) -> int:
    """Return the most seconds in the marks of a long test, `slow(40)`; 0 for a short test."""
    marks = (mark for name in ("slow", "deep") for mark in item.iter_markers(name))
    return max((mark.args[0] if mark.args else _USUAL for mark in marks), default=0)


def _surplus(tier: int, items: Iterable[pytest.Item]) -> set[pytest.Item]:
    """Return the cases that a test marked `few` has beyond its number in a tier: those that stay are spread evenly."""
    cases: dict[tuple[str, int], list[pytest.Item]] = {}
    for item in items:
        if (mark := item.get_closest_marker("few")) and tier < len(mark.args):
            cases.setdefault((item.nodeid.partition("[")[0], mark.args[tier]), []).append(item)
    kept = {each[index * len(each) // most] for (_, most), each in cases.items() for index in range(most)}
    return {item for each in cases.values() for item in each} - kept


def pytest_xdist_auto_num_workers() -> int:
    """Three for a core: many tests wait for another process."""
    return 3 * len(os.sched_getaffinity(0))
