"""Odds by sampling: hands and boards dealt at random, with the standard error."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate
from math import sqrt
from random import Random
from typing import NamedTuple

from ircpoker.cards import CARDS, MOST_CARDS
from ircpoker.equity.ranges import Range
from ircpoker.equity.spots import Spot
from ircpoker.errors import SetupError
from ircpoker.hands import HandValue, evaluate_omaha, evaluate_unchecked

TRIES_PER_SAMPLE = 2
SPARE_TRIES = 500
"""Deals in which two ranges take the same card are thrown away. After this many tries the sample stays smaller."""
FEWEST_DEALS = 30
"""From fewer deals the standard error would say nothing."""


class Sample(NamedTuple):
    """The results of one hand over sampled deals.

    Attributes:
        win: the deals in which only this hand is best.
        tie: the deals in which it is best together with others.
        lose: the other deals.
        equity: its mean part of the pot.
        stderr: the standard error of the equity.
    """

    win: int
    tie: int
    lose: int
    equity: float
    stderr: float


def sample(spot: Spot, samples: int, rng: Random) -> list[Sample]:
    """Return the odds over random deals.

    Args:
        spot: the hands, the board and the dead cards.
        samples: the number of deals; fewer are made if the ranges often take the same cards.
        rng: the random generator.

    Returns:
        The result of each hand.

    Raises:
        SetupError: the ranges can hardly be dealt together.
    """
    hands = len(spot.ranges)
    parts = [[0] * (hands + 1) for _ in range(hands)]
    dealt = 0
    for hole, board in _deals(spot, samples, rng):
        dealt += 1
        values = [best_value(hand, board, is_omaha=spot.is_omaha) for hand in hole]
        best = max(values)
        winners = values.count(best)
        for hand, value in enumerate(values):
            if value == best:
                parts[hand][winners] += 1
    if dealt < FEWEST_DEALS:
        raise SetupError("hands", "these ranges can hardly be dealt together: they need the same cards")
    return [_summary(of_hand, dealt) for of_hand in parts]


def _summary(parts: Sequence[int], samples: int) -> Sample:
    """Return the result of a hand, given the number of pots that it won alone, as one of two winners, and so on."""
    best = sum(parts)
    mean = sum(count / winners for winners, count in enumerate(parts) if winners) / samples
    of_squares = sum(count / winners**2 for winners, count in enumerate(parts) if winners) / samples
    variance = max(0.0, of_squares - mean**2) * samples / max(1, samples - 1)
    return Sample(parts[1], best - parts[1], samples - best, mean, sqrt(variance / samples))


def best_value(hole: Sequence[int], board: Sequence[int], *, is_omaha: bool) -> HandValue:
    """Return the value of hole cards with three to five board cards, all as card codes."""
    if is_omaha:
        # The kernel takes cards, not codes.
        return evaluate_omaha([CARDS[code] for code in hole], [CARDS[code] for code in board])
    return evaluate_unchecked([CARDS[code] for code in (*hole, *board)])


def _deals(spot: Spot, samples: int, rng: Random) -> Iterator[tuple[list[Sequence[int]], tuple[int, ...]]]:
    """Yield hole cards and whole boards.

    Hands from ranges are drawn first, by their weights, and drawn again if two of them share a card. Hands without a
    range, and the rest of the board, are then dealt from the remaining cards.
    """
    draws = [_drawer(each, rng) for each in spot.ranges]
    drawn = spot.hole_cards * sum(draw is not None for draw in draws)
    open_cards = spot.hole_cards * len(draws) - drawn + spot.to_come
    dealt = 0
    known = {*spot.board, *spot.dead}
    live = [code for code in range(MOST_CARDS) if code not in known]
    drawn += len(known)
    for _ in range(TRIES_PER_SAMPLE * samples + SPARE_TRIES):
        hole, used = _drawn(draws, known)
        if len(used) != drawn:
            continue
        rest = rng.sample([code for code in live if code not in used], open_cards)
        for index, draw in enumerate(draws):
            if draw is None:
                hole[index], rest = rest[: spot.hole_cards], rest[spot.hole_cards :]
        yield hole, (*spot.board, *rest)
        dealt += 1
        if dealt == samples:
            return


def _drawn(
    draws: Sequence[Callable[[], tuple[int, ...]] | None], known: set[int]
) -> tuple[list[Sequence[int]], set[int]]:
    """Draw the hands of ranges up to the first that needs a card known or of another; return them with all cards."""
    hole: list[Sequence[int]] = []
    used = known.copy()
    for draw in draws:
        hand = draw() if draw else ()
        if not used.isdisjoint(hand):
            break
        used.update(hand)
        hole.append(hand)
    return hole, used


def _drawer(each: Range, rng: Random) -> Callable[[], tuple[int, ...]] | None:
    """Return a function that draws a hand of a range by weight; None if any hand may be dealt."""
    if each.is_any:
        return None
    if each.kinds is not None:
        return partial(each.kinds.draw, rng)
    hands = list(each.weights)
    sums = list(accumulate(each.weights.values()))
    total, last, chance = float(sums[-1]), len(hands) - 1, rng.random
    return lambda: hands[bisect(sums, chance() * total, 0, last)]
