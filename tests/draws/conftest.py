"""All five-card hands with their classes, and draws counted one by one."""

from itertools import combinations

import numpy as np
import pytest

from ircpoker.hands import evaluate_many


class AllHands:
    """Independent of `ircpoker.draws`: it knows hands and their classes, but no sums."""

    def __init__(self):
        self.cards = np.array(list(combinations(range(52), 5)), np.uint8)
        self.classes = evaluate_many(self.cards, 5)

    def draw_totals(self, hand, by_class, dead=()):
        """Return, for each mask of kept cards, the number of draws and the sum of values after them."""
        bits = np.zeros(52, np.uint8)
        bits[[int(card) for card in dead]] = 32
        bits[[int(card) for card in hand]] = [1, 2, 4, 8, 16]
        # A hand that shares exactly the cards of a mask with ours comes from one draw to those cards.
        shared = np.bitwise_or.reduce(bits[self.cards], axis=1)
        values = np.array(by_class, np.float64)[self.classes]
        draws = np.bincount(shared, minlength=64)[:32]
        return draws.tolist(), np.bincount(shared, weights=values, minlength=64)[:32].astype(np.int64).tolist()


@pytest.fixture(scope="session")
def all_hands():
    return AllHands()
