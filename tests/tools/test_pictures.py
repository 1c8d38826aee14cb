"""The pictures of README.md and docs/screen.md show the screen as it is."""

from __future__ import annotations

import asyncio

import pytest

from tools.pictures import FOLDER, PICTURES, make


@pytest.mark.slow(10)
@pytest.mark.parametrize("name", PICTURES)
def test_the_pictures_are_up_to_date(name):
    kept = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert asyncio.run(make(PICTURES[name])) == kept, "python tools/pictures.py makes it again"


def test_all_pictures_are_shown():
    pages = [FOLDER.parent / "screen.md", FOLDER.parents[1] / "README.md"]
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert all(f"pictures/{name}.svg" in text for name in PICTURES), page
    assert {file.stem for file in FOLDER.glob("*.svg")} == set(PICTURES)
