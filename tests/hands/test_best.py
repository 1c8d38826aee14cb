"""The best five themselves: order, suits, and which of several equal hands is shown."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircpoker.cards import CARDS, SUIT_ORDER
from ircpoker.hands import best_hand, evaluate_unchecked

SHOWN = {
    "Ah Td 4c 3s Js 7h": "Ah Js Td 7h 4c",
    "5h 4h 3h 2h Ah": "5h 4h 3h 2h Ah",
    "9h 9d 9c 9s 2h": "9h 9c 9d 9s 2h",
    "7h 7d 7c 4s 4h": "7h 7c 7d 4h 4s",
    "8h 8d 8c 7s 3h": "8h 8c 8d 7s 3h",
    "Ks Kd 4h 4c 9d": "Kd Ks 4h 4c 9d",
    "Ac Ad Ah Ks Kc Kd 2c": "Ah Ac Ad Kc Kd",
    "5c 6h Qc Jc Qh Th 8h 2c 3c 7h": "Qc Jc 5c 3c 2c",
    "Ts Js Qs Ks As Tc Jc Qc Kc Ac": "Ac Kc Qc Jc Tc",
    "As 2d 3c 4h 5s 6d": "6d 5s 4h 3c 2d",
    "As Ac 2d 3c 4h 5s": "5s 4h 3c 2d Ac",
    "Kd Kh 3s 3c 2h 2d 7s 7c": "Kh Kd 7c 7s 3c",
}


@pytest.mark.parametrize(("cards", "shown"), SHOWN.items())
def test_order_of_significance_and_suit_order(cards, shown):
    assert str(best_hand(cards)) == shown


@given(st.lists(st.sampled_from(CARDS), unique=True, min_size=5, max_size=9))
def test_it_is_the_first_in_suit_order_of_all_equal_best_hands(cards):
    best = best_hand(cards)
    order = {rank: index for index, rank in enumerate(dict.fromkeys(best.value.ranks))}
    equal = [
        sorted(five, key=lambda card: (order[card.rank], SUIT_ORDER.index(card.suit)))
        for five in combinations(cards, 5)
        if evaluate_unchecked(five) == best.value
    ]
    assert best.cards == tuple(min(equal, key=lambda five: [SUIT_ORDER.index(card.suit) for card in five]))


def test_best_hands_compare_by_their_cards():
    assert best_hand("Ah Kh Qh Jh Th 2c") == best_hand("2d Th Jh Qh Kh Ah")
    assert best_hand("Ah Kh Qh Jh Th") != best_hand("Ac Kc Qc Jc Tc")
    assert len({best_hand("Ah Kh Qh Jh Th 2c"), best_hand("Ah Kh Qh Jh Th")}) == 1
    assert best_hand("Ah Kh Qh Jh Th") != "Ah Kh Qh Jh Th"
    assert repr(best_hand("Ah Kh Qh Jh Th")) == "<BestHand Ah Kh Qh Jh Th: Royal Flush>"
