"""Hands for the tests of the systems: one of each class, and strategies."""

import json
from pathlib import Path

from hypothesis import strategies as st

from ircpoker.cards import CARDS, SUITS, card_of
from ircpoker.hands import VALUES, Category

DATA = Path(__file__).parents[1] / "data"
VECTORS = json.loads((DATA / "seed_systems.json").read_text())
EVALUATED = [json.loads(line) for line in (DATA / "evaluator.jsonl").read_text().splitlines()]

_SUITED = {Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH}


def hand_of_class(class_):
    """Five cards of this class: suits in turn, so that equal ranks get different ones, or all of one suit."""
    value = VALUES[class_]
    step = 0 if value.category in _SUITED else 1
    return tuple(card_of(rank, SUITS[index * step % 4]) for index, rank in enumerate(value.ranks))


HANDS_BEST_FIRST = tuple(map(hand_of_class, range(1, 7463)))


def cards(fewest, most):
    return st.lists(st.sampled_from(CARDS), unique=True, min_size=fewest, max_size=most).map(tuple)


suit_changes = st.permutations(SUITS)


def relabel(hand, suits):
    return tuple(card_of(card.rank, suits[card.suit]) for card in hand)
