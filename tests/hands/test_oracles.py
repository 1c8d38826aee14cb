"""Equal to three public evaluators, on up to 100,000 random hands each (test-only dependencies)."""

import random
from collections import defaultdict

import numpy as np
import pytest
from phevaluator import evaluate_cards
from pokerkit import StandardHighHand
from treys import Card as TreysCard
from treys import Evaluator as TreysEvaluator

from ircpoker.cards import CARDS
from ircpoker.hands import evaluate_many
from tests import tiers

HANDS = tiers.count(100_000, 20_000)


def random_hands(seed, sizes):
    rng = random.Random(tiers.seed(seed))
    return [rng.sample(range(52), rng.choice(sizes)) for _ in range(HANDS)]


def our_classes(hands):
    by_size = defaultdict(list)
    for index, hand in enumerate(hands):
        by_size[len(hand)].append(index)
    classes = np.zeros(len(hands), np.uint16)
    for size, indices in by_size.items():
        classes[indices] = evaluate_many(np.array([hands[index] for index in indices], np.uint8), size)
    return classes.tolist()


def test_phevaluator():
    hands = random_hands(1, [5, 6, 7])
    assert our_classes(hands) == [evaluate_cards(*hand) for hand in hands]


@pytest.mark.slow
def test_treys():
    hands = random_hands(2, [5, 6, 7])
    treys_cards = [TreysCard.new(str(card)) for card in CARDS]
    evaluator = TreysEvaluator()
    assert our_classes(hands) == [evaluator.evaluate([], [treys_cards[code] for code in hand]) for hand in hands]


@pytest.mark.slow
def test_pokerkit():
    # pokerkit orders hands without numbering them: sorted by class, its values must never fall and must
    # change exactly where the class changes.
    hands = random_hands(3, [5, 6, 7])
    names = ["".join(str(CARDS[code]) for code in hand) for hand in hands]
    theirs = [StandardHighHand.from_game(name).entry.index for name in names]
    pairs = sorted(set(zip(our_classes(hands), theirs, strict=True)))
    assert len(pairs) == len({ours for ours, _ in pairs}) == len({index for _, index in pairs})
    assert [index for _, index in pairs] == sorted((index for _, index in pairs), reverse=True)
