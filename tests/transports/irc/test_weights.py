"""The table of weights: each weight buys its kind of lines a shorter wait beside a crowd, in simulated time."""

from __future__ import annotations

import pytest

from benchmarks.queue import halved, mean_waits
from ircpoker.transports.irc.queued import Traffic
from ircpoker.transports.irc.sendqueue import WEIGHTS

SECONDS = 600


@pytest.fixture(scope="module")
def waits() -> dict[Traffic, float]:
    return mean_waits(seconds=SECONDS)


def test_every_kind_has_a_weight() -> None:
    assert list(WEIGHTS) == list(Traffic)


@pytest.mark.parametrize("kind", Traffic)
def test_half_the_weight_makes_a_kind_wait_longer(waits: dict[Traffic, float], kind: Traffic) -> None:
    assert mean_waits(halved(kind), SECONDS)[kind] >= 1.2 * waits[kind]


def test_a_table_in_a_channel_hardly_waits_beside_a_crowd(waits: dict[Traffic, float]) -> None:
    assert waits[Traffic.CHANNEL_TABLE] <= 3.0


def test_nobody_is_stopped(waits: dict[Traffic, float]) -> None:
    """Even the lines that wait longest come before they are too old to be read."""
    assert max(waits.values()) < 600
