"""The pace of pages in tests."""

from __future__ import annotations

import pytest

from ircpoker.feed import moments


@pytest.fixture
def brief_scenes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each scene of a table stay for a moment only: how long it stays is looked at elsewhere."""
    for name in ("SHOWDOWN_SECONDS", "END_SECONDS", "STREET_SECONDS", "RIVER_SECONDS"):
        monkeypatch.setattr(moments, name, 0.05)
