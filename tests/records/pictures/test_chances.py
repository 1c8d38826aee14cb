"""The chances in a replay: exact odds of the hands that the reader sees, and of no others."""

from __future__ import annotations

from random import Random

import pytest

from ircpoker.equity import equity
from ircpoker.equity.answers import whole_percent
from ircpoker.equity.odds import Plan, plan
from ircpoker.equity.spots import Spot
from ircpoker.feed.data import tables_of
from ircpoker.records.deal_data import deal_data
from ircpoker.records.pictures import page as counted
from ircpoker.records.pictures.page import steps_with_chances
from ircpoker.records.pictures.steps import deal_steps
from ircpoker.records.played import HandReader
from tests.records.deals import random_history, read_one
from tests.tiers import count, seed


@pytest.mark.slow(1)
@pytest.mark.few(1)
@pytest.mark.parametrize("game", ["holdem", "omaha"])
def test_chances_are_those_of_the_hands_that_are_seen(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def exact_where_compared(spot: Spot, usual: float, sampled: float) -> Plan:
        return plan(spot, usual if any(hand.is_any for hand in spot.ranges) else 0.5, sampled)

    monkeypatch.setattr(counted, "plan", exact_where_compared)
    rng, compared, unseen = Random(seed(len(game))), 0, 0
    for number in range(count(500, 12)):
        text, played = random_history(rng, number, game)
        for reader in (None, 0):
            deal = deal_data(read_one(text), HandReader(reader))
            names = {seat.name: seat.seat for seat in deal.table.seats}
            shown = {seat.seat: seat.cards for table in tables_of(deal) for seat in table.seats if seat.cards}
            if reader is not None:
                shown[deal.reader] = tuple(map(str, played.hole_cards[reader]))
            for step, table in zip(steps_with_chances(deal), tables_of(deal), strict=True):
                chances = {seat.name: seat.chance for seat in step.picture.seats if seat.chance}
                assert {names[name] for name in chances} <= set(shown), "of no hand that is not seen"
                live = [seat.seat for seat in table.seats if seat.in_hand]
                unseen += 0 < len(chances) < len(live)
                if not table.street or len(live) < 2 or not 3 <= len(table.board) < 5:
                    continue
                if set(live) <= set(shown):
                    hands = [" ".join(shown[each]) for each in live]
                    wanted = equity(hands, " ".join(table.board), game=game)
                    assert [chances[name] for each in live for name in names if names[name] == each] == [
                        whole_percent(each.equity) for each in wanted
                    ]
                    compared += 1
    assert compared > 3
    assert unseen > 3


def test_nothing_else_of_a_step_changes() -> None:
    text, _ = random_history(Random(4), 1, "draw")
    deal = deal_data(read_one(text), HandReader(0))
    assert steps_with_chances(deal) == deal_steps(deal), "draw has no odds"
