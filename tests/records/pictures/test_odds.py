"""The price of a call in a replay is that of the rules: what it can win, and how often it has to."""

from __future__ import annotations

import re
from random import Random

import pytest

from ircpoker.records.deal_data import deal_data
from ircpoker.records.pictures.steps import deal_steps
from ircpoker.records.played import HandReader
from ircpoker.table import CALL, FOLD, GAMES, Deal
from ircpoker.table.view import make_view
from tests.records.deals import random_history, read_one
from tests.tiers import count, seed

_ODDS = re.compile(r"(?:to|could) win ([\d,]+): pays with a chance of (\d+) %")


@pytest.mark.few(2)
@pytest.mark.parametrize("game", GAMES)
def test_the_price_of_each_call_and_each_fold(game: str) -> None:
    rng, calls = Random(seed(len(game))), 0
    for number in range(1, count(2000, 40)):
        text, played = random_history(rng, number, game)
        again, wanted = Deal(played.setup, played.deck), []
        for seat, action in played.actions:
            view = make_view(again, seat)
            if action == CALL or (action == FOLD and view.legal and view.legal.call):
                wanted.append((view.to_win, round(100 * view.needed)))
            again.act(seat, action)
        steps = deal_steps(deal_data(read_one(text), HandReader(None)))
        shown = [
            (int(found[1].replace(",", "")), int(found[2])) for step in steps if (found := _ODDS.search(step.words))
        ]
        assert shown == wanted, number
        calls += len(wanted)
    assert calls > 10
