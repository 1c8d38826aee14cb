"""Which tests a run collects: those of the packages that it names, and examples where there are some."""

from __future__ import annotations

import gc
from collections.abc import Generator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule  # pytest names no other class for it

_ROOT = Path(__file__).parents[1]


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    config.args[:] = [path for given in config.args for path in paths_of(given) or [given]]


def paths_of(name: str) -> list[str]:
    """Return the paths of the tests of a package or module, with its own file for the examples in it.

    Args:
        name: a name without its path, such as `lobby`.

    Returns:
        Nothing if it is not such a name, but a path.
    """
    if not name.isidentifier():
        return []
    tests = _ROOT / "tests"
    mirrors = [*sorted(tests.rglob(name)), *sorted(tests.rglob(f"test_{name}.py"))]
    product = _ROOT / "ircpoker"
    own = (
        [_ROOT / "plugins"] if name == "plugins" else sorted(product.rglob(name)) or sorted(product.rglob(f"{name}.py"))
    )
    return [str(path) for path in (*mirrors, *own)] if mirrors else []


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep garbage collection away from what is collected: each would look at half a million objects that stay."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for examples only in files that have some: otherwise each worker would import every module to see."""
    found = yield
    if not any(isinstance(collector, DoctestModule) for collector in found):
        return found
    has_examples = ">>>" in file_path.read_text(encoding="utf-8")
    return [collector for collector in found if has_examples or not isinstance(collector, DoctestModule)]
