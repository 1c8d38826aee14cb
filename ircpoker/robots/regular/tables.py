"""How good starting hands are, by `tables.json` of `tools/make_regular.py`; how often one wins at five-card draw."""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ircpoker.robots.features import best_hold
from ircpoker.robots.regular.reads import OUTSIDE, SeatRead
from ircpoker.table.view import PlayerView

_TABLES: dict[str, Any] = json.loads(Path(__file__).with_name("tables.json").read_bytes())
HOLDEM_KINDS: list[str] = _TABLES["holdem_kinds"]
"""Hold'em's 169 kinds by their equity, the best first."""
OMAHA_WEIGHTS: list[int] = _TABLES["omaha_weights"]
"""The weights of `features`, in thousandths of a pot."""
OMAHA_QUANTILES: list[int] = _TABLES["omaha_quantiles"]
"""The sums of the weights that end each fortieth of all hands, the best first."""
DRAW_QUANTILES: list[int] = _TABLES["draw_quantiles"]
"""The mean classes after the best draw that end each fortieth of all hands."""
DRAW_FINALS: list[list[int]] = _TABLES["draw_finals"]
"""By the number of cards drawn: the classes after it that end each fortieth."""
DRAW_EQUITIES: list[list[int]] = _TABLES["draw_equities"]
"""Percent won after the draw by a tenth of all hands against each tenth."""


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
