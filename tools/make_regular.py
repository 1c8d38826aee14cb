"""Make `ircpoker/robots/regular/tables.json`: how good starting hands are, for the robots with temperaments.

`python tools/make_regular.py` writes the file, the same one each time; `--check` only compares. It takes a
quarter of a minute. Hold'em's 169 kinds and Omaha's hands are measured against three random hands, draws by the best
mean class.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from textwrap import fill
from typing import Any

import numpy as np

from ircpoker.cards import CARDS
from ircpoker.draws import discards
from ircpoker.hands import evaluate_many, evaluate_unchecked
from ircpoker.hands.omaha import evaluate_omaha_many
from ircpoker.robots.regular.chances import features

FILE = Path(__file__).parent.parent / "ircpoker" / "robots" / "regular" / "tables.json"
RIVALS = 3
"""Random hands that a starting hand plays against."""
HOLDEM_DEALS = 40_000
"""Deals for each of the 169 kinds."""
OMAHA_HANDS, OMAHA_DEALS = 8_000, 100
DRAW_HANDS = 60_000
QUANTILES = 40
BINS = 10
RANKS = "23456789TJQKA"


def shares(deals: np.ndarray, hole: int) -> np.ndarray:
    """Return the first hand's share of each deal; a row holds all hands and then the board."""
    board = deals[:, hole * (RIVALS + 1) :]
    values = []
    for hand in range(RIVALS + 1):
        rows = np.concatenate([deals[:, hand * hole : (hand + 1) * hole], board], axis=1)
        many = evaluate_many(rows, hole + 5) if hole == 2 else evaluate_omaha_many(rows, hole)
        values.append(np.asarray(many))
    best = np.min(values, axis=0)
    parts: np.ndarray = (values[0] == best) / (np.array(values) == best).sum(axis=0)
    return parts


def deal_rest(hands: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return the hands, each with random cards for its rivals and a board."""
    hole = hands.shape[1]
    order = rng.random((len(hands), 52))
    np.put_along_axis(order, hands.astype(np.int64), 2.0, axis=1)
    rest = np.argsort(order, axis=1)[:, : RIVALS * hole + 5]
    return np.concatenate([hands, rest], axis=1).astype(np.uint8)


def holdem_kinds(rng: np.random.Generator) -> str:
    """Return the 169 kinds, the best first."""
    found = []
    for high in range(13):
        for low in range(high + 1):
            suits = ("",) if high == low else ("s", "o")
            for suit in suits:
                hand = np.array([4 * high + 3, 4 * low + (3 if suit == "s" else 0)], np.uint8)
                deals = deal_rest(np.tile(hand, (HOLDEM_DEALS, 1)), rng)
                found.append((-shares(deals, 2).mean(), RANKS[high] + RANKS[low] + suit))
    return " ".join(kind for _, kind in sorted(found))


def omaha_weights(rng: np.random.Generator) -> tuple[list[int], list[int]]:
    """Return the weight of each feature, in thousandths of a pot, and the quantiles of the sums, the best first."""
    hands = np.argsort(rng.random((OMAHA_HANDS, 52)), axis=1)[:, :4].astype(np.uint8)
    means = np.array([shares(deal_rest(np.tile(hand, (OMAHA_DEALS, 1)), rng), 4).mean() for hand in hands])
    weights = np.round(1000 * np.linalg.lstsq(features(hands), means, rcond=1e-6)[0]).astype(int)
    others = np.argsort(rng.random((100_000, 52)), axis=1)[:, :4].astype(np.uint8)
    sums = features(others) @ weights
    return weights.tolist(), quantiles(-sums, negate=True)


def quantiles(values: np.ndarray, *, negate: bool = False) -> list[int]:
    """Return the ends of equal parts of the values, in ascending order; negated if wanted."""
    ends = np.round(np.quantile(values, np.arange(1, QUANTILES) / QUANTILES)).astype(int)
    found: list[int] = (-ends if negate else ends).tolist()
    return found


def draw_tables(rng: np.random.Generator) -> tuple[list[int], list[list[int]], list[list[int]]]:
    """Return quantiles of the mean class, the final classes by cards drawn, and the equities of bins in percent."""
    means, drawn, finals = np.zeros(DRAW_HANDS), np.zeros(DRAW_HANDS, int), np.zeros(DRAW_HANDS, int)
    for number in range(DRAW_HANDS):
        cards = [CARDS[code] for code in rng.permutation(52)[:10]]
        best = discards(cards[:5])[0]
        count = 5 - len(best.cards)
        means[number], drawn[number] = best.mean, count
        finals[number] = evaluate_unchecked([*best.cards, *cards[5 : 5 + count]]).class_
    by_count = [quantiles(finals[drawn == min(count, 4)]) for count in range(6)]
    bins = np.argsort(np.argsort(means)) * BINS // DRAW_HANDS
    parts = [np.sort(finals[bins == number]) for number in range(BINS)]
    equities = []
    for own in parts:
        row = []
        for other in parts:
            won = len(other) - (np.searchsorted(other, own, "left") + np.searchsorted(other, own, "right")) / 2
            row.append(round(100 * float(won.mean()) / len(other)))
        equities.append(row)
    return quantiles(means), by_count, equities


def _text(value: list[Any]) -> str:
    """Return a list as JSON in lines of up to 100 characters, a list of lists with each on lines of its own."""
    if isinstance(value[0], list):
        return "[\n" + ",\n".join([fill(json.dumps(row), 100, subsequent_indent=" ") for row in value]) + "\n]"
    return fill(json.dumps(value), 100, subsequent_indent=" ")


def main() -> int:
    """Write the tables, or compare them."""
    rng = np.random.default_rng(1)
    weights, sums = omaha_weights(rng)
    means, finals, equities = draw_tables(rng)
    parts: dict[str, list[Any]] = {
        "holdem_kinds": holdem_kinds(rng).split(),
        "omaha_weights": weights,
        "omaha_quantiles": sums,
        "draw_quantiles": means,
        "draw_finals": finals,
        "draw_equities": equities,
    }
    text = "{\n" + ",\n".join([f'"{name}": {_text(value)}' for name, value in parts.items()]) + "\n}\n"
    if "--check" in sys.argv:
        return int(FILE.read_text(encoding="utf-8") != text)
    FILE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
