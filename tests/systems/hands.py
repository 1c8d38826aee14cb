"""Hands for the tests of the systems: one of each class, and strategies."""

import json
from pathlib import Path

from hypothesis import strategies as st

from ircpoker.cards import CARDS, SUITS, card_of
from ircpoker.hands import Category
from ircpoker.hands.categories import ranks_of_category

DATA = Path(__file__).parents[1] / "data"
VECTORS = json.loads((DATA / "seed_systems.json").read_text())
EVALUATED = [json.loads(line) for line in (DATA / "evaluator.jsonl").read_text().splitlines()]

_SUITED = {Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH}


def make_hand(category, ranks):
    """Five cards of these ranks: suits in turn, so that equal ranks get different ones, or all of one suit."""
    step = 0 if category in _SUITED else 1
    return tuple(card_of(rank, SUITS[index * step % 4]) for index, rank in enumerate(ranks))


HANDS_BEST_FIRST = tuple(make_hand(category, ranks) for category in Category for ranks in ranks_of_category(category))


def cards(fewest, most):
    return st.lists(st.sampled_from(CARDS), unique=True, min_size=fewest, max_size=most).map(tuple)


suit_changes = st.permutations(SUITS)


def relabel(hand, suits):
    return tuple(card_of(card.rank, suits[card.suit]) for card in hand)
