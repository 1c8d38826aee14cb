"""How often a draw makes a better hand: the one number of a hint."""

from __future__ import annotations

from hashlib import sha256
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from ircpoker.cards import CARDS
from ircpoker.hands import evaluate
from ircpoker.hands.many import evaluate_many
from ircpoker.hands.values import FIRST_CLASS

if TYPE_CHECKING:
    from collections.abc import Collection

    from ircpoker.cards import Card

MOST_DRAWS = 20_000
"""With more possible draws, `SAMPLE` of them are counted."""
SAMPLE = 5_000
"""The standard error is 0.7 %."""


def chance_of_better(hand: Collection[Card], kept: Collection[Card]) -> float:
    """Return how often a draw makes a better kind of hand; a better kicker does not count.

    Args:
        hand: five distinct cards.
        kept: those of them that are kept.

    Returns:
        From 0 to 1; 0 if all cards are kept. Exact unless fewer than two cards are kept.

    Examples:
        >>> from ircpoker.cards import parse_cards
        >>> round(chance_of_better(parse_cards("Ah Kh 9h 4h 2c"), parse_cards("Ah Kh 9h 4h")), 3)
        0.447
    """
    size = len(hand)
    missing = size - len(kept)
    live = [card.code for card in CARDS if card not in hand]
    if comb(len(live), missing) <= MOST_DRAWS:
        draws = list(combinations(live, missing))
    else:
        draws = [_some_draw(live, missing, number) for number in range(SAMPLE)]
    start = bytes([card.code for card in kept])
    best_now = FIRST_CLASS[evaluate(hand).category]
    after = evaluate_many(b"".join([start + bytes(draw) for draw in draws]), size)
    return sum(value < best_now for value in after) / len(draws)


def _some_draw(live: Collection[int], missing: int, number: int) -> tuple[int, ...]:
    """Return one of the draws; by its number, so that the same question gets the same answer."""
    left, digest = list(live), int.from_bytes(sha256(number.to_bytes(4, "big")).digest()[:16], "big")
    drawn = []
    for _ in range(missing):
        digest, place = divmod(digest, len(left))
        drawn.append(left.pop(place))
    return tuple(drawn)
