"""Modules whose names are imported on first use: `dir` lists all of them, and each can be had."""

from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LAZY = sorted(
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for file in (ROOT / "ircpoker").rglob("*.py")
    if "\ndef __getattr__(" in file.read_text(encoding="utf-8")
)


def test_they_are_found():
    assert {"ircpoker", "ircpoker.hands", "ircpoker.postflop"} <= {*LAZY}


@pytest.mark.parametrize("name", LAZY)
def test_dir_lists_all_names(name: str):
    module = import_module(name)
    names = dir(module)
    assert names == sorted(set(names))
    assert {*getattr(module, "__all__", ["solve"])} <= {*names}
    for each in names:
        getattr(module, each)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        module.nothing  # noqa: B018 - the look-up is the test
