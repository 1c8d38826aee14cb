"""The contents of views and events. Every random deal checks that no view holds a hidden card."""

from ircpoker.cards import CARDS
from ircpoker.table.actions import CALL, CHECK, Bet, RaiseTo
from ircpoker.table.deal import Deal
from ircpoker.table.events import CardsDrawn, HoleCardsDealt, seen_by
from ircpoker.table.view import make_view
from tests.table.play import act_all, deck_of, holdem


def test_events_of_others_are_seen_without_cards() -> None:
    dealt = HoleCardsDealt(1, 2, CARDS[:2])
    drew = CardsDrawn(1, 2, CARDS[:2], CARDS[2:4])
    assert seen_by(dealt, 1) is dealt
    assert seen_by(drew, 1) is drew
    for other in (0, None):
        assert seen_by(dealt, other) == HoleCardsDealt(1, 2, None)
        assert seen_by(drew, other) == CardsDrawn(1, 2, None, None)


def test_only_the_actor_sees_the_legal_actions() -> None:
    deal = Deal(holdem((50, 50, 50)), CARDS)
    assert make_view(deal, 2).legal == deal.legal_actions()
    assert make_view(deal, 0).legal is None
    assert make_view(deal, None).legal is None


def test_a_view_shows_the_state_of_the_table() -> None:
    deal = Deal(holdem((50, 50, 20)), deck_of("As Ac", "Ks Kc", "Qs Qc", board="3h 4c 8d 9s Jd"))
    act_all(deal, RaiseTo(20), CALL, CALL, CHECK, Bet(10))
    view = make_view(deal, 0)
    assert (view.bets, view.totals, view.pot, view.bet_to_match, view.aggressor) == (
        (0, 10, 0),
        (20, 30, 20),
        70,
        10,
        1,
    )
    assert [pot.amount for pot in view.pots] == [60, 10]
    assert view.board == deal.board[:3]
    act_all(deal, CALL, CHECK, CHECK, CHECK, CHECK)
    over = make_view(deal, None)
    assert over.actor is None
    assert over.shown == tuple(deal.hole_cards)
    assert over.stacks == (100, 20, 0)
