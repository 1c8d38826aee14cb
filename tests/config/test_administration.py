"""`[feed]`: a folder where no socket could be is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from ircpoker.config.administration import LONGEST_SOCKET_PATH, AdminSettings, FeedSettings, complaints


@pytest.mark.parametrize("folder", ["/" + "x" * 95, "/" + "ö" * 47 + "x"])
def test_a_socket_has_a_path_of_at_most_107_bytes(folder: str) -> None:
    feed = FeedSettings(Path(folder))
    assert len(bytes(feed.socket("local"))) == LONGEST_SOCKET_PATH
    assert list(complaints(feed, AdminSettings(), ())) == []
    [(section, key, text)] = complaints(FeedSettings(Path(f"{folder}y")), AdminSettings(), ())
    assert (section, key) == ("feed", "folder")
    assert text.startswith("local.sock there would have a path of 108 bytes: expected a shorter folder")
