"""The stored form of a finished hand: the figures of each seat, and the text that replays it."""

from __future__ import annotations

from random import Random

import pytest

from ircpoker.records.ledger_hands import hand_figures, played_hand
from tests.lobby.hall import Hall, play_on, player

FIGURES = ("flags", "bets", "raises", "calls", "position", "stack", "cards")


@pytest.mark.few(1)
@pytest.mark.parametrize("game", ["holdem", "limit", "omaha", "draw"])
def test_each_hand_of_an_evening_is_replayed_as_it_was(game: str) -> None:
    with Hall(seed=7) as hall:
        hall.seat("alice", "bob", game=game, chips=300)
        hall.say("alice", "!addbot caller")
        play_on(hall, Random(7), 60)
        hands = hall.services.ledger.last_hands(player("alice"), 20)
        assert len(hands) > 3
        for hand in hands:
            replayed = played_hand(hand)
            assert replayed is not None
            assert replayed.hand.deal.is_over
            assert replayed.own is not None
            assert replayed.rows[replayed.own].nick == "alice"
            nets = [
                after - before
                for before, after in zip(replayed.hand.deal.setup.stacks, replayed.hand.deal.stacks, strict=True)
            ]
            assert nets == [row.net for row in replayed.rows]


def test_the_stored_figures_are_those_of_the_hand() -> None:
    with Hall(seed=7) as hall:
        hall.seat("alice", "bob", chips=300)
        hall.say("alice", "!addbot caller")
        play_on(hall, Random(7), 200)
        ledger = hall.services.ledger
        rows = ledger.counted_rows(0, ledger.last_hand_id())
        assert len(rows) > 9
        shown = 0
        for hand in ledger.last_hands(player("alice"), 20):
            replayed = played_hand(hand)
            assert replayed is not None
            stored = {row.seat: row for row in rows if row.deal_id == hand.deal_id}
            for row, figures in zip(replayed.rows, hand_figures(replayed.hand.deal), strict=True):
                assert tuple(stored[row.seat])[-7:] == tuple(getattr(figures, name) for name in FIGURES)
                assert stored[row.seat].net == row.net
                assert bool(figures.cards) >= bool(row.shown)
                shown += bool(figures.cards)
        assert shown > 1
