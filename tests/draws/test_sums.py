"""Sums over all hands that contain given cards, compared with adding up all 2,598,960 hands."""

import random
from itertools import combinations_with_replacement
from math import comb

import numpy as np
import pytest

from ircpoker.cards import CARDS
from ircpoker.draws import CLASSES
from ircpoker.draws.sums import RANK_KEYS, DeckSums
from tests import tiers


def sum_of(sums, cards):
    mask = 0
    for card in cards:
        mask |= card.mask
    return sums.by_ranks[sum(RANK_KEYS[card.rank - 2] for card in cards)] + sums.flushes.get(mask, 0)


@pytest.mark.few(2)
@pytest.mark.parametrize("size", range(6))
def test_sums_over_a_whole_deck(all_hands, size):
    rng = random.Random(size)
    subsets = [rng.sample(CARDS, size) for _ in range(tiers.count(60, 2))] + [
        [CARDS[4 * rank + 2] for rank in range(size)]
    ]
    for subset in subsets:
        cards, classes = all_hands.cards, all_hands.classes
        for card in subset:
            holds = (cards == int(card)).any(axis=1)
            cards, classes = cards[holds], classes[holds]
        assert len(cards) == comb(52 - size, 5 - size)
        assert sum_of(CLASSES.full_deck, subset) == classes.sum(dtype=np.int64)


def test_every_set_of_ranks_has_its_own_key():
    keys = [
        sum(keys)
        for size in range(6)
        for keys in combinations_with_replacement(RANK_KEYS, size)
        if len(set(keys)) > 1 or size < 5
    ]
    assert len(keys) == len(set(keys)) == 1 + 13 + 91 + 455 + 1820 + 6175


def test_the_sum_of_all_classes(all_hands):
    assert sum_of(CLASSES.full_deck, []) == all_hands.classes.sum(dtype=np.int64)


def test_183_numbers_determine_all_sums_of_up_to_two_cards():
    """By suit symmetry: 1 for no card, 13 for one, 169 for two (13 pairs, 78 suited, 78 not)."""
    pairs = {
        (a.rank, b.rank, a.suit == b.suit): sum_of(CLASSES.full_deck, [a, b]) for a in CARDS for b in CARDS if a > b
    }
    assert len(pairs) == 169
    for a in CARDS:
        for b in CARDS:
            if a > b:
                assert sum_of(CLASSES.full_deck, [a, b]) == pairs[a.rank, b.rank, a.suit == b.suit]


@pytest.mark.few(1)
@pytest.mark.parametrize("live", [(0x1FFF, 0, 0, 0), (0x1FFF, 0x1FFF, 0, 0x1F), (0x0F, 0x0F, 0x0F, 0x1F)])
def test_sums_over_a_small_deck(all_hands, live):
    """Also decks of one suit, where every hand is a flush, and of ranks 2 to 6 only."""
    deck = [card for card in CARDS if live[card.suit] >> card.rank - 2 & 1]
    inside = np.isin(all_hands.cards, [int(card) for card in deck]).all(axis=1)
    assert inside.sum() == comb(len(deck), 5)
    sums, cards, classes = DeckSums(CLASSES.by_class, live), all_hands.cards[inside], all_hands.classes[inside]
    assert sum_of(sums, []) == classes.sum(dtype=np.int64)
    for card in deck:
        assert sum_of(sums, [card]) == classes[(cards == int(card)).any(axis=1)].sum(dtype=np.int64)
