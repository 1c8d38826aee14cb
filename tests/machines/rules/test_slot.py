"""One pull of the slot machine."""

import pytest

from ircpoker.cards import CARDS, parse_cards
from ircpoker.draws import Outcome
from ircpoker.fairness.shuffle import make_deck
from ircpoker.machines.rules import SLOT_PAYS, Machine, make_pay_table, spin

HANDS = {
    "Ah Kh Qh Jh Th": ("royal_flush", 5000),
    "9h Kh Qh Jh Th": ("straight_flush", 500),
    "9h 9d 9c 9s Th": ("four_of_a_kind", 150),
    "9h 9d 9c Ts Th": ("full_house", 50),
    "2h Kh Qh Jh Th": ("flush", 30),
    "5h 4d 3c 2s Ah": ("straight", 20),
    "9h 9d 9c 2s Th": ("three_of_a_kind", 9),
    "9h 9d Tc 2s Th": ("two_pair", 5),
    "Jh Jd Tc 2s 3h": ("jacks_or_better", 2),
    "Th Td Ac 2s 3h": ("nothing", 0),
    "Ah Kd Qc Js 9h": ("nothing", 0),
}


@pytest.mark.parametrize("cards", HANDS)
@pytest.mark.parametrize("stake", [1, 7, 10**12])
def test_every_line_of_the_pay_table(cards, stake):
    hand = parse_cards(cards)
    deck = [*hand, *(card for card in CARDS if card not in hand)]
    result = spin(deck, stake)
    outcome, pays = HANDS[cards]
    assert (result.outcome, result.payout, result.stake) == (Outcome(outcome), stake * pays, stake)
    assert result.cards == hand
    assert set(result.hand.cards) == set(hand)


def test_the_window_shows_the_top_of_the_committed_deck():
    deck = make_deck(bytes(32), "1", [])
    assert spin(deck, 1).cards == deck[:5] == parse_cards("Js 9s 8d 5s As")


def test_another_pay_table():
    deck = parse_cards("9h 9d Tc 2s Th")
    assert spin(deck, 3, make_pay_table(Machine.SLOT, {"two_pair": 4})).payout == 12
    assert spin(deck, 3, SLOT_PAYS).payout == 15


@pytest.mark.parametrize("stake", [0, -1])
def test_no_stake_no_spin(stake):
    with pytest.raises(ValueError, match="expected at least 1"):
        spin(CARDS, stake)
