"""The memory that there is for solving."""

from pathlib import Path

import pytest

from ircpoker.postflop import memory
from ircpoker.postflop.memory import MIB, available_memory


@pytest.mark.parametrize(
    ("most", "parts", "free"),
    [
        (f"{100 * MIB}", f"anon {10 * MIB}\ninactive_file {25 * MIB}\n", 65),
        (f"{100 * MIB}", f"inactive_file 0\ntotal_inactive_file {25 * MIB}\n", 65),
        (f"{100 * MIB}", "", 40),
        ("max", "", None),
        ("none", "", None),
    ],
)
def test_files_that_were_read_take_no_memory_of_a_container(
    most: str, parts: str, free: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("limit", "used", "parts")
    for name, text in zip(names, (most, f"{60 * MIB}\n", parts), strict=True):
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(memory, "_LIMITS", (tuple(str(tmp_path / name) for name in names),))
    monkeypatch.setattr(memory, "_of_machine", lambda: None)
    assert available_memory() == (None if free is None else free * MIB)
