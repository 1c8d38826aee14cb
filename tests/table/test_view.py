"""A view holds one's own cards and public facts, whatever happens."""

import random
from dataclasses import fields, is_dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from ircpoker.cards import CARDS, Card
from ircpoker.table.actions import CALL, CHECK, Bet, RaiseTo
from ircpoker.table.deal import Deal
from ircpoker.table.events import CardsDrawn, HoleCardsDealt, seen_by
from ircpoker.table.view import make_view
from tests import tiers
from tests.table.play import act_all, deck_of, holdem, random_action, random_setup


def cards_in(value: object) -> set[Card]:
    """Return every card that can be reached from a value."""
    if isinstance(value, Card):
        return {value}
    if isinstance(value, tuple | list | set | frozenset):
        return set().union(*map(cards_in, value)) if value else set()
    if isinstance(value, dict):
        return cards_in([*value.keys(), *value.values()])
    if is_dataclass(value):
        return cards_in([getattr(value, field.name) for field in fields(value)])
    assert value is None or isinstance(value, int | str | range), f"a view may not hold {type(value)}"
    return set()


@settings(max_examples=tiers.count(600, 60))
@given(st.integers(0, 2**32), st.integers(0, 40))
def test_a_view_holds_no_card_that_its_seat_may_not_see(seed: int, actions: int) -> None:
    rng = random.Random(seed)
    deal = Deal(random_setup(rng), rng.sample(CARDS, 52))
    seats = len(deal.setup.stacks)
    own: list[set[Card]] = [set(hand) for hand in deal.hole_cards]
    for _ in range(actions):
        if deal.actor is None:
            break
        deal.act(deal.actor, random_action(deal, rng))
        for seat in range(seats):
            own[seat] |= set(deal.hole_cards[seat])
    public = set(deal.board).union(*[hand for hand, shown in zip(deal.hole_cards, deal.shown, strict=True) if shown])
    assert cards_in(make_view(deal, None)) == public
    for seat in range(seats):
        assert cards_in(make_view(deal, seat)) == public | own[seat]


def test_events_of_others_are_seen_without_cards() -> None:
    dealt = HoleCardsDealt(1, 2, CARDS[:2])
    drew = CardsDrawn(1, 2, CARDS[:2], CARDS[2:4])
    assert seen_by(dealt, 1) is dealt
    assert seen_by(drew, 1) is drew
    for other in (0, None):
        assert seen_by(dealt, other) == HoleCardsDealt(1, 2, None)
        assert seen_by(drew, other) == CardsDrawn(1, 2, None, None)


def test_the_actor_sees_what_is_legal_and_nobody_else_does() -> None:
    deal = Deal(holdem((50, 50, 50)), CARDS)
    assert make_view(deal, 2).legal == deal.legal_actions()
    assert make_view(deal, 0).legal is None
    assert make_view(deal, None).legal is None


def test_a_view_tells_the_state_of_the_table() -> None:
    deal = Deal(holdem((50, 50, 20)), deck_of("As Ac", "Ks Kc", "Qs Qc", board="3h 4c 8d 9s Jd"))
    act_all(deal, RaiseTo(20), CALL, CALL, CHECK, Bet(10))
    view = make_view(deal, 0)
    assert (view.bets, view.totals, view.pot, view.level, view.aggressor) == ((0, 10, 0), (20, 30, 20), 70, 10, 1)
    assert [pot.amount for pot in view.pots] == [60, 10]
    assert view.board == deal.board[:3]
    act_all(deal, CALL, CHECK, CHECK, CHECK, CHECK)
    over = make_view(deal, None)
    assert over.actor is None
    assert over.shown == tuple(deal.hole_cards)
    assert over.stacks == (100, 20, 0)
