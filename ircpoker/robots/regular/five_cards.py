"""How often a hand wins at five-card draw, from tables of hands after the best draw."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from ircpoker.robots.features import best_hold
from ircpoker.robots.regular.reads import OUTSIDE, SeatRead
from ircpoker.robots.regular.tables import DRAW_EQUITIES, DRAW_FINALS, DRAW_QUANTILES
from ircpoker.table.view import PlayerView


def percentile_before(view: PlayerView) -> float:
    """Return the part of all hands that can be drawn to a better mean class."""
    return bisect_left(DRAW_QUANTILES, best_hold(view).mean) / (len(DRAW_QUANTILES) + 1)


def equity_before(view: PlayerView, reads: Sequence[SeatRead]) -> float:
    """Return the part of the pot that the hand wins on average, before the draw."""
    tenths = len(DRAW_EQUITIES)
    row = DRAW_EQUITIES[min(int(tenths * percentile_before(view)), tenths - 1)]
    total = 1.0
    for read in reads:
        weights = [1.0 if (tenth + 0.5) / tenths <= max(read.width, 1 / tenths) else OUTSIDE for tenth in range(tenths)]
        total *= sum(weight * percent for weight, percent in zip(weights, row, strict=True)) / (100 * sum(weights))
    return total


def equity_after(view: PlayerView, reads: Sequence[SeatRead]) -> float:
    """Return the part of the pot that the hand wins on average, after the draw."""
    own = view.setup.game.hand_value(view.hole_cards, ()).class_
    total = 1.0
    for read in reads:
        drawn = view.drawn[read.seat]
        finals = DRAW_FINALS[3 if drawn is None else drawn]
        count = len(finals) + 1
        # Where the own hand is among equal parts of the other's, the best first.
        place = (bisect_left(finals, own) + bisect_right(finals, own) + 1) / (2 * count)
        weights = [1.0] * count
        for claim in read.claims:
            weights = [weight * (1.0 if (part + 0.5) / count <= claim.part else claim.leak)
                       for part, weight in enumerate(weights)]  # fmt: skip
        worse = sum(weight * min(max(part + 1 - place * count, 0.0), 1.0) for part, weight in enumerate(weights))
        total *= worse / sum(weights)
    return total
