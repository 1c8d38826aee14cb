"""Odds by sampling: hands and boards dealt at random, with the standard error."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate, chain
from math import sqrt
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from ircpoker.cards import CARDS, MOST_CARDS
from ircpoker.equity.ranges import Range
from ircpoker.equity.spots import Spot
from ircpoker.errors import SetupError
from ircpoker.hands import HandValue, evaluate_many, evaluate_omaha, evaluate_omaha_many, evaluate_unchecked

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

TRIES_PER_SAMPLE = 2
SPARE_TRIES = 500
"""Deals in which two ranges take the same card are thrown away. After this many tries the sample stays smaller."""
FEWEST_DEALS = 30
"""From fewer deals the standard error would say nothing."""

_BLOCK = 1 << 15
"""Deals that are made at once."""


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
    import numpy as np  # a command that samples nothing starts without it

    if is_dealt_at_once(spot):
        chance = np.random.default_rng(rng.getrandbits(64))
        blocks = [min(_BLOCK, samples - done) for done in range(0, samples, _BLOCK)]
        parts = np.sum([_parts(spot, *_many_deals(spot, block, chance)) for block in blocks], axis=0)
    else:
        deals = list(_deals(spot, samples, rng))
        if len(deals) < FEWEST_DEALS:
            raise SetupError("hands", "these ranges can hardly be dealt together: they need the same cards")
        parts, samples = _parts(spot, *(np.array(cards, np.uint8) for cards in zip(*deals, strict=True))), len(deals)
    return [_summary(of_hand, samples) for of_hand in parts.tolist()]


def _parts(spot: Spot, hole: NDArray[np.uint8], boards: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return for each hand how many pots it won alone, as one of two winners, and so on."""
    import numpy as np

    deals, hands, _ = hole.shape
    rows = np.concatenate([hole, np.broadcast_to(boards[:, None], (deals, hands, boards.shape[1]))], axis=2)
    rows = rows.reshape(deals * hands, -1)
    classes = evaluate_omaha_many(rows, spot.hole_cards) if spot.is_omaha else evaluate_many(rows, rows.shape[1])
    values = np.asarray(classes).reshape(deals, hands)
    is_best = values == values.min(axis=1, keepdims=True)
    winners = is_best.sum(axis=1)
    return np.array([np.bincount(winners[each], minlength=hands + 1) for each in is_best.T])


def is_dealt_at_once(spot: Spot) -> bool:
    """Return whether nothing has to be drawn from a range: each hand is known, or any may be dealt."""
    known = [*spot.board, *spot.dead]
    for each in spot.ranges:
        if not each.is_any:
            if len(each.weights) != 1:
                return False
            known += next(iter(each.weights))
    return len(set(known)) == len(known)


def _many_deals(spot: Spot, samples: int, chance: np.random.Generator) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return the hole cards of each hand in all deals, and the whole boards; of known hands the cards are the same."""
    import numpy as np

    known = [None if each.is_any else next(iter(each.weights)) for each in spot.ranges]
    gone = {*spot.board, *spot.dead, *chain(*filter(None, known))}
    live = np.array([code for code in range(MOST_CARDS) if code not in gone], np.uint8)
    decks, rows = np.tile(live, (samples, 1)), np.arange(samples)
    size, at = spot.hole_cards, spot.to_come
    for place in range(at + size * known.count(None)):
        other = chance.integers(place, len(live), samples)
        taken = decks[rows, other]
        decks[rows, other] = decks[:, place]
        decks[:, place] = taken
    boards = np.concatenate([np.tile(np.array(spot.board, np.uint8), (samples, 1)), decks[:, :at]], axis=1)
    hole = np.empty((samples, len(known), size), np.uint8)
    for index, hand in enumerate(known):
        hole[:, index] = decks[:, at : at + size] if hand is None else hand
        at += size * (hand is None)
    return hole, boards


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
