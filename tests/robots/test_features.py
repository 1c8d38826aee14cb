"""The amount to call, the minimum raise, and the best draw."""

import random

import pytest

from ircpoker.cards import CARDS, parse_cards
from ircpoker.draws import discards
from ircpoker.robots.features import best_hold, has_wagered, least_wager, owed, street_actions
from ircpoker.table.actions import CALL, Bet, RaiseTo
from ircpoker.table.deal import Deal
from ircpoker.table.events import CardsDrawn
from ircpoker.table.view import make_view
from tests.robots.turns import draw_deal, play, stand_pat
from tests.table.play import random_action, random_deal, random_setup

HANDS = ("2c 3c 4c 5c 7c", "2d 3d 4d 5d 7d", "2h 3h 4h 5h 7h")


@pytest.mark.parametrize(
    ("actions", "stack", "game", "wager", "debt"),
    [
        ("", 300, "draw", 10, 0),
        ("check, bet 30, fold", 300, "draw", 60, 30),
        ("check, bet 30, to 100", 300, "draw", 170, 100),
        # A raise all-in for less does not lower the least raise.
        ("check, bet 30, to 100", 110, "draw", 170, 100),
        ("check, bet 30, fold", 40, "draw", 60, 30),
        ("check, bet 30, fold", 70, "draw", 60, 30),
        ("", 15, "draw", 10, 0),
        ("check, bet 10, to 20", 300, "limit_draw", 30, 20),
        ("check, bet 10, to 20", 35, "limit_draw", 30, 20),
        ("check, bet 10, fold", 25, "limit_draw", 20, 10),
    ],
)
def test_least_wager(actions, stack, game, wager, debt):
    stacks = (stack, 500, 500)
    deal = play(draw_deal(*HANDS, stacks=stacks, game=game), actions)
    assert deal.actor == 0
    view = make_view(deal, 0)
    assert owed(view) == debt
    if view.legal.bet or view.legal.raise_to:
        assert least_wager(view) == wager
    else:
        assert stack - 10 <= debt


def test_limit_bets_double_after_the_draw():
    deal = stand_pat(play(draw_deal(*HANDS, stacks=(25, 500, 500), game="limit_draw"), "check, check, check"))
    assert least_wager(make_view(deal, 0)) == 20
    assert deal.legal_actions().bet == range(15, 16)


def test_the_least_wager_is_the_engines():
    rng = random.Random(3)
    for _ in range(300):
        setup = random_setup(rng, ("holdem", "draw", "pot_limit"))
        deal = Deal(setup, rng.sample(CARDS, 52))
        while deal.actor is not None:
            view = make_view(deal, deal.actor)
            amounts = view.legal.bet or view.legal.raise_to
            wager = least_wager(view)
            assert (wager is None) is (not amounts)
            if amounts:
                assert amounts[0] == min(wager, view.bets[view.seat] + view.stacks[view.seat])
            deal.act(deal.actor, random_action(deal, rng))


def test_the_actions_of_this_street_only():
    deal = stand_pat(play(draw_deal(*HANDS), "bet 10, call, call"))
    assert street_actions(make_view(deal, 0)) == []
    play(deal, "check, bet 20")
    view = make_view(deal, 2)
    assert [(acted.seat, acted.action) for acted in street_actions(view)][1:] == [(1, Bet(20))]
    assert not has_wagered(view)
    assert has_wagered(make_view(deal, 1))
    play(deal, "to 60, call")
    assert has_wagered(make_view(deal, 2))
    assert [acted.action for acted in street_actions(make_view(deal, 1))][2:] == [RaiseTo(60), CALL]


def test_nobody_has_a_turn_when_the_deal_is_over():
    view = make_view(random_deal(random.Random(1)), 0)
    assert least_wager(view) is None
    assert owed(make_view(random_deal(random.Random(1)), None)) == 0


def test_cards_thrown_before_cannot_come_back():
    """With one draw nothing was thrown before; a game with two draws shows that it counts."""
    view = make_view(draw_deal("Ah Ad Kc 7s 2h", HANDS[1]), 0)
    assert best_hold(view) == discards("Ah Ad Kc 7s 2h")[0]
    thrown = parse_cards("Ac As Ks")
    later = view._replace(events=(*view.events, CardsDrawn(0, 3, thrown, parse_cards("Kc 7s 2h"))))
    assert best_hold(later) == discards("Ah Ad Kc 7s 2h", dead=thrown)[0]
    others = view._replace(events=(*view.events, CardsDrawn(1, 3, thrown, None)))
    assert best_hold(others) == discards("Ah Ad Kc 7s 2h")[0]
