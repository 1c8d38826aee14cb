"""The counters equal an independent count, on random deals of all games and on recorded ones."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from ircpoker.records.phh import read_history_file, replay_history
from ircpoker.records.statistics.counters import CounterSum
from ircpoker.records.statistics.deals import count_deal
from ircpoker.table import GAMES, Action, Bet, Deal, Fold, RaiseTo
from tests.records import independent
from tests.table.play import play_deal, random_action, random_setup
from tests.tiers import count, seed

DATA = Path(__file__).parents[2] / "data" / "phh"


def assert_same(deal: Deal) -> None:
    for found, expected in zip(count_deal(deal), independent.count(deal), strict=True):
        adder = CounterSum()
        adder.add(found)
        assert {name: number for name, number in adder.counters.items() if number} == dict(expected)


def choose(deal: Deal, rng: Random) -> Action:
    """Return a random action: few folds, and small bets, so that deals go on for long."""
    action = random_action(deal, rng)
    if isinstance(action, Fold) and rng.random() < 0.7:
        return choose(deal, rng)
    legal = deal.legal_actions()
    assert legal is not None
    if isinstance(action, Bet):
        return Bet(legal.bet[0])
    return RaiseTo(legal.raise_to[0]) if isinstance(action, RaiseTo) else action


@pytest.mark.parametrize("game", GAMES)
def test_random_deals(game: str) -> None:
    rng = Random(seed(28))
    for number in range(count(10_000 // len(GAMES), 9)):
        setup = replace(random_setup(rng, (game,), short_blinds=number % 4 == 0), dead=())  # they count as folds
        assert_same(play_deal(setup, rng, random_action if number % 3 == 0 else choose))


@pytest.mark.slow
def test_random_deals_have_all_counters() -> None:
    rng, adder = Random(28), CounterSum()
    for _ in range(600):
        for found in count_deal(play_deal(random_setup(rng, ("holdem", "limit"), short_blinds=False), rng, choose)):
            adder.add(found)
    assert min(adder.counters.numbers) > 0


@pytest.mark.parametrize("name", ["hands", "cents"])
def test_recorded_deals(name: str) -> None:
    for history in read_history_file(DATA / f"{name}.phhs")[: count(1000, 40)]:
        assert_same(replay_history(history).deal)
