"""A hall with the endpoints of the feed, and somebody on the web at its table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.feed.server.visitors import FeedHall, Visitor


@pytest.fixture
def hall() -> Iterator[FeedHall]:
    with FeedHall() as opened:
        yield opened


@pytest.fixture
def wendy(hall: FeedHall) -> Visitor:
    """Return somebody on the web who sits with alice in the channel, and watches."""
    hall.say("alice", "!open 300")
    visitor = Visitor(hall, "web", "wendy")
    visitor.say("!sit 300")
    hall.wait(5)
    visitor.watch()
    return visitor
