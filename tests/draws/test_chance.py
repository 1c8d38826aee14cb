"""The chance to beat one random hand: compared with counted hands, and its effect on holds."""

from itertools import combinations

import numpy as np
import pytest

from benchmarks.chance import CHANCES, HANDS, mean_chance
from ircpoker.cards import CARDS, parse_cards
from ircpoker.draws import CLASSES, discards
from ircpoker.hands import CLASS_COUNT, evaluate


@pytest.mark.slow(1)
def test_it_counts_the_hands_that_are_beaten(all_hands):
    hands = np.bincount(all_hands.classes, minlength=CLASS_COUNT + 1)
    assert hands.sum() == HANDS
    worse = HANDS - np.cumsum(hands)
    assert CHANCES.by_class[1:] == tuple((2 * worse + hands)[1:].tolist())


def test_best_and_worst_hands():
    assert CHANCES.by_class[1] == 2 * HANDS - 4
    assert CHANCES.by_class[CLASS_COUNT] == 1020
    assert CHANCES.by_class[CLASSES.by_class[6186]] / (2 * HANDS) == pytest.approx(0.501, abs=1e-3)


@pytest.mark.slow(1)
def test_the_mean_over_all_hands_is_a_half(all_hands):
    assert sum(np.bincount(all_hands.classes, minlength=CLASS_COUNT + 1) * CHANCES.by_class) == HANDS * HANDS


def test_a_hold_against_every_draw():
    hand = parse_cards("9h 8h 7h 6h 2c")
    hold = next(hold for hold in discards(hand, CHANCES) if len(hold.cards) == 4 and hold.cards == hand[:4])
    chances = [CHANCES.by_class[evaluate((*hand[:4], card)).class_] for card in CARDS if card not in hand]
    assert mean_chance(hold) == pytest.approx(sum(chances) / 47 / (2 * HANDS), abs=1e-15)


def test_the_best_hold_for_the_chance_may_differ():
    deck = CARDS[::3]
    hands = list(combinations(deck, 5))[::40]
    differ = sum(discards(hand)[0].mask != discards(hand, CHANCES)[0].mask for hand in hands)
    assert 0 < differ < len(hands) / 2
