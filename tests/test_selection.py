"""The names that `scripts/test` takes for tests."""

from pathlib import Path

import pytest

from tests.selection import paths_of

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    ("name", "paths"),
    [
        ("lobby", ["tests/lobby", "ircpoker/lobby"]),
        ("plugins", ["tests/plugins", "plugins"]),
        ("shuffle", ["tests/fairness/test_shuffle.py", "ircpoker/fairness/shuffle.py"]),
        ("tests", []),
        ("tests/lobby", []),
        ("nothing", []),
    ],
)
def test_a_name_means_its_tests_and_examples(name: str, paths: list[str]) -> None:
    assert [Path(path).relative_to(ROOT).as_posix() for path in paths_of(name)] == paths


def test_a_run_takes_names_for_paths(pytestconfig: pytest.Config) -> None:
    assert pytestconfig.args
    assert not any(paths_of(path) for path in pytestconfig.args)
