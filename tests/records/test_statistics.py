"""The counters equal an independent count, on random deals of all games and on recorded ones."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ircpoker.history import read_history_file, replay_history
from ircpoker.records.statistics import CounterSum
from ircpoker.records.statistics_deals import count_deal
from ircpoker.table import GAMES, Deal
from tests.records import independent
from tests.table.play import play_deal, random_setup
from tests.tiers import count, seed

DATA = Path(__file__).parents[1] / "data" / "phh"


def assert_same(deal: Deal) -> None:
    for found, expected in zip(count_deal(deal), independent.count(deal), strict=True):
        adder = CounterSum()
        adder.add(found)
        assert {name: number for name, number in adder.counters.items() if number} == dict(expected)


@pytest.mark.parametrize("game", GAMES)
def test_random_deals(game: str) -> None:
    rng = Random(seed(28))
    for _ in range(count(10_000 // len(GAMES), 9)):
        assert_same(play_deal(random_setup(rng, (game,)), rng))


@pytest.mark.parametrize("name", ["hands", "cents"])
def test_recorded_deals(name: str) -> None:
    for history in read_history_file(DATA / f"{name}.phhs")[: count(1000, 40)]:
        assert_same(replay_history(history).deal)
