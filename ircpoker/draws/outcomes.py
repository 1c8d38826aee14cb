"""The outcomes of a five-card hand at a machine, and how often a draw makes a better hand."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from hashlib import sha256
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from ircpoker.cards import CARDS
from ircpoker.hands import evaluate
from ircpoker.hands.many import evaluate_many
from ircpoker.hands.values import FIRST_CLASS, NO_HAND_CLASS, Category, HandValue

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from ircpoker.cards import Card

_LOW_PAIRS = FIRST_CLASS[Category.ONE_PAIR] + 4 * 220
"""The class of the best pair of tens: each rank of pair has C(12, 3) = 220 sets of kickers."""


class Outcome(StrEnum):
    """The lines of a pay table, best first: the categories, with pairs divided at the jacks."""

    ROYAL_FLUSH = "royal_flush"
    STRAIGHT_FLUSH = "straight_flush"
    FOUR_OF_A_KIND = "four_of_a_kind"
    FULL_HOUSE = "full_house"
    FLUSH = "flush"
    STRAIGHT = "straight"
    THREE_OF_A_KIND = "three_of_a_kind"
    TWO_PAIR = "two_pair"
    JACKS_OR_BETTER = "jacks_or_better"
    NOTHING = "nothing"

    @property
    def words(self) -> str:
        """The outcome in the style of the names of hands: `Four Of A Kind`."""
        return self.value.replace("_", " ").title()


def outcome_of(value: HandValue) -> Outcome:
    """Return a hand's line of the pay table.

    Args:
        value: the hand's value.

    Returns:
        Its category; `JACKS_OR_BETTER` for a pair of jacks, queens, kings or aces; `NOTHING` for a lower
        pair and for a high card.

    Examples:
        >>> from ircpoker.hands import evaluate
        >>> outcome_of(evaluate("Jh Jd 2c 3s 4d")).value, outcome_of(evaluate("Th Td Ac Ks Qd")).value
        ('jacks_or_better', 'nothing')
    """
    if value.class_ >= _LOW_PAIRS:
        return Outcome.NOTHING
    if value.category is Category.ONE_PAIR:
        return Outcome.JACKS_OR_BETTER
    return Outcome(value.category.value)


@cache
def outcomes_by_class() -> tuple[Outcome, ...]:
    """Return the outcome of each class, indexed 0 to 7462; the unused 0 is `NOTHING`."""
    first = {outcome: FIRST_CLASS[Category(outcome.value)] for outcome in list(Outcome)[:8]}
    first |= {Outcome.JACKS_OR_BETTER: FIRST_CLASS[Category.ONE_PAIR], Outcome.NOTHING: _LOW_PAIRS}
    bounds = [*first.values(), NO_HAND_CLASS]
    by_class = [Outcome.NOTHING]
    for outcome, start, stop in zip(first, bounds, bounds[1:], strict=False):
        by_class += [outcome] * (stop - start)
    return tuple(by_class)


def by_class(amounts: Mapping[Outcome, int]) -> tuple[int, ...]:
    """Return the amount for each class, indexed like `outcomes_by_class`; 0 for outcomes that are not given."""
    return tuple([amounts.get(outcome, 0) for outcome in outcomes_by_class()])


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
